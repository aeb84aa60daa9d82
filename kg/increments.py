"""Add papers to a graph and take papers out of it; what stands there then is what building it anew would give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kg
from kg import pipeline, store
from kg.errors import AmbiguousNameError, GraphFormatError, RecipeError, UnknownNameError
from kg.ids import paper_id
from kg.joining import join_into
from kg.overrides import Overrides
from kg.records import Document
from kg.store import changes
from kg.store.layout import Manifest
from kg.store.log import no_collector


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a graph: papers *added*, *replaced* by a fuller record, *kept* as they were though given again, *removed*.

    *again* are other papers that were read again, since they mention a name that came or went; *counts* is what the graph holds now.
    """

    added: tuple[str, ...]
    replaced: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]
    again: tuple[str, ...]
    counts: Mapping[str, Mapping[str, int]]


def add(
    path: Path, documents: Iterable[Document], *, rebuild: bool = False, progress: pipeline.Progress | None = None
) -> Change:
    """Add the papers of *documents* to the graph at *path*; records of one paper are joined.

    With *rebuild* all papers are read anew, with the pipeline that the graph was built with. Raises RecipeError where the graph was built
    with another version or other vocabularies, and as kg.store.writing does.
    """
    return _change(path, tuple(documents), gone=(), rebuild=rebuild, progress=progress)


def remove(
    path: Path, papers: Iterable[str], *, rebuild: bool = False, progress: pipeline.Progress | None = None
) -> Change:
    """Take *papers*, called by id or title, out of the graph at *path*. Raises UnknownNameError, else as add does."""
    return _change(path, (), gone=papers, rebuild=rebuild, progress=progress)


def _change(
    path: Path,
    arrived: tuple[Document, ...],
    *,
    gone: Iterable[str],
    rebuild: bool,
    progress: pipeline.Progress | None,
) -> Change:
    store.read_manifest(path)
    with store.writing(path) as writer:
        manifest, log = store.read(writer.path)
        made_with = _recipe(path, manifest, rebuild=rebuild)
        known = {paper: extraction.document for paper, extraction in log.extractions.items()}
        fuller, merged = join_into(known, arrived)
        removed = tuple(sorted({_find(name, known) for name in gone} | merged))
        own = {paper_id(arxiv=d.arxiv, title=d.title, doi=d.doi) for d in arrived}
        same = (own & known.keys()) - fuller.keys() - merged
        given = (
            tuple(sorted(fuller.keys() - known.keys())),
            tuple(sorted(fuller.keys() & known.keys())),
            tuple(sorted(same)),
            removed,
        )
        if rebuild:
            papers = {**known, **fuller}
            documents = [papers[paper] for paper in sorted(papers) if paper not in removed]
            again = tuple(sorted(papers.keys() - fuller.keys() - set(removed)))
            _build(writer, documents, made_with, overrides=log.overrides, progress=progress)
        elif fuller or removed:
            again = _update(writer, log, fuller, removed, made_with, progress=progress)
        else:
            again = ()
        assert writer.manifest is not None
        return Change(*given, again, writer.manifest.counts)


def _recipe(path: Path, manifest: Manifest, *, rebuild: bool) -> dict[str, Any]:
    """Return what papers of the graph are read with. Raises RecipeError where that differs from what its papers were read with."""
    then = dict(manifest.recipe)
    if not then:
        raise GraphFormatError(
            str(path), "was not built from papers by kg build, so that none can be added or taken out"
        )
    now = pipeline.recipe(
        pipeline=str(then["pipeline"]), min_confidence=float(then["min_confidence"]), authors=bool(then.get("authors"))
    )
    if rebuild:
        return now
    if manifest.paperkg != kg.__version__:
        raise RecipeError(str(path), f"it was built with paperkg {manifest.paperkg}, and this is {kg.__version__}")
    if then != now:
        raise RecipeError(str(path), "it was built with other vocabularies or weights than those at hand")
    return now


def _find(name: str, known: Mapping[str, Document]) -> str:
    """Return the id of the paper of *known* that *name*, an id or a title, means."""
    for node in (name, f"paper/{name}"):
        if node in known:
            return node
    titled = [
        paper
        for paper, document in known.items()
        if paper_id(arxiv="", title=document.title) == paper_id(arxiv="", title=name)
    ]
    if len(titled) > 1:
        raise AmbiguousNameError(name, titled)
    if not titled:
        raise UnknownNameError("paper", name, (*known, *(document.title for document in known.values())))
    return titled[0]


def _build(
    writer: store.Writer,
    documents: list[Document],
    made_with: Mapping[str, Any],
    *,
    overrides: Overrides,
    progress: pipeline.Progress | None,
) -> None:
    found = pipeline.harvest(
        documents,
        pipeline=made_with["pipeline"],
        min_confidence=made_with["min_confidence"],
        authors=made_with["authors"],
        progress=progress,
    )
    writer.build(
        found.extractions,
        pipeline.terms(),
        version=kg.__version__,
        names=found.names,
        recipe=made_with,
        overrides=overrides,
    )


def _update(
    writer: store.Writer,
    log: store.Log,
    fuller: Mapping[str, Document],
    removed: tuple[str, ...],
    made_with: Mapping[str, Any],
    *,
    progress: pipeline.Progress | None,
) -> tuple[str, ...]:
    """Put *fuller* papers in and take *removed* ones out; return which others were read again."""
    with no_collector():
        kept = {paper: found for paper, found in log.extractions.items() if paper not in removed}
        found = pipeline.harvest_again(
            kept,
            log.names,
            fuller,
            pipeline=made_with["pipeline"],
            min_confidence=made_with["min_confidence"],
            authors=made_with["authors"],
            progress=progress,
        )
        read = {extraction.id: extraction for extraction in found.extractions}
        papers = {**kept, **read}
        lines = {paper: log.lines[paper] for paper in kept if paper not in read}
        changes.update(
            writer,
            log,
            store.Log(
                {paper: papers[paper] for paper in sorted(papers)}, found.names, pipeline.terms(), log.overrides, lines
            ),
            version=kg.__version__,
            recipe=made_with,
        )
    return tuple(sorted(read.keys() - fuller.keys()))
