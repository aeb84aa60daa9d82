"""N-Triples: one triple a line, sorted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from exports import rdf
from kg.graph import KnowledgeGraph
from kg.rdf import triples

SUFFIXES = (".nt",)
LOSES = "which paper a statement comes from (named graphs)"


def dumps(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield the triples of *graph*, one line each."""
    yield from triples(graph)


def count(path: Path) -> str:
    """Parse the file at *path* and say how many triples it holds. Raises SyntaxError."""
    from pyoxigraph import RdfFormat

    return rdf.count(path, RdfFormat.N_TRIPLES)
