"""The export formats by name, and writing a graph to a file in one of them.

Every module of ``exports.formats`` is one format. It has ``SUFFIXES``, ``LOSES`` (what the format cannot keep, or ``""``), ``dumps(graph)``
that yields the file's text piece by piece, and ``count(text)`` that reads the text back and says how many things it holds.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from kg.errors import KGError, UnknownNameError

if TYPE_CHECKING:
    from kg.graph import KnowledgeGraph

__all__ = ["Format", "ReadBackError", "find_format", "format_names", "get_format", "write"]


class ReadBackError(KGError, RuntimeError):
    """Raised when a file just written cannot be read back as what was meant; the file is not kept."""


class Format(Protocol):
    """A module that writes one export format."""

    SUFFIXES: tuple[str, ...]
    LOSES: str

    def dumps(self, graph: KnowledgeGraph) -> Iterator[str]:
        """Yield the text of *graph* in this format, piece by piece."""

    def count(self, path: Path) -> str:
        """Read the file at *path* back and say how much it holds. Raises ValueError if it is none of this format."""


@cache
def format_names() -> tuple[str, ...]:
    """Return the names of all export formats, sorted.

    >>> "turtle" in format_names()
    True
    """
    package = importlib.import_module("exports.formats")
    return tuple(sorted(m.name for m in pkgutil.iter_modules(package.__path__) if not m.name.startswith("_")))


def get_format(name: str) -> Format:
    """Return the export format called *name*. Raises UnknownNameError.

    >>> get_format("turtle").SUFFIXES
    ('.ttl',)
    """
    if name not in format_names():
        raise UnknownNameError("export format", name, format_names())
    return cast("Format", importlib.import_module(f"exports.formats.{name}"))


def find_format(path: str | os.PathLike[str]) -> Format:
    """Return the format that the suffix of *path* names. Raises UnknownNameError.

    >>> find_format("graph.GEXF") is get_format("gexf")
    True
    """
    name = Path(path).name.casefold()
    for format_ in map(get_format, format_names()):
        if any(name.endswith(suffix) for suffix in format_.SUFFIXES):
            return format_
    suffixes = {suffix for name_ in format_names() for suffix in get_format(name_).SUFFIXES}
    raise UnknownNameError("export suffix", Path(path).suffix or Path(path).name, suffixes)


def write(graph: KnowledgeGraph, path: str | os.PathLike[str], *, format: str | None = None) -> str:
    """Write *graph* to *path* and return how much the file holds, read back from it.

    The format is the one called *format*, else the one the suffix names. The file takes its place only when it is whole and could be
    read back; what stood there before stays otherwise. Raises UnknownNameError, OSError or ReadBackError.

    >>> from kg.graph import KnowledgeGraph
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(KnowledgeGraph(), Path(folder) / "graph.graphml")
    '0 nodes, 0 edges'
    """
    format_ = get_format(format) if format else find_format(path)
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as err:
        err.filename = str(target)  # the name the caller knows
        raise
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            for piece in format_.dumps(graph):
                file.write(piece)
        try:
            count = format_.count(temporary)
        except (ValueError, SyntaxError) as err:
            raise ReadBackError(f"{path}: what was written cannot be read back: {err}") from err
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    return count


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
