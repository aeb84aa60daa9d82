"""Read BibTeX and BibLaTeX: exports of Zotero, DBLP, ADS and others, with braces, LaTeX accents and mathematics."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping

from bibtexparser.model import Block, DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock, String
from bibtexparser.splitter import Splitter

from extractors.parsing.dates import join_date, read_date
from extractors.parsing.fields import Record, given_first, is_category, reject, to_reading
from extractors.parsing.identifiers import arxiv_number, find_arxiv, orcid
from extractors.parsing.latex import plain
from extractors.parsing.reading import Reading
from kg.records import Author

SUFFIXES = (".bib", ".bibtex", ".txt")
_ENTRY = re.compile(
    r"^[ \t]*@[ \t]*(?!(?:string|comment|preamble)\b)[A-Za-z]+[ \t]*[{(]\s*[^\s{}=,]*\s*,", re.IGNORECASE | re.MULTILINE
)
_START = re.compile(r"[ \t]*@[ \t]*[A-Za-z]+[ \t]*[{(]")
# No entry is longer (characters), the thousands of authors of a collaboration included.
_LONGEST = 300_000
_MOST_PARTS = 100
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
# Broken entries are told by us, with their lines; the library would write to stderr.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())


def sniff(head: str) -> bool:
    """Return whether *head* has an entry: a type, a brace and a key."""
    return bool(_ENTRY.search(head))


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the entries and the problems of *text*. Of a field that is stated twice the first counts; keys may repeat."""
    strings: dict[str, str] = {}
    found = False
    for begin, part in _parts(text):
        if len(part) > _LONGEST:
            found = True
            yield reject(f"an entry of more than {_LONGEST} characters", source=source, line=begin, text=part)
            continue
        try:
            blocks = _blocks(part)
        except (ValueError, RecursionError, IndexError, AttributeError, KeyError, TypeError) as err:
            found = True
            yield reject(f"no BibTeX: {err}", source=source, line=begin, text=part)
            continue
        for block in blocks:
            line = begin + (block.start_line or 0)
            if isinstance(block, String):
                strings[block.key.casefold()] = _value(str(block.value), strings)
            elif isinstance(block, Entry):
                found = True
                yield _reading(block, strings, source=source, line=line)
            elif isinstance(block, ParsingFailedBlock):
                found = True
                reason = f"the entry cannot be read: {_why(block)}"
                yield reject(reason, source=source, line=line, text=block.raw or "")
    if not found:
        yield reject("no entry: expected @article{key, ...} and the like", source=source, line=1, text=text)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield what stands from each line that begins an entry to the next one, with the number of that line.

    So a brace that never closes costs one entry, and the parser's time does not grow with the file.
    """
    lines: list[str] = []
    begin = 1
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        if _START.match(line) and lines:
            yield begin, "\n".join(lines)
            lines = []
        if not lines:
            begin = number
        lines.append(line)
    yield begin, "\n".join(lines)


def _blocks(part: str) -> list[Block]:
    """Return the blocks of *part*; of an entry with a key or a field twice the entry itself."""
    blocks = []
    for block in Splitter(part).split().blocks:
        kept = block
        while isinstance(kept, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock) and kept.ignore_error_block is not None:
            kept = kept.ignore_error_block
        blocks.append(kept)
    return blocks


def _value(raw: str, strings: Mapping[str, str]) -> str:
    """Return the text of a field: without its braces or quotes, with what ``@string`` names, its parts joined at ``#``."""
    found: list[str] = []
    rest = raw.strip()
    if rest.count("#") > _MOST_PARTS:
        return rest
    while rest and len(found) < _MOST_PARTS:
        end = _end(rest)
        piece, rest = rest[:end].strip(), rest[end:].lstrip()
        if piece[:1] in ("{", '"') and len(piece) > 1:
            found.append(piece[1:-1])
        else:
            found.append(strings.get(piece.casefold(), piece))
        rest = rest[1:].lstrip() if rest.startswith("#") else rest
    return "".join(found)


def _end(text: str) -> int:
    """Return where the first part of *text* ends: a text in braces or quotes, or a bare word before ``#``."""
    if text[0] not in ("{", '"'):
        bare = text.find("#", 1)
        return bare if bare > 0 else len(text)
    depth = 0
    for index, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if depth == 0 and index and char == ("}" if text[0] == "{" else '"'):
            return index + 1
    return len(text)


def _reading(entry: Entry, strings: Mapping[str, str], *, source: str, line: int) -> Reading:
    values = {field.key.casefold(): _value(str(field.value), strings) for field in reversed(entry.fields)}

    def get(*names: str) -> str:
        return next((plain(values[name]) for name in names if values.get(name, "").strip()), "")

    arxiv, version = _arxiv(values)
    words = [word.strip() for word in re.split(r"[;,\n]", get("keywords", "keyword"))]
    category = get("primaryclass", "eprintclass")
    title, subtitle = get("title"), get("subtitle")
    record = Record(
        title=f"{title}: {subtitle}" if title and subtitle else title,
        abstract=get("abstract"),
        date=_date(values),
        categories=[word for word in (category, *words) if is_category(word)],
        subjects=[word for word in words if not is_category(word)],
        arxiv=arxiv,
        version=version,
        doi=values.get("doi", "").replace("\\", ""),
        urls=[values.get(name, "").replace("\\", "") for name in ("url", "ee", "adsurl")],
        authors=[
            Author(name, orcid(values.get("orcid", "")) if one else "")
            for name, one in _authors(values.get("author", ""))
        ],
        affiliation=get("affiliation"),
        text=entry.raw or "",
    )
    return to_reading(record, source=source, line=line)


def _arxiv(values: Mapping[str, str]) -> tuple[str, str]:
    kind = values.get("archiveprefix", "") or values.get("eprinttype", "")
    if kind.casefold() == "arxiv" or (not kind and values.get("eprint")):
        number = arxiv_number(values.get("eprint", ""))
        if number[0]:
            return number
    return find_arxiv(
        *(values.get(name, "") for name in ("doi", "url", "journal", "journaltitle", "note", "howpublished", "volume"))
    )


def _date(values: Mapping[str, str]) -> str:
    stated = read_date(values.get("date", "").partition("/")[0])
    return stated or join_date(*(plain(values.get(name, "")) for name in ("year", "month", "day")))


def _authors(field: str) -> Iterator[tuple[str, bool]]:
    """Yield the names in *field* in reading order, and whether each is the only one."""
    names = list(_split(field))
    for name in names:
        whole = name.startswith("{") and name.endswith("}") and _closes(name)
        text = plain(name) if whole else given_first(plain(name))
        if text.casefold() != "others":
            yield text, len(names) == 1


def _split(field: str) -> Iterator[str]:
    """Yield the parts of *field* between ``and`` outside braces."""
    begin = depth = counted = 0
    for match in _AND.finditer(field):
        between = field[counted : match.start()]
        depth += between.count("{") - between.count("}")
        counted = match.start()
        if depth <= 0:
            yield field[begin : match.start()].strip()
            begin = match.end()
    yield field[begin:].strip()


def _closes(name: str) -> bool:
    """Return whether the brace that opens *name* closes at its end only."""
    depth = 0
    for index, char in enumerate(name):
        depth += (char == "{") - (char == "}")
        if depth == 0:
            return index == len(name) - 1
    return False


def _why(block: ParsingFailedBlock) -> str:
    reason = getattr(block.error, "abort_reason", "") or str(block.error) or type(block.error).__name__
    return " ".join(reason.split())[:300]
