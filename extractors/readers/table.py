"""Read tables, CSV or TSV: the first row names the columns, which are guessed by their names or given by the user."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import BinaryIO

from extractors.parsing.fields import Record, clean_name, given_first, is_category, reject, to_reading, unique
from extractors.parsing.markup import untagged
from extractors.parsing.reading import Reading
from extractors.parsing.text import bad_byte
from kg.errors import InputError
from kg.records import Author

SUFFIXES = (".csv", ".tsv", ".tab")
#: The fields that a column can be, with the names it then usually has, folded.
COLUMNS: dict[str, tuple[str, ...]] = {
    "title": (
        "title",
        "paper title",
        "article title",
        "document title",
        "paper",
        "titel",
        "titre",
        "标题",
        "题名",
        "论文标题",
        "题目",
        "论文",
    ),
    "abstract": ("abstract", "abstract note", "summary", "zusammenfassung", "résumé", "摘要", "论文摘要"),
    "date": (
        "date",
        "publication date",
        "published",
        "submitted",
        "year",
        "publication year",
        "datum",
        "jahr",
        "日期",
        "发表日期",
        "年份",
        "年",
    ),
    "authors": ("authors", "author", "author full names", "creators", "autoren", "作者"),
    "affiliation": ("affiliation", "affiliations", "institution", "institutions", "单位", "机构", "作者单位"),
    "arxiv": ("arxiv", "arxiv id", "arxiv number", "eprint"),
    "doi": ("doi",),
    "url": ("url", "link", "urls", "href", "链接", "网址"),
    "categories": ("categories", "category", "arxiv categories", "primary category", "类别", "分类"),
    "subjects": ("subjects", "keywords", "author keywords", "tags", "manual tags", "schlagwörter", "关键词", "主题"),
    "version": ("version",),
}
_DELIMITERS = ",\t;"
# No row of a paper is longer (bytes).
_LONGEST_LINE = 1024**2
_MOST_COLUMNS = 1000


def sniff(head: str) -> bool:
    """Return whether the first line names at least two columns that we know, the title among them."""
    first = head.lstrip("\ufeff").partition("\n")[0]
    if len(first) > 10_000:
        return False
    return any("title" in found and len(found) > 1 for sign in _DELIMITERS for found in [_guess(_cells(first, sign))])


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line.rstrip("\r\n")], delimiter=delimiter), [])
    except csv.Error:
        return []


def _guess(names: Sequence[str]) -> dict[str, int]:
    """Return the column of each field that one of *names* stands for."""
    folded = [re.sub(r"[\s_-]+", " ", name).strip().casefold() for name in names]
    found = {}
    for field, known in COLUMNS.items():
        column = next((folded.index(name) for name in known if name in folded), None)
        if column is not None:
            found[field] = column
    return found


def read(
    text: str, *, source: str, columns: Mapping[str, str] | None = None, tell: Callable[[str], None] | None = None
) -> Iterator[Reading]:
    """Yield the rows of *text* as documents and problems."""
    return stream(io.BytesIO(text.encode("utf-8", "surrogatepass")), source=source, columns=columns, tell=tell)


def stream(
    stream: BinaryIO,
    *,
    source: str,
    columns: Mapping[str, str] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Iterator[Reading]:
    """Yield the rows of *stream* as documents and problems.

    *columns* names the column of a field (``title`` → ``Titel``) where the guess would be wrong; *tell* is given what was guessed.
    """
    lines = _lines(stream, source=source)
    try:
        first = next((line for line in lines if line.strip()), "")
    except InputError as err:
        yield reject(err.reason, source=source, line=err.line)
        return
    delimiter = max(_DELIMITERS, key=lambda sign: (len(_guess(_cells(first, sign))), len(_cells(first, sign))))
    names = [name.strip() for name in _cells(first, delimiter)][:_MOST_COLUMNS]
    places = {**_guess(names), **_given(names, columns or {}, source=source)}
    if "title" not in places:
        shown = ", ".join(name[:40] for name in names[:20])
        yield reject(
            f"no column is the title. Columns: {shown}. Say which with --columns title=NAME",
            source=source,
            line=1,
            text=first,
        )
        return
    if tell:
        left = [name for number, name in enumerate(names) if number not in places.values() and name]
        told = ", ".join(f"{field}={names[column]}" for field, column in places.items())
        tell(f"{source}: columns {told}" + (f"; not read: {', '.join(left)}" if left else ""))
    rows = csv.reader(lines, delimiter=delimiter)
    begin = 1
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except InputError as err:
            yield reject(err.reason, source=source, line=err.line)
            return
        except csv.Error as err:
            yield reject(f"no table row: {err}", source=source, line=begin + 1)
            begin = rows.line_num + 1
            continue
        line, begin = begin + 1, rows.line_num + 1
        if not any(cell.strip() for cell in row):
            continue
        text = delimiter.join(row)
        if len(row) > len(names) and any(cell.strip() for cell in row[len(names) :]):
            reason = f"{len(row)} cells under {len(names)} columns"
            yield reject(reason, source=source, line=line, text=text)
            continue
        cells = {field: row[column].strip() for field, column in places.items() if column < len(row)}
        yield to_reading(_record(cells, text), source=source, line=line)


def _given(names: Sequence[str], columns: Mapping[str, str], *, source: str) -> dict[str, int]:
    """Return the places of the *columns* that the user gave. Raises InputError for one that the table does not have."""
    found = {}
    for field, name in columns.items():
        if name not in names:
            raise InputError(source, 1, f"no column {name!r} for {field}. Columns: {', '.join(names)}")
        found[field] = names.index(name)
    return found


def _record(cells: Mapping[str, str], text: str) -> Record:
    words = re.split(r"[;,|]\s*|\s+(?=[a-z-]+\.[A-Z]{2})", cells.get("categories", ""))
    keywords = re.split(r"[;,|，；]\s*", cells.get("subjects", ""))
    return Record(
        title=untagged(cells.get("title", "")),
        abstract=untagged(cells.get("abstract", "")),
        date=cells.get("date", ""),
        categories=[word for word in (*words, *keywords) if is_category(word)],
        subjects=[word for word in (*keywords, *words) if word and not is_category(word)],
        arxiv=cells.get("arxiv", ""),
        version=cells.get("version", ""),
        doi=cells.get("doi", ""),
        urls=cells.get("url", "").replace(";", " ").split(),
        authors=[Author(name) for name in _authors(cells.get("authors", ""))],
        affiliation="; ".join(unique(map(clean_name, re.split(r"[;；|]", cells.get("affiliation", ""))))),
        text=text,
    )


def _authors(cell: str) -> list[str]:
    """Return the names in *cell*: parted by semicolons, bars or ``and``; else by commas, unless those set family names off."""
    parts = re.split(r"\s*[;；|]\s*|\s+and\s+", cell)
    if len(parts) > 1:
        return [given_first(part) for part in parts]
    parts = [part.strip() for part in re.split(r"[,，、]", cell)]
    if len(parts) == 2 and " " not in parts[0]:
        return [given_first(cell)]
    return parts


def _lines(stream: BinaryIO, *, source: str) -> Iterator[str]:
    number = 0
    while raw := stream.readline(_LONGEST_LINE + 1):
        number += 1
        if len(raw) > _LONGEST_LINE:
            raise InputError(source, number, f"a line of more than {_LONGEST_LINE >> 20} MiB: no table of papers")
        try:
            yield raw.decode("utf-8-sig" if number == 1 else "utf-8").replace("\x00", "")
        except UnicodeDecodeError as err:
            raise InputError(source, number, bad_byte(raw, err)) from err
