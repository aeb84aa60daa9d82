"""Join two graphs: the union of what their sources say, commutative, associative and idempotent."""

from __future__ import annotations

from kg.graph import KnowledgeGraph


def merge(*graphs: KnowledgeGraph) -> KnowledgeGraph:
    """Return a new graph with all that the sources of *graphs* say. Derived edges are not carried over: see kg.build.derive.

    >>> len(merge(KnowledgeGraph(), KnowledgeGraph()))
    0
    """
    joined = KnowledgeGraph()
    for graph in graphs:
        for node, source, facts in graph.facts():
            joined.add_node(node, facts, source=source)
        for (source, predicate, target), evidence in graph.evidence():
            joined.add_edge(source, predicate, target, evidence)
        for node, attributes, applied in graph.corrections():
            joined.correct(node, attributes, applied=applied)
    return joined
