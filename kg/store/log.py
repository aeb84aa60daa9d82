"""The truth of a graph as bytes: the log of extractions, the names papers give each other, the terms in use, the corrections."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from kg import codec
from kg.errors import GraphFormatError
from kg.overrides import Overrides, read_overrides
from kg.records import Extraction, Named, Term
from kg.store.layout import LOG, NAMES, OVERRIDES, TERMS, Manifest, file_name, read_manifest, sha256


@dataclass(frozen=True, slots=True)
class Log:
    """All that a graph is built from: *extractions*, *names* and the *lines* they are kept as by paper, *terms* by id, *overrides*."""

    extractions: Mapping[str, Extraction]
    names: Mapping[str, tuple[Named, ...]] = field(default_factory=dict)
    terms: Mapping[str, Term] = field(default_factory=dict)
    overrides: Overrides = field(default_factory=Overrides)
    lines: Mapping[str, bytes] = field(default_factory=dict)

    def parts(self) -> Iterator[tuple[str, bytes]]:
        """Yield the name of each part and its bytes, which depend on nothing but what the part says."""
        papers = sorted(self.extractions)
        kept = self.lines
        log = [kept[paper] if paper in kept else codec.dumps(self.extractions[paper]).encode() for paper in papers]
        yield LOG, _joined(log)
        yield NAMES, _joined(codec.dumps_names(p, names).encode() for p in papers if (names := self.names.get(p)))
        yield TERMS, _joined(codec.dumps_term(self.terms[node]).encode() for node in sorted(self.terms))
        if self.overrides:
            yield OVERRIDES, self.overrides.text.encode()


def _joined(lines: Iterable[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def file_names(parts: Mapping[str, bytes]) -> dict[str, str]:
    """Return the file that each of *parts* belongs in."""
    return {part: file_name(part, sha256(raw)) for part, raw in parts.items()}


def read_parts(path: str | os.PathLike[str]) -> tuple[Manifest, dict[str, bytes]]:
    """Return the manifest of the graph at *path* and the bytes of the parts of its log, all of one moment. Raises GraphFormatError."""
    folder = Path(path)
    while True:
        manifest = read_manifest(folder)
        parts = {}
        try:
            for part in (LOG, NAMES, TERMS, OVERRIDES):
                if part in manifest.files:
                    parts[part] = manifest.file(folder, part).read_bytes()
        except OSError as err:
            if read_manifest(folder) == manifest:
                raise GraphFormatError(str(path), f"{manifest.files[part]}: {err.strerror}") from err
            continue  # a writer has put another graph in its place meanwhile
        for part, raw in parts.items():
            if sha256(raw) != manifest.sha256.get(part):
                reason = f"{manifest.files[part]} is not the file the manifest describes; build the graph anew"
                raise GraphFormatError(str(path), reason)
        return manifest, parts


def read(path: str | os.PathLike[str]) -> tuple[Manifest, Log]:
    """Return the manifest and the log of the graph at *path*. Raises GraphFormatError."""
    manifest, parts = read_parts(path)
    return manifest, parse(path, parts)


def parse(path: str | os.PathLike[str], parts: Mapping[str, bytes]) -> Log:
    """Return the log whose bytes are *parts*, of the graph at *path*. Raises GraphFormatError for what is no log."""
    try:
        with no_collector():
            # Not splitlines: JSON strings may hold U+2028 and the like unescaped.
            lines = [line for line in parts[LOG].split(b"\n") if line]
            extractions = [codec.loads(line.decode()) for line in lines]
            names = dict(codec.loads_names(line) for line in parts[NAMES].decode().split("\n") if line)
            terms = [codec.loads_term(line) for line in parts[TERMS].decode().split("\n") if line]
    except (KeyError, TypeError, ValueError) as err:
        raise GraphFormatError(str(path), f"holds records of another version ({err!r}); build it anew") from err
    overrides = read_overrides(parts.get(OVERRIDES, b"").decode(), path=f"{path}/overrides")
    return Log(
        {extraction.id: extraction for extraction in extractions},
        names,
        {term.id: term for term in terms},
        overrides,
        {extraction.id: line for extraction, line in zip(extractions, lines, strict=True)},
    )


@contextmanager
def no_collector() -> Iterator[None]:
    """Keep the garbage collector off within the block: nothing of what a graph is made of is garbage, and looking for it takes half the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def read_log(path: str | os.PathLike[str]) -> tuple[list[Extraction], dict[str, Term]]:
    """Return the extractions and the terms that the graph at *path* was built from. Raises GraphFormatError."""
    _, log = read(path)
    return list(log.extractions.values()), dict(log.terms)
