"""JSON lines: one node or edge a line, with all attributes and every piece of evidence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

from kg.graph import KnowledgeGraph

SUFFIXES = (".jsonl",)
LOSES = ""


def dumps(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield a line a node, then a line an edge."""
    for node, attributes in graph.nx.nodes(data=True):
        yield _line({"node": node, **attributes})
    for edge in graph.edges():
        values = {
            "edge": edge.predicate,
            "source": edge.source,
            "target": edge.target,
            "papers": edge.papers,
            "first": edge.first,
            "last": edge.last,
            "evidence": [astuple(evidence) for evidence in edge.evidence],
        }
        yield _line(values)


def _line(values: dict[str, object]) -> str:
    # Lone surrogates are no UTF-8: written as the escape that JSON has for them.
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace").decode() + "\n"


def count(path: Path) -> str:
    """Read the file at *path* and say how many nodes and edges it holds. Raises ValueError."""
    nodes = edges = 0
    with path.open(encoding="utf-8", newline="\n") as file:
        for line in file:
            if "node" in json.loads(line):
                nodes += 1
            else:
                edges += 1
    return f"{nodes} nodes, {edges} edges"
