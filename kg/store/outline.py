"""What all papers of a graph together decide: the attributes of the nodes they share, and what vocabularies say of those.

Everything else stands in one paper's own graph or follows from one paper and the types of the nodes it names, so that an outline is
enough to tell what a few papers change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from kg.build import add_extraction, add_parents, add_terms, add_things, correct, derive, spans
from kg.correcting import Corrector
from kg.graph import Edge, KnowledgeGraph, NodeFacts, resolve
from kg.overrides import Overrides
from kg.records import Extraction, Term
from kg.schema import get_predicate


@dataclass(slots=True)
class Outline:
    """The shared nodes of the papers of a graph, with *overrides* applied; *facts* are what is said of each."""

    overrides: Overrides
    graph: KnowledgeGraph = field(default_factory=KnowledgeGraph)
    facts: dict[str, dict[str, NodeFacts]] = field(default_factory=dict)

    def change(
        self, extractions: Iterable[Extraction], terms: Mapping[str, Term], *, gone: Collection[str] = ()
    ) -> set[str]:
        """Add *extractions*, take out the papers *gone*, let *terms* be the vocabulary; return the nodes of which other things are said."""
        before = self.facts
        corrector = Corrector(self.overrides)
        self.graph.forget(set(gone))
        for extraction in corrector.corrected(extractions):
            add_things(self.graph, extraction)
            self._narrow(extraction)
        known = corrector.terms(terms) if self.overrides else terms
        correct(self.graph, corrector)
        add_terms(self.graph, known)
        add_parents(self.graph)
        # Only a paper speaks of itself.
        self.facts = {node: dict(said) for node, said in self.graph.said() if node not in said}
        return {node for node in before.keys() | self.facts.keys() if before.get(node) != self.facts.get(node)}

    def _narrow(self, extraction: Extraction) -> None:
        """Add *extraction*'s paper and its edges to the names that narrow a term: those are the evidence of what is broader."""
        paper, document = extraction.id, extraction.document
        narrow = [entity for entity in extraction.entities if entity.broader]
        if narrow:
            self.graph.add_node(paper, NodeFacts("Paper", document.title, date=document.date), source=paper)
        for entity in narrow:
            self.graph.add_edge(paper, entity.role, entity.id, spans(paper, entity.mentions))

    def edges(self) -> list[Edge]:
        """Return the edges of the vocabularies."""
        return [edge for edge in self.graph.edges() if get_predicate(edge.predicate).origin == "vocabulary"]


def types_of(
    facts: Mapping[str, Mapping[str, NodeFacts]], nodes: Iterable[str], overrides: Overrides
) -> dict[str, str]:
    """Return the types of those of *nodes* of which *facts* say something, as *overrides* correct them."""
    corrected = overrides.corrections()
    return {
        node: corrected.get(node, {}).get("type") or resolve(facts[node])["type"] for node in nodes if node in facts
    }


@dataclass(slots=True)
class Excerpt:
    """The graph of a few papers in which every node has the type that all papers together give it."""

    graph: KnowledgeGraph

    @classmethod
    def of(
        cls, extractions: Iterable[Extraction], overrides: Overrides, facts: Mapping[str, Mapping[str, NodeFacts]]
    ) -> Excerpt:
        """Return the excerpt of *extractions*; *facts* are what all papers together say of their nodes."""
        graph = KnowledgeGraph()
        papers = list(Corrector(overrides).corrected(extractions))
        for extraction in papers:
            add_extraction(graph, extraction)
        named = {entity.id for extraction in papers for entity in extraction.entities}
        for node, type_ in types_of(facts, named, overrides).items():
            graph.correct(node, {"type": type_})
        derive(graph)
        return cls(graph)

    def edges(self, origin: str) -> dict[tuple[str, str, str], Edge]:
        """Return the edges of *origin* by source, predicate and target."""
        return {
            (edge.source, edge.predicate, edge.target): edge
            for edge in self.graph.edges()
            if get_predicate(edge.predicate).origin == origin
        }

    def counted(self) -> Counter[str]:
        """Return how many edges of each predicate papers themselves state."""
        return Counter(predicate for _, predicate, _ in self.edges("paper"))
