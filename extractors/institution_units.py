"""Units beside an organisation's name, and the names of organisations that no list knows, read off their form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from extractors.affiliations import COMMA, JOINED, Line
from extractors.linking import Match
from extractors.linking_context import HEADS, UNIT_WORDS, is_han
from extractors.registry.names import LEGAL_FORMS
from extractors.registry.places import places

# Kinds of words that name an organisation rather than a unit of one, the surest first.
_UNIVERSITY = frozenset({"univ", "polytech"})
_UNIT_HEADS = frozenset(
    {"dept", "fac", "sch", "div", "group", "unit", "chair", "section", "program", "programme", "team"}
)
_LEGAL = re.compile(
    r"[\s,]*(?:\b(?:Co(?:mpany)?\b\.?\s*,?\s*(?:Ltd|Limited)\b\.?|(?:Inc|Incorporated|Ltd|Limited|LLC|L\.L\.C|LLP|PLC|Corp|Corporation|GmbH|AG|S\.?A\.?S?"
    r"|S\.?r\.?l|B\.?V|Pty|Pte|AB|Oy|KK|K\.K)\b\.?)\s*)+$",
    re.IGNORECASE,
)
_CHINESE_COMPANY = re.compile(r"\bCo\b\.?\s*,?\s*(?:Ltd|Limited)\b\.?\s*$", re.IGNORECASE)
_ZH_ORGANISATION = re.compile(
    r"^(.{2,}?(?:大学(?:（[^（）]{2,8}）)?|学院(?=.*(?:系|所|中心|实验室))|公司|科学院|集团))(?=.)"
)


@dataclass(frozen=True, slots=True)
class Guess:
    """An unknown organisation: raw offsets of name and unit together, its name, its unit, the country of the line."""

    start: int
    end: int
    name: str
    unit: str
    country: str


def unit_text(line: Line, before: int, first: int, match: Match, *, limit: int) -> tuple[str, int, int]:
    """Return the unit named beside *match*, and the tokens that unit and name span; *before* and *limit* are the neighbours' borders.

    Words before the name are a unit; words after it only if they say so (School of ..., Department of ...).
    """
    start = before
    while start < first:
        stop = min(line.phrase_end(start + 1), first)
        if not all(
            line.tokens[i].small or i in line.in_place or line.tokens[i].key.isdigit() for i in range(start, stop)
        ):
            break
        start = stop
    stop = first
    while stop > start and line.tokens[stop - 1].small:
        stop -= 1
    if start < stop and any(c.isalpha() for c in line.raw(start, stop)):
        return line.raw(start, stop), start, match.end
    end = match.end
    phrase = end
    while phrase < limit:
        stop = line.phrase_end(phrase + 1) if line.tokens[phrase].gap != JOINED else line.phrase_end(phrase)
        stop = min(max(stop, phrase + 1), limit)
        begin = phrase
        while begin < stop and line.tokens[begin].small:
            begin += 1
        keys = {token.key for token in line.tokens[begin:stop]}
        beside = phrase == match.end and line.tokens[phrase].gap == JOINED and not keys & LEGAL_FORMS
        if (
            begin < stop
            and (keys & UNIT_WORDS or beside)
            and begin not in line.in_place
            and not line.tokens[begin].key.isdigit()
        ):
            while stop > begin and (line.tokens[stop - 1].small or stop - 1 in line.in_place):
                stop -= 1
            if stop > begin:
                return line.raw(begin, stop), match.start, stop
        if begin < stop and not all(i in line.in_place or line.tokens[i].key.isdigit() for i in range(begin, stop)):
            break
        phrase = stop
    return "", match.start, end


def names_unit(line: Line, match: Match, words: int) -> bool:
    """Return whether the words of *match* after its first *words* name a unit."""
    rest = [token.key for token in line.tokens[match.start : match.end] if not token.small][words:]
    return bool(rest) and any(word in UNIT_WORDS for word in rest)


def has_legal_form(line: Line, start: int, end: int) -> bool:
    """Return whether tokens *start* to *end* end as the name of a company or hold a university."""
    keys = [token.key for token in line.tokens[start:end] if not token.small]
    return len(keys) > 1 and (keys[-1] in LEGAL_FORMS or any(key in _UNIVERSITY for key in keys))


def guess_name(line: Line) -> Guess | None:
    """Return the organisation that an unknown line most likely names, or None where it names none (an address alone).

    Of the phrases between commas a university comes before a company, this before an institute, this before a department; the
    phrases before the chosen one are its unit.
    """
    phrases = _phrases(line)
    named = [(start, end) for start, end in phrases if not _is_address(line, start, end)]
    if not named:
        return None
    start, end = max(named, key=lambda span: (_rank(line, *span), -span[0]))
    stop = end
    while (
        stop > start + 1
        and (stop - 1 in line.in_place)
        and _rank(line, start, stop) > 0
        and line.tokens[stop - 1].gap == COMMA
    ):
        stop -= 1
    units = [span for span in named if span[1] <= start]
    unit = line.raw(units[0][0], units[-1][1]) if units else ""
    begin = units[0][0] if units else start
    countries = frozenset(
        c for i, (_, found) in line.place_ends.items() if i >= stop and len(found) == 1 for c in found
    )
    return Guess(
        line.tokens[begin].start,
        line.end_of(begin, stop),
        line.raw(start, stop),
        unit,
        next(iter(countries)) if len(countries) == 1 else "",
    )


def _phrases(line: Line) -> list[tuple[int, int]]:
    """Return the token spans between commas outside brackets; a legal form stays with the name before it."""
    found: list[tuple[int, int]] = []
    start = 0
    for index in range(1, len(line.tokens) + 1):
        if index < len(line.tokens):
            token = line.tokens[index]
            between = line.text[line.tokens[index - 1].end : token.start]
            if token.gap == JOINED or not re.search("[,，、\n]", between) or token.key in LEGAL_FORMS:
                continue
        found.append((start, index))
        start = index
    return found


def _is_address(line: Line, start: int, end: int) -> bool:
    """Return whether a phrase is a place, a number or a street and nothing else."""
    keys = [line.tokens[i].key for i in range(start, end) if not line.tokens[i].small and i not in line.in_place]
    if not keys:
        return start > 0
    return start > 0 and (
        any(key in ("street", "road", "avenue", "box", "blvd", "str", "rd", "ave") for key in keys)
        or all(any(c.isdigit() for c in key) for key in keys)
    )


def _rank(line: Line, start: int, end: int) -> int:
    keys = [token.key for token in line.tokens[start:end] if not token.small]
    if any(key in _UNIVERSITY for key in keys):
        return 5
    if len(keys) > 1 and keys[-1] in LEGAL_FORMS:
        return 4
    if keys and (keys[0] in _UNIT_HEADS or keys[-1] in ("dept", "group", "team")):
        return 0
    if any(key in HEADS for key in keys):
        return 3
    return 2


def company_name(name: str) -> str:
    """Return the name of a company without its legal form, and without the city a Chinese company is registered under.

    >>> company_name("Shanghai Enflame Technology Co.,Ltd."), company_name("Nexusflow.ai Inc")
    ('Enflame Technology', 'Nexusflow.ai')
    """
    name = name.strip()
    short = _LEGAL.sub("", name).rstrip(" ,.") or name
    if short != name and _CHINESE_COMPANY.search(name):
        first, _, rest = short.partition(" ")
        place = places().get(first.casefold())
        if place and "CN" in place.countries and len(rest.split()) >= 2:
            short = rest
    return short


def split_zh(text: str, names: Iterable[str], *, has_unit: bool) -> tuple[str, str]:
    """Return the organisation and the unit of a Chinese name, cut behind a known name or behind 大学, 公司 and the like.

    >>> split_zh("国防科技大学计算机学院", ["国防科技大学"], has_unit=True)
    ('国防科技大学', '计算机学院')
    """
    text = text.strip()
    if not text or not is_han_text(text):
        return "", ""
    for name in sorted(names, key=lambda name: (-len(name), name)):
        if text.startswith(name):
            rest = text[len(name) :].strip(" ，,、")
            return name, rest if has_unit else ""
        if has_unit and text.endswith(name):
            return name, text[: -len(name)].strip(" ，,、")
    if not has_unit:
        return text, ""
    match = _ZH_ORGANISATION.match(text)
    if match and not re.search("[，,、]", text):
        return match[1], text[match.end(1) :].strip()
    pieces = [piece.strip() for piece in re.split("[，,、]", text) if piece.strip()]
    if len(pieces) > 1:
        return pieces[-1], "，".join(pieces[:-1])
    return "", text


def is_han_text(text: str) -> bool:
    """Return whether *text* holds a Han character."""
    return any(is_han(char) for char in text)
