"""Two graphs side by side: which papers, nodes and edges came and which went."""

from __future__ import annotations

from dataclasses import dataclass, fields

from kg.graph import KnowledgeGraph


@dataclass(frozen=True, slots=True)
class Difference:
    """What the second of two graphs has and the first has not, and the other way round, sorted; *changed* say other things of themselves.

    Papers are nodes as well and are told apart from the others; so are edges, as (source, predicate, target).
    """

    papers_added: tuple[str, ...] = ()
    papers_removed: tuple[str, ...] = ()
    papers_changed: tuple[str, ...] = ()
    nodes_added: tuple[str, ...] = ()
    nodes_removed: tuple[str, ...] = ()
    nodes_changed: tuple[str, ...] = ()
    edges_added: tuple[tuple[str, str, str], ...] = ()
    edges_removed: tuple[tuple[str, str, str], ...] = ()
    edges_changed: tuple[tuple[str, str, str], ...] = ()

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))


def compare(first: KnowledgeGraph, second: KnowledgeGraph) -> Difference:
    """Return how *second* differs from *first*.

    >>> bool(compare(KnowledgeGraph(), KnowledgeGraph()))
    False
    """
    nodes = [{node: dict(row) for node, row in graph.nx.nodes(data=True)} for graph in (first, second)]
    edges = [{(e.source, e.predicate, e.target): e for e in graph.edges()} for graph in (first, second)]
    papers = [{node for node in rows if rows[node]["type"] == "Paper"} for rows in nodes]
    both = papers[0] & papers[1]
    # What a paper says stands on its edges and in the attributes of its node; its nodes are told of for themselves.
    told = {edge[0] for edge in edges[0].keys() ^ edges[1].keys() if edge[0] in both}
    other = {node for node in nodes[0].keys() & nodes[1].keys() if nodes[0][node] != nodes[1][node]}
    things = [rows.keys() - found for rows, found in zip(nodes, papers, strict=True)]
    return Difference(
        papers_added=tuple(sorted(papers[1] - papers[0])),
        papers_removed=tuple(sorted(papers[0] - papers[1])),
        papers_changed=tuple(sorted((told | other) & both)),
        nodes_added=tuple(sorted(things[1] - things[0])),
        nodes_removed=tuple(sorted(things[0] - things[1])),
        nodes_changed=tuple(sorted(other - both)),
        edges_added=tuple(sorted(edges[1].keys() - edges[0].keys())),
        edges_removed=tuple(sorted(edges[0].keys() - edges[1].keys())),
        edges_changed=tuple(sorted(key for key in edges[0].keys() & edges[1].keys() if edges[0][key] != edges[1][key])),
    )
