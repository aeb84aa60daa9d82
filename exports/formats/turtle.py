"""Turtle: the triples of the graph, a block a subject, with prefixes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from exports import rdf
from kg.graph import KnowledgeGraph
from kg.rdf import triples

SUFFIXES = (".ttl",)
LOSES = "which paper a statement comes from (named graphs)"


def dumps(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield prefixes and one block a subject of *graph*."""
    yield from rdf.turtle_prefixes()
    yield from rdf.turtle_blocks(triples(graph))


def count(path: Path) -> str:
    """Parse the file at *path* and say how many triples it holds. Raises SyntaxError."""
    from pyoxigraph import RdfFormat

    return rdf.count(path, RdfFormat.TURTLE)
