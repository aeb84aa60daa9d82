"""What the drawing formats are given: a networkx graph of one view, whose attributes are strings, numbers and tuples of strings.

Nodes and edges are sorted. A node has ``type`` and ``label``, an edge ``label`` and ``weight``; the key of an edge is its kind. ``dates`` are
the days of the papers behind an element; the graph itself knows its ``view`` and the ``titles`` of the papers that its edges name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, TypeAlias

import networkx as nx

from exports.values import Value, is_date
from kg.graph import VOCABULARY, KnowledgeGraph
from kg.schema import get_predicate, types

Drawing: TypeAlias = "nx.MultiDiGraph[str] | nx.MultiGraph[str]"

#: Paper edges that say a paper is about a thing; a mere mention links nothing.
ABOUT = frozenset({"introduces", "uses", "comparesWith", "evaluatedOn", "addresses", "affiliatedWith"})
#: Label in English and Chinese of the edge between two things that papers name together.
TOGETHER = ("in the same papers", "同见于论文")


def drawing(graph: KnowledgeGraph | Drawing, view: str = "full") -> Drawing:
    """Return *graph* as it can be drawn: a drawing as it is, a knowledge graph in *view*."""
    if not isinstance(graph, KnowledgeGraph):
        return graph
    from exports import get_view

    return get_view(view).project(graph)


def new_drawing(graph: KnowledgeGraph, view: str, *, directed: bool) -> Drawing:
    """Return an empty drawing of *view* that knows the titles of the papers of *graph*."""
    titles = {node: graph.attributes(node)["label"] for node in papers_of(graph)}
    return (nx.MultiDiGraph if directed else nx.MultiGraph)(view=view, titles=titles)


def papers_of(graph: KnowledgeGraph) -> dict[str, str]:
    """Return the date of every paper of *graph* by id, sorted."""
    return {node: str(row["date"]) for node, row in graph.nx.nodes(data=True) if row["type"] == "Paper"}


def filled(row: Mapping[str, Any]) -> dict[str, Value]:
    """Return what *row* says: what is empty is left out, what is neither string, number nor list becomes a string."""
    made: dict[str, Value] = {}
    for name, value in row.items():
        if isinstance(value, (tuple, list)):
            if value:
                made[name] = tuple(map(str, value))
        elif isinstance(value, bool):
            made[name] = str(value).casefold()
        elif value is not None and value != "":
            made[name] = value if isinstance(value, (str, int, float)) else str(value)
    return made


def dated(papers: Iterable[str], dates: Mapping[str, str]) -> dict[str, Value]:
    """Return ``papers``, ``first``, ``last`` and ``dates`` of what *papers* say, whose days *dates* knows."""
    found = sorted(set(papers))
    days = sorted({dates[paper] for paper in found if dates.get(paper)})
    return filled(
        {
            "papers": len(found) or None,
            "first": days[0] if days else "",
            "last": days[-1] if days else "",
            "dates": tuple(filter(is_date, days)),
        }
    )


def speakers(graph: KnowledgeGraph) -> dict[str, list[str]]:
    """Return which papers speak of each node of *graph*, sorted."""
    found: dict[str, list[str]] = defaultdict(list)
    for node, source, _ in graph.facts():
        if not source.startswith(VOCABULARY):
            found[node].append(source)
    return found


def subjects(graph: KnowledgeGraph) -> dict[str, list[str]]:
    """Return what each paper of *graph* is about: things and institutions, sorted."""
    about: dict[str, set[str]] = defaultdict(set)
    for source, target, predicate in graph.nx.edges(keys=True):
        if predicate in ABOUT:
            about[source].add(target)
    return {paper: sorted(found) for paper, found in sorted(about.items())}


def together(graph: KnowledgeGraph, view: str, wanted: frozenset[str]) -> Drawing:
    """Return the undirected drawing *view* of the nodes of the types *wanted*, linked where papers are about both, weighted by how many."""
    dates, about = papers_of(graph), subjects(graph)
    papers: dict[str, list[str]] = defaultdict(list)
    shared: dict[tuple[str, str], list[str]] = defaultdict(list)
    for paper, found in about.items():
        kept = [node for node in found if graph.attributes(node)["type"] in wanted]
        for node in kept:
            papers[node].append(paper)
        for pair in combinations(kept, 2):
            shared[pair].append(paper)
    made = new_drawing(graph, view, directed=False)
    for node in sorted(papers):
        made.add_node(node, **thing(graph, node), **dated(papers[node], dates))
    label, label_zh = TOGETHER
    for (one, other), found in sorted(shared.items()):
        row = {"label": label, "label_zh": label_zh, "weight": float(len(found)), "sources": tuple(found)}
        made.add_edge(one, other, key="sharedPapers", **row, **dated(found, dates))
    return made


def thing(graph: KnowledgeGraph, node: str) -> dict[str, Value]:
    """Return the attributes of *node* that every view shows; its label is never empty."""
    row = graph.attributes(node)
    named = {name: row.get(name) for name in ("type", "label", "label_zh", "aliases", "kind", "ror", "country")}
    return filled({**named, "label": row["label"] or row["label_zh"] or node})


def predicate_labels(name: str) -> dict[str, Value]:
    """Return the labels of the predicate called *name*."""
    predicate = get_predicate(name)
    return {"label": predicate.label, "label_zh": predicate.label_zh}


#: The types of what papers are about.
THINGS = frozenset(name for name, type_ in types().items() if type_.entity)
