"""A graph in memory with what lookups need: names to search in, how many papers speak of each node, every node in brief."""

from __future__ import annotations

from typing import Any

from kg.graph import VOCABULARY, KnowledgeGraph
from kg.names import fold_name
from kg.records import Evidence
from kg.sentences import sentence_at

_PAPERS = "paper/"
# What people look for by name comes before what they find through it.
_LAST = {"Paper": 1, "Category": 2, "Claim": 3}


class Catalogue:
    """Names and counts of *graph*, made once; a graph does not change while it is served.

    >>> from kg.graph import NodeFacts
    >>> graph = KnowledgeGraph()
    >>> graph.add_node("entity/moe", NodeFacts("Technique", "mixture of experts", "混合专家", ("MoE",)), source="paper/1")
    >>> [row["id"] for row in Catalogue(graph).search("混合")]
    ['entity/moe']
    """

    def __init__(self, graph: KnowledgeGraph) -> None:
        self.graph = graph
        self._papers: dict[str, int] = {}
        self._names: list[tuple[str, str, str]] = []
        for node, row in graph.nx.nodes(data=True):
            near = {*graph.nx.predecessors(node), *graph.nx.successors(node)}
            self._papers[node] = sum(other.startswith(_PAPERS) for other in near)
            forms = (row["label"], row["label_zh"], *row["aliases"])
            self._names += [(folded, form, node) for form in forms if form and (folded := fold_name(form))]
        graph.find_all("")  # makes the names that find uses, once and not in every thread

    def papers(self, node: str) -> int:
        """Return how many papers are next to *node*."""
        return self._papers[node]

    def brief(self, node: str) -> dict[str, Any]:
        """Return what is shown of *node* wherever it is named."""
        row = self.graph.attributes(node)
        return {
            "id": node,
            "label": row["label"],
            "label_zh": row["label_zh"],
            "type": row["type"],
            "kind": row["kind"],
            "date": row["date"],
            "papers": self._papers[node],
        }

    def search(self, text: str, *, type: str = "", limit: int = 20) -> list[dict[str, Any]]:
        """Return the nodes that are called like *text*, best first: the same name, one that begins so, one that holds it."""
        folded = fold_name(text)
        best: dict[str, tuple[int, int, int, int, str]] = {}
        if not folded:
            return []
        for name, form, node in self._names:
            if folded not in name:
                continue
            row_type = self.graph.attributes(node)["type"]
            if type and row_type != type:
                continue
            fit = 0 if name == folded else 1 if name.startswith(folded) else 2
            rank = (fit, _LAST.get(row_type, 0), -self._papers[node], len(form), form)
            if node not in best or rank < best[node]:
                best[node] = rank
        if text in self.graph:
            best[text] = (-1, 0, 0, 0, text)
        chosen = sorted(best, key=lambda node: (best[node], node))[:limit]
        return [self.brief(node) | {"matched": best[node][4]} for node in chosen]

    def quoted(self, evidence: Evidence) -> dict[str, Any]:
        """Return *evidence* with the sentence that it stands in, cut before and after its characters."""
        made: dict[str, Any] = {"source": evidence.source, "extractor": evidence.extractor}
        if evidence.source.startswith(VOCABULARY):
            return made
        row = self.graph.attributes(evidence.source) if evidence.source in self.graph else {}
        made |= {"title": row.get("label", ""), "date": row.get("date", ""), "confidence": evidence.confidence}
        text = self.graph.text(evidence.source, evidence.field)
        if not text:
            return made
        first, last = 0, len(text)
        if evidence.field == "abstract":
            first, last = sentence_at(text, evidence.start, evidence.end)
        if not first <= evidence.start < evidence.end <= last:
            return made | {"before": text[first:last], "mention": "", "after": ""}
        return made | {
            "field": evidence.field,
            "before": text[first : evidence.start],
            "mention": text[evidence.start : evidence.end],
            "after": text[evidence.end : last],
        }
