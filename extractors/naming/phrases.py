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
HAN_CHAR = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
# What a Chinese noun phrase does not reach across to the left: signs, particles, prepositions and common verbs.
_BREAK_ZH = re.compile(
    r"[，。；：、！？（）()“”\"'《》\s,.;:$\\]|的|了|一种|一个|这种|该|和|与|及|或|在|用于|用|基于|为|是|对|以|将|称|通过|使用|采用|利用|提出|介绍|引入|设计|实现|开发|如|包括"
    r"|即|新型|新颖|高效|由|从|到|把|被|使|让|并且|而|但|其|我们|本文|名为|这|支持|结合|进行|针对|研究|探索|构建|应用|提高|提升|降低|减少|优化了|加速了?|改进|执行|有效|能够|可以|需要|比|无法|处理|如何|何|几个|过|于|强制|显著|确定|每个|训练出|成功|所有|任何|之前|同时|不|内|中|下|上|前|后|时"
)


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
    return re.compile(rf"(?:{heads})")


def find_phrases(text: str) -> Iterator[Proposal]:
    """Yield each modified head of *text*; such a phrase is named, not introduced."""
    yield from _find_english(text)
    if HAN_CHAR.search(text):
        yield from _find_chinese(text)


def _find_chinese(text: str) -> Iterator[Proposal]:
    last = 0
    for match in _chinese().finditer(text):
        window_start = max(last, match.start() - 10)
        window = text[window_start : match.start()]
        cut = max((found.end() for found in _BREAK_ZH.finditer(window)), default=0)
        start = window_start + cut
        # A border inside a Latin word or number is none.
        while (
            start < match.start()
            and text[start].isascii()
            and start
            and text[start - 1].isascii()
            and text[start - 1].isalnum()
        ):
            start += 1
        if match.start() - start < 2 or text[match.end() : match.end() + 1] in ("的", "了", "器", "率", "成"):
            continue
        phrase = text[start : match.end()]
        if fold(phrase) in word_list("plain_zh"):
            continue
        last = match.end()
        yield Proposal(
            "",
            start,
            match.end(),
            phrase,
            _table()[1][match[0]],
            "phrase",
            introduced=False,
            proper=False,
            confidence=0.4,
        )


def _find_english(text: str) -> Iterator[Proposal]:
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
