"""The records of an XML file, one element at a time: no entity is expanded but characters by name, and nothing is fetched."""

from __future__ import annotations

import html.entities
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, BinaryIO

from extractors.parsing.fields import reject
from extractors.parsing.reading import Reading

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

# More elements within one another than this are no record of a paper (libxml2 itself stops at 256).
_DEEPEST = 200
_LONGEST_SHOWN = 5_000
_ENTITIES = "the document type declares entities; they are never expanded. Write out what they stand for"


def read_xml(
    stream: BinaryIO,
    *,
    source: str,
    tags: Collection[str],
    make: Callable[[Element], Reading | None],
) -> Iterator[Reading]:
    """Yield what *make* makes of each element of *stream* whose local name is in *tags*; None is passed over.

    Where the file stops being XML there is a Problem, and the records before it are kept. A document type that declares entities is refused.
    """
    from lxml import etree

    events = etree.iterparse(
        stream,
        events=("start", "end"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    depth, inside, line = 0, 0, 1
    found = False
    try:
        for event, element in events:
            line = element.sourceline or line
            name = local(element)
            if event == "start":
                if depth == 0 and _declares_entities(element):
                    yield reject(_ENTITIES, source=source, line=1)
                    return
                depth += 1
                inside += name in tags
                if depth > _DEEPEST:
                    yield reject(f"more than {_DEEPEST} elements within one another", source=source, line=line)
                    return
                continue
            depth -= 1
            if name in tags:
                inside -= 1
                found = True
                if inside == 0:
                    reading = make(element)
                    if reading is not None:
                        yield reading
            if inside == 0:
                _forget(element)
    except etree.XMLSyntaxError as err:
        where = err.position[0] or err.lineno or line
        yield reject(f"no XML: {err.msg or 'the file is broken'}", source=source, line=max(1, where))
        return
    except (LookupError, ValueError, UnicodeError) as err:  # an encoding that is unknown or not that of the file
        yield reject(f"no XML: {err}", source=source, line=line)
        return
    if not found:
        yield reject(f"no record: expected elements named {' or '.join(sorted(tags))}", source=source, line=1)


def _declares_entities(root: Element) -> bool:
    dtd = root.getroottree().docinfo.internalDTD
    return dtd is not None and any(True for _ in dtd.iterentities())


def _forget(element: Element) -> None:
    """Free *element* and what came before it: the tree must not grow with the file."""
    element.clear(keep_tail=False)
    parent = element.getparent()
    if parent is not None:
        while element.getprevious() is not None:
            del parent[0]


def local(element: Element) -> str:
    """Return the name of *element* without its namespace; empty for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def children(element: Element, *names: str) -> Iterator[Element]:
    """Yield the children of *element* whose local name is one of *names*."""
    return (child for child in element if local(child) in names)


def child_text(element: Element, *names: str) -> str:
    """Return the text of the first child with the first of *names* that has one."""
    for name in names:
        for child in children(element, name):
            if text := content(child):
                return text
    return ""


def content(element: Element) -> str:
    """Return all text within *element*, characters that are named by an entity (``&uuml;``) included."""
    parts = [element.text or ""]
    for child in element:
        tag = child.tag
        if isinstance(tag, str):
            parts.append(content(child))
        elif getattr(child, "name", ""):
            parts.append(html.entities.html5.get(f"{child.name};", ""))
        parts.append(child.tail or "")
    return "".join(parts).strip()


def shown(element: Element) -> str:
    """Return *element* as XML text for the rejects file, cut where it is long."""
    from lxml import etree

    text: str = etree.tostring(element, encoding="unicode", with_tail=False)
    return text[:_LONGEST_SHOWN]
