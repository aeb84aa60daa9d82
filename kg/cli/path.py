"""``kg path``: how two things are connected, with the sentence behind every hop."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.cli._shared import GRAPH

if TYPE_CHECKING:
    from kg.graph import KnowledgeGraph
    from kg.paths import Hop
    from kg.paths import Path as Path_


@click.command("path")
@GRAPH
@click.argument("start")
@click.argument("end")
@click.option("-k", "count", default=3, show_default=True, type=click.IntRange(min=1), help="How many paths.")
@click.option("--max-hops", default=6, show_default=True, type=click.IntRange(min=1), help="No path longer than this.")
@click.option("--not", "avoid", multiple=True, help="Pass no node of this name; may be given again.")
@click.option(
    "--via", multiple=True, metavar="TYPE", help="Pass papers and nodes of this type alone; may be given again."
)
@click.option("--since", default="", metavar="DATE", help="Only papers of this day, month or year and later ones.")
@click.option("--until", default="", metavar="DATE", help="Only papers of this day, month or year and earlier ones.")
@click.option("--format", "format_", type=click.Choice(("text", "json", "dot")), default="text", show_default=True)
def command(
    graph: Path,
    start: str,
    end: str,
    count: int,
    max_hops: int,
    avoid: tuple[str, ...],
    via: tuple[str, ...],
    since: str,
    until: str,
    format_: str,
) -> None:
    """Print the best paths in GRAPH from START to END, names in either language, with the sentence behind every hop.

    What connects everything explains little: the more neighbours a node has, the more it costs to pass. The format dot is for Graphviz.
    """
    from kg import store
    from kg.paths import check_date, find_paths

    try:
        for date in (since, until):
            check_date(date)
    except ValueError as err:
        raise click.UsageError(str(err)) from err
    loaded = store.load(graph)
    paths = find_paths(loaded, start, end, k=count, max_hops=max_hops, avoid=avoid, via=via, since=since, until=until)
    if format_ == "json":
        click.echo(json.dumps([asdict(path) for path in paths], ensure_ascii=False, indent=1))
    elif format_ == "dot":
        click.echo("\n".join(_dot(loaded, paths)))
    else:
        for number, path in enumerate(paths, start=1):
            click.echo(f"{number}. " + " — ".join(_name(loaded, node) for node in path.nodes))
            for hop in path.hops:
                click.echo(_hop(loaded, hop))
    if not paths and loaded.find(start) == loaded.find(end):
        click.echo(f"kg: {start!r} and {end!r} are the same node", err=True)
        raise SystemExit(1)
    if not paths:
        click.echo(f"kg: no path of {max_hops} hops or fewer between {start!r} and {end!r}", err=True)
        raise SystemExit(1)


def _dot(graph: KnowledgeGraph, paths: Sequence[Path_]) -> Iterator[str]:
    """Yield the lines of a Graphviz drawing of *paths*: the sentence behind a hop is the tooltip of its edge."""
    from kg.schema import get_predicate, types

    yield "digraph paths {"
    yield "  rankdir=LR; node [shape=box, style=filled, fontname=sans]; edge [fontname=sans];"
    for node in sorted({node for path in paths for node in path.nodes}):
        row = graph.nx.nodes[node]
        yield f"  {_quoted(node)} [label={_quoted(_name(graph, node))}, fillcolor={_quoted(types()[row['type']].color)}];"
    for hop in sorted({hop for path in paths for hop in path.hops}):
        told = hop.sentence or hop.evidence.source
        label = get_predicate(hop.predicate).label
        yield f"  {_quoted(hop.source)} -> {_quoted(hop.target)} [label={_quoted(label)}, tooltip={_quoted(told)}];"
    yield "}"


def _quoted(text: str) -> str:
    """Return *text* as a Graphviz string on one line, without characters that drawings cannot hold."""
    clean = "".join(c if c.isprintable() else " " for c in text)
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _name(graph: KnowledgeGraph, node: str) -> str:
    attributes = graph.nx.nodes[node]
    zh = f" ({attributes['label_zh']})" if attributes["label_zh"] else ""
    return f"{attributes['label']}{zh}"


def _hop(graph: KnowledgeGraph, hop: Hop) -> str:
    from kg.paths import mark
    from kg.schema import get_predicate

    source, target = graph.nx.nodes[hop.source]["label"], graph.nx.nodes[hop.target]["label"]
    line = f"   {source} —{get_predicate(hop.predicate).label}→ {target}"
    if hop.sentence:
        return f"{line}\n      “{mark(graph, hop.evidence)}”"
    return f"{line}\n      [{hop.evidence.source}]"
