"""Rewrite raw text for the rules: LaTeX resolved, signs unified, with a map back to the raw offsets."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SAME = str.maketrans(
    {full: chr(full - 0xFEE0) for full in range(0xFF01, 0xFF5F)}
    | {ord(c): "-" for c in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"}
    | {ord(c): "~" for c in "∼≈≃≅～〜"}
    | {ord(c): "×" for c in "✕✖⨯╳"}
    | {ord(c): "≥" for c in "⩾≧"}
    | {ord(c): "≤" for c in "⩽≦"}
    | {ord(c): " " for c in "\u00a0\u2009\u202f\u3000\t\r\n"}
    | {ord("﹪"): "%", ord("µ"): "μ", ord("\u2019"): "'"}
)
# Font commands and grouping signs say nothing; the commands below stand for one sign each.
_LATEX = re.compile(
    r"\\(?:text(?:bf|it|tt|rm|sf|sc|up)?|math(?:bf|rm|it|cal|tt|sf)|emph|underline|boldsymbol|bf|rm|it)\b\s?|[{}$]"
    r"|\\(?P<sign>textapprox|textasciitilde|times|sim|approx|simeq|geq?|leq?|geqslant|leqslant|gt|lt|pm|mu|rightarrow|to|sim|cdot|dots|ldots)(?![A-Za-z])"
    r"|\\(?P<char>[%&#_,;!: ])"
)
_SIGNS = {
    "textapprox": "~", "textasciitilde": "~", "times": "×", "sim": "~", "approx": "~", "simeq": "~", "ge": "≥", "geq": "≥", "geqslant": "≥", "le": "≤", "leq": "≤",
    "leqslant": "≤", "gt": ">", "lt": "<", "pm": "±", "mu": "μ", "rightarrow": "→", "to": "→", "cdot": "·", "dots": "…", "ldots": "…",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plain:
    """A *text* for the rules; *origin* leads each of its characters to the raw ones (None where both are aligned)."""

    text: str
    origin: tuple[tuple[int, int], ...] | None

    def raw(self, start: int, end: int) -> tuple[int, int]:
        """Return the raw start and end of plain characters *start* to *end*."""
        if self.origin is None or start >= end:
            return start, end
        return self.origin[start][0], self.origin[end - 1][1]

    def at(self, raw: int) -> int:
        """Return the plain offset of the first character that stands at or behind *raw*."""
        if self.origin is None:
            return raw
        low, high = 0, len(self.origin)
        while low < high:
            middle = (low + high) // 2
            if self.origin[middle][0] < raw:
                low = middle + 1
            else:
                high = middle
        return low


def plain(raw: str) -> Plain:
    r"""Return *raw* in plain form.

    >>> plain(r"up to $\sim11\times$ and 10\%").text
    'up to ~11× and 10%'
    """
    same = raw if raw.isascii() and raw.isprintable() else raw.translate(_SAME)
    if "\\" not in same and "$" not in same:
        return Plain(same, None)
    pieces: list[str] = []
    origin: list[tuple[int, int]] = []
    last = 0
    for match in _LATEX.finditer(same):
        pieces.append(same[last : match.start()])
        origin.extend((i, i + 1) for i in range(last, match.start()))
        sign = _SIGNS[match["sign"]] if match["sign"] else match["char"]
        if sign:
            pieces.append(" " if sign in ",;!:" else sign)
            origin.append((match.start(), match.end()))
        last = match.end()
    pieces.append(same[last:])
    origin.extend((i, i + 1) for i in range(last, len(same)))
    return Plain("".join(pieces), tuple(origin))
