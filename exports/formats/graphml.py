"""GraphML for networkx, igraph, yEd and Cytoscape: every attribute declared once with one type."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from exports.drawing import Drawing, drawing
from exports.values import Column, columns
from exports.xml import count_elements, ids_of, writer
from kg.graph import KnowledgeGraph

SUFFIXES = (".graphml",)
LOSES = "offsets, extractor and confidence of the evidence; lists become one string; characters that XML cannot hold"
VIEW = "full"
_TYPES = {"string": "string", "integer": "long", "double": "double"}


def dumps(graph: KnowledgeGraph | Drawing) -> Iterator[str]:
    """Yield the document piece by piece."""
    view = drawing(graph, VIEW)
    node_columns = columns(row for _, row in view.nodes(data=True))
    edge_columns = columns(row for _, _, row in view.edges(data=True))
    kinds = (Column("kind", "string"),) if view.number_of_edges() else ()
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    yield ' xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n'
    for domain, declared in (("node", node_columns), ("edge", (*kinds, *edge_columns))):
        for column in declared:
            yield f'  <key id="{domain[0]}_{column.name}" for="{domain}" attr.name="{column.name}" attr.type="{_TYPES[column.type]}"/>\n'
    yield f'  <graph id="paperkg" edgedefault="{"directed" if view.is_directed() else "undirected"}">\n'
    id_ = ids_of(view)
    write = writer('    <node id="%s">\nENTRIES    </node>\n', '      <data key="n_NAME">%s</data>\n', node_columns)
    for node, row in view.nodes(data=True):
        yield write(row, (id_(node),))
    head = '    <edge id="e%d" source="%s" target="%s">\n      <data key="e_kind">%s</data>\n'
    write = writer(head + "ENTRIES    </edge>\n", '      <data key="e_NAME">%s</data>\n', edge_columns)
    for number, (source, target, kind, row) in enumerate(view.edges(keys=True, data=True)):
        yield write(row, (number, id_(source), id_(target), kind))
    yield "  </graph>\n</graphml>\n"


def count(path: Path) -> str:
    """Parse the file at *path* and say how many nodes and edges it holds. Raises ValueError."""
    return count_elements(path)
