"""The graph without its papers: things and institutions, linked where papers are about both, weighted by how many."""

from __future__ import annotations

from exports.drawing import THINGS, Drawing, together
from kg.graph import KnowledgeGraph


def project(graph: KnowledgeGraph) -> Drawing:
    """Return the things and institutions that the papers of *graph* are about; an edge has the papers that name both ends."""
    return together(graph, "entities", THINGS | {"Institution"})
