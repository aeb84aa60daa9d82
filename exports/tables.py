"""Tables as CSV: write rows as lines, read a directory of node and edge tables back."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from exports.values import table_text

_LIMIT = 2**31 - 1


def lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield each of *rows* as one line of CSV; None is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow(["" if cell is None else table_text(cell) for cell in row])
        yield out.getvalue()
        out.seek(0)
        out.truncate()


def count_rows(folder: Path, nodes: str, edges: str) -> str:
    """Return how many rows the tables *nodes* and *edges* in *folder* have; each row as wide as its head. Raises ValueError."""
    found = []
    csv.field_size_limit(_LIMIT)
    for name in (nodes, edges):
        try:
            text = (folder / name).read_text(encoding="utf-8")
        except OSError as err:
            raise ValueError(f"{folder} has no table {name}") from err
        rows = list(csv.reader(io.StringIO(text, newline="")))
        if not rows or any(len(row) != len(rows[0]) for row in rows):
            raise ValueError(f"{name}: a row is not as wide as the head of the table")
        found.append(len(rows) - 1)
    return f"{found[0]} nodes, {found[1]} edges"
