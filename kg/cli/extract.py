"""``kg extract``: print what is found in each record as JSON lines."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli._shared import COLUMNS, FROM, MIN_CONFIDENCE, PIPELINE, STRICT, progress, reading_options, report


@click.command("extract")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file instead of stdout.")
@FROM
@COLUMNS
@PIPELINE
@MIN_CONFIDENCE
@STRICT
@click.option("--rejects", type=click.Path(path_type=Path), help="Keep the records that cannot be read in this file.")
def command(
    paths: tuple[Path, ...],
    output: Path | None,
    format_: str,
    columns: str,
    pipeline_: str,
    min_confidence: float,
    strict: bool,
    rejects: Path | None,
) -> None:
    """Print the entities, institutions and claims of each record in PATHS (files, directories or `-`), one JSON object a line."""
    from kg import codec, pipeline

    corpus = pipeline.read(paths, options=reading_options(format_, columns))
    report(corpus.problems, strict=strict, rejects=rejects)
    found = pipeline.extract(corpus.documents, pipeline=pipeline_, min_confidence=min_confidence, progress=progress)
    lines = (codec.dumps(extraction) for extraction in found)
    if output is None:
        for line in lines:
            click.echo(line)
    else:
        text = "".join(line + "\n" for line in lines)
        temporary = output.with_name(output.name + ".tmp")
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(output)
    if corpus.problems:
        raise SystemExit(1)
