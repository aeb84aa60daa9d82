"""``kg extract``: print what is found in each record as JSON lines."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli._shared import progress, report


@click.command("extract")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file instead of stdout.")
@click.option("--strict", is_flag=True, help="Stop at the first record that cannot be read.")
@click.option("--rejects", type=click.Path(path_type=Path), help="Keep the records that cannot be read in this file.")
def command(paths: tuple[Path, ...], output: Path | None, strict: bool, rejects: Path | None) -> None:
    """Print the entities, institutions and claims of each record in PATHS (files or directories), one JSON object a line."""
    from kg import codec, pipeline

    corpus = pipeline.read(paths)
    report(corpus.problems, strict=strict, rejects=rejects)
    lines = (codec.dumps(extraction) for extraction in pipeline.extract(corpus.documents, progress=progress))
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
