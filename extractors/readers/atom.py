"""Read Atom feeds of arXiv: what its search service answers."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from extractors.parsing.fields import Record, is_category, reject, to_reading, unique
from extractors.parsing.reading import Reading
from extractors.parsing.xml_records import child_text, children, content, read_xml, shown
from kg.records import Author

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

SUFFIXES = (".xml", ".atom")


def sniff(head: str) -> bool:
    """Return whether *head* begins an Atom feed."""
    return head.lstrip()[:1] == "<" and "http://www.w3.org/2005/Atom" in head and "<feed" in head


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *text*."""
    return stream(io.BytesIO(text.encode("utf-8", "xmlcharrefreplace")), source=source)


def stream(stream: BinaryIO, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *stream*, one entry at a time. The date is that of the first version."""

    def make(entry: Element) -> Reading:
        line = entry.sourceline or 1
        address = child_text(entry, "id")
        if "/api/errors" in address:
            reason = f"the service answered with an error: {child_text(entry, 'summary')[:200]}"
            return reject(reason, source=source, line=line, text=shown(entry))
        words = unique(category.get("term", "") for category in children(entry, "primary_category", "category"))
        record = Record(
            title=child_text(entry, "title"),
            abstract=child_text(entry, "summary", "content"),
            date=child_text(entry, "published", "updated"),
            categories=[word for word in words if is_category(word)],
            subjects=[word for word in words if not is_category(word)],
            arxiv=address if "arxiv.org/" in address else "",
            doi=child_text(entry, "doi"),
            urls=[link.get("href", "") for link in children(entry, "link") if link.get("title") != "doi"],
            authors=[
                Author(child_text(author, "name"), affiliations=tuple(map(content, children(author, "affiliation"))))
                for author in children(entry, "author")
            ],
            text=shown(entry),
        )
        return to_reading(record, source=source, line=line)

    return read_xml(stream, source=source, tags={"entry"}, make=make)
