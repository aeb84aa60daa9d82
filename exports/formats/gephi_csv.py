"""Two tables for Gephi's spreadsheet import: nodes.csv and edges.csv, with the heads that Gephi knows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from exports import Part
from exports.drawing import Drawing, drawing
from exports.tables import count_rows, lines
from exports.values import Value, columns, spelt_out
from kg.graph import KnowledgeGraph

SUFFIXES = (".gephi", ".gephi.zip")
LOSES = "offsets, extractor and confidence of the evidence; lists become one string; line breaks in texts; control characters"
VIEW = "full"
# Gephi has heads of its own for these, whatever their case; the first and last day stand among the others.
_OWN = ("dates", "first", "last", "label", "weight")


def dumps(graph: KnowledgeGraph | Drawing) -> Iterator[str | Part]:
    """Yield both tables line by line."""
    view = drawing(graph, VIEW)
    names = [c.name for c in columns(row for _, row in view.nodes(data=True)) if c.name not in _OWN]
    yield Part("nodes.csv")
    yield from lines([("Id", "Label", "Timeset", *names)])
    for node, row in view.nodes(data=True):
        key = spelt_out(node)
        yield from lines([(key, row.get("label") or key, _days(row.get("dates")), *map(row.get, names))])
    names = [c.name for c in columns(row for _, _, row in view.edges(data=True)) if c.name not in _OWN]
    yield Part("edges.csv")
    yield from lines([("Source", "Target", "Type", "Id", "Kind", "Label", "Weight", "Timeset", *names)])
    type_ = "Directed" if view.is_directed() else "Undirected"
    for number, (source, target, kind, row) in enumerate(view.edges(keys=True, data=True)):
        own = (spelt_out(source), spelt_out(target), type_, f"e{number}", kind, row["label"], row["weight"])
        yield from lines([(*own, _days(row.get("dates")), *map(row.get, names))])


def _days(days: Value | None) -> str | None:
    """Return *days* in Gephi's notation of times."""
    if not isinstance(days, tuple):
        return None
    return "<[" + ", ".join(map(str, days)) + "]>"


def count(path: Path) -> str:
    """Read the tables in the directory *path* and say how many rows they hold. Raises ValueError."""
    return count_rows(path, "nodes.csv", "edges.csv")
