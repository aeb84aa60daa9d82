"""``kg eval``: how well the extraction agrees with gold records."""

from __future__ import annotations

import json
from pathlib import Path

import click

from kg.cli._shared import PIPELINE, progress, render


@click.command("eval")
@click.argument("gold", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--on",
    "texts",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Digests to extract from, instead of the gold's own text.",
)
@PIPELINE
@click.option("--errors", is_flag=True, help="List every error as well.")
@click.option("--format", "format_", type=click.Choice(("table", "json")), default="table", show_default=True)
def command(gold: tuple[Path, ...], texts: tuple[Path, ...], pipeline_: str, errors: bool, format_: str) -> None:
    """Extract from the records of GOLD (JSON lines) and print precision, recall and F1 by type, links, roles and claim fields."""
    from kg import codec, evaluation, pipeline
    from kg.records import Document

    records = [record for path in gold for record in evaluation.read_gold(path)]
    if texts:
        documents = pipeline.read(texts).documents
    else:
        documents = tuple(
            Document(r["title"], r["abstract"], r["date"], tuple(r["categories"]), r.get("affiliation") or "")
            for r in records
        )
    found = [
        codec.to_json(extraction) for extraction in pipeline.extract(documents, pipeline=pipeline_, progress=progress)
    ]
    score = evaluation.evaluate(records, found)
    if format_ == "json":
        figures = evaluation.as_json(score)
        if errors:
            figures["errors"] = score.errors
        click.echo(json.dumps(figures, ensure_ascii=False, indent=1))
        return
    if errors:
        click.echo("\n".join(score.errors))
    columns = ("type", "precision", "recall", "F1", "found", "extra", "missed")
    click.echo(render(columns, evaluation.as_table(score), format="table"), nl=False)
    fields = "  ".join(f"{name} {evaluation.share(values):.3f}" for name, values in score.fields.items())
    click.echo(
        f"link {evaluation.share(score.links):.3f}  role {evaluation.share(score.roles):.3f}  claim fields: {fields}"
    )
    for title in score.absent:
        click.echo(f"kg: no such record in the input: {title}", err=True)
