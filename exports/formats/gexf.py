"""GEXF 1.3 for Gephi and Gephi Lite: edge type in ``kind``, weight as the XML attribute, colours, sizes and dates."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from exports.values import Column, color, columns, edge_row, node_rows, xml_id, xml_text
from exports.xml import count_elements
from kg.graph import KnowledgeGraph

SUFFIXES = (".gexf",)
LOSES = "offsets, extractor and confidence of the evidence; lists become one string"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def dumps(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield the document piece by piece."""
    nodes = node_rows(graph)
    edges = [(edge, edge_row(edge, graph)) for edge in graph.edges()]
    labels = {node: str(row.pop("label", node)) for node, row in nodes}
    for _, row in edges:
        row["predicate"] = row.pop("label")
    node_columns, edge_columns = columns(row for _, row in nodes), columns(row for _, row in edges)
    degrees = dict(graph.nx.degree())
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">\n'
    yield "  <meta>\n    <creator>paperkg</creator>\n    <description>Knowledge graph of research papers</description>\n  </meta>\n"
    yield '  <graph mode="static" defaultedgetype="directed" timeformat="date">\n'
    for domain, found in (("node", node_columns), ("edge", edge_columns)):
        yield f'    <attributes class="{domain}">\n'
        for column in found:
            yield f'      <attribute id="{column.name}" title="{column.name}" type="{column.type}"/>\n'
        yield "    </attributes>\n"
    yield "    <nodes>\n"
    for node, row in nodes:
        red, green, blue = color(str(row["type"]))
        yield f'      <node id="{xml_id(node)}" label="{xml_text(labels[node]) or xml_id(node)}"{_start(row.get("date"))}>\n'
        yield _values(node_columns, row)
        yield f'        <viz:color r="{red}" g="{green}" b="{blue}"/>\n'
        yield f'        <viz:size value="{_size(degrees[node])}"/>\n      </node>\n'
    yield "    </nodes>\n    <edges>\n"
    for number, (edge, row) in enumerate(edges):
        ends = f'source="{xml_id(edge.source)}" target="{xml_id(edge.target)}"'
        weight = float(max(edge.papers, 1))
        kind = f'kind="{edge.predicate}" label="{xml_text(row["predicate"])}" weight="{weight}"'
        yield f'      <edge id="e{number}" {ends} {kind}{_start(row.get("first"))}>\n{_values(edge_columns, row)}      </edge>\n'
    yield "    </edges>\n  </graph>\n</gexf>\n"


def _start(date: object) -> str:
    return f' start="{date}"' if isinstance(date, str) and _DATE.fullmatch(date) else ""


def _size(degree: int) -> float:
    return round(4 + 4 * math.log2(1 + degree), 2)


def _values(found: tuple[Column, ...], row: Mapping[str, str | int | float]) -> str:
    filled = [column for column in found if column.name in row]
    if not filled:
        return ""
    entries = "".join(f'          <attvalue for="{c.name}" value="{xml_text(row[c.name])}"/>\n' for c in filled)
    return f"        <attvalues>\n{entries}        </attvalues>\n"


def count(path: Path) -> str:
    """Parse the file at *path* and say how many nodes and edges it holds. Raises ValueError."""
    return count_elements(path)
