"""Cut plain text into sentences: the frame in which a figure is read."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A stop ends a sentence before a capital or at the end, unless it closes one of these abbreviations.
_END = re.compile(
    r"[。！？]|[!?](?=\s|$)|[;；](?=\s*[\u3400-\u9fff])|\n\s*"
    r"|(?<!\be\.g)(?<!\bi\.e)(?<!\bet al)(?<!\bvs)(?<!\betc)(?<!\bFig)(?<!\bcf)(?<!\bresp)(?<!\bapprox)(?<!\bw\.r\.t)\.(?=\s+[A-Z\"(\[\\~\d]|\s*$)"
    r"|(?<=[a-z)%])\.(?=[A-Z][a-z]+\s)"
)


def iter_sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of every sentence of *text*.

    >>> text = "It is 1.5x faster, e.g. on A100. 速度提升2倍。"
    >>> [text[a:b] for a, b in iter_sentences(text)]
    ['It is 1.5x faster, e.g. on A100.', '速度提升2倍。']
    """
    start = 0
    for match in _END.finditer(text):
        yield from _trimmed(text, start, match.end())
        start = match.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end
