"""The export formats and views by name, and writing a graph to a file in one of them.

Every module of ``exports.formats`` is one format. It has ``SUFFIXES``, ``LOSES`` (what the format cannot keep, or ``""``), ``dumps(graph)``
that yields what the file holds piece by piece, and ``count(path)`` that reads the file back and says how many things it holds. A format that
makes several files yields a Part before the first piece of each. A format that draws has ``VIEW`` besides, the view it shows unless another is
asked for, and takes any drawing that a module of ``exports.views`` makes.
"""

from __future__ import annotations

import errno
import importlib
import os
import pkgutil
import re
import shutil
import tempfile
import zipfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from kg.errors import KGError, UnknownNameError

if TYPE_CHECKING:
    from exports.drawing import Drawing
    from kg.graph import KnowledgeGraph

__all__ = [
    "DateError",
    "Format",
    "Part",
    "ReadBackError",
    "View",
    "WholeGraphError",
    "check_date",
    "check_part",
    "cut",
    "draws",
    "find_format",
    "format_names",
    "get_format",
    "get_view",
    "view_names",
    "write",
]

# The oldest date that a zip file can hold: the clock is not read.
_EPOCH = (1980, 1, 1, 0, 0, 0)
# Pieces are small and many.
_BUFFER = 2**20


class ReadBackError(KGError, RuntimeError):
    """Raised when a file just written cannot be read back as what was meant; the file is not kept."""


class WholeGraphError(KGError, ValueError):
    """Raised when *format* takes the whole graph only and *asked* is a part of it."""

    def __init__(self, format: str, asked: str, known: Collection[str]) -> None:
        self.format = format
        self.asked = asked
        super().__init__(f"{format} takes the whole graph, not {asked}. Formats that do: {', '.join(sorted(known))}.")


class DateError(KGError, ValueError):
    """Raised when *date* is neither a year, a month nor a day."""

    def __init__(self, date: str) -> None:
        self.date = date
        super().__init__(f"{date!r} is no date. Give a year, a month or a day: 2024, 2024-05 or 2024-05-01.")


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """Begins the file called *name* of a format that makes several."""

    name: str


class Format(Protocol):
    """A module that writes one export format."""

    SUFFIXES: tuple[str, ...]
    LOSES: str

    def dumps(self, graph: KnowledgeGraph) -> Iterator[str | bytes | Part]:
        """Yield what *graph* is in this format, piece by piece."""

    def count(self, path: Path) -> str:
        """Read the file or directory at *path* back and say how much it holds. Raises ValueError if it is none of this format."""


class View(Protocol):
    """A module that makes one projection of a graph."""

    def project(self, graph: KnowledgeGraph) -> Drawing:
        """Return what of *graph* the view shows."""


def _names(package: str) -> tuple[str, ...]:
    path = importlib.import_module(package).__path__
    return tuple(sorted(m.name for m in pkgutil.iter_modules(path) if not m.name.startswith("_")))


@cache
def format_names() -> tuple[str, ...]:
    """Return the names of all export formats, sorted.

    >>> "turtle" in format_names()
    True
    """
    return _names("exports.formats")


@cache
def view_names() -> tuple[str, ...]:
    """Return the names of all views, sorted.

    >>> view_names()
    ('comparisons', 'entities', 'full', 'institutions', 'techniques')
    """
    return _names("exports.views")


def get_format(name: str) -> Format:
    """Return the export format called *name*. Raises UnknownNameError.

    >>> get_format("turtle").SUFFIXES
    ('.ttl',)
    """
    if name not in format_names():
        raise UnknownNameError("export format", name, format_names())
    return cast("Format", importlib.import_module(f"exports.formats.{name}"))


def get_view(name: str) -> View:
    """Return the view called *name*. Raises UnknownNameError.

    >>> get_view("full").__name__
    'exports.views.full'
    """
    if name not in view_names():
        raise UnknownNameError("view", name, view_names())
    return cast("View", importlib.import_module(f"exports.views.{name}"))


def find_format(path: str | os.PathLike[str]) -> Format:
    """Return the format that the suffix of *path* names, the longest one that fits. Raises UnknownNameError.

    >>> find_format("graph.GEXF") is get_format("gexf")
    True
    """
    name = Path(path).name.casefold()
    suffixes = {suffix: format_ for format_ in map(get_format, format_names()) for suffix in format_.SUFFIXES}
    fitting = [suffix for suffix in suffixes if name.endswith(suffix)]
    if not fitting:
        raise UnknownNameError("export suffix", Path(path).suffix or Path(path).name, suffixes)
    return suffixes[max(fitting, key=len)]


def draws(format_: Format) -> str:
    """Return the view that *format_* shows unless another is asked for; empty for a format that takes the whole graph only.

    >>> draws(get_format("gexf")), draws(get_format("turtle"))
    ('full', '')
    """
    return str(getattr(format_, "VIEW", ""))


def cut(graph: KnowledgeGraph, *, view: str = "full", types: Collection[str] = (), min_papers: int = 0) -> Drawing:
    """Return *graph* in *view*, with only the nodes of *types* (all if none is given) that at least *min_papers* papers speak of.

    Papers and claims, of which one paper speaks by their nature, stay whatever *min_papers* is. Raises UnknownNameError.

    >>> from kg.graph import KnowledgeGraph
    >>> cut(KnowledgeGraph(), view="techniques").is_directed()
    False
    """
    _check_types(types)
    made = get_view(view).project(graph)
    dropped = [
        node
        for node, row in made.nodes(data=True)
        if (types and row["type"] not in types)
        or (row["type"] not in ("Paper", "Claim") and row.get("papers", 0) < min_papers)
    ]
    made.remove_nodes_from(dropped)
    return made


def write(
    graph: KnowledgeGraph,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    view: str = "",
    since: str = "",
    until: str = "",
    types: Collection[str] = (),
    min_papers: int = 0,
) -> str:
    """Write *graph* to *path* and return how much the file holds, read back from it.

    The format is the one called *format*, else the one the suffix names; several files go into a directory, or into one file where the name of
    *path* ends in ``.zip``. *view*, *types* and *min_papers* cut as in ``cut``; of papers only those from *since* to *until* (days, months or
    years, both included) are kept. What is written takes its place only when it is whole and could be read back; what stood there before
    stays otherwise. Raises UnknownNameError, WholeGraphError, OSError or ReadBackError.

    >>> from kg.graph import KnowledgeGraph
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(KnowledgeGraph(), Path(folder) / "graph.graphml")
    '0 nodes, 0 edges'
    """
    format_ = get_format(format) if format else find_format(path)
    check_part(format_, view=view, types=types, min_papers=min_papers)
    for date in (since, until):
        check_date(date)
    if since or until:
        from exports.dates import between

        graph = between(graph, since=since, until=until)
    shown: Any = graph
    if draws(format_) and (view or types or min_papers > 1):
        shown = cut(graph, view=view or draws(format_), types=types, min_papers=min_papers)
    return _write(shown, Path(path), format_)


def check_part(format_: Format, *, view: str = "", types: Collection[str] = (), min_papers: int = 0) -> None:
    """Raise WholeGraphError if *format_* cannot write what is asked for, UnknownNameError if there is no such *view* or type."""
    if view:
        get_view(view)
    _check_types(types)
    if draws(format_):
        return
    asked = f"the view {view!r}" if view not in ("", "full") else "some types of nodes" if types else ""
    asked = asked or ("only what several papers name" if min_papers > 1 else "")
    if asked:
        names = {name: get_format(name) for name in format_names()}
        own = next((name for name, module in names.items() if module is format_), "this format")
        raise WholeGraphError(own, asked, [name for name, module in names.items() if draws(module)])


def _check_types(names: Collection[str]) -> None:
    if names:
        from kg.schema import types

        for name in names:
            if name not in types():
                raise UnknownNameError("node type", name, types())


def check_date(date: str) -> None:
    """Raise DateError unless *date* is empty, a year, a month or a day.

    >>> check_date("2024-05")
    """
    from exports.values import is_date

    if date and not (re.fullmatch(r"\d{4}(-\d{2}){0,2}", date) and is_date((date + "-01-01")[:10])):
        raise DateError(date)


def _write(graph: Any, target: Path, format_: Format) -> str:
    from exports.values import left_out

    target = target.resolve()  # a link stays a link
    # A device or a pipe is written to: renaming would put a file in its place.
    special = target.exists() and not (target.is_file() or target.is_dir())
    try:
        # A directory of its own: what is made in it is renamed into place, and the rest goes with it.
        workplace = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=None if special else target.parent))
    except OSError as err:
        err.filename = str(target)  # the name the caller knows
        raise
    try:
        made = workplace / "made"
        with left_out() as dropped:
            _fill(made, format_.dumps(graph))
        try:
            count = format_.count(made)
        except (ValueError, LookupError, TypeError, SyntaxError) as err:
            raise ReadBackError(f"{target}: what was written cannot be read back: {err}") from err
        if made.is_dir() and target.name.casefold().endswith(".zip"):
            made = _pack(made, workplace / "packed")
        if special:
            _pour(made, target)
        else:
            _replace(made, target, workplace / "old")
    finally:
        shutil.rmtree(workplace, ignore_errors=True)
    return count + (f"; {dropped[0]} characters left out that the format cannot hold" if dropped[0] else "")


def _fill(made: Path, pieces: Iterator[str | bytes | Part]) -> None:
    """Write *pieces* to the file *made*, or to files in the directory *made* where they have names."""
    file = None
    try:
        for piece in pieces:
            if isinstance(piece, Part):
                if file is not None:
                    file.close()
                made.mkdir(exist_ok=True)
                file = (made / piece.name).open("wb", buffering=_BUFFER)
            else:
                file = file or made.open("wb", buffering=_BUFFER)
                file.write(piece.encode() if isinstance(piece, str) else piece)
        if file is None:
            made.touch()
    finally:
        if file is not None:
            file.close()


def _pack(folder: Path, packed: Path) -> Path:
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.iterdir()):
            entry = zipfile.ZipInfo(file.name, _EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            with file.open("rb") as source, archive.open(entry, "w", force_zip64=True) as sink:
                shutil.copyfileobj(source, sink)
    with zipfile.ZipFile(packed) as archive:
        broken = archive.testzip()
    if broken is not None:
        raise ReadBackError(f"{broken} cannot be read back from the zip file")
    return packed


def _pour(made: Path, target: Path) -> None:
    if made.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "is no directory, and the format makes several files", str(target))
    with made.open("rb") as source, target.open("wb") as sink:
        shutil.copyfileobj(source, sink)


def _replace(made: Path, target: Path, old: Path) -> None:
    """Put *made* where *target* is. A directory takes the place of one that holds the same files, or none, only."""
    if not made.is_dir():
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a directory, and the format makes one file", str(target))
        made.replace(target)
        return
    if target.exists():
        foreign = (
            sorted({f.name for f in target.iterdir()} - {f.name for f in made.iterdir()}) if target.is_dir() else []
        )
        if foreign or not target.is_dir():
            reason = f"it holds {foreign[0]}" if foreign else "it is a file"
            raise FileExistsError(0, f"exists and is no earlier export ({reason}); it is left as it is", str(target))
        target.rename(old)
    try:
        made.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        raise
