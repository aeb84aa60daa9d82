"""GraphML for networkx, igraph, yEd and Cytoscape: every attribute declared once with one type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from exports.values import Column, columns, edge_row, node_rows, xml_id, xml_text
from exports.xml import count_elements
from kg.graph import KnowledgeGraph

SUFFIXES = (".graphml",)
LOSES = "offsets, extractor and confidence of the evidence; lists become one string"
_TYPES = {"string": "string", "integer": "long", "double": "double"}


def dumps(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield the document piece by piece."""
    nodes = node_rows(graph)
    edges = [
        (edge, {"kind": edge.predicate, "weight": float(max(edge.papers, 1)), **edge_row(edge, graph)})
        for edge in graph.edges()
    ]
    node_columns, edge_columns = columns(row for _, row in nodes), columns(row for _, row in edges)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    yield ' xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n'
    for domain, found in (("node", node_columns), ("edge", edge_columns)):
        for column in found:
            yield f'  <key id="{domain[0]}_{column.name}" for="{domain}" attr.name="{column.name}" attr.type="{_TYPES[column.type]}"/>\n'
    yield '  <graph id="paperkg" edgedefault="directed">\n'
    for node, row in nodes:
        yield f'    <node id="{xml_id(node)}">\n{_entries("n", node_columns, row)}    </node>\n'
    for number, (edge, row) in enumerate(edges):
        ends = f'source="{xml_id(edge.source)}" target="{xml_id(edge.target)}"'
        yield f'    <edge id="e{number}" {ends}>\n{_entries("e", edge_columns, row)}    </edge>\n'
    yield "  </graph>\n</graphml>\n"


def _entries(prefix: str, found: tuple[Column, ...], row: Mapping[str, str | int | float]) -> str:
    return "".join(
        f'      <data key="{prefix}_{c.name}">{xml_text(row[c.name])}</data>\n' for c in found if c.name in row
    )


def count(path: Path) -> str:
    """Parse the file at *path* and say how many nodes and edges it holds. Raises ValueError."""
    return count_elements(path)
