"""Fold text for matching, with a map back to the raw offsets.

Folding (NFKC, letter case, full-width signs, dashes, accents) happens inside matching only; what leaves this package always
quotes the raw text.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

# Dashes and quotation marks that one and the same name is written with.
_SAME = str.maketrans(
    dict.fromkeys("‐‑‒–—―−﹣－", "-")
    | dict.fromkeys("‘’ʼ′", "'")
    | dict.fromkeys("“”", '"')
    | {"\u00a0": " ", "\u3000": " ", "\t": " ", "\n": " ", "\r": " "}
)


@lru_cache(maxsize=65536)
def fold_char(char: str) -> str:
    """Return the folded form of one character: none, one or several characters."""
    folded = unicodedata.normalize("NFKC", char).casefold().translate(_SAME)
    if folded.isascii():
        return folded
    folded = unicodedata.normalize("NFD", folded)
    return unicodedata.normalize("NFC", "".join(c for c in folded if not unicodedata.combining(c)))


def fold(text: str) -> str:
    """Return *text* folded, without the map back.

    >>> fold("Mixture‑of‑Experts（ＭｏＥ）")
    'mixture-of-experts(moe)'
    """
    if text.isascii():
        return text.casefold().translate(_SAME)
    return "".join(map(fold_char, text))


@dataclass(frozen=True, slots=True)
class Folded:
    """A text beside its folded form; *origin* maps folded positions to raw ones (None where they are equal)."""

    raw: str
    text: str
    origin: tuple[int, ...] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the raw start and end of folded characters *start* to *end*."""
        if self.origin is None:
            return start, end
        return self.origin[start], self.origin[end - 1] + 1


def fold_with_map(text: str) -> Folded:
    """Return *text* folded, with the map that leads each folded character back to the raw one."""
    if text.isascii():
        return Folded(text, text.casefold().translate(_SAME), None)
    pieces = list(map(fold_char, text))
    folded = "".join(pieces)
    if len(folded) == len(text) and all(len(piece) == 1 for piece in pieces):
        return Folded(text, folded, None)
    origin = tuple(index for index, piece in enumerate(pieces) for _ in piece)
    return Folded(text, folded, origin)
