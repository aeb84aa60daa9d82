"""From files to extractions: reading, the two passes, joining records of one paper. The only module of kg that knows the extractors."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from extractors.gazetteers import load_terms
from extractors.harvest import Extractor
from extractors.lookup import Lookup, look_up
from extractors.readers import Options, Problem, Reading, read_paths
from kg.ids import author_ids
from kg.joining import join
from kg.records import Document, Extraction, Term

__all__ = ["Corpus", "Lookup", "Options", "Progress", "extract", "look_up", "read", "terms"]

#: Wraps an iterable of known length to show progress: (what, documents) → documents.
Progress = Callable[[str, Sequence[Document]], Iterable[Document]]


@dataclass(frozen=True, slots=True)
class Corpus:
    """What the input held: *documents*, one a paper, the *problems*, and how many records repeated a paper (*repeated*)."""

    documents: tuple[Document, ...]
    problems: tuple[Problem, ...]
    repeated: int


def read(paths: Iterable[str | os.PathLike[str]], *, options: Options | None = None) -> Corpus:
    """Return the papers of the files and directories *paths*; records of one paper are joined."""
    found: list[Document] = []
    problems = []
    for reading in _readings(paths, options=options):
        if isinstance(reading, Problem):
            problems.append(reading)
        else:
            found.append(reading)
    documents = join(found)
    return Corpus(documents, tuple(sorted(problems)), len(found) - len(documents))


def _readings(paths: Iterable[str | os.PathLike[str]], *, options: Options | None) -> Iterator[Reading]:
    for path in paths:
        empty = True
        for reading in read_paths([path], options=options):
            empty = False
            yield reading
        if empty:
            yield Problem(os.fspath(path), 0, "the directory holds no input files")


def extract(
    documents: Sequence[Document],
    *,
    pipeline: str = "accurate",
    min_confidence: float = 0.0,
    authors: bool = False,
    progress: Progress | None = None,
) -> Iterator[Extraction]:
    """Yield the extraction of each of *documents*, in order, without what has less than *min_confidence* (0..1).

    With *authors* each author becomes a node of the graph: one with an ORCID across papers, any other in this paper alone.

    Two passes: names that a paper introduces are discovered first and then recognised in all papers. *pipeline* is ``accurate`` or
    ``fast``; another name raises UnknownNameError.
    """
    show: Progress = progress or (lambda _, items: items)
    extractor = Extractor(pipeline)
    extractor.learn(extractor.discover(document) for document in show("discover names", documents))
    for document in show("extract", documents):
        extraction = _confident(extractor.extract(document), least=min_confidence)
        yield replace(extraction, authors=author_ids(extraction.id, document.authors)) if authors else extraction


def _confident(extraction: Extraction, *, least: float) -> Extraction:
    entities = tuple(entity for entity in extraction.entities if entity.confidence >= least)
    left = {entity.id for entity in entities}
    claims = (claim for claim in extraction.claims if claim.mention.confidence >= least)
    return replace(
        extraction,
        entities=entities,
        institutions=tuple(i for i in extraction.institutions if max(m.confidence for m in i.mentions) >= least),
        claims=tuple(
            replace(
                claim,
                baseline_id=claim.baseline_id if claim.baseline_id in left else "",
                subject_id=claim.subject_id if claim.subject_id in left else "",
                hardware_ids=tuple(node for node in claim.hardware_ids if node in left),
            )
            for claim in claims
        ),
    )


def terms() -> dict[str, Term]:
    """Return the terms of the shipped vocabularies by id."""
    return load_terms()
