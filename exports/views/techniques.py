"""Techniques that papers name together, weighted by how many papers do."""

from __future__ import annotations

from exports.drawing import Drawing, together
from kg.graph import KnowledgeGraph


def project(graph: KnowledgeGraph) -> Drawing:
    """Return the techniques that the papers of *graph* are about; an edge has the papers that name both ends."""
    return together(graph, "techniques", frozenset({"Technique"}))
