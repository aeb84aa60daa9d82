"""Find coordinated lists of names, to hand out the figures of a list one by one (A and B by 2x and 3x)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from extractors.claims.spans import EntitySpan

_BETWEEN = re.compile(
    r"(?:s|GPUs?|CPUs?|FPGAs?|显卡|平台|设备|芯片|架构|数据集|模型|\s|datasets?|benchmarks?)*(?:,|、|/|和|与|及|以及|\band\b|,\s*and\b|&)\s*(?:an?\s|the\s|NVIDIA\s|Nvidia\s|AMD\s|Intel\s)?",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"\s*(?:,\s*and\s+|\s+and\s+|,\s*|、|和|与|以及|及)\s*")
_RESPECTIVELY = re.compile(
    r"\b(?P<prep>on|for|in|over|than|to|of|with|using)\s+(?:the\s)?(?P<list>[^,;:。()]+(?:,\s?[^,;:。()]+)*?,?\s+and\s+[^,;:。()]+?)(?:,)?\s+respectively",
    re.IGNORECASE,
)
_FENBIE = re.compile(
    r"(?P<lead>将|在|对|使|比|与|把|[，,。]|^)(?P<list>[^，,。；;]*?(?:、|和|与|及)[^，,。；;]*?)(?:的(?P<of>[^，,。；;的]{0,12}))?(?:上|中|下)?[，,]?(?:的[^，,。；;]{0,10})?(?:分别|各自)"
)


def span_lists(spans: Sequence[EntitySpan], text: str, size: int) -> list[tuple[EntitySpan, ...]]:
    """Return the lists of *size* coordinated spans of one type in *text*, in order."""
    ordered: list[EntitySpan] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if ordered and span.start < ordered[-1].end:
            continue
        ordered.append(span)
    lists: list[tuple[EntitySpan, ...]] = []
    run: list[EntitySpan] = []
    for span in ordered:
        if run and span.type == run[-1].type and _BETWEEN.fullmatch(text, run[-1].end, span.start):
            run.append(span)
            continue
        if len(run) == size:
            lists.append(tuple(run))
        run = [span]
    if len(run) == size:
        lists.append(tuple(run))
    return lists


def worded_list(text: str, size: int) -> tuple[str, list[tuple[int, int]]] | None:
    """Return the lead word and the members of a list of *size* that "respectively" or 分别 marks in *text*."""
    for pattern in (_RESPECTIVELY, _FENBIE):
        for match in pattern.finditer(text):
            members = _members(text, match.start("list"), match.end("list"))
            if len(members) > size and pattern is _RESPECTIVELY:
                continue
            if any(re.match(r"[^A-Za-z\u3400-\u9fff]*\d[\d.]*\s?[x×%倍]?", text[a:b]) for a, b in members):
                continue
            if len(members) == size:
                lead = match["prep"] if pattern is _RESPECTIVELY else match["lead"]
                return lead.casefold(), members
    return None


def split_phrase(text: str, start: int, end: int, size: int) -> list[tuple[int, int]]:
    """Return the members of the coordinated phrase at *start* to *end*, empty where they are not *size*."""
    members = _members(text, start, end)
    return members if len(members) == size else []


def _members(text: str, start: int, end: int) -> list[tuple[int, int]]:
    members = []
    position = start
    for match in _SPLIT.finditer(text, start, end):
        members.append((position, match.start()))
        position = match.end()
    members.append((position, end))
    return [(a, b) for a, b in members if b > a]
