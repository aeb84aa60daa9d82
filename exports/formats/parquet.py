"""Two Parquet files for DuckDB, pandas and Spark: nodes.parquet and edges.parquet, by pyarrow (``paperkg[parquet]``).

The columns of NODES and EDGES always stand first, in this order; what else the elements of the graph carry follows by name.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from exports import Part
from exports.drawing import Drawing, drawing
from exports.values import Value, columns, utf8_text
from kg.errors import MissingExtraError
from kg.graph import KnowledgeGraph

SUFFIXES = (".parquet", ".parquet.zip")
LOSES = "offsets, extractor and confidence of the evidence; lone surrogates"
VIEW = "full"
NODES = {
    "id": "string",
    "type": "string",
    "label": "string",
    "label_zh": "string",
    "aliases": "list",
    "kind": "string",
    "papers": "integer",
    "first": "string",
    "last": "string",
    "dates": "list",
}
EDGES = {
    "source": "string",
    "target": "string",
    "kind": "string",
    "label": "string",
    "label_zh": "string",
    "weight": "double",
    "papers": "integer",
    "first": "string",
    "last": "string",
    "sources": "list",
    "quotes": "list",
    "dates": "list",
}
# Rows a group: readers take one at a time.
_ROWS = 50_000


def dumps(graph: KnowledgeGraph | Drawing) -> Iterator[bytes | Part]:
    """Yield both files. Raises MissingExtraError without pyarrow."""
    view = drawing(graph, VIEW)
    nodes = ({**row, "id": node} for node, row in view.nodes(data=True))
    edges = ({**row, "source": s, "target": t, "kind": kind} for s, t, kind, row in view.edges(keys=True, data=True))
    yield Part("nodes.parquet")
    yield from _file(nodes, NODES, [row for _, row in view.nodes(data=True)])
    yield Part("edges.parquet")
    yield from _file(edges, EDGES, [row for _, _, row in view.edges(data=True)])


def _file(
    rows: Iterator[dict[str, Value]], first: Mapping[str, str], known: Iterable[Mapping[str, Value]]
) -> Iterator[bytes]:
    pa = _pyarrow()
    import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore] # it ships no types

    arrow = {"string": pa.string(), "integer": pa.int64(), "double": pa.float64(), "list": pa.list_(pa.string())}
    lists = {name for row in known for name, value in row.items() if isinstance(value, tuple)}
    more = {c.name: "list" if c.name in lists else c.type for c in columns(known) if c.name not in first}
    declared = {**first, **more}
    schema = pa.schema([(name, arrow[type_]) for name, type_ in declared.items()])
    out = io.BytesIO()
    # No version of the writer's own in the file: the same graph gives the same bytes.
    with pq.ParquetWriter(out, schema, compression="zstd", store_schema=False) as writer:
        while batch := [row for _, row in zip(range(_ROWS), rows, strict=False)]:
            arrays = [
                pa.array([_fit(row.get(name), type_) for row in batch], arrow[type_])
                for name, type_ in declared.items()
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
    yield out.getvalue()


def _fit(value: Value | None, type_: str) -> Any:
    if value is None:
        return None
    if type_ == "list":
        return [utf8_text(part) for part in value] if isinstance(value, tuple) else [utf8_text(str(value))]
    if type_ == "string":
        return utf8_text(str(value))
    return float(value) if type_ == "double" and not isinstance(value, tuple) else value


def _pyarrow() -> Any:
    try:
        import pyarrow as pa  # type: ignore[import-untyped, unused-ignore] # it ships no types
    except ImportError as err:
        raise MissingExtraError("pyarrow", "parquet") from err
    return pa


def count(path: Path) -> str:
    """Read both files in the directory *path* and say how many rows they hold. Raises ValueError."""
    pa = _pyarrow()
    import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore] # it ships no types

    try:
        nodes, edges = (pq.read_table(path / name).num_rows for name in ("nodes.parquet", "edges.parquet"))
    except (OSError, pa.ArrowException) as err:
        raise ValueError(f"{path}: {err}") from err
    return f"{nodes} nodes, {edges} edges"
