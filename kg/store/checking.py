"""Is a graph on disk what it says it is? Checksums, evidence that quotes its paper, a store that holds what the log gives."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from kg import codec
from kg.build import build
from kg.errors import GraphFormatError, KGError
from kg.graph import VOCABULARY, KnowledgeGraph
from kg.rdf import EPOCH, lines
from kg.records import Extraction, Mention
from kg.store.asking import open_store
from kg.store.layout import Manifest
from kg.store.log import Log, read


def verify(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield what is wrong with the graph at *path*, one line a problem; nothing where it is whole.

    Raises GraphFormatError for a path that holds no graph at all.
    """
    try:
        manifest, log = read(path)
    except GraphFormatError as err:
        if not (Path(path) / "manifest.json").is_file():
            raise
        yield err.reason
        return
    except KGError as err:
        yield str(err)
        return
    yield from _lines(log)
    for extraction in log.extractions.values():
        yield from _quotes(extraction)
    graph = build(log.extractions.values(), log.terms, log.overrides)
    yield from _evidence(graph)
    if len(log.extractions) != manifest.papers or graph.count() != manifest.counts:
        yield "manifest.json: states other numbers than the log gives"
    yield from _store(path, manifest, graph)


def _lines(log: Log) -> Iterator[str]:
    papers = list(log.extractions)
    if papers != sorted(papers) or len(papers) != len(log.lines):
        yield "the log is not sorted by paper, or holds a paper twice"
    for paper, line in log.lines.items():
        if codec.dumps(log.extractions[paper]).encode() != line:
            yield f"{paper}: its line of the log is not what this version writes"
    for paper in sorted(set(log.names) - set(papers)):
        yield f"{paper}: gives names to the corpus and is not in it"


def _quotes(extraction: Extraction) -> Iterator[str]:
    found: list[Mention] = [m for institution in extraction.institutions for m in institution.mentions]
    found += [m for entity in extraction.entities for m in entity.mentions]
    found += [m for claim in extraction.claims for m in (claim.mention, claim.sentence)]
    for mention in found:
        if extraction.document.field(mention.field)[mention.start : mention.end] != mention.text:
            place = f"{mention.field} {mention.start}-{mention.end}"
            yield f"{extraction.id}: {place} does not read {mention.text!r}"


def _evidence(graph: KnowledgeGraph) -> Iterator[str]:
    for (source, predicate, target), evidence in graph.evidence():
        for reason in sorted(evidence):
            if reason.source.startswith(VOCABULARY) or not reason.field:
                continue
            if not 0 <= reason.start <= reason.end <= len(graph.text(reason.source, reason.field)):
                yield f"{source} {predicate} {target}: its evidence lies outside of {reason.field} of {reason.source}"


def _store(path: str | os.PathLike[str], manifest: Manifest, graph: KnowledgeGraph) -> Iterator[str]:
    from pyoxigraph import RdfFormat, Store, parse

    stated = EPOCH.set(manifest.epoch)
    try:
        wanted = "".join(lines(graph))
    finally:
        EPOCH.reset(stated)
    try:
        with open_store(path) as store:
            missing = sum(quad not in store for quad in parse(wanted, format=RdfFormat.N_QUADS))
            held = len(store)
    except GraphFormatError as err:
        yield err.reason
        return
    except (OSError, RuntimeError) as err:
        yield f"its store cannot be read ({err})"
        return
    if missing:
        yield f"its store lacks {missing} quads that the log gives"
    number = wanted.count("\n")
    if not missing and held != number:
        # Two ways to write one number are two lines and one quad.
        loaded = Store()
        loaded.bulk_load(wanted.encode(), format=RdfFormat.N_QUADS)
        number = len(loaded)
    if held + missing > number:
        yield f"its store holds {held + missing - number} quads that the log does not give"
