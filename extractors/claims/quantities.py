"""Find the quantities of a sentence: number, magnitude, unit, ranges, changes from one value to another, coordinated lists."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from extractors.claims.numerals import (
    DIGITS,
    IDIOM,
    IDIOM_TRIGGER,
    MAGNITUDE,
    parse_digits,
    parse_magnitude,
    read_idiom,
    rounded,
)
from extractors.claims.units import Unit, unit_table

NONE = Unit("", "none")


@dataclass(frozen=True, slots=True)
class Quantity:
    """Characters *start* to *end* of a sentence give *values* in *unit*.

    *sign* is the comparison sign before the number, *direction* the one its wording implies, *before* the surface of the value it
    replaces ("from 10 hours to ..."), *rival* the thing another figure beside it belongs to ("81%, against 56% for X"), *scale* its magnitude word, *group* the number of the coordinated list it belongs to (-1 for none) and *place* its place there.
    """

    start: int
    end: int
    values: tuple[float, ...]
    unit: Unit
    sign: str = ""
    direction: str = ""
    before: str = ""
    before_values: tuple[float, ...] = ()
    group: int = -1
    place: int = 0
    size: int = 1
    worded: bool = field(default=False)
    scale: float = 1.0
    rival: str = ""


@lru_cache(maxsize=1)
def _number() -> re.Pattern[str]:
    # Left: no letter, digit, dot, slash or name hyphen. Between two numbers of a range: a dash, a tilde, "to".
    return re.compile(
        rf"(?<![A-Za-z0-9_.^/#@'])(?<![A-Za-z)]-)(?<!\d-)(?P<sign>[~><≥≤]=?\s?|\+)?(?P<cross>×\s?)?"
        rf"(?P<a>{DIGITS})(?P<plus>\s?\+)?(?P<amag>{MAGNITUDE})?"
    )


@lru_cache(maxsize=1)
def _spellings() -> dict[str, tuple[tuple[str, Unit], ...]]:
    """Return unit spellings by first character, longest first."""
    table: dict[str, list[tuple[str, Unit]]] = {}
    for spelling, unit in unit_table().items():
        table.setdefault(spelling[0], []).append((spelling, unit))
    return {c: tuple(sorted(v, key=lambda p: (-len(p[0]), p[0]))) for c, v in sorted(table.items())}


_SEP = re.compile(r"(?:\s?-{1,3}\s?|\s?~\s?|\s+to\s+|\s+up to\s+|\s?[到至]\s?)")
_NEXT = re.compile(rf"(?P<sign>[~<>]\s?)?(?P<b>{DIGITS})(?P<plus>\+)?(?P<bmag>{MAGNITUDE})?")
_RATE = re.compile(
    r"\s?(?P<noun>[A-Za-z]+(?: of [a-z]+|[ -][A-Za-z]+)?)[\s-]?(?:per[ -]second|/\s?s(?:ec|econd)?\b|/秒)"
)
_RATE_ZH = re.compile(r"每秒(?:可|能|约|超过|高达|达到?|处理|生成|运行|执行|的速度|近|[^\d，。,;]{0,4})$")
_NOUN_ZH = re.compile(
    r"\s?(?:个|张|幅|条|次|帧)?\s?(?P<noun>图像|图片|帧|样本|令牌|词元|token|tokens|查询|请求|条目|步|边|原子步|消息|操作|浮点运算)"
)
_GLUE = re.compile(
    r"\s*(?:,|、|/|和|与|及|以及|或|&|;|\band\b|\bor\b|,\s*and\b|vs\.?)\s*(?:分别)?(?:up to|~|about|approximately|约|高达|on average|平均)?\s*",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"(?:\bfrom|从|由|自)(?:\s+(?:an?|the|around|about|roughly|over|nearly|more than|approximately|~|[a-z]+))?\s*(?:约|原来的|超过|近|最初的|原先的|大约)?\s*$",
    re.IGNORECASE,
)
_TO = re.compile(
    r"^[^,;。]{0,45}?(?:\bto|→|到|至|为)\s*(?:(?:an?|the|about|around|just|only|under|below|less than|nearly|roughly|approximately|over|up to|as low as)\s+){0,2}"
    r"(?:约|仅|不到|大约|近|低于|超过|低至|高达)?\s*$",
    re.IGNORECASE,
)
# "3.2 hours instead of 5.1 hours": the second figure is what the first replaces.
_INSTEAD = re.compile(
    r",?\s*\(?(?:instead of|rather than|(?:down|up) from|而不是|而非|(?:而)?(?:原来|原先|此前)(?:的|为|是)?)\s*(?:about |around |~|约)?",
    re.IGNORECASE,
)
# "81%, against 56% for the old version": the second figure is that of another thing.
_AGAINST = re.compile(
    r",?\s*\(?(?:against|versus|vs\.?|compared (?:to|with))\s*(?:about |around |only |~)?", re.IGNORECASE
)
_OTHERS = re.compile(
    r"\s(?:for|of|by|with|in|on)\s(?:the |an? )?(?P<np>[A-Za-z][\w+.-]*(?: (?!and\b|while\b|on\b|for\b|with\b|in\b|at\b)[\w+-]+){0,4})"
)
_BETWEEN = re.compile(r"\b(?:between|ranging from)\s*$|(?:介于|在)$", re.IGNORECASE)
# 分 is a point of a score, a minute, or the first half of many words.
_SCORED = re.compile(r"(?:得分|评分|分数|成绩|打分)[^，,。;]{0,12}$")
_SCORE = re.compile(r"分(?![钟之别布层块支类区片辨解析组离割量子级秒])")
_BETWEEN_AND = re.compile(r"\s+(?:and|to)\s+|\s*(?:和|与|到|至)\s*")
_RANGING = re.compile(
    r"(?:rang\w+|var\w+|speed-?ups?|accelerat\w+|span\w*|分布|范围|不等|achiev\w+|gains?|improvements?|factors?)\s+(?:of\s+)?from\s*(?:about |around )?$",
    re.IGNORECASE,
)
_FACTOR_BEFORE = re.compile(
    r"(?:\bby (?:a )?factors? of|\ba factor of|factors? (?:of|up to)|\bspeed-?ups? (?:of|by|up to|is|factor of|ratios? of)|speed-?ups? of up to|"
    r"speed-?up (?:ratio|factor)s? (?:of|up to)|加速比(?:达到|高达|达|为|约为|可达|最高达|最高可达|是)?(?:了|约)?)\s*(?:up to |about |around |over |more than |~|nearly |approximately |as (?:much|high) as )?\s*$",
    re.IGNORECASE,
)
_FACTOR_AFTER = re.compile(r"\s*(?:speed-?ups?\b|加速比?)", re.IGNORECASE)
_SMALLER_TIME = {"h": ("min", 60.0), "day": ("h", 24.0), "min": ("s", 60.0)}


def find_quantities(text: str) -> list[Quantity]:
    """Return the quantities of sentence *text* in order."""
    found = _idioms(text) if IDIOM_TRIGGER.search(text) else []
    found += _numbers(text, found)
    found.sort(key=lambda q: q.start)
    found = _join_times(text, found)
    found = _share_units(text, found)
    found = _join_changes(text, found)
    return _group(text, found)


def _idioms(text: str) -> list[Quantity]:
    found = []
    for match in IDIOM.finditer(text):
        read = read_idiom(match)
        if read is None:
            continue
        values, unit, direction = read
        if unit == "x" and match["zh"] is not None and values == (1.0,):
            values = (2.0,)  # 提高一倍 is to double
        kind = {"x": Unit("x", "ratio"), "%": Unit("%", "percent")}[unit]
        found.append(Quantity(match.start(), match.end(), values, kind, direction=direction, worded=True))
    return found


def unit_at(text: str, start: int) -> tuple[Unit, int] | None:
    """Return the unit whose spelling begins at *start* of *text* (a space or a hyphen may come first) and where it ends."""
    for skip in (0, 1):
        if skip and (start >= len(text) or text[start] not in " -"):
            break
        begin = start + skip
        if begin >= len(text):
            break
        for spelling, unit in _spellings().get(text[begin], ()):
            end = begin + len(spelling)
            if not text.startswith(spelling, begin):
                continue
            last = text[end - 1]
            if last.isascii() and last.isalnum() and end < len(text) and text[end].isascii() and text[end].isalnum():
                continue
            if skip and text[start] == "-" and unit.kind not in ("ratio", "percent", "parameter"):
                continue
            return unit, end
    return None


def _numbers(text: str, idioms: list[Quantity]) -> list[Quantity]:
    found: list[Quantity] = []
    taken = [(q.start, q.end) for q in idioms]
    position = 0
    pattern = _number()
    while match := pattern.search(text, position):
        position = match.end()
        if any(s < match.end() and match.start("a") < e for s, e in taken):
            continue
        quantity = _read(text, match)
        if quantity is not None:
            position = max(position, quantity.end)
            found.append(quantity)
    return found


def _unit_behind(text: str, end: int) -> tuple[Unit, int]:
    unit = unit_at(text, end)
    if unit is None:
        rate = _RATE.match(text, end)
        if rate:
            return Unit(re.sub(r"\s+", " ", rate[0]).strip(), "rate", "throughput"), rate.end()
        return NONE, end
    return unit


def _read(text: str, match: re.Match[str]) -> Quantity | None:
    end = match.end()
    unit, unit_end = _unit_behind(text, end)
    if unit is NONE and _SCORE.match(text, end) and _SCORED.search(text[: match.start()]):
        unit, unit_end = Unit("分", "points", "accuracy"), end + 1
    low = rounded(parse_digits(match["a"]) * parse_magnitude(match["amag"]))
    sign = (match["sign"] or "").strip()
    if match["plus"]:
        sign = ">"
    if unit.kind == "ratio" and re.match(r"\s?\d", text[unit_end : unit_end + 2]):
        return None  # 3x3 is a shape
    if match["cross"] and text[: match.start()].rstrip()[-1:].isdigit():
        return None  # the second side of a shape
    if match["cross"] and unit is NONE:
        unit, unit_end = unit_table()["x"], end
    separator = _SEP.match(text, unit_end)
    if separator and (second := _NEXT.match(text, separator.end())):
        second_unit, second_end = _unit_behind(text, second.end())
        same = unit is NONE or second_unit.name == unit.name
        clean = (
            second_end == len(text)
            or not (text[second_end].isascii() and text[second_end].isalpha())
            or second_unit is not NONE
        )
        if (
            same
            and clean
            and not re.match(r"-?\d", text[second_end : second_end + 2])
            and not (
                second_unit is NONE
                and text[second_end : second_end + 1] == "."
                and text[second_end + 1 : second_end + 2].isdigit()
            )
        ):
            high = rounded(parse_digits(second["b"]) * parse_magnitude(second["bmag"]))
            if not match["amag"] and second["bmag"] and low < 1000:
                low = rounded(low * parse_magnitude(second["bmag"]))
            word = separator[0].strip()
            if word == "up to" and unit.kind != "ratio":
                word = ""
            change = (
                word in ("to", "到", "至")
                and _FROM.search(text[: match.start()])
                and not _RANGING.search(text[: match.start()])
            )
            if change and second_unit.kind != "ratio":
                raw = text[match.start("a") : unit_end]
                return Quantity(second.start(), second_end, (high,), second_unit, before=raw, before_values=(low,))
            if (low < high or (low != high and unit.kind == "ratio")) and not (
                second_unit is NONE and word == "-" and high > 1900
            ):
                if second_unit is NONE and unit is NONE and _factor(text, match.start(), second_end):
                    second_unit = unit_table()["x"]
                return Quantity(
                    match.start("a"),
                    second_end,
                    (low, high),
                    second_unit if second_unit is not NONE else unit,
                    sign=sign,
                )
    if unit is NONE:
        if text[end : end + 1].isascii() and text[end : end + 1].isalpha():
            return None
        if re.match(r"-(?![-\s])", text[end : end + 2]):
            return None  # 16-bit, 6-layer
        counted = _NOUN_ZH.match(text, end)
        if counted and (before_rate := _RATE_ZH.search(text[: match.start("a")])):
            return Quantity(
                before_rate.start(),
                counted.end(),
                (low,),
                Unit(counted["noun"] + "/s", "rate", "throughput"),
                sign=sign,
            )
        if _factor(text, match.start(), end):
            unit = unit_table()["x"]
        elif low > 1900 and low < 2100 and low == int(low) and not match["amag"]:
            return None  # a year
        return Quantity(match.start("cross") if match["cross"] else match.start("a"), end, (low,), unit, sign=sign)
    if unit.kind == "rate" and unit.name == "帧":
        unit = replace(unit, name="帧/秒")
    if unit.kind in ("count", "token") and (before_rate := _RATE_ZH.search(text[: match.start("a")])):
        return Quantity(
            before_rate.start(),
            unit_end,
            (low,),
            Unit(text[end:unit_end].strip("个 ") + "/s", "rate", "throughput"),
            sign=sign,
        )
    return Quantity(
        match.start("cross") if match["cross"] else match.start("a"),
        unit_end,
        (low,),
        unit,
        sign=sign,
        scale=parse_magnitude(match["amag"]),
    )


def _factor(text: str, start: int, end: int) -> bool:
    return bool(_FACTOR_BEFORE.search(text[max(0, start - 60) : start]) or _FACTOR_AFTER.match(text, end))


def _join_times(text: str, found: list[Quantity]) -> list[Quantity]:
    """Make one quantity of "1 hour and 4 minutes", in the smaller unit."""
    joined: list[Quantity] = []
    for quantity in found:
        last = joined[-1] if joined else None
        smaller = _SMALLER_TIME.get(last.unit.name) if last else None
        if (
            last
            and smaller
            and smaller[0] == quantity.unit.name
            and re.fullmatch(r"\s?(?:and |, |零)?", text[last.end : quantity.start])
        ):
            value = rounded(last.values[0] * smaller[1] + quantity.values[0])
            joined[-1] = replace(last, end=quantity.end, values=(value,), unit=quantity.unit)
        else:
            joined.append(quantity)
    return joined


def _share_units(text: str, found: list[Quantity]) -> list[Quantity]:
    """Give the numbers of a list that has its unit at the end, or beside its last number, that unit."""
    shared = list(found)
    for i in range(len(shared) - 2, -1, -1):
        this, following = shared[i], shared[i + 1]
        if (
            this.unit is NONE
            and following.unit.kind not in ("none", "count")
            and _GLUE.fullmatch(text, this.end, following.start)
        ):
            # "118 and 87 billion edges": the magnitude is that of both.
            scale = following.scale if this.scale == 1.0 and max(this.values) < 1000 else 1.0
            values = tuple(rounded(value * scale) for value in this.values)
            shared[i] = replace(this, unit=following.unit, values=values, scale=max(scale, this.scale))
    if shared and shared[-1].unit is NONE and re.fullmatch(r"\s*(?:…|\.\.\.)+\s*\.?", text[shared[-1].end :]):
        ratio = next((q.unit for q in reversed(shared[:-1]) if q.unit.kind in ("ratio", "percent")), None)
        if ratio:
            shared[-1] = replace(shared[-1], unit=ratio)  # the text was cut before the unit
    return shared


def _join_changes(text: str, found: list[Quantity]) -> list[Quantity]:
    """Make one quantity of "from A ... to B" and of "between A and B"."""
    joined: list[Quantity] = []
    for quantity in found:
        last = joined[-1] if joined else None
        if last is not None and last.unit.name == quantity.unit.name and last.unit is not NONE:
            between = text[last.end : quantity.start]
            if not last.before and not quantity.before and _INSTEAD.fullmatch(between):
                joined[-1] = replace(last, before=text[quantity.start : quantity.end], before_values=quantity.values)
                continue
            other = _OTHERS.match(text, quantity.end) if _AGAINST.fullmatch(between) else None
            if other:
                joined[-1] = replace(last, rival=other["np"].strip())
                continue
        if last is not None and not last.before and not quantity.before:
            lead, between = text[: last.start], text[last.end : quantity.start]
            same = last.unit.name == quantity.unit.name or last.unit is NONE
            if (
                same
                and _BETWEEN.search(lead)
                and _BETWEEN_AND.fullmatch(between)
                and last.values[-1] < quantity.values[-1]
            ):
                joined[-1] = replace(quantity, start=last.start, values=(last.values[0], quantity.values[-1]))
                continue
            close = last.unit.kind == quantity.unit.kind or last.unit is NONE
            if close and (quantity.unit.kind != "ratio") and _FROM.search(lead) and _TO.match(between):
                until = re.match(r"^[^,;。]{0,45}?(?=\s*(?:\bto\b|→|到|至|降|减|提|增|缩|为))", between)
                tail = until[0].rstrip() if until and re.match(r"\s*(?:of|for|in|with) ", until[0]) else ""
                surface = text[last.start : last.end] + tail
                joined[-1] = replace(quantity, before=surface, before_values=last.values)
                continue
        joined.append(quantity)
    return joined


def _group(text: str, found: list[Quantity]) -> list[Quantity]:
    """Number the coordinated lists of quantities that share a unit."""
    grouped = list(found)
    start = 0
    number = 0
    while start < len(grouped):
        end = start + 1
        while (
            end < len(grouped)
            and grouped[end].unit.name == grouped[start].unit.name
            and _GLUE.fullmatch(text, grouped[end - 1].end, grouped[end].start)
        ):
            end += 1
        if end - start > 1:
            for place, i in enumerate(range(start, end)):
                grouped[i] = replace(grouped[i], group=number, place=place, size=end - start)
            number += 1
        start = end
    return grouped
