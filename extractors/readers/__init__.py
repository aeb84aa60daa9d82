"""The readers by name: every module of this package that has ``read``, ``sniff`` and ``SUFFIXES`` is one."""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Protocol, cast

from extractors.readers.reading import Problem, Reading
from kg.errors import InputError, UnknownNameError
from kg.records import Document

__all__ = ["Problem", "Reading", "find_reader", "get_reader", "read_path", "read_paths", "reader_names"]


class Reader(Protocol):
    """A module that reads one input format."""

    SUFFIXES: tuple[str, ...]

    def sniff(self, head: str) -> bool:
        """Return whether a file that begins with *head* is of this format."""

    def read(self, text: str, *, source: str) -> Iterator[Reading]:
        """Yield the documents and the problems of *text*."""


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
    suffix = Path(path).suffix.casefold()
    readers = sorted(map(get_reader, reader_names()), key=lambda reader: suffix not in reader.SUFFIXES)
    return next((reader for reader in readers if reader.sniff(head)), None)


def read_path(path: str | os.PathLike[str], *, source: str | None = None, format: str | None = None) -> list[Reading]:
    """Return what the file at *path* holds, guessing the format from its content unless *format* names it.

    Bytes that are no UTF-8 raise InputError with their line, as does a file of no known format.
    """
    source = source or os.fspath(path)
    try:
        raw = Path(path).read_bytes()
    except OSError as err:
        raise InputError(source, 0, err.strerror or str(err)) from err
    return read_bytes(raw, source=source, format=format)


def read_bytes(raw: bytes, *, source: str, format: str | None = None) -> list[Reading]:
    """Return what *raw*, the content of a file called *source*, holds. Raises as read_path does."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        line = raw[: err.start].count(b"\n") + 1
        raise InputError(source, line, f"byte {raw[err.start]:#04x} is no UTF-8; convert the file first") from err
    if not text.strip():
        raise InputError(source, 1, "the file is empty")
    reader = get_reader(format) if format else find_reader(source, text)
    if reader is None:
        known = ", ".join(reader_names())
        raise InputError(source, 1, f"unknown input format (no digest date line found). Known formats: {known}")
    return list(reader.read(text, source=source))


def read_paths(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Reading]:
    """Yield what the files at *paths* hold; a directory stands for its input files, sorted by path.

    A file that cannot be read at all is one Problem, so that the others are still read.
    """
    for path in paths:
        for file in _walk(Path(path)):
            try:
                yield from read_path(file, source=file.as_posix())
            except InputError as err:
                yield Problem(err.path, err.line, err.reason)


def _walk(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    suffixes = {suffix for name in reader_names() for suffix in get_reader(name).SUFFIXES}
    found = (file for file in path.rglob("*") if file.suffix.casefold() in suffixes and file.is_file())
    return sorted(found, key=lambda file: file.as_posix())


def documents(readings: Iterable[Reading]) -> Iterator[Document]:
    """Yield the documents of *readings*. Raises InputError at the first problem."""
    for reading in readings:
        if isinstance(reading, Problem):
            raise reading.error()
        yield reading
