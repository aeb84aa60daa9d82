"""What beats what, as papers claim: by how much, on which hardware, in whose words."""

from __future__ import annotations

from collections import defaultdict

from exports.drawing import Drawing, dated, filled, new_drawing, papers_of, predicate_labels, speakers, thing
from kg.graph import KnowledgeGraph


def project(graph: KnowledgeGraph) -> Drawing:
    """Return every ``outperforms`` of *graph*, from the better to the other, with the claims of the papers that say so.

    ``figures`` are the claims in short, ``hardware`` is what they were measured on, ``quotes`` are their sentences.
    """
    dates, said = papers_of(graph), speakers(graph)
    edges = [edge for edge in graph.edges() if edge.predicate == "outperforms"]
    made = new_drawing(graph, "comparisons", directed=True)
    for node in sorted({end for edge in edges for end in (edge.source, edge.target)}):
        made.add_node(node, **thing(graph, node), **dated(said.get(node, ()), dates))
    against = _claims_by_baseline(graph)
    labels = predicate_labels("outperforms")
    for edge in edges:
        found = sorted({evidence.source for evidence in edge.evidence})
        claims = [claim for paper in found for claim in _fitting(graph, against[paper, edge.target], edge.source)]
        rows = [graph.attributes(claim) for claim in claims]
        row = {
            **labels,
            "weight": float(len(found)),
            "figures": tuple(str(attributes["label"]) for attributes in rows),
            "hardware": tuple(sorted({name for claim in claims for name in _labels(graph, claim, "onHardware")})),
            "sources": tuple(found),
            "quotes": tuple(sorted({str(attributes["sentence"]) for attributes in rows if "sentence" in attributes})),
            **dated(found, dates),
        }
        made.add_edge(edge.source, edge.target, key=edge.predicate, **filled(row))
    return made


def _claims_by_baseline(graph: KnowledgeGraph) -> dict[tuple[str, str], list[str]]:
    reports = {claim: paper for paper, claim, key in graph.nx.edges(keys=True) if key == "reports"}
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for claim, loser, key in graph.nx.edges(keys=True):
        if key == "baseline" and claim in reports:
            found[reports[claim], loser].append(claim)
    return found


def _fitting(graph: KnowledgeGraph, claims: list[str], winner: str) -> list[str]:
    """Return those of *claims* that state a change and are not about another thing that outperforms."""
    fitting = []
    for claim in sorted(claims):
        about = [target for _, target, key in graph.nx.out_edges(claim, keys=True) if key == "subject"]
        others = [
            node for node in about if any(key == "outperforms" for *_, key in graph.nx.out_edges(node, keys=True))
        ]
        if graph.attributes(claim).get("direction") and (winner in about or not others):
            fitting.append(claim)
    return fitting


def _labels(graph: KnowledgeGraph, node: str, predicate: str) -> list[str]:
    found = [target for _, target, key in graph.nx.out_edges(node, keys=True) if key == predicate]
    return [str(graph.attributes(target)["label"]) for target in found]
