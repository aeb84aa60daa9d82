"""XML graph files: the attributes of an element written in one go, and counting what a file holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from xml.parsers.expat import ExpatError, ParserCreate

from exports.values import Column, Value, is_plain, text_of, xml_id, xml_text


def writer(form: str, entry: str, declared: tuple[Column, ...]) -> Callable[..., str]:
    """Return what writes an element of which it is given the attributes, and what else *form* has a ``%s`` for, escaped.

    Where *form* has ``ENTRIES`` there stands an *entry* for each column of *declared* that the element has; in it ``NAME`` is the name of the
    column and ``%s`` its value.

    >>> write = writer('<node id="%s">ENTRIES</node>', "<NAME>%s</NAME>", (Column("label", "string"), Column("low", "double")))
    >>> write({"low": 1.5, "label": "R&D"}, "n1")
    '<node id="n1"><label>R&amp;D</label><low>1.5</low></node>'
    """
    # Elements that have the same attributes are written by one template.
    templates: dict[tuple[str, ...], tuple[list[str], str]] = {}

    def write(row: Mapping[str, Value], *given: object) -> str:
        shape = tuple(row)
        known = templates.get(shape)
        if known is None:
            names = [column.name for column in declared if column.name in row]
            entries = "".join([entry.replace("NAME", name) for name in names])
            known = templates[shape] = (names, form.replace("ENTRIES", entries))
        names, template = known
        texts = [value if isinstance(value := row[name], str) else text_of(value) for name in names]
        return template % (*given, *(texts if is_plain("".join(texts)) else map(xml_text, texts)))

    return write


def ids_of(nodes: Iterable[str]) -> Callable[[str], str]:
    """Return what gives the id of each of *nodes* as XML writes it; only those are kept in mind that are written otherwise.

    >>> ids_of(["a", "R&D"])("R&D")
    'R&amp;D'
    """
    changed = {node: made for node in nodes if (made := xml_id(node)) != node}
    return lambda node: changed.get(node, node)


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
