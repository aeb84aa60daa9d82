"""``kg match``: find a pattern in a graph, in Cypher."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kg.cli._shared import FORMATS, GRAPH, render


@click.command("match")
@GRAPH
@click.argument("cypher")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True)
def command(graph: Path, cypher: str, format_: str) -> None:
    """Print what the pattern CYPHER (`-` reads it from stdin) matches in GRAPH.

    A node's label is its type (Paper, System, ...), a relationship's type a predicate (uses, broader, ...): MATCH (p:Paper)-[:uses]->(t)
    WHERE t.label = "CUDA" RETURN p.label. Needs `pip install 'paperkg[cypher]'`; kg query asks in SPARQL, which needs no extra.
    """
    from kg import store
    from kg.cypher import match

    found = match(store.load(graph), sys.stdin.read() if cypher == "-" else cypher)
    click.echo(render(found.columns, found.rows, format=format_), nl=False)
    if not found.rows:
        click.echo("kg: no rows", err=True)
        raise SystemExit(1)
