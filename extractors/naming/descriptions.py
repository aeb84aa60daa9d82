"""Methods that are described, not named: a foreground-guided enhancement strategy, 弱监督定位对比学习策略."""

from __future__ import annotations

import re
from functools import cache

from extractors.folding import fold
from extractors.naming.cues import HAN, heads_zh
from extractors.naming.heads import head_type, trailing_head
from extractors.naming.shapes import word_list

QUALITY_WORDS = (
    "a an the novel new simple efficient effective fast faster scalable flexible robust general generic unified lightweight practical powerful "
    "innovative principled comprehensive systematic simple-yet-effective first end-to-end high-performance cost-effective two three several "
    "various alternative improved improving better optimal near-optimal and yet but or highly more our its following different open-source "
    "open automated automatic advanced special specialized specific dedicated customized custom cheap elegant highly-efficient"
)
_QUALITIES = frozenset(QUALITY_WORDS.split())
_JOINED_ZH = re.compile(r"(?:(?!和|与|、|以及).)+")
# What a description begins with and its name does not: verbs up to the method itself, qualities, particles.
_LEAD_ZH = re.compile(
    r"(?:[\u3400-\u9fff]{0,6}?(?:称为|名为|叫做|集成|结合|隐藏|更改|支持|利用|借助|使用|采用))?(?:新型|新颖|高效|有效|简单|通用|统一|创新|新|的|型|一种|各种|多种|几个|若干|一系列|不同|自己|相应|了|其|以|基于|这|该| )*"
)
_TAIL_ZH = re.compile(r"(?:两种|三种|四种|多种|等|的|性| )*$")


def described_en(phrase: str) -> tuple[int, int, str] | None:
    """Return begin, end and type of the description in noun *phrase*, or None where it is too plain to name anything."""
    words = [(m.start(), m.end(), m[0]) for m in re.finditer(r"[^\s]+", phrase)]
    while words and fold(words[0][2]) in _QUALITIES:
        words.pop(0)
    if not 2 <= len(words) <= 7:
        return None
    head = trailing_head(words[-1][2])
    if head is None:
        return None
    type_, generic = head
    kept = words[:-1] if generic else words
    if not kept or (len(kept) == 1 and fold(kept[0][2]) in word_list("plain_words")):
        return None
    if type_ in ("System", "Model", "Dataset", "Hardware"):
        return None
    return kept[0][0], kept[-1][1], "Technique"


@cache
def _described_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"((?:[{HAN}]|[A-Za-z0-9+/-]| ){{2,24}}?)({'|'.join(heads_zh())})(?=[（(，,。；、]|来|作为|以|用于|并|，|$|称为|名为|——)"
    )


def described_zh(phrase: str) -> list[tuple[int, int]]:
    """Return where the descriptions of the methods that *phrase* proposes begin and end: several where they are joined by 和."""
    match = _described_pattern().match(phrase)
    if match is None:
        return []
    found = head_type(match[2])
    if found is None or found[0] != "Technique":
        return []
    _, generic = found
    begin, end = match.start(1), match.end(1) if generic else match.end(2)
    # What stands before the last 的 describes the method, what stands after it is its name.
    cut = phrase[begin:end].rfind("的")
    if 0 <= cut < end - begin - 2:
        begin += cut + 1
    spans = []
    for part in _JOINED_ZH.finditer(phrase, begin, end):
        start, stop = part.start(), part.end()
        start += _length(_LEAD_ZH.match(phrase[start:stop]))
        stop -= _length(_TAIL_ZH.search(phrase[start:stop]))
        if 3 <= stop - start <= 20 and fold(phrase[start:stop]) not in word_list("plain_zh"):
            spans.append((start, stop))
    return spans


def _length(match: re.Match[str] | None) -> int:
    return len(match[0]) if match else 0
