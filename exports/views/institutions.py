"""Institutions that stand on papers together, weighted by how many papers."""

from __future__ import annotations

from exports.drawing import Drawing, dated, new_drawing, papers_of, predicate_labels, subjects, thing
from kg.graph import KnowledgeGraph


def project(graph: KnowledgeGraph) -> Drawing:
    """Return the institutions on the papers of *graph*; an edge has the papers on which both stand."""
    dates = papers_of(graph)
    papers: dict[str, list[str]] = {}
    for paper, found in subjects(graph).items():
        for node in found:
            if graph.attributes(node)["type"] == "Institution":
                papers.setdefault(node, []).append(paper)
    made = new_drawing(graph, "institutions", directed=False)
    for node in sorted(papers):
        made.add_node(node, **thing(graph, node), **dated(papers[node], dates))
    labels = predicate_labels("collaboratesWith")
    for edge in graph.edges():
        # Both directions stand in the graph; one line is enough.
        if edge.predicate == "collaboratesWith" and edge.source < edge.target:
            found = sorted({evidence.source for evidence in edge.evidence})
            row = {**labels, "weight": float(len(found)), "sources": tuple(found), **dated(found, dates)}
            made.add_edge(edge.source, edge.target, key=edge.predicate, **row)
    return made
