"""Dates of records in the one form that documents keep: a day, or the month or year where no more is stated."""

from __future__ import annotations

import re
from datetime import date
from email.utils import parsedate

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMERIC = re.compile(r"\s*(\d{4})(?:[-/.年](\d{1,2})?(?:[-/.月](\d{1,2})?)?)?(?:[T /日].*)?\s*", re.DOTALL | re.ASCII)
_COMPACT = re.compile(r"\s*(\d{4})(\d{2})(\d{2})\s*", re.ASCII)
_WORD = re.compile(r"[A-Za-z]{3,}")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|21\d\d)(?!\d)", re.ASCII)
_DAY = re.compile(r"(?<!\d)(\d{1,2})(?!\d)", re.ASCII)
_LONGEST = 100


def join_date(year: object, month: object = None, day: object = None) -> str:
    """Return the date of *year*, *month* and *day*, as far as they are numbers that make one.

    >>> join_date(2024, "5", 1), join_date("2024", "nov"), join_date(2024, 13), join_date("soon")
    ('2024-05-01', '2024-11', '2024', '')
    """
    y, m, d = _number(year), _month(month), _number(day)
    if not 1000 <= y <= 9999:
        return ""
    if not 1 <= m <= 12:
        return f"{y:04}"
    try:
        return date(y, m, d).isoformat()
    except ValueError:
        return f"{y:04}-{m:02}"


def _number(value: object) -> int:
    if isinstance(value, bool) or value is None:
        return 0
    text = str(value).strip()
    return int(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else 0


def _month(value: object) -> int:
    word = _WORD.search(value) if isinstance(value, str) else None
    return _MONTHS.index(word[0][:3].lower()) + 1 if word and word[0][:3].lower() in _MONTHS else _number(value)


def read_date(text: str) -> str:
    """Return the date that *text* states, or an empty string.

    >>> read_date("2024-05-01T10:00:00Z"), read_date("2014//"), read_date("Mon, 2 Apr 2007 19:18:42 GMT"), read_date("May 2024")
    ('2024-05-01', '2014', '2007-04-02', '2024-05')
    """
    if len(text) > _LONGEST:
        return ""
    match = _COMPACT.fullmatch(text) or _NUMERIC.fullmatch(text)
    if match:
        return join_date(*match.groups())
    try:
        parsed = parsedate(text)
    except (ValueError, IndexError, TypeError):  # the standard library does not promise to survive every text
        parsed = None
    if parsed:
        return join_date(*parsed[:3])
    year = _YEAR.search(text)
    if not year:
        return ""
    rest = text[: year.start()] + " " + text[year.end() :]
    word = next((w for w in _WORD.findall(rest) if w[:3].lower() in _MONTHS), None)
    day = _DAY.search(rest)
    return join_date(year[0], word, day[0] if day and word else None)
