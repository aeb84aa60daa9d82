"""Narrower names made of a modifier and a known term: quantized graph neural network, 异构分片.

The vocabulary finds the term; whether the words before it belong to the name is open until the judges have seen both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from extractors.folding import fold
from extractors.found import Found
from extractors.gazetteers import load_terms
from extractors.naming.phrases import HAN_CHAR
from extractors.naming.proposals import Proposal
from extractors.naming.shapes import word_list
from extractors.naming.translating import compose

#: The pattern and, as the judges see it, the extractor of such names.
PATTERN = "modified"
_TYPES = frozenset({"Technique", "Model"})
#: The last parts of words that modify what follows: topology-aware, layer-wise.
_AFFIXES = frozenset(
    [
        "agnostic",
        "assisted",
        "augmented",
        "aware",
        "based",
        "bounded",
        "centric",
        "constrained",
        "driven",
        "free",
        "grained",
        "guided",
        "induced",
        "informed",
        "invariant",
        "level",
        "oriented",
        "preserving",
        "specific",
        "style",
        "wise",
    ]
)
_WORDS = re.compile(r"((?:[A-Za-z0-9][A-Za-z0-9]*(?:-[A-Za-z0-9]+)* ){1,2})$")
_LEFT_ZH = re.compile("[\u3400-\u9fffA-Za-z0-9-]{1,8}$")
_LONGEST_ZH = 8


@cache
def _modifiers() -> frozenset[str]:
    return frozenset(fold(word) for word in word_list("modifiers"))


def is_modifier(words: str) -> bool:
    """Return whether each of *words* makes a narrower technique of the one it stands before.

    >>> is_modifier("multi-level"), is_modifier("topology-aware dynamic"), is_modifier("efficient")
    (True, True, False)
    """
    parts = fold(words).split()
    return bool(parts) and all(
        part in _modifiers() or ("-" in part and part.rpartition("-")[2] in _AFFIXES) for part in parts
    )


def find_modified(
    text: str, bounds: Sequence[tuple[int, int]], known: Sequence[Found]
) -> Iterator[tuple[Proposal, str]]:
    """Yield each *known* technique or model of *text* with the modifiers before it, and the id of the term without them."""
    terms = load_terms()
    for mention in known:
        if mention.type not in _TYPES or mention.id not in terms:
            continue
        begin = next((start for start, end in bounds if start <= mention.start < end), mention.start)
        found = _english(text, begin, mention.start) or _chinese(text, begin, mention.start)
        if found:
            start, modifier = found
            name = f"{modifier} {terms[mention.id].name}"
            yield (
                Proposal(
                    "", start, mention.end, name, mention.type, PATTERN, introduced=False, proper=False, confidence=0.5
                ),
                mention.id,
            )


def _english(text: str, begin: int, end: int) -> tuple[int, str] | None:
    match = _WORDS.search(text, max(begin, end - 60), end)
    if match is None:
        return None
    words = match[1].split()
    for count in (2, 1):
        chosen = " ".join(words[-count:])
        if len(words) >= count and is_modifier(chosen):
            return end - len(chosen) - 1, " ".join(_spelt(word) for word in words[-count:])
    return None


def _spelt(word: str) -> str:
    """Return *word* with those of its parts in lower case that have a capital at the beginning alone."""
    return "-".join(part.lower() if part[1:] == part[1:].lower() else part for part in word.split("-"))


def _chinese(text: str, begin: int, end: int) -> tuple[int, str] | None:
    """Return where the longest Chinese modifier before *end* begins, and its English; a 的 between the two is passed over."""
    here = end - 1 if text[max(begin, end - 1) : end] == "的" else end
    match = _LEFT_ZH.search(text, max(begin, here - _LONGEST_ZH), here)
    if match is None or not HAN_CHAR.search(match[0]):
        return None
    for start in range(match.start(), here - 1):
        piece = text[start:here]
        if not HAN_CHAR.search(piece) or (
            start and piece[0].isascii() and text[start - 1].isascii() and text[start - 1].isalnum()
        ):
            continue
        english = compose(piece + "的").replace("in situ", "in-situ")
        if english and len(english.split()) <= 2 and is_modifier(english):
            return start, english
    return None
