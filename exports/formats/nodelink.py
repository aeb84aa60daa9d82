"""Node-link JSON, as networkx, D3 and graphology-like readers take it: lists kept as lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from exports.drawing import Drawing, drawing
from exports.values import json_text
from kg.graph import KnowledgeGraph

SUFFIXES = (".json",)
LOSES = "offsets, extractor and confidence of the evidence"
VIEW = "full"


def dumps(graph: KnowledgeGraph | Drawing) -> Iterator[str]:
    """Yield an element a line."""
    view = drawing(graph, VIEW)
    head = json_text({"view": view.graph["view"]})
    yield f'{{"directed":{str(view.is_directed()).casefold()},"multigraph":true,"graph":{head},"nodes":[\n'
    comma = ""
    for node, row in view.nodes(data=True):
        yield comma + json_text({**row, "id": node})
        comma = ",\n"
    yield '\n],"edges":[\n'
    comma = ""
    for source, target, kind, row in view.edges(keys=True, data=True):
        yield comma + json_text({**row, "source": source, "target": target, "key": kind})
        comma = ",\n"
    yield "\n]}\n"


def count(path: Path) -> str:
    """Read the file at *path* and say how many nodes and edges it holds. Raises ValueError."""
    graph = json.loads(path.read_text(encoding="utf-8"))
    return f"{len(graph['nodes'])} nodes, {len(graph['edges'])} edges"
