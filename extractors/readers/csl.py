"""Read CSL-JSON: what Zotero and other reference managers export, an array of items."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from extractors.parsing.dates import join_date, read_date
from extractors.parsing.fields import Record, is_category, to_reading
from extractors.parsing.identifiers import find_arxiv
from extractors.parsing.json_records import Values, head_keys, read_json
from extractors.parsing.json_values import inner, objects, text, texts
from extractors.parsing.markup import untagged
from extractors.parsing.reading import Reading
from kg.records import Author

SUFFIXES = (".json", ".csljson")


def sniff(head: str) -> bool:
    """Return whether the first item has the keys of CSL: a type and names in parts or dates in parts."""
    keys = head_keys(head)
    parts = {"issued.date-parts", "issued.raw", "issued.literal", "author.family", "author.literal"}
    return (
        {"type", "title"} <= keys
        and bool(keys & parts)
        and not keys & {"is-referenced-by-count", "message-type", "prefix"}
    )


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the items and the problems of *text*."""
    return stream(io.BytesIO(text.encode("utf-8", "surrogatepass")), source=source)


def stream(stream: BinaryIO, *, source: str) -> Iterator[Reading]:
    """Yield the items and the problems of *stream*, one record at a time."""

    def make(values: Values, line: int, raw: str) -> Reading:
        words = texts(values, "keyword", separators=";,") + texts(values, "categories")
        notes = [text(values, key) for key in ("number", "URL", "DOI", "note", "archive_location", "container-title")]
        arxiv, version = find_arxiv(*notes)
        record = Record(
            title=untagged(text(values, "title")),
            abstract=untagged(text(values, "abstract")),
            date=_date(inner(values, "issued")),
            categories=[word for word in words if is_category(word)],
            subjects=[word for word in words if not is_category(word)],
            arxiv=arxiv,
            version=version,
            doi=text(values, "DOI"),
            urls=[text(values, "URL")],
            authors=[Author(_name(one)) for one in objects(values, "author")],
            text=raw,
        )
        return to_reading(record, source=source, line=line)

    return read_json(stream, source=source, make=make)


def _date(value: Mapping[str, Any]) -> str:
    parts = value.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
        return join_date(*parts[0][:3])
    return read_date(text(value, "raw", "literal"))


def _name(author: Mapping[str, Any]) -> str:
    family = " ".join(filter(None, (text(author, "non-dropping-particle"), text(author, "family"))))
    parts = (text(author, "given"), text(author, "dropping-particle"), family, text(author, "suffix"))
    return " ".join(part for part in parts if part) or text(author, "literal", "name")
