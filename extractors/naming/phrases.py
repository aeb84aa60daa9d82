"""Techniques named by a modifier before a head: nonuniform tensor parallelism, 循环数据并行."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from extractors.folding import fold
from extractors.naming.proposals import Proposal
from extractors.naming.shapes import word_list

# Adverbs, gerunds and verbs in the third person are no modifiers, a few gerunds that are apart.
_VERBAL = re.compile(r"ly$|(?<!slid)(?<!stream)(?<!str)(?<!interleav)(?<!str)(?<!overlapp)ing$|(?<![s'u])s$|^s$")
HAN = "\u3400-\u4dbf\u4e00-\u9fff"


@cache
def _table() -> tuple[dict[str, str], dict[str, str]]:
    """Return the heads of each language with the type they give."""
    text = (files(__package__) / "phrase_heads.tsv").read_text(encoding="utf-8")
    english: dict[str, str] = {}
    chinese: dict[str, str] = {}
    for line in text.split("\n")[1:]:
        if line:
            head, zh, type_ = line.split("\t")
            if head:
                english[head] = type_
            for form in zh.split("|"):
                if form:
                    chinese[form] = type_
    return english, chinese


@cache
def _english() -> re.Pattern[str]:
    heads = "|".join(sorted(map(re.escape, _table()[0]), key=lambda h: (-len(h), h)))
    word = r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*"
    return re.compile(rf"\b((?:{word} ){{1,3}})({heads})s?\b", re.IGNORECASE)


@cache
def _chinese() -> re.Pattern[str]:
    heads = "|".join(sorted(_table()[1], key=lambda h: (-len(h), h)))
    return re.compile(rf"((?:[{HAN}]|[A-Za-z0-9-]){{2,14}}?)({heads})")


def find_phrases(text: str) -> Iterator[Proposal]:
    """Yield each modified head of *text*; such a phrase is named, not introduced."""
    for match in _english().finditer(text):
        words = match[1].split()
        start = match.start(1)
        kept: list[str] = []
        for word in reversed(words):
            folded = fold(word)
            if folded in word_list("plain_words") or folded in word_list("phrase_stops") or _VERBAL.search(folded):
                break
            kept.insert(0, word)
        if not kept:
            continue
        start = match.end(1) - len(" ".join(kept)) - 1
        phrase = text[start : match.end()]
        yield Proposal(
            "",
            start,
            match.end(),
            phrase,
            _table()[0][match[2].casefold()],
            "phrase",
            introduced=False,
            proper=False,
            confidence=0.5,
        )
