"""Cytoscape JSON, as Cytoscape and Cytoscape.js open it and networkx reads it: with positions, lists kept as lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from exports.drawing import Drawing, drawing
from exports.layout import places
from exports.values import json_text
from kg.graph import KnowledgeGraph

SUFFIXES = (".cyjs", ".cytoscape.json")
LOSES = "offsets, extractor and confidence of the evidence"
VIEW = "full"


def dumps(graph: KnowledgeGraph | Drawing) -> Iterator[str]:
    """Yield an element a line."""
    view = drawing(graph, VIEW)
    found = places(view)
    head = json_text({"name": f"paperkg: {view.graph['view']}"})
    yield f'{{"data":{head},"directed":{str(view.is_directed()).casefold()},"multigraph":true,"elements":{{"nodes":[\n'
    comma = ""
    for node, row in view.nodes(data=True):
        x, y = found[node]
        # networkx reads the node's id from `value` and the label from `name`.
        named = {"id": node, "value": node, "name": row.get("label") or node}
        # The y axis of screens points down.
        yield comma + json_text({"data": {**row, **named}, "position": {"x": x, "y": -y}})
        comma = ",\n"
    yield '\n],"edges":[\n'
    comma = ""
    for number, (source, target, kind, row) in enumerate(view.edges(keys=True, data=True)):
        own = {"id": f"e{number}", "source": source, "target": target, "key": kind, "kind": kind}
        # Cytoscape calls the kind of an edge its interaction.
        yield comma + json_text({"data": {**row, **own, "interaction": kind}})
        comma = ",\n"
    yield "\n]}}\n"


def count(path: Path) -> str:
    """Read the file at *path* and say how many nodes and edges it holds. Raises ValueError."""
    elements = json.loads(path.read_text(encoding="utf-8"))["elements"]
    return f"{len(elements['nodes'])} nodes, {len(elements['edges'])} edges"
