"""Every error paperkg raises on purpose.

KGError
├── InputError (ValueError)       a file holds something that cannot be read
├── VocabularyError (ValueError)  a gazetteer row breaks the rules of its file
├── GraphFormatError (ValueError) a path is not a graph, or not one of this version
├── GraphBusyError (RuntimeError) another process writes the graph
├── RecipeError (ValueError)      a graph was made by other means than those at hand
├── UnknownNameError (LookupError) no node, format, reader or predicate has that name
├── AmbiguousNameError (LookupError) several nodes have that name
├── QueryError (ValueError)       a SPARQL query cannot be parsed or run
└── MissingExtraError (ImportError) an optional dependency is not installed
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

# A message that lists more names than this is no longer read.
_FEW = 24
_LONG = 100


class KGError(Exception):
    """Base of all paperkg errors."""


class InputError(KGError, ValueError):
    """Raised for input that cannot be read; *path* and *line* say where (line 0: the file as a whole)."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        self.path = path
        self.line = line
        self.reason = reason
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}")


class VocabularyError(InputError):
    """Raised for a gazetteer row that breaks the rules of its file."""


class GraphFormatError(KGError, ValueError):
    """Raised for a path that holds no graph, or one of another version."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}")


class GraphBusyError(KGError, RuntimeError):
    """Raised when another process, *pid*, is writing the graph at *path*."""

    def __init__(self, path: str, pid: str = "") -> None:
        self.path = path
        self.pid = pid
        who = f"process {pid}" if pid else "another process"
        super().__init__(f"{path}: {who} is writing this graph; wait until it has finished. Readers need not wait.")


class RecipeError(KGError, ValueError):
    """Raised when papers cannot join the graph at *path*, because its own were read by other means: *difference* says which."""

    def __init__(self, path: str, difference: str) -> None:
        self.path = path
        self.difference = difference
        super().__init__(f"{path}: {difference}. Read all of its papers anew with --rebuild, or build the graph anew.")


class UnknownNameError(KGError, LookupError):
    """Raised when nothing of *kind* is called *name*; *known* are the names that exist.

    The message lists all of them where they are few, else those close to *name*.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str] = ()) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(sorted(set(known) - {""}))
        self.close = _close(name[:_LONG], self.known)
        given = repr(name) if len(name) <= _LONG else repr(name[:_LONG]) + "…"
        parts = [f"No {kind} named {given}."]
        if self.close:
            *others, last = map(repr, self.close)
            parts.append(f"Did you mean {' or '.join([', '.join(others), last] if others else [last])}?")
        if 0 < len(self.known) <= _FEW:
            parts.append(f"Known: {', '.join(self.known)}.")
        super().__init__(" ".join(parts))


def _close(name: str, known: Iterable[str]) -> tuple[str, ...]:
    folded: dict[str, str] = {}
    for other in known:
        folded.setdefault(other.casefold(), other)
    return tuple(folded[close] for close in difflib.get_close_matches(name.casefold(), folded, n=3))


class AmbiguousNameError(KGError, LookupError):
    """Raised when *name* means several nodes; *candidates* are their ids."""

    def __init__(self, name: str, candidates: Iterable[str]) -> None:
        self.name = name
        self.candidates = tuple(sorted(candidates))
        super().__init__(f"{name!r} means several nodes: {', '.join(self.candidates)}. Give the id.")


class QueryError(KGError, ValueError):
    """Raised for a query that cannot be parsed or run."""


class MissingExtraError(KGError, ImportError):
    """Raised when *package* is needed but not installed; says how to install it."""

    def __init__(self, package: str, extra: str) -> None:
        self.package = package
        self.extra = extra
        super().__init__(f"This needs {package}. Install it with: pip install 'paperkg[{extra}]'")
