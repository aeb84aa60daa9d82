"""Read DBLP XML: the whole file of the service or a part of it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from extractors.parsing.dates import join_date
from extractors.parsing.fields import Record, to_reading
from extractors.parsing.identifiers import find_arxiv, orcid
from extractors.parsing.reading import Reading
from extractors.parsing.xml_records import child_text, children, content, read_xml, shown
from kg.records import Author

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

SUFFIXES = (".xml",)
_RECORDS = frozenset({"article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis"})
# Persons of one name are told apart by a number behind it.
_NUMBER = re.compile(r"\s+\d{4}$")
# Preprints are articles of the journal CoRR whose volume is their arXiv number.
_PREPRINT = re.compile(r"abs/(.+)")


def sniff(head: str) -> bool:
    """Return whether *head* begins a file of DBLP."""
    return head.lstrip()[:1] == "<" and ("<dblp" in head or "dblp.dtd" in head)


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the publications and the problems of *text*."""
    return stream(io.BytesIO(text.encode("utf-8", "xmlcharrefreplace")), source=source)


def stream(stream: BinaryIO, *, source: str) -> Iterator[Reading]:
    """Yield the publications and the problems of *stream*, one record at a time; volumes and home pages are passed over."""

    def make(element: Element) -> Reading:
        urls = [content(child) for child in children(element, "ee")]
        preprint = _PREPRINT.fullmatch(child_text(element, "volume"))
        arxiv, version = find_arxiv(*urls)
        record = Record(
            title=child_text(element, "title").removesuffix("."),
            date=join_date(child_text(element, "year"), child_text(element, "month")),
            arxiv=arxiv or (preprint[1] if preprint else ""),
            version=version,
            doi=next((url for url in urls if "doi.org/" in url), ""),
            urls=urls,
            authors=[
                Author(_NUMBER.sub("", content(child)), orcid(child.get("orcid", "")))
                for child in children(element, "author")
            ],
            text=shown(element),
        )
        return to_reading(record, source=source, line=element.sourceline or 1)

    return read_xml(stream, source=source, tags=_RECORDS, make=make)
