"""Read an XML graph file back and count what it holds."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import ParseError, iterparse


def count_elements(path: Path) -> str:
    """Return how many node and edge elements the XML file at *path* has. Raises ValueError."""
    found = {"node": 0, "edge": 0}
    try:
        for _, element in iterparse(path):  # noqa: S314 - the file was written a moment ago by this package
            name = element.tag.rpartition("}")[2]
            if name in found:
                found[name] += 1
                element.clear()
    except ParseError as err:
        raise ValueError(str(err)) from err
    return f"{found['node']} nodes, {found['edge']} edges"
