"""Put a new graph in the place of an old one: new files beside the old, all on disk, then one manifest over the other.

At whatever instant a writer is killed, ``manifest.json`` names either all of the old files or all of the new.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.build import build
from kg.errors import GraphFormatError
from kg.graph import KnowledgeGraph
from kg.overrides import Overrides
from kg.records import Extraction, Named, Term
from kg.store import quads
from kg.store.layout import (
    LOCK,
    MANIFEST,
    STORE,
    Manifest,
    check_target,
    file_name,
    is_left,
    read_manifest,
    sha256,
)
from kg.store.lock import only_writer, unless_read
from kg.store.log import Log, file_names


@dataclass(slots=True)
class Writer:
    """The only writer of the graph at *path*; *manifest* is that of the graph which stands there, None where there is none."""

    path: Path
    manifest: Manifest | None

    def build(
        self,
        extractions: Sequence[Extraction],
        terms: Mapping[str, Term],
        *,
        version: str,
        names: Mapping[str, tuple[Named, ...]] | None = None,
        recipe: Mapping[str, Any] | None = None,
        overrides: Overrides | None = None,
    ) -> KnowledgeGraph:
        """Build the graph of *extractions*, put it at the place of the one that stands here, and return it."""
        corrections = overrides or Overrides()
        graph = build(extractions, terms, corrections)
        ordered = sorted(extractions, key=lambda extraction: extraction.id)
        used = {term.id: term for term in terms.values() if quads.is_used(term, graph, corrections)}
        log = Log({extraction.id: extraction for extraction in ordered}, names or {}, used, corrections)
        self.commit(
            log,
            counts=graph.count(),
            fill=lambda folder: quads.fill(folder, quads.lines(graph)),
            version=version,
            recipe=recipe or {},
        )
        return graph

    def commit(
        self,
        log: Log,
        *,
        counts: Mapping[str, Mapping[str, int]],
        fill: Callable[[Path], None],
        version: str,
        recipe: Mapping[str, Any],
    ) -> None:
        """Make *log*, and the store that *fill* makes of it in the folder it is given, the graph that stands here."""
        parts = dict(log.parts())
        sums = {part: sha256(raw) for part, raw in parts.items()}
        files = file_names(parts)
        epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
        files[STORE] = self._store_name([*sums.values(), version, epoch])
        for part, raw in parts.items():
            self._write(self.path / files[part], raw)
        fill(self.path / files[STORE])
        _sync_tree(self.path / files[STORE])
        _sync(self.path)
        manifest = Manifest(files, sums, version, len(log.extractions), counts, recipe, epoch)
        made = self.path / (MANIFEST + ".new")
        _create(made, manifest.dumps())
        # The commit: everything before it can be thrown away, everything after it is tidying.
        made.replace(self.path / MANIFEST)
        self.manifest = manifest
        _sync(self.path)
        sweep(self.path, manifest)

    def _store_name(self, sums: Sequence[str]) -> str:
        """Return a name for a store made of what has the *sums* that nothing has which stands here."""
        digest = sha256(*(text.encode() for text in sums))
        while (self.path / file_name(STORE, digest)).exists():
            digest = sha256(digest.encode())
        return file_name(STORE, digest)

    def _write(self, file: Path, raw: bytes) -> None:
        """Write *raw* to *file*, unless it stands there already; what is damaged is replaced at once, since it may be in use."""
        try:
            if file.read_bytes() == raw:
                return
        except FileNotFoundError:
            _create(file, raw)
            return
        made = self.path / (MANIFEST + ".new")
        _create(made, raw)
        made.replace(file)


@contextmanager
def writing(path: Path) -> Iterator[Writer]:
    """Be the only writer of the graph at *path* within the block, and leave nothing behind of what was not committed.

    Raises GraphFormatError if *path* exists and is no graph, GraphBusyError if another process writes there.
    """
    check_target(path)
    folder = path.resolve()
    made = not folder.exists()
    if made:
        _make(path, folder)
    with only_writer(folder):
        manifest, whole = _present(folder)
        writer = Writer(folder, manifest)
        if whole:
            sweep(folder, manifest)
        try:
            yield writer
        finally:
            if writer.manifest is None and whole:
                sweep(folder, None)
                (folder / LOCK).unlink(missing_ok=True)
                if made:
                    with suppress(OSError):
                        folder.rmdir()
            elif writer.manifest is not None:
                sweep(folder, writer.manifest)


def _make(path: Path, folder: Path) -> None:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(exist_ok=True)
        folder.chmod(folder.parent.stat().st_mode & 0o777)
    except OSError as err:
        err.filename = str(path)  # the name the caller knows
        raise


def _present(folder: Path) -> tuple[Manifest | None, bool]:
    """Return the manifest that stands in *folder*, if any, and whether it says all there is to keep (a damaged one does not)."""
    try:
        return read_manifest(folder), True
    except GraphFormatError:
        return None, not (folder / MANIFEST).exists()


def sweep(path: Path, manifest: Manifest | None) -> None:
    """Remove from the directory *path* what no reader reads and *manifest* does not name: the leftovers of killed writers, old graphs."""
    for left in sorted(path.iterdir()):
        if not is_left(left.name, manifest):
            continue
        if not left.is_dir():
            left.unlink(missing_ok=True)
            continue
        with unless_read(left) as free:
            if free:
                shutil.rmtree(left, ignore_errors=True)


def _create(file: Path, raw: bytes) -> None:
    """Write *raw* to *file* and wait until it is on disk."""
    with file.open("wb") as out:
        out.write(raw)
        out.flush()
        os.fsync(out.fileno())


def _sync(path: Path) -> None:
    """Wait until the file or directory *path* is on disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_tree(path: Path) -> None:
    for file in sorted(path.iterdir()):
        _sync(file)
    _sync(path)


def save(
    path: Path,
    extractions: Sequence[Extraction],
    terms: Mapping[str, Term],
    *,
    version: str,
    names: Mapping[str, tuple[Named, ...]] | None = None,
    recipe: Mapping[str, Any] | None = None,
    overrides: Overrides | None = None,
) -> KnowledgeGraph:
    """Build the graph of *extractions*, write it as the directory *path* and return it.

    *names* are those each paper gives to the corpus, *recipe* says how the records were extracted: without both, papers cannot be added
    later. A build that is killed leaves the graph that stood at *path*. Raises as writing does.
    """
    with writing(path) as writer:
        return writer.build(extractions, terms, version=version, names=names, recipe=recipe, overrides=overrides)
