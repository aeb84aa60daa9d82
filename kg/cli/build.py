"""``kg build``: read papers and build a graph on disk."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli._shared import COLUMNS, FROM, MIN_CONFIDENCE, PIPELINE, STRICT, progress, reading_options, report, sources


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
@click.option(
    "--overrides",
    type=click.Path(path_type=Path),
    help="Corrections to apply, a TSV (see docs/overrides.md); the graph keeps them.",
)
@STRICT
def command(
    paths: tuple[Path, ...],
    output: Path,
    format_: str,
    columns: str,
    authors: bool,
    pipeline_: str,
    min_confidence: float,
    overrides: Path | None,
    strict: bool,
) -> None:
    """Build a graph from PATHS: files (gzip, zstd and ZIP too), directories or `-`; `seeds` is the corpus that comes with paperkg."""
    import kg
    from kg import pipeline, store
    from kg.overrides import load_overrides

    corrections = load_overrides(overrides) if overrides else None
    store.check_target(output)
    corpus = pipeline.read(sources(paths), options=reading_options(format_, columns))
    target = output.resolve()
    report(corpus.problems, strict=strict, rejects=target.with_name(target.name + ".rejects"))
    if not corpus.documents:
        click.echo("kg: no paper could be read; nothing is built", err=True)
        raise SystemExit(1)
    with store.writing(
        output
    ) as writer:  # from here on, so that a second writer learns of it before it has read all papers
        harvest = pipeline.harvest(
            corpus.documents, pipeline=pipeline_, min_confidence=min_confidence, authors=authors, progress=progress
        )
        graph = writer.build(
            harvest.extractions,
            pipeline.terms(),
            version=kg.__version__,
            names=harvest.names,
            recipe=pipeline.recipe(pipeline=pipeline_, min_confidence=min_confidence, authors=authors),
            overrides=corrections,
        )
    counts = graph.count()
    repeated = f" ({corpus.repeated} records repeated a paper)" if corpus.repeated else ""
    click.echo(
        f"{output}: {len(corpus.documents)} papers{repeated}, {len(graph)} nodes, {sum(counts['edges'].values())} edges"
    )
    click.echo("  " + ", ".join(f"{number} {name}" for name, number in counts["nodes"].items()))
    if corpus.problems:
        raise SystemExit(1)
