"""Pattern queries in Cypher on the networkx graph, by grand-cypher: MATCH, WHERE, RETURN, COUNT, ORDER BY, LIMIT and paths of several steps.

A node's label is its type and its properties are its attributes and its ``id``; a relationship's type is the predicate, its properties are
``papers``, ``first`` and ``last``. Strings stand between double quotation marks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import networkx as nx

from kg.errors import MissingExtraError, QueryError
from kg.graph import KnowledgeGraph

_LABELS = "__labels__"
_ORDERED = re.compile(r"\border\s+by\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Matches:
    """The *rows* that a pattern matches, under *columns*; a cell is None where the thing has no such property."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]

    def __iter__(self) -> Iterator[dict[str, str | None]]:
        for row in self.rows:
            yield dict(zip(self.columns, row, strict=True))


def match(graph: KnowledgeGraph, cypher: str) -> Matches:
    """Return what the pattern *cypher* matches in *graph*; rows are sorted unless the query orders them.

    Raises QueryError for what is no such query, MissingExtraError where grand-cypher is not installed.
    """
    try:
        from grandcypher import GrandCypher
        from lark.exceptions import LarkError
    except ImportError as err:
        raise MissingExtraError("grand-cypher", "cypher") from err
    try:
        found: dict[Any, list[Any]] = GrandCypher(_labelled(graph)).run(cypher)
    except (LarkError, NotImplementedError, LookupError, TypeError, ValueError, AttributeError) as err:
        told = str(err).strip() or type(err).__name__
        raise QueryError(
            f'{told}\nA query reads: MATCH (p:Paper)-[:uses]->(t) WHERE t.label = "…" RETURN p.label'
        ) from err
    columns = tuple(map(str, found))
    rows = [tuple(map(_cell, row)) for row in zip(*found.values(), strict=True)]
    if not _ORDERED.search(cypher):
        rows.sort(key=lambda row: tuple((cell is not None, cell or "") for cell in row))
    return Matches(columns, tuple(rows))


def _labelled(graph: KnowledgeGraph) -> nx.MultiDiGraph[str]:
    """Return a graph of its own that says types and predicates as grand-cypher looks for them."""
    made: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node, row in graph.nx.nodes(data=True):
        made.add_node(node, **{**row, "id": node, _LABELS: {row["type"]}})
    for source, target, predicate, row in graph.nx.edges(keys=True, data=True):
        shown = {name: row[name] for name in ("papers", "first", "last")}
        made.add_edge(source, target, key=predicate, **{**shown, _LABELS: {predicate}})
    return made


def _cell(value: Any) -> str | None:
    """Return *value* as text: a node is its id, a relationship its type, a list its members."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, dict):
        if "id" in value:
            return str(value["id"])
        if _LABELS in value:
            return " ".join(sorted(value[_LABELS]))
        return " ".join(str(_cell(inner)) for _, inner in sorted(value.items(), key=lambda item: str(item[0])))
    if isinstance(value, (list, tuple, set, frozenset)):
        texts = [str(_cell(inner)) for inner in value]
        return " · ".join(texts if isinstance(value, (list, tuple)) else sorted(texts))
    return json.dumps(value) if isinstance(value, (bool, int, float)) else str(value)
