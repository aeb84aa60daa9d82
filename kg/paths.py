"""How two things are connected: the best simple paths, with the sentence behind every hop.

Paths run on an undirected simple projection of what papers and vocabularies say; claims, categories and derived edges are no steps of an
explanation. A path through a node that everything touches explains little, so that nodes cost more the more neighbours they have.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterator, Mapping
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
    first, last = graph.find(start), graph.find(end)
    avoided = {graph.find(name) for name in avoid} - {first, last}
    projection = project(graph, without=avoided)
    if first == last or first not in projection or last not in projection:
        return ()
    found = []
    for nodes in islice(_walks(projection, first, last, max_hops=max_hops), k):
        hops = tuple(_hop(graph, here, there) for here, there in pairwise(nodes))
        cost = sum(projection.edges[edge]["cost"] for edge in pairwise(nodes))
        found.append(Path(round(cost, 6), nodes, hops))
    return tuple(sorted(found))


def project(graph: KnowledgeGraph, *, without: Collection[str] = ()) -> nx.Graph[str]:
    """Return the undirected simple graph that paths run on, each edge with its *cost*.

    >>> len(project(KnowledgeGraph()))
    0
    """
    projection: nx.Graph[str] = nx.Graph()
    pairs = sorted((s, t) for s, t, key in graph.nx.edges(keys=True) if key in _STEPS)
    projection.add_edges_from((s, t) for s, t in pairs if s not in without and t not in without)
    for here, there in projection.edges:
        degrees = projection.degree[here] * projection.degree[there]
        projection.edges[here, there]["cost"] = 1 + math.log2(1 + degrees) / 4
    return projection


def _walks(projection: nx.Graph[str], first: str, last: str, *, max_hops: int) -> Iterator[tuple[str, ...]]:
    """Yield the simple paths of at most *max_hops* steps, cheapest first (Yen's algorithm, each search bounded by hops)."""
    left: dict[str, int] = nx.single_source_shortest_path_length(projection, last, cutoff=max_hops)
    waiting: list[tuple[float, tuple[str, ...]]] = []
    offered: set[tuple[str, ...]] = set()
    found: list[tuple[str, ...]] = []

    def offer(root: tuple[str, ...]) -> None:
        closed = {path[len(root)] for path in found if path[: len(root)] == root}
        rest = _cheapest(
            projection, root[-1], last, hops=max_hops - len(root) + 1, left=left, passed=root[:-1], closed=closed
        )
        path = (*root[:-1], *rest)
        if rest and path not in offered:
            offered.add(path)
            cost = math.fsum(projection.edges[edge]["cost"] for edge in pairwise(path))
            heapq.heappush(waiting, (cost, path))

    offer((first,))
    while waiting:
        _, path = heapq.heappop(waiting)
        found.append(path)
        yield path
        for length in range(1, len(path)):
            offer(path[:length])


def _cheapest(
    projection: nx.Graph[str],
    first: str,
    last: str,
    *,
    hops: int,
    left: Mapping[str, int],
    passed: Collection[str],
    closed: Collection[str],
) -> tuple[str, ...]:
    """Return the cheapest path of at most *hops* steps through none of *passed* and not to *closed* first; () if none.

    *left* says how many steps any node is away from *last*. Costs are positive, so that the cheapest walk passes no node twice.
    """
    best: dict[str, tuple[float, tuple[str, ...]]] = {first: (0.0, (first,))}
    layer = dict(best)
    for step in range(1, hops + 1):
        reached: dict[str, tuple[float, tuple[str, ...]]] = {}
        for node, (cost, path) in layer.items():
            for other, edge in projection.adj[node].items():
                if left.get(other, hops) > hops - step or other in passed or (step == 1 and other in closed):
                    continue
                walk = (cost + edge["cost"], (*path, other))
                if (other not in best or walk < best[other]) and (other not in reached or walk < reached[other]):
                    reached[other] = walk
        best.update(reached)
        layer = {node: walk for node, walk in reached.items() if node != last}
    return best[last][1] if last in best else ()


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
