"""Find the sentence around a span in Chinese or English text."""

from __future__ import annotations

import re

# A stop between digits is a decimal point, after one of these abbreviations it ends no sentence.
_END = re.compile(
    r"[。！？!?；]|(?<!\d)\.(?=\s|$)(?<!e\.g\.)(?<!i\.e\.)(?<!al\.)(?<!etc\.)(?<!vs\.)(?<!Fig\.)|(?<=\d)\.(?=\s|$)"
)


def sentence_at(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the sentence that holds characters *start* to *end* of *text* begins and ends.

    >>> text = "We ran it. It is 1.5x faster, e.g. on A100. Good."
    >>> text[slice(*sentence_at(text, 15, 19))]
    'It is 1.5x faster, e.g. on A100.'
    """
    first, last = 0, len(text)
    for match in _END.finditer(text):
        if match.end() <= start:
            first = match.end()
        elif match.start() >= end:
            last = match.end()
            break
    while first < start and text[first].isspace():
        first += 1
    return first, last
