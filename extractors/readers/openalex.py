"""Read OpenAlex works: JSON lines of a snapshot, one work, or an answer of the service; ROR ids of institutions are used as given."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from extractors.parsing.fields import Record, clean_name, reject, to_reading
from extractors.parsing.identifiers import find_arxiv, orcid, ror
from extractors.parsing.json_records import Values, head_keys, read_json
from extractors.parsing.json_values import inner, objects, text, texts
from extractors.parsing.markup import untagged
from extractors.parsing.reading import Reading
from kg.records import Author

SUFFIXES = (".json", ".jsonl", ".ndjson")
# Words of an abstract that has more of them than this belong to no abstract; the index may name any position.
_MOST_WORDS = 20_000


def sniff(head: str) -> bool:
    """Return whether the first record has the keys of a work."""
    keys = head_keys(head)
    return "openalex.org/" in head and bool(
        keys & {"authorships", "abstract_inverted_index", "publication_year", "primary_location", "ids.openalex"}
    )


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the works and the problems of *text*."""
    return stream(io.BytesIO(text.encode("utf-8", "surrogatepass")), source=source)


def stream(stream: BinaryIO, *, source: str) -> Iterator[Reading]:
    """Yield the works and the problems of *stream*, one record at a time."""

    def make(values: Values, line: int, raw: str) -> Reading:
        try:
            abstract = text(values, "abstract") or _abstract(inner(values, "abstract_inverted_index"))
        except ValueError as err:
            return reject(str(err), source=source, line=line, text=raw)
        authors, organizations = _authors(objects(values, "authorships"))
        locations = [inner(values, "primary_location"), *objects(values, "locations")]
        urls = [url for place in locations for url in (text(place, "landing_page_url"), text(place, "pdf_url"))]
        ids = inner(values, "ids")
        topics = [text(one, "display_name") for key in ("topics", "keywords") for one in objects(values, key)]
        arxiv, version = find_arxiv(text(values, "doi"), text(ids, "arxiv"), *urls)
        record = Record(
            title=untagged(text(values, "title", "display_name")),
            abstract=untagged(abstract),
            date=text(values, "publication_date", "publication_year"),
            subjects=topics or [text(one, "display_name") for one in objects(values, "concepts")],
            arxiv=arxiv,
            version=version,
            doi=text(values, "doi") or text(ids, "doi"),
            urls=[*urls, text(values, "id")],
            authors=authors,
            organizations=organizations,
            text=raw,
        )
        return to_reading(record, source=source, line=line)

    return read_json(stream, source=source, make=make)


def _abstract(index: Mapping[str, Any]) -> str:
    """Return the text whose words the inverted *index* leads to. Raises ValueError for one that is no index."""
    words: dict[int, str] = {}
    for word, positions in index.items():
        for position in positions if isinstance(positions, list) else ["?"]:
            if not isinstance(position, int) or position < 0:
                raise ValueError(f"the inverted index of the abstract has {position!r} for a position of {word[:40]!r}")
            words[position] = word
        if len(words) > _MOST_WORDS:
            raise ValueError(f"the inverted index of the abstract has more than {_MOST_WORDS} words")
    return " ".join(words[position] for position in sorted(words))


def _authors(authorships: list[Mapping[str, Any]]) -> tuple[list[Author], list[tuple[str, str]]]:
    """Return the authors with the names of their organisations, and the ROR id of each name that has one."""
    authors = []
    organizations: list[tuple[str, str]] = []
    for authorship in authorships:
        known = {text(one, "id"): one for one in objects(authorship, "institutions")}
        names: list[str] = []
        covered: set[str] = set()
        for affiliation in objects(authorship, "affiliations"):
            ids = [key for key in texts(affiliation, "institution_ids") if key in known]
            raw = clean_name(text(affiliation, "raw_affiliation_string"))
            covered.update(ids)
            if len(ids) > 1 or not raw:
                # Several organisations in one text: which words are whose is not said, so that their own names stand.
                names += [name for key in ids if (name := _name(known[key], organizations))]
                continue
            names.append(raw)
            if ids and (given := ror(text(known[ids[0]], "ror"))):
                organizations.append((raw, given))
        names += [name for key, one in known.items() if key not in covered and (name := _name(one, organizations))]
        names = names or list(map(clean_name, texts(authorship, "raw_affiliation_strings")))
        author = inner(authorship, "author")
        name = text(author, "display_name") or text(authorship, "raw_author_name")
        authors.append(Author(name, orcid(text(author, "orcid")), tuple(names)))
    return authors, organizations


def _name(institution: Mapping[str, Any], organizations: list[tuple[str, str]]) -> str:
    name = clean_name(text(institution, "display_name"))
    if name and (given := ror(text(institution, "ror"))):
        organizations.append((name, given))
    return name
