"""Read RIS: tagged lines from ``TY`` to ``ER``, as reference managers and publishers export them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from extractors.parsing.dates import read_date
from extractors.parsing.fields import Record, given_first, is_category, reject, to_reading
from extractors.parsing.identifiers import find_arxiv
from extractors.parsing.markup import untagged
from extractors.parsing.reading import Reading
from kg.records import Author

SUFFIXES = (".ris", ".txt")
_BEGIN = re.compile(r"TY  ?- ?")
_END = re.compile(r"ER  ?-\s*")
_LONGEST = 1_000_000


def sniff(head: str) -> bool:
    """Return whether one of the first lines begins a reference."""
    return any(re.match(r"TY  - ?[A-Z]", line) for line in head.lstrip("\ufeff \r\n").split("\n", 20)[:20])


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the references and the problems of *text*."""
    block: list[str] = []
    begin = 0
    found = False
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if _BEGIN.match(line):
            if begin:
                reason = "the reference before this one has no line ER"
                yield reject(reason, source=source, line=begin, text="\n".join(block))
            block, begin, found = [line], number, True
        elif begin:
            block.append(line)
            if _END.fullmatch(line):
                yield _reference("\n".join(block), source=source, line=begin)
                block, begin = [], 0
    if begin:
        reason = "the file ends within a reference: no line ER"
        yield reject(reason, source=source, line=begin, text="\n".join(block))
    elif not found:
        yield reject("no reference: expected lines from TY to ER", source=source, line=1, text=text)


def _reference(text: str, *, source: str, line: int) -> Reading:
    import rispy

    if len(text) > _LONGEST:
        reason = f"a reference of {len(text)} characters: more than {_LONGEST}"
        return reject(reason, source=source, line=line, text=text)
    try:
        (values,) = rispy.loads(text, skip_unknown_tags=False)
    except (ValueError, OSError, KeyError, IndexError, TypeError) as err:
        return reject(f"no RIS: {err}", source=source, line=line, text=text)
    urls = [
        *_list(values, "urls"),
        *_list(values, "url"),
        *_list(values, "file_attachments1"),
        *_list(values, "file_attachments2"),
    ]
    words = _list(values, "keywords")
    notes = [
        *_list(values, "number"),
        *_list(values, "accession_number"),
        *_list(values, "notes"),
        *_list(values, "custom1"),
    ]
    arxiv, version = find_arxiv(*_list(values, "doi"), *urls, *notes)
    authors = _list(values, "authors") or _list(values, "first_authors")
    record = Record(
        title=untagged(_first(values, "title", "primary_title", "translated_title", "short_title")),
        abstract=untagged(_first(values, "abstract", "notes_abstract")),
        date=_date(values),
        categories=[word for word in words if is_category(word)],
        subjects=[word for word in words if not is_category(word)],
        arxiv=arxiv,
        version=version,
        doi=_first(values, "doi") or next((url for url in urls if "doi.org/" in url), ""),
        urls=urls,
        authors=[Author(given_first(name)) for name in authors],
        affiliation="; ".join(address.strip("; ") for address in _list(values, "author_address")),
        text=text,
    )
    return to_reading(record, source=source, line=line)


def _list(values: dict[str, Any], key: str) -> list[str]:
    value = values.get(key)
    return (
        [value]
        if isinstance(value, str)
        else [one for one in value if isinstance(one, str)]
        if isinstance(value, list)
        else []
    )


def _first(values: dict[str, Any], *keys: str) -> str:
    return next((text for key in keys for text in _list(values, key) if text.strip()), "")


def _date(values: dict[str, Any]) -> str:
    """Return the fullest of the dates: the day stands under one tag, the year alone under another."""
    dates = [
        read_date(text) for key in ("date", "publication_year", "year", "primary_date") for text in _list(values, key)
    ]
    return max(dates, key=len, default="")
