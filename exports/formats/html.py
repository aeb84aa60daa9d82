"""One page that shows the graph in any browser, offline: zoom, search, what papers say under the pointer, a legend that hides types."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from exports.drawing import Drawing, drawing
from exports.layout import places
from exports.page import BODY, SCRIPT, STYLE
from exports.values import JOIN, Value, json_text, size
from kg.graph import KnowledgeGraph
from kg.schema import predicates, types

SUFFIXES = (".html", ".htm")
LOSES = "offsets, extractor and confidence of the evidence; attributes other than names, types, dates, papers, figures and quotes"
VIEW = "full"
_OPEN, _CLOSE = '<script id="graph" type="application/json">', "</script>"
_GRAPH = re.compile(re.escape(_OPEN) + r"(.*?)" + re.escape(_CLOSE), re.DOTALL)


def dumps(graph: KnowledgeGraph | Drawing) -> Iterator[str]:
    """Yield the page piece by piece."""
    view = drawing(graph, VIEW)
    title = f"paperkg: {view.graph['view']}"
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    # Nothing is fetched, whatever a label says.
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>{BODY.format(title=escape(title))}"
    yield f"{_OPEN}{_graph(view)}{_CLOSE}\n<script>{SCRIPT}</script>\n</body>\n</html>\n"


def _graph(view: Drawing) -> str:
    found, degrees = places(view), dict(view.degree())
    shown = sorted({str(row["type"]) for _, row in view.nodes(data=True)})
    kinds = {
        key: str(row["label"]) for _, _, key, row in sorted(view.edges(keys=True, data=True), key=lambda edge: edge[2])
    }
    index = {node: number for number, node in enumerate(view)}
    named = sorted({source for *_, row in view.edges(data=True) for source in row.get("sources", ())})
    titles = {source: number for number, source in enumerate(s for s in named if s in view.graph["titles"])}
    kind = {key: number for number, key in enumerate(kinds)}
    nodes = []
    for node, row in view.nodes(data=True):
        x, y = found[node]
        made = {
            "n": row.get("label") or node,
            "k": shown.index(str(row["type"])),
            "x": x,
            "y": -y,
            "r": size(degrees[node]) / 2,
            "z": row.get("label_zh"),
            "a": _joined(row.get("aliases")),
            "p": row.get("papers"),
            "d": row.get("date") or _span(row),
        }
        nodes.append({key: value for key, value in made.items() if value is not None})
    edges = []
    for source, target, key, row in view.edges(keys=True, data=True):
        made = {
            "s": index[source],
            "t": index[target],
            "k": kind[key],
            "w": row["weight"],
            "f": _span(row),
            "m": row.get("figures"),
            "q": row.get("quotes"),
            "o": [titles.get(paper, paper) for paper in row.get("sources", ())],
        }
        edges.append({key: value for key, value in made.items() if value})
        edges[-1].update(s=index[source], t=index[target], k=kind[key])
    legend = [{"name": types()[name].label, "color": types()[name].color} for name in shown]
    text = json_text(
        {
            "directed": view.is_directed(),
            "types": legend,
            "kinds": list(kinds.values()),
            "both": [number for key, number in kind.items() if key in predicates() and predicates()[key].symmetric],
            "titles": [view.graph["titles"][source] for source in titles],
            "nodes": nodes,
            "edges": edges,
        }
    )
    # No text of a paper ends the script element it stands in.
    return text.replace("<", "\\u003c").replace("},{", "},\n{")


def _joined(value: Value | None) -> str | None:
    return JOIN.join(value) if isinstance(value, tuple) else value if isinstance(value, str) else None


def _span(row: dict[str, Value]) -> str | None:
    first, last = row.get("first"), row.get("last")
    return None if not first else str(first) if first == last else f"{first} – {last}"


def count(path: Path) -> str:
    """Read the graph in the page at *path* and say how many nodes and edges it holds. Raises ValueError."""
    match = _GRAPH.search(path.read_text(encoding="utf-8"))
    if match is None:
        raise ValueError("the page holds no graph")
    graph = json.loads(match[1])
    return f"{len(graph['nodes'])} nodes, {len(graph['edges'])} edges"
