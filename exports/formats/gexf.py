"""GEXF 1.3 for Gephi and Gephi Lite: kinds, weights, colours, sizes, places, and the days of papers for the timeline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from exports.drawing import Drawing, drawing
from exports.layout import places
from exports.values import Column, Value, color, columns, size, xml_text
from exports.xml import count_elements, ids_of, writer
from kg.graph import KnowledgeGraph

SUFFIXES = (".gexf",)
LOSES = "offsets, extractor and confidence of the evidence; lists become one string; characters that XML cannot hold"
VIEW = "full"
# Written as attributes of the element or as spells, not as columns.
_VALUES = "        <attvalues>\nENTRIES        </attvalues>\n"
_OWN = frozenset({"label", "weight", "dates"})


def dumps(graph: KnowledgeGraph | Drawing) -> Iterator[str]:
    """Yield the document piece by piece."""
    view = drawing(graph, VIEW)
    yield from document(view, places(view))


def document(view: Drawing, at: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    """Yield the document of *view* piece by piece, each node where *at* says."""
    node_columns = _columns(row for _, row in view.nodes(data=True))
    edge_columns = _columns(row for _, _, row in view.edges(data=True))
    degrees = dict(view.degree())
    dynamic = any("dates" in row for _, row in view.nodes(data=True))
    mode = 'mode="dynamic" timeformat="date" timerepresentation="interval"' if dynamic else 'mode="static"'
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">\n'
    yield f"  <meta>\n    <creator>paperkg</creator>\n    <description>Knowledge graph of research papers: {view.graph['view']}</description>\n"
    yield f'  </meta>\n  <graph defaultedgetype="{"directed" if view.is_directed() else "undirected"}" {mode}>\n'
    for domain, declared in (("node", node_columns), ("edge", edge_columns)):
        if declared:
            yield f'    <attributes class="{domain}">\n'
            for column in declared:
                yield f'      <attribute id="{column.name}" title="{column.name}" type="{column.type}"/>\n'
            yield "    </attributes>\n"
    id_ = ids_of(view)
    entry = '          <attvalue for="NAME" value="%s"/>\n'
    yield f'    <nodes count="{len(view)}">\n'
    form = (
        '      <node id="%s" label="%s">\nENTRIES%s        <viz:color r="%d" g="%d" b="%d"/>\n'
        '        <viz:position x="%s" y="%s" z="0.0"/>\n        <viz:size value="%s"/>\n      </node>\n'
    )
    write = writer(form, entry, node_columns, around=_VALUES)
    for node, row in view.nodes(data=True):
        named = (id_(node), xml_text(row.get("label", "")) or id_(node))
        yield write(row, named, (_spells(_days(row)), *color(str(row["type"])), *at[node], size(degrees[node])))
    yield f'    </nodes>\n    <edges count="{view.number_of_edges()}">\n'
    form = '      <edge id="e%d" source="%s" target="%s" kind="%s" label="%s" weight="%s">\nENTRIES%s      </edge>\n'
    write = writer(form, entry, edge_columns, around=_VALUES)
    labels = cache(xml_text)  # predicates are few
    for number, (source, target, kind, row) in enumerate(view.edges(keys=True, data=True)):
        head = (number, id_(source), id_(target), kind, labels(row["label"]), row["weight"])
        yield write(row, head, (_spells(_days(row)),))
    yield "    </edges>\n  </graph>\n</gexf>\n"


def _columns(rows: Iterator[Mapping[str, Value]]) -> tuple[Column, ...]:
    return tuple(column for column in columns(rows) if column.name not in _OWN)


@lru_cache(maxsize=2**14)
def _spells(days: tuple[str, ...]) -> str:
    """Return a spell for each of *days*, on which a paper says that the element exists."""
    spells = "".join([f'          <spell start="{day}" end="{day}"/>\n' for day in days])
    return f"        <spells>\n{spells}        </spells>\n" if days else ""


def _days(row: Mapping[str, Value]) -> tuple[str, ...]:
    days = row.get("dates")
    return days if isinstance(days, tuple) else ()


def count(path: Path) -> str:
    """Parse the file at *path* and say how many nodes and edges it holds. Raises ValueError."""
    return count_elements(path)
