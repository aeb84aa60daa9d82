"""``kg build``: read papers and build a graph on disk."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli._shared import COLUMNS, FROM, MIN_CONFIDENCE, PIPELINE, STRICT, progress, reading_options, report


@click.command("build")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", default="graph.kg", show_default=True, type=click.Path(path_type=Path), help="The graph to make."
)
@FROM
@COLUMNS
@click.option("--authors", is_flag=True, help="Make nodes of authors: across papers by ORCID alone, never by name.")
@PIPELINE
@MIN_CONFIDENCE
@STRICT
def command(
    paths: tuple[Path, ...],
    output: Path,
    format_: str,
    columns: str,
    authors: bool,
    pipeline_: str,
    min_confidence: float,
    strict: bool,
) -> None:
    """Build a graph from PATHS: files (gzip, zstd and ZIP too), directories or `-`; `seeds` is the corpus that comes with paperkg."""
    import kg
    from kg import pipeline, store

    store.check_target(output)
    found = [_seeds() if path == Path("seeds") and not path.exists() else path for path in paths]
    corpus = pipeline.read(found, options=reading_options(format_, columns))
    target = output.resolve()
    report(corpus.problems, strict=strict, rejects=target.with_name(target.name + ".rejects"))
    if not corpus.documents:
        click.echo("kg: no paper could be read; nothing is built", err=True)
        raise SystemExit(1)
    extractions = tuple(
        pipeline.extract(
            corpus.documents, pipeline=pipeline_, min_confidence=min_confidence, authors=authors, progress=progress
        )
    )
    graph = store.save(output, extractions, pipeline.terms(), version=kg.__version__)
    counts = graph.count()
    repeated = f" ({corpus.repeated} records repeated a paper)" if corpus.repeated else ""
    click.echo(
        f"{output}: {len(corpus.documents)} papers{repeated}, {len(graph)} nodes, {sum(counts['edges'].values())} edges"
    )
    click.echo("  " + ", ".join(f"{number} {name}" for name, number in counts["nodes"].items()))
    if corpus.problems:
        raise SystemExit(1)


def _seeds() -> Path:
    from importlib.resources import files

    return Path(str(files("seeds")))
