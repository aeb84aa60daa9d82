"""``kg add``: put papers into a graph."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli._shared import (
    COLUMNS,
    FROM,
    GRAPH,
    REBUILD,
    STRICT,
    progress,
    reading_options,
    report,
    sources,
    tell_change,
)


@click.command("add")
@GRAPH
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@FROM
@COLUMNS
@STRICT
@REBUILD
def command(graph: Path, paths: tuple[Path, ...], format_: str, columns: str, strict: bool, rebuild: bool) -> None:
    """Add the papers of PATHS (files or directories) to GRAPH, as if it had been built with them.

    Records of one paper are joined; to put a shorter one in the place of a fuller one, remove the paper first. Papers that mention a name
    which comes with the new ones are read again.
    """
    from kg import increments, pipeline, store

    store.read_manifest(graph)
    corpus = pipeline.read(sources(paths), options=reading_options(format_, columns))
    target = graph.resolve()
    report(corpus.problems, strict=strict, rejects=target.with_name(target.name + ".rejects"))
    if not corpus.documents:
        click.echo("kg: no paper could be read; nothing is added", err=True)
        raise SystemExit(1)
    tell_change(graph, increments.add(graph, corpus.documents, rebuild=rebuild, progress=progress))
    if corpus.problems:
        raise SystemExit(1)
