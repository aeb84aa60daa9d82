"""``kg schema``: what RDF programs need to know of the graph's types and predicates."""

from __future__ import annotations

import click

_FORMATS = ("owl", "shacl", "context")


@click.command("schema")
@click.option("--format", "format_", type=click.Choice(_FORMATS), default="owl", show_default=True)
def command(format_: str) -> None:
    """Print the ontology (owl) or the shapes to check a graph by (shacl) as Turtle, or the JSON-LD context."""
    from exports import ontology

    made = {"owl": ontology.ontology, "shacl": ontology.shapes, "context": ontology.context}
    click.echo(made[format_](), nl=False)
