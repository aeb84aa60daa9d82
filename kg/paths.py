"""How two things are connected: the best simple paths, with the sentence behind every hop.

Paths run on an undirected simple projection of what papers and vocabularies say; claims, categories and derived edges are no steps of an
explanation. A path through a node that everything touches explains little, so that nodes cost more the more neighbours they have.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

import networkx as nx

from kg.graph import VOCABULARY, KnowledgeGraph
from kg.names import fold_name
from kg.records import Evidence, Mention
from kg.sentences import sentence_at

_STEPS = (
    "introduces",
    "affiliatedWith",
    "evaluatedOn",
    "comparesWith",
    "uses",
    "addresses",
    "mentions",
    "subOrganizationOf",
    "hasArchitecture",
    "partOf",
    "broader",
    "manufacturedBy",
)
_FIELD_ORDER = ("abstract", "title", "affiliation")


@dataclass(frozen=True, slots=True, order=True)
class Hop:
    """One step: the edge *source* → *target*, walked *forward* or against its direction, and why it exists.

    *sentence* is the text of the paper that says it (empty for a vocabulary's edge, whose *evidence* names the row).
    """

    source: str
    predicate: str
    target: str
    forward: bool
    evidence: Evidence
    sentence: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Path:
    """A walk from one node to another; *cost* is lower the more it explains."""

    cost: float
    nodes: tuple[str, ...]
    hops: tuple[Hop, ...]


def find_paths(
    graph: KnowledgeGraph,
    start: str,
    end: str,
    *,
    k: int = 3,
    max_hops: int = 6,
    avoid: Collection[str] = (),
) -> tuple[Path, ...]:
    """Return the *k* best simple paths between the nodes called *start* and *end*, best first; none where there is none.

    *avoid* names nodes no path may pass. Raises UnknownNameError or AmbiguousNameError for a name.
    """
    first, last = graph.find(start), graph.find(end)
    avoided = {graph.find(name) for name in avoid} - {first, last}
    projection = project(graph, without=avoided)
    if first == last or first not in projection or last not in projection:
        return ()
    found = []
    for nodes in islice(_walks(projection, first, last, max_hops=max_hops), k):
        hops = tuple(_hop(graph, here, there) for here, there in pairwise(nodes))
        cost = sum(projection.edges[edge]["cost"] for edge in pairwise(nodes))
        found.append(Path(round(cost, 6), tuple(nodes), hops))
    return tuple(sorted(found))


def project(graph: KnowledgeGraph, *, without: Collection[str] = ()) -> nx.Graph[str]:
    """Return the undirected simple graph that paths run on, each edge with its *cost*."""
    projection: nx.Graph[str] = nx.Graph()
    pairs = sorted((s, t) for s, t, key in graph.nx.edges(keys=True) if key in _STEPS)
    projection.add_edges_from((s, t) for s, t in pairs if s not in without and t not in without)
    for here, there in projection.edges:
        degrees = projection.degree[here] * projection.degree[there]
        projection.edges[here, there]["cost"] = 1 + math.log2(1 + degrees) / 4
    return projection


def _walks(projection: nx.Graph[str], first: str, last: str, *, max_hops: int) -> Iterator[list[str]]:
    try:
        for nodes in nx.shortest_simple_paths(projection, first, last, weight="cost"):
            if len(nodes) <= max_hops + 1:
                yield nodes
            elif nx.shortest_path_length(projection, first, last) > max_hops:
                return
    except nx.NetworkXNoPath:
        return


def _hop(graph: KnowledgeGraph, here: str, there: str) -> Hop:
    edges = [
        (_STEPS.index(key), source != here, source, target, key)
        for source, target in ((here, there), (there, here))
        for key in graph.nx.get_edge_data(source, target, default={})
        if key in _STEPS
    ]
    _, backward, source, target, key = min(edges)
    evidence = min(graph.nx.edges[source, target, key]["evidence"], key=_most_telling)
    return Hop(source, key, target, not backward, evidence, sentence=sentence_of(graph, evidence))


def _most_telling(evidence: Evidence) -> tuple[int, float, Evidence]:
    field = _FIELD_ORDER.index(evidence.field) if evidence.field in _FIELD_ORDER else len(_FIELD_ORDER)
    return field, -evidence.confidence, evidence


def sentence_of(graph: KnowledgeGraph, evidence: Evidence) -> str:
    """Return the sentence that *evidence* stands in; empty for evidence that is no text."""
    if evidence.source.startswith(VOCABULARY) or not evidence.field:
        return ""
    text = graph.text(evidence.source, evidence.field)
    if evidence.field != "abstract":
        return text
    start, end = sentence_at(text, evidence.start, evidence.end)
    return text[start:end]


def highlight(sentence: str, mention: Mention | str) -> str:
    """Return *sentence* with every occurrence of *mention* between guillemets."""
    text = mention if isinstance(mention, str) else mention.text
    return sentence.replace(text, f"«{text}»") if text and fold_name(text) else sentence
