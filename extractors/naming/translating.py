"""Compose English labels for Chinese descriptions that no vocabulary has, from the words of a glossary and of the vocabularies.

Chinese noun phrases are head-final like English ones, so that word for word in order gives the name the field would use: 分片感知通信 is
sharding-aware communication.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from extractors.gazetteers import load_rows

_HAN = re.compile("[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+/-]*")
_PARTICLES = frozenset("的地得之式型化性")
_BASED = re.compile(r"^基于(.+)的([^的]+)$")
#: The longest word of the glossary that is tried, in characters.
LONGEST = 10


@cache
def _glossary() -> dict[str, str]:
    text = (files(__package__) / "glossary.tsv").read_text(encoding="utf-8")
    words = dict(line.split("\t") for line in text.split("\n")[1:] if line)
    for row in load_rows():
        for form in row.term.zh:
            if len(form) <= LONGEST and not _LATIN.search(form):
                words.setdefault(form, row.term.name)
    return words


@cache
def compose(phrase: str) -> str:
    """Return the English for the Chinese noun phrase *phrase*, or ``""`` where one of its words is unknown.

    >>> compose("分片感知通信"), compose("GPU线程映射"), compose("基于网格的调度"), compose("龘龘")
    ('sharding-aware communication', 'GPU thread mapping', 'mesh-based scheduling', '')
    """
    if not _HAN.search(phrase):
        return phrase
    based = _BASED.match(phrase)
    if based:
        what, head = compose(based[1]), compose(based[2])
        return f"{what}-based {head}" if what and head else ""
    words = _segment(phrase)
    return _join(words) if words else ""


def _segment(phrase: str) -> tuple[str, ...]:
    """Return the English words of *phrase*: as few and long pieces as cover it; none where nothing does."""
    words = _glossary()
    best: list[tuple[int, tuple[str, ...]] | None] = [(0, ()), *([None] * len(phrase))]
    for start in range(len(phrase)):
        here = best[start]
        if here is None:
            continue
        for end, word, cost in _pieces(phrase, start, words):
            offer = (here[0] + cost, (*here[1], word) if word else here[1])
            known = best[end]
            if known is None or offer < known:
                best[end] = offer
    final = best[len(phrase)]
    return final[1] if final else ()


def _pieces(phrase: str, start: int, words: dict[str, str]) -> list[tuple[int, str, int]]:
    found = [
        (end, words[phrase[start:end]], 2 if end - start > 1 else 5)
        for end in range(start + 1, min(len(phrase), start + LONGEST) + 1)
        if phrase[start:end] in words
    ]
    if latin := _LATIN.match(phrase, start):
        found.append((latin.end(), latin[0], 1))
    if phrase[start] in _PARTICLES and start:
        found.append((start + 1, "", 3))
    if phrase[start] in " ·":
        found.append((start + 1, "", 0))
    return found


def _join(words: tuple[str, ...]) -> str:
    """Return *words* as one name: what begins with a hyphen joins the word before it, what ends with one the word behind it."""
    text = re.sub(r" (?=-)|(?<=-) ", "", " ".join(words))
    return "" if text.startswith("-") or text.endswith("-") else text
