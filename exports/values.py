"""The one place that makes attribute values safe for the drawing formats: strings, numbers, lists, characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from kg.graph import Edge, KnowledgeGraph
from kg.schema import get_predicate, types

# XML 1.0, section 2.2: no other characters may stand in a document, escaped or not.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TYPES = {str: "string", int: "integer", float: "double"}
#: Joins the values of a list in one attribute.
JOIN = " | "


@dataclass(frozen=True, slots=True, order=True)
class Column:
    """An attribute that at least one element carries: its *name* and its one *type* (string, integer or double)."""

    name: str
    type: str


def plain(value: object) -> str | int | float | None:
    """Return *value* as a string or number; lists joined; None for what says nothing.

    >>> plain(("MoE", "混合专家")), plain(()), plain(2.5), plain(True)
    ('MoE | 混合专家', None, 2.5, 'true')
    """
    if value is None or value in ("", ()):
        return None
    if isinstance(value, bool):
        return str(value).casefold()
    if isinstance(value, (int, float, str)):
        return value
    if isinstance(value, (tuple, list)):
        return JOIN.join(str(part) for part in value)
    return str(value)


def xml_text(value: object) -> str:
    r"""Return *value* escaped for an XML attribute or element; characters XML cannot hold are left out.

    >>> xml_text('a < "b"\x00')
    'a &lt; &quot;b&quot;'
    """
    text = _NO_XML.sub("", _number(value) if isinstance(value, float) else str(value))
    return escape(text, {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _number(value: float) -> str:
    # XML Schema writes infinities in its own way.
    return {"inf": "INF", "-inf": "-INF", "nan": "NaN"}.get(repr(value), repr(value))


def xml_id(node: str) -> str:
    r"""Return the id *node* escaped for XML; characters XML cannot hold are spelt out, so that different ids stay different.

    >>> xml_id("category/a\x00b")
    'category/a_x0_b'
    """
    return xml_text(_NO_XML.sub(lambda match: f"_x{ord(match[0]):x}_", node))


def node_rows(graph: KnowledgeGraph) -> list[tuple[str, dict[str, str | int | float]]]:
    """Return every node with the attributes that say something, sorted by id."""
    return [(node, _row(attributes)) for node, attributes in graph.nx.nodes(data=True)]


def edge_row(edge: Edge, graph: KnowledgeGraph) -> dict[str, str | int | float]:
    """Return the attributes of *edge* for a drawing format; the papers behind it stand in ``sources``."""
    predicate = get_predicate(edge.predicate)
    sources = sorted({evidence.source for evidence in edge.evidence})
    quotes = sorted({quote for evidence in edge.evidence if (quote := graph.quote(evidence))})
    return _row(
        {
            "label": predicate.label,
            "label_zh": predicate.label_zh,
            "origin": predicate.origin,
            "papers": edge.papers,
            "first": edge.first,
            "last": edge.last,
            "sources": tuple(sources),
            "quotes": tuple(quotes),
        }
    )


def _row(attributes: Mapping[str, Any]) -> dict[str, str | int | float]:
    plained = ((name, plain(attributes[name])) for name in attributes)
    return {name: value for name, value in plained if value is not None}


def columns(rows: Iterable[Mapping[str, str | int | float]]) -> tuple[Column, ...]:
    """Return the columns of *rows*, sorted: one type each, the widest that occurs.

    >>> [(column.name, column.type) for column in columns([{"low": 1}, {"low": 1.5, "unit": "x"}])]
    [('low', 'double'), ('unit', 'string')]
    """
    found: dict[str, set[str]] = {}
    for row in rows:
        for name, value in row.items():
            found.setdefault(name, set()).add(_TYPES[type(value)])
    order = ("string", "double", "integer")
    return tuple(Column(name, next(t for t in order if t in found[name])) for name in sorted(found))


def color(type_: str) -> tuple[int, int, int]:
    """Return the red, green and blue (0..255) in which nodes of *type_* are drawn.

    >>> color("Hardware")
    (39, 174, 96)
    """
    code = types()[type_].color
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)
