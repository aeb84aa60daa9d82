"""``kg verify``: check that a graph is what it says it is."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli._shared import GRAPH


@click.command("verify")
@GRAPH
def command(graph: Path) -> None:
    """Check GRAPH: checksums, evidence that quotes its paper, a store that holds what the log gives. Problems go to stderr."""
    from kg import store
    from kg.store.checking import verify

    problems = 0
    for problem in verify(graph):
        problems += 1
        click.echo(f"kg: {graph}: {problem}", err=True)
    if problems:
        raise SystemExit(1)
    manifest = store.read_manifest(graph)
    click.echo(f"{graph}: whole; {manifest.papers} papers, {sum(manifest.counts['edges'].values())} edges")
