"""TriG: Turtle with a block for every named graph, so one for every paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from exports import rdf
from kg.graph import KnowledgeGraph
from kg.rdf import lines

SUFFIXES = (".trig",)
LOSES = ""


def dumps(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield prefixes and one block a named graph of *graph*."""
    yield from rdf.turtle_prefixes()
    for name, triples in rdf.by_graph(lines(graph)):
        # Without the word GRAPH, which older readers do not know.
        yield f"\n{rdf.turtle_term(name)} {{"
        yield from rdf.turtle_blocks(triples, indent="  ")
        yield "}\n"


def count(path: Path) -> str:
    """Parse the file at *path* and say how many statements of how many graphs it holds. Raises SyntaxError."""
    from pyoxigraph import RdfFormat

    return rdf.count(path, RdfFormat.TRIG)
