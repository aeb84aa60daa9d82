"""``kg link``: the nodes a name means, by the linker the pipeline uses."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from kg.cli._shared import render

_COLUMNS = ("name", "id", "label", "score", "reason")


@click.command("link")
@click.argument("name")
@click.option("--type", "type_", default="", help="Only nodes of this type: Institution, Hardware, Technique, ...")
@click.option("--candidates", is_flag=True, help="Show as well what is too uncertain to be linked.")
@click.option("--format", "format_", type=click.Choice(("table", "jsonl")), default="table", show_default=True)
def command(name: str, type_: str, candidates: bool, format_: str) -> None:
    """Print the nodes that NAME means (`-` reads one name a line from stdin), with scores and reasons. Needs no graph."""
    from kg import pipeline

    rows: list[tuple[str, ...]] = []
    for line in [text.rstrip("\r\n") for text in sys.stdin] if name == "-" else [name]:
        found = pipeline.look_up(line, type=type_)
        if format_ == "jsonl":
            values: dict[str, object] = {"name": line, "links": [asdict(link) for link in found.links]}
            if candidates:
                values["candidates"] = [asdict(link) for link in found.candidates]
            click.echo(json.dumps(values, ensure_ascii=False))
            continue
        shown = [*found.links, *(found.candidates if candidates else ())]
        rows += [(line, link.id, link.label, f"{link.score:.2f}", link.reason) for link in shown]
    if format_ == "table":
        click.echo(render(_COLUMNS, rows, format="table"), nl=False)
        if not rows:
            hint = "" if candidates else "; --candidates shows what it may mean"
            click.echo(f"kg: nothing is linked{hint}", err=True)
            raise SystemExit(1)
