"""Pair a long form with the acronym in brackets behind it, in both languages and either order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extractors.naming.cues import HAN
from extractors.naming.shapes import word_list

_BRACKET = re.compile(r"\s?[(（]\s*([^()（）]{2,60}?)\s*[)）]")
_ACRONYM = re.compile(r"[A-Za-zμ][A-Za-z0-9+\-./μ]{1,14}")
_SMALL = frozenset(["of", "the", "for", "and", "in", "on", "with", "to", "a", "an", "by", "via", "from"])
#: So many letters an acronym has that may pass over words of its long form.
_PASSES_OVER = 5
# Words that end a Chinese noun phrase to the left: what stands behind the last of them is the long form.
_BREAK_ZH = re.compile(
    r"[，。；：、！？（）()“”\"'《》\s—]|的|了|一种|一个|一类|这种|该|和|与|及|或|在|用于|用|基于|为|是|对|以|将|称|通过|使用|采用|利用|提出|介绍|引入|设计|实现"
    r"|开发|如|例如|比如|包括|即|叫做|由|从|到|把|被|使|让|并(?![行发联])|而|属于|但|其|我们|本文|名为|这|支持|结合|进行|针对|研究|探索|探讨|构建|应用"
)


@dataclass(frozen=True, slots=True, order=True)
class Expansion:
    """The long form at *start* to *end* and its acronym at *short_start* to *short_end*."""

    start: int
    end: int
    short_start: int
    short_end: int


def find_expansions(text: str) -> Iterator[Expansion]:
    """Yield every long form with its acronym in *text*, in order."""
    for match in _BRACKET.finditer(text):
        inside = match[1]
        if _ACRONYM.fullmatch(inside) and any(c.isupper() for c in inside):
            short = inside[:-1] if inside.endswith("s") and len(inside) > 2 and inside[:-1].isupper() else inside
            begin = _long_form_before(text, match.start(), short)
            if begin is not None:
                yield Expansion(begin, match.start(), match.start(1), match.end(1))
        else:
            before = re.search(r"[A-Za-z][A-Za-z0-9+\-./]{1,14}$", text[: match.start()])
            if before and sum(c.isupper() for c in before[0]) >= 2 and spells(inside, before[0]):
                yield Expansion(match.start(1), match.end(1), before.start(), before.end())


def find_long_form(title: str, short: str) -> str:
    """Return the words of *title* whose letters *short* is made of, or ``""``: a Chinese abstract gives the acronym alone.

    >>> find_long_form("Efficient Training Through Fully Sharded Sparse Data Parallelism", "FSSDP")
    'Fully Sharded Sparse Data Parallelism'
    """
    words = list(re.finditer(r"[A-Za-z][A-Za-z0-9-]*", title))
    spread = _spread(short)
    capitals = "".join(c for c in spread if c.isupper())
    wanted = {spread.casefold(), capitals.casefold() if len(capitals) > 2 else ""}
    letters = sum(c.isalpha() for c in spread)
    for length in range(max(2, letters // 2), letters + 2):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            phrase = title[run[0].start() : run[-1].end()]
            initials = "".join(word[0][0] for word in run if word[0].casefold() not in _SMALL)
            parts = "".join(part[:1] for part in re.split("[ -]+", phrase) if part.casefold() not in _SMALL)
            if not wanted.isdisjoint((initials.casefold(), parts.casefold())) and run[0][0].casefold() not in _SMALL:
                return phrase
    return ""


def _long_form_before(text: str, end: int, short: str) -> int | None:
    """Return where the long form of *short* that ends at *end* begins, or None."""
    window = text[max(0, end - 100) : end]
    offset = end - len(window)
    if window and re.match(rf"[{HAN}]", window[-1]):
        breaks = [m.end() for m in _BREAK_ZH.finditer(window) if m.end() < len(window) - 1]
        begin = offset + (breaks[-1] if breaks else 0)
        return begin if 2 <= end - begin <= 24 else None
    words = list(re.finditer(rf"[^\s\-/,;:()（）“”\"{HAN}]+", window))
    clause = max((m.end() for m in re.finditer(rf"[,;:.()（）“”\"，。；：{HAN}](?!\w)|[{HAN}]", window)), default=0)
    words = [word for word in words if word.start() >= clause]
    letters = re.sub(r"[^A-Za-z]", "", short).casefold()
    for count in range(1, min(len(words), len(letters) + 4) + 1):
        span = words[-count:]
        phrase = window[span[0].start() :]
        if spells(phrase, short) and span[0][0].casefold() not in _SMALL:
            return offset + span[0].start()
    return None


def spells(phrase: str, short: str) -> bool:
    """Return whether the letters of *short* stand in *phrase* in order, the first at a word's beginning, most at beginnings."""
    letters = re.sub(r"[^a-z0-9]", "", _spread(short).casefold())
    plain = re.sub(r"\\[a-z]+|[{}$]", "", phrase)
    # HPU for "High-bandwidth Processing Unit": of a hyphenated word the first part alone may count.
    short_hyphens = re.sub(r"(?<=[A-Za-z])-[A-Za-z]+", "", plain)
    return _spelt(plain, letters) or (short_hyphens != plain and _spelt(short_hyphens, letters))


def _spread(short: str) -> str:
    """Return *short* with each capital that a small digit follows said as often: C2R for CCR, S2M3 for SSMMM."""
    return re.sub(r"([A-Z])([2-4])(?=[A-Z]|$)", lambda match: match[1] * int(match[2]), short)


def _spelt(plain: str, letters: str) -> bool:
    words = [w.casefold() for w in re.findall(r"[A-Za-z0-9]+", plain)]
    if not letters or not words or words[0][0] != letters[0]:
        return False
    initials = [w[0] for w in words if w not in _SMALL or w[0] in letters]
    if "".join(initials) == letters or "".join(w[0] for w in words) == letters:
        return True
    # Each word may give several of its letters, the first of them its initial; small words may give none.
    # A long acronym (C-Prune of "Cluster-driven Expert Pruning") may pass over words in the middle.
    return _consume(words, letters) or (
        len(letters) >= _PASSES_OVER and _consume([words[0]], letters[:1]) and _consume(words[1:], letters[1:], spare=2)
    )


def _consume(words: list[str], letters: str, *, spare: int = 0) -> bool:
    """Return whether *words* spell *letters*; as many as *spare* of them may give none, but never the last."""
    if not letters:
        return all(word in _SMALL for word in words)
    if not words:
        return False
    word, rest = words[0], words[1:]
    if word in _SMALL and _consume(rest, letters, spare=spare):
        return True
    if spare and rest and _consume(rest, letters, spare=spare - 1):
        return True
    if word[0] != letters[0]:
        return False
    taken = 1
    if _consume(rest, letters[taken:], spare=spare):
        return True
    position = 0
    while taken < len(letters):
        position = word.find(letters[taken], position + 1)
        if position < 0:
            return False
        taken += 1
        if _consume(rest, letters[taken:], spare=spare):
            return True
    return False


def is_ordinary(short: str) -> bool:
    """Return whether *short* is an abbreviation that names no entity of its own."""
    return short.casefold() in word_list("never_names")
