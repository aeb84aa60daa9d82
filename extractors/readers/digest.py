"""Read digest files: title, optional affiliation line, abstract, date line; see ``seeds/README.md`` for the format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from extractors.parsing.reading import Problem, Reading
from kg.records import Document

#: Lines of a record before its date line: title, affiliation, abstract.
_MOST_LINES = 3
_LONGEST_DATE_LINE = 500
# No title or abstract is as long; what is, is another format or several records run together.
_LONGEST = {"title": 1_000, "affiliation": 20_000, "abstract": 20_000}

SUFFIXES = (".txt",)
# arXiv categories (cs.DC, quant-ph), and the ACM and MSC classes that authors put beside them (I.2.7; 68T07).
_CATEGORY = (
    r"(?:[A-Za-z][A-Za-z-]*(?:\.[A-Za-z][A-Za-z-]*)?|[A-K](?:\.[\dm]+)+|\d{2}(?:-?[A-Z]\d{0,2}|-XX|-\d{2})x*)[;,]?"
)
DATE_LINE = re.compile(rf"(\d{{4}})-(\d{{2}})-(\d{{2}})((?:[ \t]+{_CATEGORY})*)\s*")
# A line that begins like a date line but is none: told apart from an abstract so that the slip is reported, not swallowed.
_NEARLY_DATE = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b.{0,80}")


def sniff(head: str) -> bool:
    """Return whether *head*, a text or its beginning, looks like digests: one of its lines is a date line."""
    return any(DATE_LINE.fullmatch(line.strip()) for line in _lines(head) if len(line) < _LONGEST_DATE_LINE)


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield each record of *text* as a Document or as the Problem that keeps it from being one.

    A byte-order mark, CRLF line ends and blank lines between lines are allowed. *source* names the file in errors.
    """
    block: list[tuple[int, str]] = []
    for number, line in enumerate(_lines(text), start=1):
        stripped = line.strip()
        if not stripped:
            continue
        if DATE_LINE.fullmatch(stripped):
            lost, block = _resume(block)
            if lost:
                yield Problem(source, lost[0][0], f"no date line after {_short(lost[0][1])}", _text(lost))
            yield _record(block, date_line=(number, stripped), source=source)
            block = []
        elif _NEARLY_DATE.fullmatch(stripped) and len(block) >= 2:
            reason = f"{stripped!r} is no date line: expected YYYY-MM-DD and categories"
            yield Problem(source, number, reason, _text([*block, (number, stripped)]))
            block = []
        else:
            block.append((number, stripped))
    if block:
        yield Problem(source, block[0][0], f"no date line after {_short(block[0][1])}", _text(block))


def _resume(block: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the lines of a record that lacks its date line, and those of the next one: they are apart by a blank line."""
    if len(block) > _MOST_LINES:
        for begin in range(len(block) - 1, 0, -1):
            apart = block[begin][0] > block[begin - 1][0] + 1
            if apart and 2 <= len(block) - begin <= _MOST_LINES:
                return block[:begin], block[begin:]
    return [], block


def _lines(text: str) -> list[str]:
    # str.splitlines would also split at U+2028, form feeds and the like, which are characters of an abstract here.
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _record(block: list[tuple[int, str]], *, date_line: tuple[int, str], source: str) -> Reading:
    number, line = date_line
    text = _text([*block, date_line])
    if not block:
        return Problem(source, number, "a date line without a record before it", text)
    first, title = block[0]
    if len(block) == 1:
        return Problem(source, first, f"no abstract between {_short(title)} and its date line", text)
    if len(block) > _MOST_LINES:
        reason = f"{len(block)} lines before the date line of {_short(title)}: expected title, affiliation, abstract"
        return Problem(source, first, reason, text)
    fields = {"title": title, "affiliation": block[1][1] if len(block) == _MOST_LINES else "", "abstract": block[-1][1]}
    for name, limit in _LONGEST.items():
        if len(fields[name]) > limit:
            return Problem(
                source, first, f"{name} of {len(fields[name])} characters in {_short(title)}: more than {limit}", text
            )
    match = DATE_LINE.fullmatch(line)
    assert match is not None
    try:
        date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return Problem(source, number, f"{line[:10]} is no date", text)
    return Document(
        title=fields["title"],
        affiliation=fields["affiliation"],
        abstract=fields["abstract"],
        date=line[:10],
        categories=tuple(category.rstrip(";,") for category in match[4].split()),
        source=source,
        line=first,
    )


def _text(block: list[tuple[int, str]]) -> str:
    return "\n".join(line for _, line in block)


def _short(line: str) -> str:
    return f'"{line if len(line) <= 60 else line[:57] + "..."}"'
