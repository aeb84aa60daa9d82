"""How two things are connected: the best simple paths, with the sentence behind every hop.

Paths run on an undirected simple projection of what papers and vocabularies say; claims, categories and derived edges are no steps of an
explanation. A path through a node that everything touches explains little, so that nodes cost more the more neighbours they have.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from weakref import WeakKeyDictionary

import networkx as nx

from kg.errors import UnknownNameError
from kg.graph import VOCABULARY, KnowledgeGraph
from kg.names import fold_name
from kg.records import Evidence, Mention
from kg.schema import types
from kg.sentences import sentence_at
from kg.walks import Projection, find_walks

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
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")
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
    via: Collection[str] = (),
    since: str = "",
    until: str = "",
) -> tuple[Path, ...]:
    """Return the *k* best simple paths between the nodes called *start* and *end*, best first; none where there is none.

    See iter_paths for the other arguments.

    >>> from kg.graph import NodeFacts
    >>> graph = KnowledgeGraph()
    >>> graph.add_node("paper/1", NodeFacts("Paper", "Fast experts"), source="paper/1")
    >>> graph.add_node("entity/moe", NodeFacts("Technique", "MoE"), source="paper/1")
    >>> graph.add_node("institution/pku", NodeFacts("Institution", "PKU"), source="paper/1")
    >>> graph.add_edge("paper/1", "uses", "entity/moe", [Evidence("paper/1", "title", 5, 12)])
    >>> graph.add_edge("paper/1", "affiliatedWith", "institution/pku", [Evidence("paper/1")])
    >>> [path.nodes for path in find_paths(graph, "PKU", "MoE")]
    [('institution/pku', 'paper/1', 'entity/moe')]
    """
    found = iter_paths(graph, start, end, max_hops=max_hops, avoid=avoid, via=via, since=since, until=until)
    return tuple(sorted(islice(found, k)))


def iter_paths(
    graph: KnowledgeGraph,
    start: str,
    end: str,
    *,
    max_hops: int = 6,
    avoid: Collection[str] = (),
    via: Collection[str] = (),
    since: str = "",
    until: str = "",
) -> Iterator[Path]:
    """Return an iterator over the simple paths of at most *max_hops* between the nodes called *start* and *end*, best first.

    *avoid* names nodes no path may pass; *via* node types: what lies between the ends is of one of these, or a paper. Papers before *since*
    and after *until* (a year, month or day) are left out, as are undated ones where either is given. Raises UnknownNameError or
    AmbiguousNameError for a name, ValueError for a date that is none.
    """
    for type_ in via:
        if type_ not in types():
            raise UnknownNameError("node type", type_, types())
    for date in (since, until):
        check_date(date)
    first, last = graph.find(start), graph.find(end)
    avoided = {graph.find(name) for name in avoid} - {first, last}
    return _paths(graph, first, last, max_hops=max_hops, fits=_filter(graph, avoided, {*via}, since, until))


def check_date(date: str) -> None:
    """Raise ValueError unless *date* is empty, a year, a month or a day.

    >>> check_date("2024-03")
    """
    if date and not _DATE.fullmatch(date):
        raise ValueError(f"{date!r} is no date; write a year, a month or a day: 2024, 2024-03, 2024-03-05")


def _filter(
    graph: KnowledgeGraph, avoided: Collection[str], via: Collection[str], since: str, until: str
) -> Callable[[str], bool]:
    """Return what says whether a path may pass a node."""

    def fits(node: str) -> bool:
        if node in avoided:
            return False
        attributes = graph.nx.nodes[node]
        if attributes["type"] != "Paper":
            return not via or attributes["type"] in via
        date = attributes["date"]
        return not (since or until) or bool(date and date >= since and (not until or date[: len(until)] <= until))

    return fits


def _paths(
    graph: KnowledgeGraph, first: str, last: str, *, max_hops: int, fits: Callable[[str], bool]
) -> Iterator[Path]:
    projection = project(graph)
    if first == last or first not in projection.index or last not in projection.index:
        return
    ends = [node for node in (first, last) if graph.nx.nodes[node]["type"] == "Paper"]
    if not all(map(fits, ends)):
        return  # a paper of another time: what it says is not asked for
    nodes = projection.nodes
    walks = find_walks(
        projection,
        projection.index[first],
        projection.index[last],
        max_hops=max_hops,
        passable=lambda number: fits(nodes[number]),
    )
    for walk in walks:
        names = tuple(nodes[number] for number in walk)
        hops = tuple(_hop(graph, here, there) for here, there in pairwise(names))
        yield Path(round(projection.cost(walk), 6), names, hops)


_projections: WeakKeyDictionary[nx.MultiDiGraph[str], Projection] = WeakKeyDictionary()


def project(graph: KnowledgeGraph) -> Projection:
    """Return the undirected simple graph that paths run on; it is made once for a graph, until that changes.

    >>> len(project(KnowledgeGraph()).nodes)
    0
    """
    if graph.nx not in _projections:
        edges = ((s, t) for s, t, key in graph.nx.edges(keys=True) if key in _STEPS)
        _projections[graph.nx] = Projection.of(edges, lambda here, there: 1 + math.log2(1 + here * there) / 4)
    return _projections[graph.nx]


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
    text, start, end = _placed(graph, evidence)
    return text[start:end]


def mark(graph: KnowledgeGraph, evidence: Evidence) -> str:
    """Return the sentence that *evidence* stands in with the characters it points at between guillemets."""
    text, start, end = _placed(graph, evidence)
    if not start <= evidence.start < evidence.end <= end:
        return text[start:end]
    return f"{text[start : evidence.start]}«{text[evidence.start : evidence.end]}»{text[evidence.end : end]}"


def _placed(graph: KnowledgeGraph, evidence: Evidence) -> tuple[str, int, int]:
    if evidence.source.startswith(VOCABULARY) or not evidence.field:
        return "", 0, 0
    text = graph.text(evidence.source, evidence.field)
    if evidence.field != "abstract":
        return text, 0, len(text)
    return text, *sentence_at(text, evidence.start, evidence.end)


def highlight(sentence: str, mention: Mention | str) -> str:
    """Return *sentence* with every occurrence of *mention* between guillemets.

    >>> highlight("MoE on A100", "A100")
    'MoE on «A100»'
    """
    text = mention if isinstance(mention, str) else mention.text
    return sentence.replace(text, f"«{text}»") if text and fold_name(text) else sentence
