"""``kg query``: ask a graph in SPARQL."""

from __future__ import annotations

import sys

import click

from kg.cli._shared import FORMATS, GRAPH, render


@click.command("query")
@GRAPH
@click.argument("sparql")
@click.option("--format", "format_", type=click.Choice((*FORMATS, "nt")), default="table", show_default=True)
def command(graph: str, sparql: str, format_: str) -> None:
    """Print the rows that GRAPH answers to the query SPARQL (`-` reads it from stdin).

    The usual prefixes (kg:, entity:, institution:, skos:, dcterms:, ...) need no declaration; GRAPH ?paper { ... } keeps papers apart.
    The format nt prints the triples of a CONSTRUCT or DESCRIBE as N-Triples.
    """
    from kg import store
    from kg.rdf import shorten

    answer = store.query(graph, sys.stdin.read() if sparql == "-" else sparql)
    rows = answer.rows
    if format_ == "nt":
        if answer.triples is None:
            raise click.UsageError("--format nt is for CONSTRUCT and DESCRIBE: other queries answer no triples")
        click.echo("".join(line + "\n" for line in answer.triples), nl=False)
    elif format_ == "table":
        rows = tuple(tuple(cell if cell is None else shorten(cell) for cell in row) for row in rows)
    if format_ != "nt":
        click.echo(render(answer.columns, rows, format=format_), nl=False)
    if not rows:
        click.echo("kg: no rows", err=True)
        raise SystemExit(1)
