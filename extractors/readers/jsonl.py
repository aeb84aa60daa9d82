"""Read JSON with the keys of our own documents: JSON lines, an array, or what ``kg extract`` prints."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, BinaryIO

from extractors.parsing.fields import Record, clean_name, is_category, to_reading
from extractors.parsing.identifiers import orcid, ror
from extractors.parsing.json_records import Values, head_keys, read_json
from extractors.parsing.json_values import objects, text, texts
from extractors.parsing.reading import Reading
from kg.records import Author

SUFFIXES = (".jsonl", ".ndjson", ".json")
# Keys that only other formats have; theirs are readers of their own.
_OTHERS = frozenset(
    {
        "authors_parsed",
        "update_date",
        "submitter",
        "authorships",
        "abstract_inverted_index",
        "paperId",
        "corpusid",
        "externalIds",
    }
    | {"externalids", "issued", "is-referenced-by-count", "message-type", "DOI", "corpusId"}
)


def sniff(head: str) -> bool:
    """Return whether the first record has a title and an abstract under our own keys."""
    keys = head_keys(head)
    return "title" in keys and bool(keys & {"abstract", "summary"}) and not keys & _OTHERS


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the documents and the problems of *text*."""
    return stream(io.BytesIO(text.encode("utf-8", "surrogatepass")), source=source)


def stream(stream: BinaryIO, *, source: str) -> Iterator[Reading]:
    """Yield the documents and the problems of *stream*, one record at a time.

    ``authors`` are names or objects with ``name``, ``orcid`` and ``affiliations``; ``affiliations`` of the paper are a list of names, and
    ``affiliation`` the line itself.
    """

    def make(values: Values, line: int, raw: str) -> Reading:
        words = texts(values, "categories", separators=" ,;") + texts(values, "category", separators=" ,;")
        names = [
            name for key in ("affiliations", "institutions") for name in map(clean_name, texts(values, key)) if name
        ]
        record = Record(
            title=text(values, "title"),
            abstract=text(values, "abstract", "summary"),
            date=text(values, "date", "published", "year"),
            categories=words,
            subjects=[
                w for key in ("subjects", "keywords") for w in texts(values, key, separators=";") if not is_category(w)
            ],
            arxiv=text(values, "arxiv", "arxiv_id", "arxivId"),
            version=text(values, "version"),
            doi=text(values, "doi"),
            urls=[*texts(values, "urls"), text(values, "url"), text(values, "link")],
            authors=_authors(values.get("authors")),
            affiliation=text(values, "affiliation") or "; ".join(dict.fromkeys(names)),
            organizations=[(text(one, "name"), ror(text(one, "ror"))) for one in objects(values, "organizations")],
            text=raw,
        )
        return to_reading(record, source=source, line=line)

    return read_json(stream, source=source, make=make)


def _authors(value: Any) -> list[Author]:
    if isinstance(value, str):
        return [Author(name) for name in value.split(";" if ";" in value else ",")]
    found = []
    for one in value if isinstance(value, list) else ():
        if isinstance(one, str):
            found.append(Author(one))
        elif isinstance(one, dict):
            found.append(Author(text(one, "name"), orcid(text(one, "orcid")), tuple(texts(one, "affiliations"))))
    return found
