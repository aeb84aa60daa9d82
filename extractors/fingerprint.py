"""What the extraction depends on, as one short text: vocabularies, registry, weights, word lists and the code that reads them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable


@cache
def fingerprint() -> str:
    """Return 16 hexadecimal digits that change when any file of this package does.

    >>> len(fingerprint())
    16
    """
    made = hashlib.sha256()
    for name, file in _files(files(__package__), ""):
        raw = file.read_bytes()
        made.update(f"{name}\n{len(raw)}\n".encode())
        made.update(raw)
    return made.hexdigest()[:16]


def _files(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name == "__pycache__" or entry.name.startswith("."):
            continue
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            yield from _files(entry, path)
        elif not entry.name.endswith(".pyc"):
            yield path, entry
