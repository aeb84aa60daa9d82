"""What several commands share: tables, progress, and how problems of the input are told."""

from __future__ import annotations

import csv
import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from extractors.readers import Options, Problem
    from kg.increments import Change
    from kg.records import Document

FORMATS = ("table", "csv", "json")
GRAPH = click.argument("graph", type=click.Path(path_type=Path))
PIPELINE = click.option(
    "--pipeline",
    "pipeline_",
    type=click.Choice(("accurate", "fast")),
    default="accurate",
    show_default=True,
    help="fast goes by rules alone.",
)
MIN_CONFIDENCE = click.option(
    "--min-confidence", default=0.0, type=click.FloatRange(0, 1), help="Leave out what is less sure than this (0 to 1)."
)
REBUILD = click.option(
    "--rebuild", is_flag=True, help="Read all papers of the graph anew, as after a change of the vocabularies."
)
FROM = click.option(
    "--from",
    "format_",
    default="",
    metavar="FORMAT",
    help="The format of the input, where the guess from its content is wrong.",
)
COLUMNS = click.option(
    "--columns",
    default="",
    metavar="FIELD=NAME,...",
    help="Which columns of a table are which fields (title=Titel,abstract=Inhalt), where the guess is wrong.",
)
STRICT = click.option("--strict", is_flag=True, help="Stop at the first record that cannot be read.")


def reading_options(format: str, columns: str) -> Options:
    """Return how to read, from what ``--from`` and ``--columns`` say; what is guessed is told on stderr."""
    from extractors.readers import Options, get_reader
    from extractors.readers.table import COLUMNS as FIELDS

    if format:
        get_reader(format)
    given = {}
    for pair in filter(None, columns.split(",")):
        field, equals, name = (part.strip() for part in pair.partition("="))
        if not equals or not name or field not in FIELDS:
            raise click.UsageError(f"--columns: {pair!r} is no FIELD=NAME. Fields: {', '.join(FIELDS)}.")
        given[field] = name
    return Options(format, given, lambda line: click.echo(f"kg: {line}", err=True))


def progress(what: str, documents: Sequence[Document]) -> Iterable[Document]:
    """Show how far *documents* have come on stderr, where it is a terminal."""
    from tqdm import tqdm

    return tqdm(documents, desc=what, unit="paper", file=sys.stderr, disable=not sys.stderr.isatty(), leave=False)


def report(problems: Sequence[Problem], *, strict: bool, rejects: Path | None) -> None:
    """Tell every problem on stderr and keep the rejected records in the file *rejects*; that file goes where there are none.

    With *strict* the first problem is raised as an error.
    """
    for problem in problems:
        if strict:
            raise problem.error()
        click.echo(f"kg: {problem.error()}", err=True)
    if rejects is None:
        return
    if not problems:
        rejects.unlink(missing_ok=True)
    else:
        text = "\n\n".join(f"# {problem.error()}\n{problem.text}".rstrip() for problem in problems)
        rejects.parent.mkdir(parents=True, exist_ok=True)
        rejects.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
        click.echo(f"kg: {len(problems)} rejected; they are kept in {rejects}", err=True)


def sources(paths: Sequence[Path]) -> list[Path]:
    """Return *paths*, where `seeds` stands for the corpus that comes with paperkg if there is no file of that name."""
    from importlib.resources import files

    return [Path(str(files("seeds"))) if path == Path("seeds") and not path.exists() else path for path in paths]


def tell_change(graph: Path, change: Change) -> None:
    """Print what became of *graph*."""
    told = [
        f"{len(papers)} {word}"
        for papers, word in (
            (change.added, "added"),
            (change.replaced, "replaced by a fuller record"),
            (change.kept, "there already"),
            (change.removed, "removed"),
            (change.again, "others read again"),
        )
        if papers
    ]
    nodes, edges = change.counts["nodes"], change.counts["edges"]
    click.echo(f"{graph}: {', '.join(told) or 'nothing changed'}")
    click.echo(f"  {nodes.get('Paper', 0)} papers, {sum(nodes.values())} nodes, {sum(edges.values())} edges")


def render(columns: Sequence[str], rows: Sequence[Sequence[str | None]], *, format: str) -> str:
    """Return *rows* as text in one of FORMATS."""
    if format == "json":
        values = [dict(zip(columns, row, strict=True)) for row in rows]
        return json.dumps(values, ensure_ascii=False, indent=1) + "\n"
    if format == "csv":
        out = StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([["" if cell is None else cell for cell in row] for row in rows])
        return out.getvalue()
    return _table(columns, rows)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str | None]]) -> str:
    cells = [list(columns), *([_one_line(cell) for cell in row] for row in rows)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(_pad(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    rule = "  ".join("─" * width for width in widths)
    return "\n".join([lines[0], rule, *lines[1:]]) + "\n"


def _one_line(cell: str | None) -> str:
    return " ".join((cell or "").split())


def _width(text: str) -> int:
    """Return how many columns a terminal needs for *text*: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)


def _pad(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
