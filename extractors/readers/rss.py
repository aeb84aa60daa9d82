"""Read the RSS feeds of arXiv: the papers of a day in a category."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from extractors.parsing.fields import Record, is_category, to_reading
from extractors.parsing.markup import untagged
from extractors.parsing.reading import Reading
from extractors.parsing.xml_records import child_text, children, content, read_xml, shown
from kg.records import Author

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

SUFFIXES = (".xml", ".rss", ".rdf")
# What the feed puts before the abstract, and behind the title in its older form: "(arXiv:2401.00001v1 [cs.DC])".
_BEFORE = re.compile(r"\s*arXiv:(?P<id>\S+)\s+Announce Type:\s*\S+\s*(?:Abstract:)?\s*", re.IGNORECASE)
_BEHIND = re.compile(r"\s*\(arXiv:(?P<id>\S+) \[(?P<category>[\w.-]+)\](?P<updated> UPDATED| CROSS LISTED)?\)\s*$")


def sniff(head: str) -> bool:
    """Return whether *head* begins an RSS feed."""
    return head.lstrip()[:1] == "<" and ("<rss" in head or "http://purl.org/rss/1.0/" in head)


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *text*."""
    return stream(io.BytesIO(text.encode("utf-8", "xmlcharrefreplace")), source=source)


def stream(stream: BinaryIO, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *stream*, one item at a time. The date is that of the announcement."""

    def make(item: Element) -> Reading:
        title, description = child_text(item, "title"), untagged(child_text(item, "description"))
        before, behind = _BEFORE.match(description), _BEHIND.search(title)
        words = [content(child) for child in children(item, "category")]
        link = child_text(item, "link")
        known = before or behind
        record = Record(
            title=untagged(title[: behind.start()].removesuffix(".") if behind else title),
            abstract=description[before.end() :] if before else description,
            date=child_text(item, "pubDate", "date"),
            categories=[word for word in (*words, behind["category"] if behind else "") if is_category(word)],
            subjects=[word for word in words if not is_category(word)],
            arxiv=known["id"] if known else link if "arxiv.org/" in link else "",
            doi=child_text(item, "doi", "DOI"),
            urls=[link],
            authors=[Author(name.strip()) for text in _creators(item) for name in text.split(", ")],
            text=shown(item),
        )
        return to_reading(record, source=source, line=item.sourceline or 1)

    return read_xml(stream, source=source, tags={"item"}, make=make)


def _creators(item: Element) -> list[str]:
    # The older form has links around the names.
    return [re.sub(r"<[^<>]*>", "", untagged(content(child))) for child in children(item, "creator", "author")]
