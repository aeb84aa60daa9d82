"""Read Semantic Scholar papers: answers of the graph service and JSON lines of the bulk data sets."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import BinaryIO

from extractors.parsing.fields import Record, to_reading
from extractors.parsing.identifiers import orcid
from extractors.parsing.json_records import Values, head_keys, read_json
from extractors.parsing.json_values import inner, objects, text, texts
from extractors.parsing.markup import untagged
from extractors.parsing.reading import Reading
from kg.records import Author

SUFFIXES = (".json", ".jsonl", ".ndjson")


def sniff(head: str) -> bool:
    """Return whether the first record has the keys of a paper: its number in the corpus, or the hash that is its id."""
    keys = head_keys(head)
    return "title" in keys and bool(keys & {"paperId", "corpusid", "corpusId", "externalIds", "externalids"})


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *text*."""
    return stream(io.BytesIO(text.encode("utf-8", "surrogatepass")), source=source)


def stream(stream: BinaryIO, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *stream*, one record at a time."""

    def make(values: Values, line: int, raw: str) -> Reading:
        ids = inner(values, "externalIds") or inner(values, "externalids")
        fields = [
            text(one, "category") for key in ("s2FieldsOfStudy", "s2fieldsofstudy") for one in objects(values, key)
        ]
        record = Record(
            title=untagged(text(values, "title")),
            abstract=untagged(text(values, "abstract")),
            date=text(values, "publicationDate", "publicationdate", "year"),
            subjects=fields or texts(values, "fieldsOfStudy"),
            arxiv=text(ids, "ArXiv", "Arxiv", "arXiv"),
            doi=text(ids, "DOI"),
            urls=[text(values, "url"), text(inner(values, "openAccessPdf"), "url")],
            authors=[
                Author(
                    text(one, "name"),
                    orcid(text(inner(one, "externalIds"), "ORCID")),
                    tuple(texts(one, "affiliations")),
                )
                for one in objects(values, "authors")
            ],
            text=raw,
        )
        return to_reading(record, source=source, line=line)

    return read_json(stream, source=source, make=make)
