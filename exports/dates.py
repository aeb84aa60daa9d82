"""A graph of the papers of some years only: what is left is what would have been built from those papers."""

from __future__ import annotations

from exports.drawing import papers_of
from kg.graph import VOCABULARY, KnowledgeGraph
from kg.records import Evidence


def between(graph: KnowledgeGraph, *, since: str = "", until: str = "") -> KnowledgeGraph:
    """Return the graph of those papers of *graph* whose date lies from *since* to *until*, both included.

    Either may be a year, a month or a day. Papers without a date are left out. What vocabularies add is kept for what is left, and the things
    it leads to.

    >>> from kg.build import build
    >>> from kg.records import Document, Extraction
    >>> papers = [Extraction(f"paper/{year}", Document("T", "A", f"{year}-05-01", ("cs.DC",))) for year in (2019, 2020)]
    >>> sorted(between(build(papers, {}), since="2020").nx)
    ['category/cs.DC', 'paper/2020']
    """
    kept = {
        paper
        for paper, date in papers_of(graph).items()
        if date and (not since or date >= since) and (not until or date[: len(until)] <= until)
    }
    known: dict[str, set[str]] = {}
    for (source, _, target), evidence in graph.evidence():
        if any(e.source.startswith(VOCABULARY) for e in evidence) and not source.startswith("institution/"):
            known.setdefault(source, set()).add(target)
    nodes = {node for node, source, _ in graph.facts() if source in kept}
    waiting = sorted(nodes)
    while waiting:
        found = known.get(waiting.pop(), set()) - nodes
        nodes |= found
        waiting += sorted(found)
    made = KnowledgeGraph()
    edges: list[tuple[str, str, str, list[Evidence]]] = []
    rows = {e.source for (source, _, _), evidence in graph.evidence() for e in evidence if source in nodes}
    for edge in graph.edges():
        left = [e for e in edge.evidence if e.source in kept or e.source.startswith(VOCABULARY)]
        if left and edge.source in nodes and edge.target in nodes:
            edges.append((edge.source, edge.predicate, edge.target, left))
    for node, source, facts in graph.facts():
        # The row of a device speaks of its maker as well: it does so only where the device is left.
        maker = source.startswith(VOCABULARY) and facts.type == "Institution"
        if node in nodes and (source in kept or (source.startswith(VOCABULARY) and (not maker or source in rows))):
            made.add_node(node, facts, source=source)
    for source, predicate, target, left in edges:
        made.add_edge(source, predicate, target, left)
    return made
