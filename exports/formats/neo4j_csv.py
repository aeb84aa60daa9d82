"""Two tables for ``neo4j-admin database import``: nodes.csv and relationships.csv, with typed heads.

Import with ``neo4j-admin database import full --nodes=nodes.csv --relationships=relationships.csv``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from exports import Part
from exports.drawing import Drawing, drawing
from exports.tables import count_rows, lines
from exports.values import Column, columns, spelt_out
from kg.graph import KnowledgeGraph

SUFFIXES = (".neo4j", ".neo4j.zip")
LOSES = "offsets, extractor and confidence of the evidence; lists become one string; line breaks in texts; control characters"
VIEW = "full"
_TYPES = {"string": "string", "integer": "long", "double": "double"}


def dumps(graph: KnowledgeGraph | Drawing) -> Iterator[str | Part]:
    """Yield both tables line by line."""
    view = drawing(graph, VIEW)
    declared = [c for c in columns(row for _, row in view.nodes(data=True)) if c.name != "type"]
    yield Part("nodes.csv")
    yield from lines([("id:ID", ":LABEL", *map(_head, declared))])
    for node, row in view.nodes(data=True):
        yield from lines([(spelt_out(node), row["type"], *(row.get(column.name) for column in declared))])
    declared = list(columns(row for _, _, row in view.edges(data=True)))
    yield Part("relationships.csv")
    yield from lines([(":START_ID", ":END_ID", ":TYPE", *map(_head, declared))])
    for source, target, kind, row in view.edges(keys=True, data=True):
        ends = (spelt_out(source), spelt_out(target), kind)
        yield from lines([(*ends, *(row.get(column.name) for column in declared))])


def _head(column: Column) -> str:
    return f"{column.name}:{_TYPES[column.type]}"


def count(path: Path) -> str:
    """Read the tables in the directory *path* and say how many rows they hold. Raises ValueError."""
    return count_rows(path, "nodes.csv", "relationships.csv")
