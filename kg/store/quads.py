"""The quads of a graph in an Oxigraph store on disk."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from kg.graph import VOCABULARY, KnowledgeGraph
from kg.overrides import Overrides
from kg.rdf import lines
from kg.records import Term

__all__ = ["fill", "is_used", "lines"]


def fill(folder: Path, quads: Iterable[str]) -> None:
    """Make a store of *quads*, N-Quads lines, in *folder*."""
    from pyoxigraph import RdfFormat, Store

    store = Store(str(folder))
    store.bulk_load(BytesIO("".join(quads).encode()), format=RdfFormat.N_QUADS)
    store.optimize()
    store.flush()


def is_used(term: Term, graph: KnowledgeGraph, overrides: Overrides) -> bool:
    """Return whether *graph*, corrected by *overrides*, could not be built without *term*."""
    named = {node for row in overrides.rows for node in (row.node, row.to)}
    return term.id in named or graph.says(term.id, VOCABULARY + term.row)
