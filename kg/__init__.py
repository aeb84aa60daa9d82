"""Build, load and walk knowledge graphs of research papers. Importing this loads neither spaCy nor rdflib.

>>> import kg
>>> sorted(kg.__all__)
['KnowledgeGraph', '__version__', 'build_graph', 'extract', 'load', 'query', 'read']
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.graph import KnowledgeGraph
    from kg.records import Document, Extraction
    from kg.store import Answer

__all__ = ["KnowledgeGraph", "__version__", "build_graph", "extract", "load", "query", "read"]
__version__ = "0.1.0"


def load(path: str | os.PathLike[str]) -> KnowledgeGraph:
    """Return the graph at *path*, made by ``kg build``. Raises GraphFormatError."""
    from kg import store

    return store.load(path)


def query(path: str | os.PathLike[str], sparql: str) -> Answer:
    """Return what the graph at *path* answers to *sparql*. Raises QueryError."""
    from kg import store

    return store.query(path, sparql)


def read(paths: Iterable[str | os.PathLike[str]]) -> tuple[Document, ...]:
    """Return the papers of the files and directories *paths*, one a paper. Raises InputError at the first problem."""
    from kg import pipeline

    corpus = pipeline.read(paths)
    for problem in corpus.problems:
        raise problem.error()
    return corpus.documents


def extract(documents: Iterable[Document]) -> Iterator[Extraction]:
    """Yield what is found in each of *documents*."""
    from kg import pipeline

    yield from pipeline.extract(tuple(documents))


def build_graph(documents: Iterable[Document]) -> KnowledgeGraph:
    """Return the graph of *documents*, in memory; ``kg build`` keeps one on disk."""
    from kg import pipeline
    from kg.build import build

    return build(extract(documents), pipeline.terms())


def __getattr__(name: str) -> object:
    if name == "KnowledgeGraph":
        from kg.graph import KnowledgeGraph

        return KnowledgeGraph
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
