"""A built graph on disk: the log that is its truth, the Oxigraph store made of it, and SPARQL over the store.

``layout`` says which files there are, ``log`` and ``quads`` what is in them, ``lock`` who may touch them, ``commit`` how new ones take the
place of old ones at one instant, ``changes`` how few of them need to be made anew, ``asking`` and ``checking`` what is done with them.
"""

from __future__ import annotations

import os

from kg.build import build
from kg.graph import KnowledgeGraph
from kg.store.asking import Answer, ask, explained, names_graphs, open_store, query, refuse_service
from kg.store.commit import Writer, save, writing
from kg.store.layout import Manifest, check_target, read_manifest
from kg.store.log import Log, read, read_log

__all__ = [
    "Answer",
    "Log",
    "Manifest",
    "Writer",
    "ask",
    "check_target",
    "explained",
    "load",
    "names_graphs",
    "open_store",
    "query",
    "read",
    "read_log",
    "read_manifest",
    "refuse_service",
    "save",
    "writing",
]


def load(path: str | os.PathLike[str]) -> KnowledgeGraph:
    """Return the graph at *path* for use from Python. Raises GraphFormatError."""
    _, log = read(path)
    return build(log.extractions.values(), log.terms, log.overrides)
