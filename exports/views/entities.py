"""The graph without its papers: entities and institutions, linked where papers name both, weighted by how many."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import networkx as nx

from kg.graph import KnowledgeGraph
from kg.schema import types

#: Paper edges that say a paper is about a thing; a mere mention links nothing.
_ABOUT = frozenset({"introduces", "uses", "comparesWith", "evaluatedOn", "addresses", "affiliatedWith"})


def project(graph: KnowledgeGraph, *, min_papers: int = 1) -> nx.Graph[str]:
    """Return the undirected graph of what at least *min_papers* papers are about.

    Nodes carry ``type``, ``label``, ``label_zh`` and ``papers`` (how many), edges ``weight`` (papers that name both ends) and ``papers`` (their ids).
    """
    about: dict[str, list[str]] = defaultdict(list)
    for source, target, predicate in graph.nx.edges(keys=True):
        if predicate in _ABOUT:
            about[source].append(target)
    papers: dict[str, set[str]] = defaultdict(set)
    for paper, found in about.items():
        for node in found:
            papers[node].add(paper)
    kept = {node for node, found in papers.items() if len(found) >= min_papers}
    view: nx.Graph[str] = nx.Graph()
    for node in sorted(kept):
        attributes = graph.nx.nodes[node]
        if types()[attributes["type"]].entity or attributes["type"] == "Institution":
            known = {name: attributes[name] for name in ("type", "label", "label_zh")}
            view.add_node(node, **known, papers=len(papers[node]))
    shared: dict[tuple[str, str], list[str]] = defaultdict(list)
    for paper in sorted(about):
        for pair in combinations(sorted(set(about[paper]) & view.nodes), 2):
            shared[pair].append(paper)
    for (one, other), found in sorted(shared.items()):
        view.add_edge(one, other, weight=len(found), papers=tuple(found))
    return view
