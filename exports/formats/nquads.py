"""N-Quads: one statement a line with the named graph it stands in, sorted; what SPARQL stores load fastest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from exports import rdf
from kg.graph import KnowledgeGraph
from kg.rdf import lines

SUFFIXES = (".nq",)
LOSES = ""


def dumps(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield the statements of *graph*, one line each."""
    yield from lines(graph)


def count(path: Path) -> str:
    """Parse the file at *path* and say how many statements of how many graphs it holds. Raises SyntaxError."""
    from pyoxigraph import RdfFormat

    return rdf.count(path, RdfFormat.N_QUADS)
