"""XML graph files: the attributes of an element written in one go, and counting what a file holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from pathlib import Path
from xml.parsers.expat import ExpatError, ParserCreate

from exports.values import Column, Value, is_plain, text_of, xml_id, xml_text


def writer(form: str, entry: str, declared: tuple[Column, ...], *, around: str = "ENTRIES") -> Callable[..., str]:
    """Return what writes an element of which it is given the attributes, and what else *form* has a ``%s`` for, escaped.

    Where *form* has ``ENTRIES`` there stands an *entry* for each column of *declared* that the element has, with what is *around* all of
    them where there is any; in it ``NAME`` is the name of the column and ``%s`` its value. *head* is for what stands before them in *form*,
    *tail* for what stands behind.

    >>> write = writer('<node id="%s">ENTRIES</node>', "<NAME>%s</NAME>", (Column("label", "string"), Column("low", "double")))
    >>> write({"low": 1.5, "label": "R&D"}, ("n1",))
    '<node id="n1"><label>R&amp;D</label><low>1.5</low></node>'
    """
    # Elements that have the same attributes are written by one template.
    templates: dict[tuple[str, ...], tuple[Callable[[Mapping[str, Value]], tuple[Value, ...]], str]] = {}

    def write(row: Mapping[str, Value], head: tuple[object, ...], tail: tuple[object, ...] = ()) -> str:
        shape = tuple(row)
        known = templates.get(shape)
        if known is None:
            names = [column.name for column in declared if column.name in row]
            entries = "".join([entry.replace("NAME", name) for name in names])
            template = form.replace("ENTRIES", around.replace("ENTRIES", entries) if names else "")
            known = templates[shape] = (_getter(names), template)
        values, template = known
        texts = [value if value.__class__ is str else text_of(value) for value in values(row)]
        return template % (*head, *(texts if is_plain("".join(texts)) else map(xml_text, texts)), *tail)

    return write


def _getter(names: list[str]) -> Callable[[Mapping[str, Value]], tuple[Value, ...]]:
    """Return what takes the values of *names* out of a row."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda row: tuple(row[name] for name in names)


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
