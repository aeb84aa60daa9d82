"""The readers by name: every module of this package that has ``read``, ``sniff`` and ``SUFFIXES`` is one."""

from __future__ import annotations

import importlib
import io
import os
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Protocol, cast

from extractors.parsing.fields import LONGEST_REJECT
from extractors.parsing.opening import PACKED, Source, unpack, with_head
from extractors.parsing.reading import Problem, Reading
from extractors.parsing.text import bad_byte, read_text
from kg.errors import InputError, UnknownNameError
from kg.records import Document

__all__ = ["Options", "Problem", "Reading", "find_reader", "get_reader", "read_path", "read_paths", "reader_names"]

#: As many bytes of a file show its format.
HEAD = 256 * 1024
#: The path that stands for standard input.
STDIN = "-"
#: A folder that holds a file of this name is passed over where the folder above it is walked.
IGNORE_FILE = ".kgignore"
#: A file with more problems is another thing than its format, and its problems would fill memory.
MOST_PROBLEMS = 10_000
# Beyond the first problems of a file the rejects keep only the beginnings of the records.
_FEW_PROBLEMS, _SHORT_TEXT = 500, 200
# What a built graph has in it: it is no input, wherever it lies.
_GRAPH = re.compile(r"extractions(-[0-9a-f]{16})?\.jsonl")
# Documentation in Markdown or HTML lies beside input: what is no digest is not read, and is no problem either.
_PROSE = (".md", ".markdown", ".html", ".htm")


class Reader(Protocol):
    """A module that reads one input format.

    A format that is read record by record has ``stream(stream, *, source)`` beside ``read``, which then only wraps the text. One that can be told
    which columns mean what takes ``columns`` and ``tell`` in both, and says so with ``COLUMNS``, the fields that a column can be.
    """

    SUFFIXES: tuple[str, ...]

    def sniff(self, head: str) -> bool:
        """Return whether a file that begins with *head* is of this format."""

    def read(self, text: str, *, source: str) -> Iterator[Reading]:
        """Yield the documents and the problems of *text*."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to read: the *format* by name (empty: guessed), which field is which of *columns*, and whom to *tell* of guesses."""

    format: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    tell: Callable[[str], None] = lambda _: None


@cache
def reader_names() -> tuple[str, ...]:
    """Return the names of all input formats, sorted."""
    names = (module.name for module in pkgutil.iter_modules(__path__))
    return tuple(sorted(name for name in names if hasattr(importlib.import_module(f"{__name__}.{name}"), "read")))


def get_reader(name: str) -> Reader:
    """Return the reader called *name*. Raises UnknownNameError."""
    if name not in reader_names():
        raise UnknownNameError("input format", name, reader_names())
    return cast("Reader", importlib.import_module(f"{__name__}.{name}"))


def find_reader(path: str, head: str) -> Reader | None:
    """Return the reader whose format *head* shows, those whose suffix *path* has being asked first; or None."""
    suffix = _suffix(path)
    readers = sorted(map(get_reader, reader_names()), key=lambda reader: suffix not in reader.SUFFIXES)
    return next((reader for reader in readers if reader.sniff(head)), None)


def read_path(
    path: str | os.PathLike[str],
    *,
    source: str | None = None,
    format: str | None = None,
    options: Options | None = None,
) -> list[Reading]:
    """Return what the file at *path* holds, guessing the format from its content unless *format* names it.

    Bytes that are no UTF-8 raise InputError with their line, as does a file of no known format.
    """
    options = options or Options(format or "")
    return list(_read_file(path, source=source or os.fspath(path), options=options))


def _read_file(path: str | os.PathLike[str], *, source: str, options: Options) -> Iterator[Reading]:
    """Yield what the file at *path* holds, record by record where its format allows it."""
    if os.fspath(path) == STDIN:
        yield from read_stream(sys.stdin.buffer, source=source, options=options)
        return
    try:
        with Path(path).open("rb") as stream:
            yield from read_stream(stream, source=source, options=options)
    except OSError as err:
        raise InputError(source, 0, err.strerror or str(err)) from err


def read_bytes(raw: bytes, *, source: str, format: str | None = None) -> list[Reading]:
    """Return what *raw*, the content of a file called *source*, holds. Raises as read_path does."""
    return list(read_stream(io.BytesIO(raw), source=source, options=Options(format or "")))


def read_stream(stream: Source, *, source: str, options: Options) -> Iterator[Reading]:
    """Yield what *stream*, the content of a file called *source*, holds; packed content is unpacked. Raises InputError."""
    for name, unpacked in unpack(stream, source=source, wanted=is_input):
        problems = 0
        for reading in _read_one(unpacked, source=name, options=options):
            if isinstance(reading, Problem):
                problems += 1
                if problems > MOST_PROBLEMS:
                    reason = f"more than {MOST_PROBLEMS} problems; the rest of the file is not read"
                    yield Problem(name, reading.line, reason)
                    break
                longest = LONGEST_REJECT if problems <= _FEW_PROBLEMS else _SHORT_TEXT
                yield replace(reading, text=reading.text[:longest])
            else:
                yield reading


def _read_one(stream: Source, *, source: str, options: Options) -> Iterator[Reading]:
    head, whole = with_head(stream, HEAD)
    text = head.decode("utf-8-sig", "replace")
    if not text.strip():
        raise InputError(source, 1, "the file is empty")
    reader = get_reader(options.format) if options.format else find_reader(source, text)
    if reader is None and options.columns and _suffix(source) in _table().SUFFIXES:
        reader = _table()
    if reader is None:
        _refuse(head, source=source)
    assert reader is not None
    given = {"columns": options.columns, "tell": options.tell} if hasattr(reader, "COLUMNS") else {}
    if hasattr(reader, "stream"):
        yield from cast("Callable[..., Iterator[Reading]]", reader.stream)(whole, source=source, **given)
    else:
        yield from reader.read(read_text(whole, source=source), source=source, **given)


def _table() -> Reader:
    """Return the reader that can be told the columns."""
    return next(reader for reader in map(get_reader, reader_names()) if hasattr(reader, "COLUMNS"))


def _refuse(head: bytes, *, source: str) -> None:
    try:
        head.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        if err.end < len(head) or len(head) < HEAD:  # else the head ends within a character
            raise InputError(source, head[: err.start].count(b"\n") + 1, bad_byte(head, err)) from err
    known = ", ".join(reader_names())
    raise InputError(source, 1, f"unknown input format. Name it with --from if it is one of these: {known}")


def read_paths(paths: Iterable[str | os.PathLike[str]], *, options: Options | None = None) -> Iterator[Reading]:
    """Yield what the files at *paths* hold; a directory stands for its input files, sorted by path, and ``-`` for standard input.

    A file that cannot be read at all is one Problem, so that the others are still read.
    """
    options = options or Options()
    for path in paths:
        walked = Path(path).is_dir()
        for file in _walk(Path(path)):
            if walked and not options.format and file.suffix.casefold() in _PROSE and not _is_known(file):
                if not file.stem.casefold().startswith("readme"):
                    options.tell(f"{file.as_posix()}: passed over: no digest of papers")
                continue
            source = "<stdin>" if os.fspath(path) == STDIN else file.as_posix()
            try:
                yield from _read_file(file, source=source, options=options)
            except InputError as err:
                yield Problem(err.path, err.line, err.reason)


def _is_known(file: Path) -> bool:
    with file.open("rb") as stream:
        head = stream.read(HEAD).decode("utf-8-sig", "replace")
    own = [reader for reader in map(get_reader, reader_names()) if file.suffix.casefold() in reader.SUFFIXES]
    return any(reader.sniff(head) for reader in own)


def _walk(path: Path) -> list[Path]:
    if os.fspath(path) == STDIN or not path.is_dir():
        return [path]
    found: list[Path] = []
    for folder, folders, files in os.walk(path):
        here = Path(folder)
        folders[:] = [name for name in folders if not name.startswith(".")]
        if here != path and (IGNORE_FILE in files or _is_graph(files)):
            folders.clear()
            continue
        found += [here / name for name in files if is_input(name) and (here / name).is_file()]
    return sorted(found, key=lambda file: file.as_posix())


def _is_graph(files: Iterable[str]) -> bool:
    return "manifest.json" in files and any(map(_GRAPH.fullmatch, files))


def is_input(name: str) -> bool:
    """Return whether the file called *name* is one of an input format, by its suffix.

    >>> is_input("papers.txt.gz"), is_input("papers.zip"), is_input("paper.pdf"), is_input("__MACOSX/._papers.txt")
    (True, True, False, False)
    """
    if Path(name).name.startswith("._"):  # what macOS puts into archives beside each file
        return False
    return _suffix(name) in _suffixes() or Path(name).suffix.casefold() == ".zip"


def _suffix(name: str) -> str:
    path = Path(name)
    suffix = path.suffix.casefold()
    return Path(path.stem).suffix.casefold() if suffix in PACKED else suffix


@cache
def _suffixes() -> frozenset[str]:
    return frozenset(suffix for name in reader_names() for suffix in get_reader(name).SUFFIXES)


def documents(readings: Iterable[Reading]) -> Iterator[Document]:
    """Yield the documents of *readings*. Raises InputError at the first problem."""
    for reading in readings:
        if isinstance(reading, Problem):
            raise reading.error()
        yield reading
