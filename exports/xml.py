"""XML graph files: the attributes of an element written in one go, and counting what a file holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from xml.parsers.expat import ExpatError, ParserCreate

from exports.values import Column, Value, is_plain, text_of, xml_text


def writer(entry: str, declared: tuple[Column, ...]) -> Callable[[Mapping[str, Value]], str]:
    """Return what writes the attributes of an element: an *entry* for each column of *declared* that its row has.

    *entry* has ``NAME`` where the name of the column stands and ``%s`` for its value.

    >>> write = writer("<NAME>%s</NAME>", (Column("label", "string"), Column("low", "double")))
    >>> write({"low": 1.5, "label": "R&D"})
    '<label>R&amp;D</label><low>1.5</low>'
    """
    # Elements that have the same attributes are written by one template.
    templates: dict[tuple[str, ...], tuple[list[str], str]] = {}

    def write(row: Mapping[str, Value]) -> str:
        shape = tuple(row)
        known = templates.get(shape)
        if known is None:
            names = [column.name for column in declared if column.name in row]
            known = templates[shape] = (names, "".join([entry.replace("NAME", name) for name in names]))
        names, template = known
        texts = [value if isinstance(value := row[name], str) else text_of(value) for name in names]
        return template % tuple(texts if is_plain("".join(texts)) else map(xml_text, texts))

    return write


def count_elements(path: Path) -> str:
    """Return how many node and edge elements the XML file at *path* has. Raises ValueError."""
    found = {"node": 0, "edge": 0}

    def start(name: str, _: object) -> None:
        name = name.rpartition("}")[2]
        if name in found:
            found[name] += 1

    parser = ParserCreate(namespace_separator="}")
    parser.StartElementHandler = start
    try:
        with path.open("rb") as file:
            parser.ParseFile(file)
    except ExpatError as err:
        raise ValueError(str(err)) from err
    return f"{found['node']} nodes, {found['edge']} edges"
