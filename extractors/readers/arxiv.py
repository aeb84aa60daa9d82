"""Read the arXiv metadata snapshot: JSON lines with ``id``, ``title``, ``abstract``, ``categories``, ``authors_parsed``, ``versions``."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, BinaryIO

from extractors.parsing.fields import Record, to_reading
from extractors.parsing.json_records import Values, head_keys, read_json
from extractors.parsing.latex import plain
from extractors.parsing.reading import Reading
from kg.records import Author

SUFFIXES = (".json", ".jsonl", ".ndjson")


def sniff(head: str) -> bool:
    """Return whether the first record has the keys of the snapshot."""
    keys = head_keys(head)
    return {"id", "title", "abstract", "categories"} <= keys and bool(
        keys & {"authors_parsed", "update_date", "submitter", "journal-ref"}
    )


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *text*."""
    return stream(io.BytesIO(text.encode("utf-8", "surrogatepass")), source=source)


def stream(stream: BinaryIO, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *stream*, one line at a time.

    The date is that of the first version, else that of the last update.
    """

    def make(values: Values, line: int, text: str) -> Reading:
        versions = values.get("versions") or []
        first = versions[0].get("created") if versions else ""
        doi = values.get("doi") or ""
        record = Record(
            title=values["title"] or "",
            abstract=values.get("abstract") or "",
            date=first or values.get("update_date") or "",
            categories=_categories(values.get("categories")),
            arxiv=values["id"],
            version=versions[-1].get("version") or "" if versions else "",
            # A paper in several parts has a DOI for each; the first names it.
            doi=doi.split()[0] if doi.strip() else "",
            authors=_authors(values),
            text=text,
        )
        return to_reading(record, source=source, line=line)

    return read_json(stream, source=source, make=make)


def _categories(value: Any) -> list[str]:
    # Newer snapshots have one text of categories, some exports a list of such texts.
    texts = value if isinstance(value, list) else [value or ""]
    return [word for text in texts for word in text.split()]


def _authors(values: Values) -> list[Author]:
    parsed = values.get("authors_parsed")
    if not parsed:
        names = (values.get("authors") or "").replace(" and ", ", ").split(", ")
        return [Author(plain(name)) for name in names]
    found = []
    for family, given, suffix, *affiliations in parsed:
        name = " ".join(part for part in (given, family, suffix) if part)
        found.append(Author(plain(name), affiliations=tuple(map(plain, affiliations))))
    return found
