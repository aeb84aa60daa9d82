"""Content negotiation: which of the forms on offer a client would rather have (RFC 9110, section 12.5.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.serve.problems import RequestError

_TOKEN = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"  # noqa: S105 - the token of the HTTP grammar
_MEDIA_RANGE = re.compile(rf"({_TOKEN})/({_TOKEN})")
_PARAMETER = re.compile(rf'\s*({_TOKEN})\s*=\s*({_TOKEN}|"(?:[^"\\]|\\.)*")\s*')
# Three digits are what the grammar allows, ".2" without a zero is what Java's own client sends.
_WEIGHT = re.compile(r"0?\.[0-9]{1,3}|0\.?|1(?:\.0{0,3})?")
# Nobody needs more; a header of thousands is an attempt to keep the server busy.
_MOST = 100


@dataclass(frozen=True, slots=True)
class Range:
    """One element of an Accept header: *type* and *subtype* may be ``*``."""

    type: str
    subtype: str
    weight: float

    def specificity(self, media_type: str) -> int:
        """Return how closely this describes *media_type*: 0 not at all, 1 anything, 2 by its type, 3 by its name."""
        type_, _, subtype = media_type.partition("/")
        if self.type == "*":
            return 1
        if self.type != type_:
            return 0
        return 2 if self.subtype == "*" else 3 if self.subtype == subtype else 0


def parse_accept(header: str) -> tuple[Range, ...]:
    """Return the elements of an Accept *header*. Raises RequestError (400) for one that is malformed.

    >>> parse_accept("text/turtle;q=0.5, */*;q=.1")
    (Range(type='text', subtype='turtle', weight=0.5), Range(type='*', subtype='*', weight=0.1))
    """
    found = []
    for element in _split(header, ","):
        if not element.strip():
            continue  # the grammar of lists allows empty elements
        name, *parameters = _split(element, ";")
        match = _MEDIA_RANGE.fullmatch("*/*" if name.strip() == "*" else name.strip())
        if match is None or (match[1] == "*" and match[2] != "*"):
            raise _malformed(element)
        weight = 1.0
        for parameter in parameters:
            named = _PARAMETER.fullmatch(parameter)
            if named is None:
                raise _malformed(element)
            if named[1].casefold() == "q":
                if not _WEIGHT.fullmatch(named[2]):
                    raise _malformed(element)
                weight = float(named[2])
        found.append(Range(match[1].casefold(), match[2].casefold(), weight))
    if len(found) > _MOST:
        raise RequestError(400, f"The Accept header lists {len(found)} media types; more than {_MOST} are not read.")
    return tuple(found)


def _split(text: str, separator: str) -> list[str]:
    """Return *text* split at *separator* outside of quoted strings."""
    parts, quoted, escaped, start = [], False, False, 0
    for index, sign in enumerate(text):
        if escaped:
            escaped = False
        elif quoted and sign == "\\":
            escaped = True
        elif sign == '"':
            quoted = not quoted
        elif sign == separator and not quoted:
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]]


def _malformed(element: str) -> RequestError:
    shown = element.strip()[:80]
    return RequestError(
        400, f"The Accept header is malformed at {shown!r}; it lists media types such as text/turtle;q=0.9"
    )


def choose(header: str | None, offers: Sequence[str]) -> str | None:
    """Return that of the media types *offers* which *header* asks for, the first of equals; None where it wants none of them.

    >>> choose("text/html;q=0.5, application/*", ["text/html", "application/json"]), choose(None, ["text/html"])
    ('application/json', 'text/html')
    """
    ranges = parse_accept(header or "")
    if not ranges:
        return offers[0] if offers else None
    weighed = [(_weight(ranges, offer), -place, offer) for place, offer in enumerate(offers)]
    best = max(weighed, default=(0.0, 0, ""))
    return best[2] if best[0] > 0 else None


def _weight(ranges: Iterable[Range], offer: str) -> float:
    fitting = [(found, range_.weight) for range_ in ranges if (found := range_.specificity(offer))]
    return max(fitting)[1] if fitting else 0.0
