"""Read Crossref works: one work, an answer of the service, or JSON lines."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from extractors.parsing.dates import join_date
from extractors.parsing.fields import Record, clean_name, to_reading
from extractors.parsing.identifiers import orcid, ror
from extractors.parsing.json_records import Values, head_keys, read_json
from extractors.parsing.json_values import inner, objects, text, texts
from extractors.parsing.markup import untagged
from extractors.parsing.reading import Reading
from kg.records import Author

SUFFIXES = (".json", ".jsonl", ".ndjson")
# Of the dates of a work, the one that says when it could first be read.
_DATES = ("posted", "published-online", "published-print", "published", "issued", "created")


def sniff(head: str) -> bool:
    """Return whether the first record has the keys of a work; those of CSL-JSON are fewer."""
    keys = head_keys(head)
    return "DOI" in keys and bool(
        keys & {"message-type", "is-referenced-by-count", "prefix", "indexed", "reference-count", "member", "deposited"}
    )


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the works and the problems of *text*."""
    return stream(io.BytesIO(text.encode("utf-8", "surrogatepass")), source=source)


def stream(stream: BinaryIO, *, source: str) -> Iterator[Reading]:
    """Yield the works and the problems of *stream*, one record at a time."""

    def make(values: Values, line: int, raw: str) -> Reading:
        title, subtitle = untagged(text(values, "title")), untagged(text(values, "subtitle"))
        authors, organizations = _authors(objects(values, "author"))
        links = [
            text(inner(inner(values, "resource"), "primary"), "URL"),
            *(text(one, "URL") for one in objects(values, "link")),
        ]
        record = Record(
            title=f"{title}: {subtitle}" if title and subtitle and subtitle not in title else title,
            abstract=untagged(text(values, "abstract")),
            date=next((found for key in _DATES if (found := _date(inner(values, key)))), ""),
            subjects=texts(values, "subject"),
            doi=text(values, "DOI"),
            urls=[text(values, "URL"), *links],
            authors=authors,
            organizations=organizations,
            text=raw,
        )
        return to_reading(record, source=source, line=line)

    return read_json(stream, source=source, make=make)


def _date(value: Mapping[str, Any]) -> str:
    parts = value.get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts else None
    return join_date(*first[:3]) if isinstance(first, list) and first else ""


def _authors(given: list[Mapping[str, Any]]) -> tuple[list[Author], list[tuple[str, str]]]:
    authors = []
    organizations = []
    for author in given:
        names = []
        for affiliation in objects(author, "affiliation"):
            name = clean_name(text(affiliation, "name"))
            ids = [ror(text(one, "id")) for one in objects(affiliation, "id") if text(one, "id-type").upper() == "ROR"]
            names.append(name)
            organizations += [(name, given) for given in ids if given]
        parts = (text(author, "given"), text(author, "family"), text(author, "suffix"))
        name = " ".join(part for part in parts if part) or text(author, "name")
        authors.append(Author(name, orcid(text(author, "ORCID")), tuple(names)))
    return authors, organizations
