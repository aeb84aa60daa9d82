"""Everything: papers, what they name, their claims, what vocabularies and rules add."""

from __future__ import annotations

from exports.drawing import Drawing, dated, filled, new_drawing, papers_of, predicate_labels, speakers
from kg.graph import KnowledgeGraph
from kg.schema import get_predicate

#: Types of which one paper speaks by their nature.
_OWN = ("Paper", "Claim")


def project(graph: KnowledgeGraph) -> Drawing:
    """Return every node and edge of *graph*; an edge has the papers behind it as ``sources`` and their words as ``quotes``."""
    dates, said = papers_of(graph), speakers(graph)
    made = new_drawing(graph, "full", directed=True)
    for node, attributes in graph.nx.nodes(data=True):
        times = dated(said.get(node, ()), dates)
        if attributes["type"] in _OWN:
            times = {name: value for name, value in times.items() if name == "dates"}
        made.add_node(node, **{**filled(attributes), **times})
    labels = {name: predicate_labels(name) for name in sorted({key for _, _, key in graph.nx.edges(keys=True)})}
    for edge in graph.edges():
        sources = sorted({evidence.source for evidence in edge.evidence})
        row = {
            **labels[edge.predicate],
            "origin": get_predicate(edge.predicate).origin,
            "weight": float(max(edge.papers, 1)),
            "sources": tuple(sources),
            "quotes": tuple(sorted({quote for evidence in edge.evidence if (quote := graph.quote(evidence))})),
            **dated((source for source in sources if source in dates), dates),
        }
        made.add_edge(edge.source, edge.target, key=edge.predicate, **filled(row))
    return made
