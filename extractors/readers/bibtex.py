"""Read BibTeX and BibLaTeX: exports of Zotero, DBLP, ADS and others, with braces, LaTeX accents and mathematics."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping

from bibtexparser.library import Library
from bibtexparser.middlewares import RemoveEnclosingMiddleware, ResolveStringReferencesMiddleware
from bibtexparser.model import Block, DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock
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
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
# Broken entries are told by us, with their lines; the library would write to stderr.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())


def sniff(head: str) -> bool:
    """Return whether *head* has an entry: a type, a brace and a key."""
    return bool(_ENTRY.search(head))


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the entries and the problems of *text*. Of a field that is stated twice the first counts; keys may repeat."""
    try:
        blocks = _blocks(text)
    except (ValueError, RecursionError, IndexError, AttributeError, KeyError, TypeError) as err:
        yield reject(f"no BibTeX: {err}", source=source, line=1, text=text)
        return
    found = False
    for block in blocks:
        line = (block.start_line or 0) + 1
        if isinstance(block, Entry):
            found = True
            yield _reading(block, source=source, line=line)
        elif isinstance(block, ParsingFailedBlock):
            found = True
            reason = f"the entry cannot be read: {_why(block)}"
            yield reject(reason, source=source, line=line, text=block.raw or "")
    if not found:
        yield reject("no entry: expected @article{key, ...} and the like", source=source, line=1, text=text)


def _blocks(text: str) -> list[Block]:
    """Return the blocks of *text*, with the texts that ``@string`` names in their places and without enclosing braces."""
    raw = []
    for number, block in enumerate(Splitter(text).split().blocks):
        kept = block
        while isinstance(kept, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock) and kept.ignore_error_block is not None:
            kept = kept.ignore_error_block
        if isinstance(kept, Entry):
            # The key of an entry says nothing of the paper; two papers may share one.
            kept.key = str(number)
            first = {field.key.casefold(): field for field in reversed(kept.fields)}
            kept.fields = list(first.values())
        raw.append(kept)
    library = ResolveStringReferencesMiddleware().transform(Library(raw))
    return list(RemoveEnclosingMiddleware().transform(library).blocks)


def _reading(entry: Entry, *, source: str, line: int) -> Reading:
    values = {field.key.casefold(): str(field.value) for field in entry.fields}

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
