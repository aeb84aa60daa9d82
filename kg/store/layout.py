"""What a graph's directory holds: files named after their content, and the manifest whose replacement is the one commit point.

``extractions-<hash>.jsonl`` is the log: one line a paper. ``names-<hash>.jsonl`` keeps the names each paper gives to the corpus,
``terms-<hash>.jsonl`` the vocabulary's terms in use, ``overrides-<hash>.tsv`` a person's corrections, ``store-<hash>/`` the quads.
``manifest.json`` says which of them are the graph; what it does not name is a leftover of a writer that was killed, or what a reader
that began earlier still reads.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import GraphFormatError

FORMAT = 2
MANIFEST = "manifest.json"
LOCK = "lock"
LOG, NAMES, TERMS, OVERRIDES, STORE = "extractions", "names", "terms", "overrides", "store"
_SUFFIXES = {LOG: ".jsonl", NAMES: ".jsonl", TERMS: ".jsonl", OVERRIDES: ".tsv", STORE: ""}
_OURS = re.compile(
    r"(extractions|names|terms)-[0-9a-f]{16}\.jsonl|overrides-[0-9a-f]{16}\.tsv|store-[0-9a-f]{16}|manifest\.json\.new"
)
# What format 1 was made of: a build may take its place.
_OLD = ("extractions.jsonl", "terms.jsonl", "store")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What ``manifest.json`` says: *files* by what they hold, the *sha256* of their bytes, what built the graph and what is in it.

    *recipe* is what the records were extracted with (see kg.pipeline.recipe), empty where they came from elsewhere; *epoch* the time
    that the description of the data set states.
    """

    files: Mapping[str, str]
    sha256: Mapping[str, str]
    paperkg: str
    papers: int
    counts: Mapping[str, Mapping[str, int]]
    recipe: Mapping[str, Any]
    epoch: str = ""

    def dumps(self) -> bytes:
        """Return the bytes of the file."""
        values = {
            "format": FORMAT,
            "files": dict(self.files),
            "sha256": dict(self.sha256),
            "paperkg": self.paperkg,
            "papers": self.papers,
            "counts": self.counts,
            "recipe": dict(self.recipe),
            "epoch": self.epoch,
        }
        return (json.dumps(values, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()

    def file(self, path: Path, part: str) -> Path:
        """Return where *part* of the graph at *path* stands."""
        return path / self.files[part]


def file_name(part: str, digest: str) -> str:
    """Return the name of the file that holds *part* and has the hexadecimal *digest*.

    >>> file_name("terms", "0123456789abcdef0123")
    'terms-0123456789abcdef.jsonl'
    """
    return f"{part}-{digest[:16]}{_SUFFIXES[part]}"


def sha256(*parts: bytes) -> str:
    """Return the SHA-256 of *parts* one after the other, in hexadecimal digits."""
    made = hashlib.sha256()
    for part in parts:
        made.update(part)
    return made.hexdigest()


def is_ours(name: str) -> bool:
    """Return whether a graph's directory may hold a file called *name*."""
    return name in (MANIFEST, LOCK) or _OURS.fullmatch(name) is not None


def is_left(name: str, manifest: Manifest | None) -> bool:
    """Return whether the file called *name* is none of those that *manifest* (none: there is no graph) names."""
    kept = {MANIFEST, LOCK, *(manifest.files.values() if manifest else ())}
    return (is_ours(name) or name in _OLD) and name not in kept


def check_target(path: Path) -> None:
    """Raise GraphFormatError unless a graph can be written to *path*: nothing, an empty directory or a graph stands there."""
    if not path.exists():
        return
    if not path.is_dir():
        raise GraphFormatError(str(path), "exists and is no directory; it is left as it is")
    # A manifest alone proves nothing: other programs have files of that name.
    old = _OLD if (path / MANIFEST).exists() else ()
    foreign = sorted(file.name for file in path.iterdir() if not is_ours(file.name) and file.name not in old)
    if foreign or path.resolve() == Path.cwd():
        reason = f"it holds {foreign[0]}" if foreign else "it is the working directory"
        raise GraphFormatError(str(path), f"exists and is no graph ({reason}); it is left as it is")


def read_manifest(path: str | os.PathLike[str]) -> Manifest:
    """Return the manifest of the graph at *path*. Raises GraphFormatError for a path that is no graph of this version."""
    file = Path(path) / MANIFEST
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        what = "is no graph (it has no manifest.json)" if Path(path).exists() else "does not exist"
        raise GraphFormatError(str(path), f"{what}; build a graph with: kg build FILE... -o graph.kg") from None
    except NotADirectoryError:
        raise GraphFormatError(str(path), "is a file; a graph is a directory made by kg build") from None
    except OSError as err:
        raise GraphFormatError(str(file), err.strerror or str(err)) from err
    except (ValueError, RecursionError) as err:
        raise GraphFormatError(str(file), f"is damaged: {err}") from err
    if not isinstance(values, dict) or "format" not in values:
        raise GraphFormatError(str(file), "is damaged, or the manifest of something else")
    if values["format"] != FORMAT:
        reason = f"has format {values['format']}, this version reads {FORMAT}; build it anew"
        raise GraphFormatError(str(path), reason)
    try:
        return _manifest(values)
    except (KeyError, TypeError, ValueError, AttributeError) as err:
        raise GraphFormatError(str(file), f"is damaged: {err!r}; build the graph anew") from err


def _manifest(values: Mapping[str, Any]) -> Manifest:
    files = {str(part): str(name) for part, name in values["files"].items()}
    for part in (LOG, NAMES, TERMS, STORE):
        if part not in files:
            raise ValueError(f"it names no {part}")
    for name in files.values():
        # A file of another place is none of the graph, whatever a manifest says.
        if not _OURS.fullmatch(name):
            raise ValueError(f"it names {name}")
    return Manifest(
        files,
        {str(part): str(digest) for part, digest in values["sha256"].items()},
        str(values["paperkg"]),
        int(values["papers"]),
        {str(kind): {str(n): int(c) for n, c in found.items()} for kind, found in values["counts"].items()},
        dict(values["recipe"]),
        str(values["epoch"]),
    )
