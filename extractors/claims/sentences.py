"""Cut plain text into sentences: the frame in which a figure is read."""

from __future__ import annotations

import re
from collections.abc import Iterator

_STOP = re.compile(r"[。！？!?;；\n.]")
# A full stop behind one of these ends no sentence.
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|et al|vs|etc|Fig|cf|resp|approx|w\.r\.t|Eq|Sec|No))$")
_OPENS = re.compile(r"\s+[A-Z\"(\[\\~\d]|\s*[\u3400-\u9fff]|\s*$")
_GLUED = re.compile(r"[A-Z][a-z]+\s")
_HAN_NEXT = re.compile(r"\s*[\u3400-\u9fff]")


def iter_sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of every sentence of *text*.

    >>> text = "It is 1.5x faster, e.g. on A100. 速度提升2倍。"
    >>> [text[a:b] for a, b in iter_sentences(text)]
    ['It is 1.5x faster, e.g. on A100.', '速度提升2倍。']
    """
    start = 0
    for match in _STOP.finditer(text):
        end = match.end()
        if _ends(text, match[0], end):
            yield from _trimmed(text, start, end)
            start = end
    yield from _trimmed(text, start, len(text))


def _ends(text: str, sign: str, end: int) -> bool:
    if sign in "。！？\n":
        return True
    following = text[end : end + 1]
    if sign in ";；":
        return _HAN_NEXT.match(text, end) is not None
    if sign in "!?":
        return not following or following.isspace()
    if following.isascii() and (following.isdigit() or following.islower() or following in ",;:)-/_"):
        return following == ""
    if _OPENS.match(text, end):
        return not _ABBREVIATION.search(text, max(0, end - 8), end - 1)
    # "...in practice.In this paper": the space is missing.
    return end > 1 and (text[end - 2].islower() or text[end - 2] in ")%") and _GLUED.match(text, end) is not None


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end
