"""What the words around a name say of its type: the head noun at once, of an apposition, or of the phrase before it."""

from __future__ import annotations

import re
from functools import cache

from extractors.naming.heads import head_type, head_words, trailing_head

HAN = "\u3400-\u4dbf\u4e00-\u9fff"
#: Quotation marks and blanks that stand around names.
QUOTES = " “\"'‘「《"
_TYPE_STOP = re.compile(
    r"[.;。；]|,(?! (?:an?|the)\b)|\b(?:that|which|for|to|with|by|using|where|designed|capable)\b|，(?!一)|用于|来|以"
)
_HEAD_EN = re.compile(r" ([a-z][a-z-]*)")


def type_after(text: str) -> str:
    """Return the type that the words after a name give it: its head noun at once, or that of an apposition; or ``""``."""
    if type_ := type_at(text):
        return type_
    stop = _TYPE_STOP.search(text, 2)
    phrase = text[: stop.start() if stop else 100]
    found_type = ""
    for word in re.findall(r"[A-Za-z-]+", phrase):
        if (head := trailing_head(word)) is not None:
            found_type = head[0]
    if found_type:
        return found_type
    best = ("", -1)
    for head_zh in heads_zh():
        at = phrase.rfind(head_zh)
        if at >= 0 and at + len(head_zh) > best[1]:
            kind = head_type(head_zh)
            best = (kind[0] if kind else "", at + len(head_zh))
    return best[0]


def type_at(text: str) -> str:
    """Return the type of the head noun that *text* begins with, or ``""``."""
    if zh := _head_zh_pattern().match(text):
        found = head_type(zh[0].strip())
        return found[0] if found else ""
    if english := _HEAD_EN.match(text):
        found = trailing_head(english[1])
        return found[0] if found else ""
    return ""


def type_before(text: str) -> str:
    """Return the type that the words before a name give it (a framework called …, …算法), or ``""``."""
    tail = text.rstrip(QUOTES + "-:：—–,，(（即称为名被")
    for head_zh in heads_zh():
        if tail.endswith(head_zh):
            found = head_type(head_zh)
            return found[0] if found else ""
    last = re.search(r"[A-Za-z-]+$", tail)
    head = trailing_head(last[0]) if last else None
    return head[0] if head else ""


@cache
def _head_zh_pattern() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{'|'.join(heads_zh())})")


@cache
def heads_zh() -> tuple[str, ...]:
    """Return the Chinese head nouns, the longest first."""
    heads = (h for h in head_words() if re.match(rf"[{HAN}]", h))
    return tuple(sorted(heads, key=lambda h: (-len(h), h)))
