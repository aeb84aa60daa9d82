"""From files to extractions: reading, the two passes, joining records of one paper. The only module of kg that knows the extractors."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from extractors.fingerprint import fingerprint
from extractors.gazetteers import load_rows, load_terms
from extractors.harvest import Extractor
from extractors.lookup import Lookup, look_up
from extractors.readers import Options, Problem, Reading, read_paths
from extractors.sharing import Sieve, share
from kg.ids import author_ids
from kg.joining import join
from kg.records import Document, Extraction, Named, Term

__all__ = [
    "Corpus",
    "Harvest",
    "Lookup",
    "Options",
    "Progress",
    "extract",
    "harvest",
    "harvest_again",
    "look_up",
    "read",
    "recipe",
    "terms",
]

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


@dataclass(frozen=True, slots=True)
class Harvest:
    """What a corpus gives: its *extractions* in order, and the *names* each paper gives to the others, by paper."""

    extractions: tuple[Extraction, ...]
    names: dict[str, tuple[Named, ...]]


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
    extractor.learn(_discover(extractor, documents, show=show).values())
    for document in show("extract", documents):
        yield _read(extractor, document, least=min_confidence, authors=authors)


def harvest(
    documents: Sequence[Document],
    *,
    pipeline: str = "accurate",
    min_confidence: float = 0.0,
    authors: bool = False,
    progress: Progress | None = None,
) -> Harvest:
    """Return the extractions of *documents*, as extract yields them, with the names that papers give each other."""
    show: Progress = progress or (lambda _, items: items)
    extractor = Extractor(pipeline)
    names = _discover(extractor, documents, show=show)
    extractor.learn(names.values())
    found = (
        _read(extractor, document, least=min_confidence, authors=authors) for document in show("extract", documents)
    )
    return Harvest(tuple(found), {paper: found for paper, found in names.items() if found})


def harvest_again(
    kept: Mapping[str, Extraction],
    names: Mapping[str, tuple[Named, ...]],
    arrived: Mapping[str, Document],
    *,
    pipeline: str,
    min_confidence: float = 0.0,
    authors: bool = False,
    progress: Progress | None = None,
) -> Harvest:
    """Return the extractions of the papers *arrived* and of those of *kept* that are no longer what they were, and all names.

    *names* are those that the papers gave each other before; papers that are neither in *kept* nor in *arrived* have gone. A kept paper
    is read again where it may mention a name that came, went or changed: what comes out is what reading all of them again would give.
    """
    show: Progress = progress or (lambda _, items: items)
    vocabulary = {row.term.id for row in load_rows()}
    left = {paper: found for paper, found in names.items() if paper in kept and paper not in arrived}
    extractor = Extractor(pipeline) if arrived else None
    if extractor is not None:
        found = _discover(extractor, list(arrived.values()), show=show)
        left.update((paper, names) for paper, names in found.items() if names)
    before, now = share(names.values(), known=vocabulary), share(left.values(), known=vocabulary)
    changed = {node for node in before.keys() | now.keys() if before.get(node) != now.get(node)}
    sieves = [Sieve({node: known[node] for node in changed & known.keys()}) for known in (before, now)]
    papers = dict(arrived)
    for paper, extraction in kept.items():
        if paper in arrived:
            continue
        # A paper's own name may be one that is shared from now on, or no longer.
        named = {entity.id for entity in extraction.entities} | {name.id for name in left.get(paper, ())}
        if changed & named or any(sieve.find(extraction.document) for sieve in sieves):
            papers[paper] = extraction.document
    if not papers:
        return Harvest((), left)
    extractor = extractor or Extractor(pipeline)
    sieve = Sieve(now)
    extractor.know(now, matched={node for document in papers.values() for node in sieve.find(document)})
    documents = [papers[paper] for paper in sorted(papers)]
    read_again = (
        _read(extractor, document, least=min_confidence, authors=authors) for document in show("extract", documents)
    )
    return Harvest(tuple(read_again), left)


def _read(extractor: Extractor, document: Document, *, least: float, authors: bool) -> Extraction:
    extraction = _confident(extractor.extract(document), least=least)
    return replace(extraction, authors=author_ids(extraction.id, document.authors)) if authors else extraction


def _discover(extractor: Extractor, documents: Sequence[Document], *, show: Progress) -> dict[str, tuple[Named, ...]]:
    return {
        Extractor.paper_id(document): extractor.discover(document) for document in show("discover names", documents)
    }


def recipe(*, pipeline: str, min_confidence: float = 0.0, authors: bool = False) -> dict[str, str | float | bool]:
    """Return what records are extracted with: records of two recipes do not belong into one graph."""
    return {"pipeline": pipeline, "min_confidence": min_confidence, "authors": authors, "extractors": fingerprint()}


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
