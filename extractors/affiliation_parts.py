"""The affiliation line of a digest in parts: one an organisation or a group of them, its English and its Chinese form apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# No affiliation is longer (characters); what is, is no affiliation, and reading it would take its square in time.
LONGEST = 4000
_SEPARATORS = frozenset(";；|\n\r•")
_OPEN, _CLOSE = "(（[【", ")）]】"
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
# Marks that lead from an author to an organisation, and punctuation left over at the ends.
_LEADING = re.compile(
    r"(?:[\s,，.;；:*†‡§¶∗⋆✉&-]|\$?\^?\{?\d{1,2}(?:,\d{1,2})*\}?\$?(?=[\s,.)A-Z])|\(\d{1,2}\)(?=\s*\S))+"
)
_TRAILING = " \t\n\r,，;；:*†‡§¶."
_NOBODY = re.compile(
    r"\s*[\[(（]?\s*(?:an?\s+)?(?:independent|freelance|unaffiliated|no affiliation|self[- ]?employed|none\b|n/?a\b|individual (?:researcher|contributor)"
    r"|独立研究|独立学者|独立科研|自由职业|无单位|无所属)",
    re.IGNORECASE,
)
_NOT_NOBODY = re.compile(r"\s*independent\s+(?:university|institute|college|laborator)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the line: its raw offsets, and the offsets of its English and its Chinese form (empty where there is none)."""

    start: int
    end: int
    english: tuple[int, int]
    chinese: tuple[int, int]


def split_line(line: str) -> Iterator[Part]:
    """Yield the parts of *line* that name organisations; independent researchers are left out."""
    for piece in _pieces(line):
        start, end = _trim(line, *piece)
        if start < end <= start + LONGEST and not _is_nobody(line[start:end]):
            yield _part(line, start, end)


def _is_nobody(text: str) -> bool:
    return bool(_NOBODY.match(text)) and not _NOT_NOBODY.match(text)


def _pieces(line: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches between separators that stand outside brackets; a bracket that never closes counts for nothing."""
    pairs = _brackets(line)
    start = index = 0
    while index < len(line):
        if index in pairs:
            index = pairs[index]
        elif line[index] in _SEPARATORS:
            yield start, index
            start = index + 1
        index += 1
    yield start, len(line)


def _brackets(line: str) -> dict[int, int]:
    """Return where each outermost bracket opens and closes; the two styles close each other."""
    found: dict[int, int] = {}
    stack: list[int] = []
    for index, char in enumerate(line):
        if char in _OPEN:
            stack.append(index)
        elif char in _CLOSE and stack:
            found[stack.pop()] = index
    return found


def _trim(line: str, start: int, end: int) -> tuple[int, int]:
    lead = _LEADING.match(line, start, end)
    if lead:
        start = lead.end()
    while (
        end > start
        and line[end - 1] in _TRAILING
        and not (line[end - 1] == "." and line[start:end].count(".") > 0 and _is_initial(line, end))
    ):
        end -= 1
    return start, end


def _is_initial(line: str, end: int) -> bool:
    """Return whether the full stop before *end* belongs to an abbreviation (Ltd., U.S.A.)."""
    return bool(
        re.search(r"(?:\b[A-Z]\.[A-Z]?|\b(?:Ltd|Inc|Corp|Co|Univ|Inst|Lab|Labs|Acad))\.$", line[max(0, end - 12) : end])
    )


def _part(line: str, start: int, end: int) -> Part:
    outer = _outermost(line, start, end)
    if outer and line[end - 1] in _CLOSE:
        opening, closing = outer[-1]
        main, inner = (start, opening), (opening + 1, closing)
        main_text, inner_text = line[slice(*main)], line[slice(*inner)]
        if closing == end - 1 and main_text.strip():
            if _HAN.search(inner_text) and _LATIN.search(main_text) and not _mostly_han(main_text):
                return Part(start, end, _stripped(line, *main), _stripped(line, *inner))
            if _mostly_han(main_text) and not _HAN.search(inner_text) and len(_LATIN.findall(inner_text)) > 3:
                return Part(start, end, _stripped(line, *inner), _stripped(line, *main))
    if _mostly_han(line[start:end]):
        return Part(start, end, (start, start), (start, end))
    return Part(start, end, (start, end), (end, end))


def _outermost(line: str, start: int, end: int) -> list[tuple[int, int]]:
    pairs = {a + start: b + start for a, b in _brackets(line[start:end]).items()}
    found = []
    last = -1
    for opening in sorted(pairs):
        if opening > last:
            found.append((opening, pairs[opening]))
            last = pairs[opening]
    return found


def _mostly_han(text: str) -> bool:
    """Return whether *text* is a Chinese name: more Han characters than half the Latin letters (微软DeepSpeed is one)."""
    return 2 * len(_HAN.findall(text)) > len(_LATIN.findall(text))


def _stripped(line: str, start: int, end: int) -> tuple[int, int]:
    while start < end and line[start].isspace():
        start += 1
    while end > start and (line[end - 1].isspace() or line[end - 1] in ",，"):
        end -= 1
    return start, end
