"""``kg diff``: what two graphs have of each other."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kg.comparing import Difference
    from kg.graph import KnowledgeGraph

_SIGNS = {"added": "+", "removed": "-", "changed": "~"}


@click.command("diff")
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@click.option("--format", "format_", type=click.Choice(("text", "json")), default="text", show_default=True)
def command(first: Path, second: Path, format_: str) -> None:
    """Print which papers, nodes and edges the graph SECOND has and FIRST has not (+), the other way round (-), or otherwise (~).

    Exit status: 0 if the graphs are the same, 1 if they differ.
    """
    from kg import store
    from kg.comparing import compare

    graphs = store.load(first), store.load(second)
    found = compare(*graphs)
    if format_ == "json":
        click.echo(json.dumps(asdict(found), ensure_ascii=False, indent=1))
    else:
        for line in _lines(found, *graphs):
            click.echo(line)
    if found:
        raise SystemExit(1)


def _lines(found: Difference, first: KnowledgeGraph, second: KnowledgeGraph) -> list[str]:
    def name(node: str) -> str:
        graph = second if node in second else first
        return f"{graph.attributes(node)['label']}  [{node}]"

    lines = []
    for kind in ("papers", "nodes", "edges"):
        for how, sign in _SIGNS.items():
            things = getattr(found, f"{kind}_{how}")
            lines += [f"{kind} {how} ({len(things)})"] if things else []
            for thing in things:
                text = name(thing) if isinstance(thing, str) else " ".join(thing)
                lines.append(f"  {sign} {text}")
    return lines
