"""``kg path``: how two things are connected, with the sentence behind every hop."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from kg.cli._shared import GRAPH

if TYPE_CHECKING:
    from kg.graph import KnowledgeGraph
    from kg.paths import Hop


@click.command("path")
@GRAPH
@click.argument("start")
@click.argument("end")
@click.option("-k", "count", default=3, show_default=True, type=click.IntRange(min=1), help="How many paths.")
@click.option("--max-hops", default=6, show_default=True, type=click.IntRange(min=1), help="No path longer than this.")
@click.option("--not", "avoid", multiple=True, help="Pass no node of this name; may be given again.")
@click.option("--format", "format_", type=click.Choice(("text", "json")), default="text", show_default=True)
def command(graph: str, start: str, end: str, count: int, max_hops: int, avoid: tuple[str, ...], format_: str) -> None:
    """Print the best paths in GRAPH from START to END, names in either language, with the sentence behind every hop."""
    from kg import store
    from kg.paths import find_paths

    loaded = store.load(graph)
    paths = find_paths(loaded, start, end, k=count, max_hops=max_hops, avoid=avoid)
    if format_ == "json":
        click.echo(json.dumps([asdict(path) for path in paths], ensure_ascii=False, indent=1))
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
