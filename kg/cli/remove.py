"""``kg remove``: take papers out of a graph."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli._shared import GRAPH, REBUILD, progress, tell_change


@click.command("remove")
@GRAPH
@click.argument("papers", nargs=-1, required=True)
@REBUILD
def command(graph: Path, papers: tuple[str, ...], rebuild: bool) -> None:
    """Take PAPERS, called by id or title, out of GRAPH, as if it had been built without them."""
    from kg import increments

    tell_change(graph, increments.remove(graph, papers, rebuild=rebuild, progress=progress))
