"""A picture as PNG: what most papers are about, 1560 pixels wide."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from exports import picture
from exports.drawing import Drawing
from kg.graph import KnowledgeGraph

SUFFIXES = (".png",)
LOSES = picture.LOSES
VIEW = "entities"
_HEAD = b"\x89PNG\r\n\x1a\n"
_END = b"IEND\xaeB`\x82"


def dumps(graph: KnowledgeGraph | Drawing) -> Iterator[bytes]:
    """Yield the picture. Raises MissingExtraError without matplotlib."""
    yield picture.dumps(graph, format="png")


def count(path: Path) -> str:
    """Read the head and the end of the picture at *path*. Raises ValueError if it is no whole PNG."""
    found = path.read_bytes() if path.is_file() else b""
    if not found.startswith(_HEAD) or not found.endswith(_END):
        raise ValueError("not a PNG picture, or cut short")
    width, height = struct.unpack(">II", found[16:24])
    return f"a picture of {width} by {height} pixels"
