"""``kg stats``: how much of what a graph holds."""

from __future__ import annotations

import click

from kg.cli._shared import FORMATS, GRAPH, render


@click.command("stats")
@GRAPH
@click.option("--top", default=5, show_default=True, type=click.IntRange(min=0), help="How many of each type to name.")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True)
def command(graph: str, top: int, format_: str) -> None:
    """Print how many nodes and edges of each kind GRAPH has, and what most of its papers name."""
    from kg import store
    from kg.schema import types

    loaded = store.load(graph)
    counts = loaded.count()
    rows: list[tuple[str, str, str, str]] = []
    for name, number in counts["nodes"].items():
        if not types()[name].entity and name != "Institution":
            rows.append(("node", name, str(number), ""))
            continue
        papers = {
            node: len({source for source, _, key in loaded.nx.in_edges(node, keys=True) if source.startswith("paper/")})
            for node, attributes in loaded.nx.nodes(data=True)
            if attributes["type"] == name
        }
        best = sorted(papers, key=lambda node: (-papers[node], node))[:top]
        named = ", ".join(f"{loaded.nx.nodes[node]['label']} {papers[node]}" for node in best if papers[node])
        rows.append(("node", name, str(number), named))
    rows += [("edge", name, str(number), "") for name, number in counts["edges"].items()]
    click.echo(render(("kind", "name", "count", "in most papers"), rows, format=format_), nl=False)
