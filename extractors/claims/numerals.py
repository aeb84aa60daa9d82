"""Read numbers: digits with magnitudes, number words of both languages, fractions, orders of magnitude."""

from __future__ import annotations

import re

WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "hundred": 100, "a hundred": 100, "one hundred": 100, "a thousand": 1000, "a": 1, "an": 1,
}  # fmt: skip
MAGNITUDES = {
    "k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "quadrillion": 1e15, "百": 1e2, "千": 1e3, "万": 1e4, "十万": 1e5, "百万": 1e6, "千万": 1e7, "亿": 1e8, "十亿": 1e9,
    "百亿": 1e10, "千亿": 1e11, "万亿": 1e12,
}  # fmt: skip
DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,2}(?![\d.]))?"
MAGNITUDE = (
    r"(?:[ -]?(?i:thousand|million|billion|trillion|quadrillion)s?\b|[KkMBT](?![A-Za-z0-9])"
    r"|\s?(?:万亿|千亿|百亿|十亿|千万|百万|十万|亿|万|千(?![兆米克瓦字比])|百(?!分|度)))"
)
HAN_NUMBER = "[一二两三四五六七八九十百千]{1,4}(?:点[零一二三四五六七八九]+)?"
_HAN_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1000}
WORD_NUMBER = "|".join(sorted((w for w in WORDS if w not in ("a", "an")), key=len, reverse=True))


def parse_digits(text: str) -> float:
    """Return the value of digits with thousands separators.

    >>> parse_digits("1,024.5")
    1024.5
    """
    return float(text.replace(",", ""))


def parse_magnitude(text: str | None) -> float:
    """Return the factor that a magnitude suffix stands for, 1 for none.

    >>> parse_magnitude(" billion"), parse_magnitude("万亿"), parse_magnitude(None)
    (1000000000.0, 1000000000000.0, 1.0)
    """
    if not text:
        return 1.0
    word = text.strip(" -").casefold()
    return MAGNITUDES.get(word) or MAGNITUDES.get(word.rstrip("s"), 1.0)


def parse_word(text: str) -> float:
    """Return the value of a number written in digits, English words or Chinese characters.

    >>> parse_word("seven"), parse_word("两"), parse_word("二十五"), parse_word("三点五"), parse_word("12")
    (7.0, 2.0, 25.0, 3.5, 12.0)
    """
    word = text.strip().casefold()
    if word in WORDS:
        return float(WORDS[word])
    if word[:1].isdigit():
        return parse_digits(word)
    whole, _, part = word.partition("点")
    total, digit = 0, 0
    for char in whole:
        if char in _HAN_UNITS:
            total += (digit or 1) * _HAN_UNITS[char]
            digit = 0
        else:
            digit = _HAN_DIGITS.get(char, 0)
    value = float(total + digit)
    return value + float("0." + "".join(str(_HAN_DIGITS[c]) for c in part)) if part else value


def rounded(value: float) -> float:
    """Return *value* without the noise that multiplying decimals leaves."""
    return float(f"{value:.12g}")


_COUNT = rf"(?:{DIGITS}|\b(?:{WORD_NUMBER}|an?)\b|{HAN_NUMBER})"
# A number that its wording alone gives a value and a unit: (unit is "x" or "%", and a direction where the wording has one).
IDIOM = re.compile(
    rf"(?P<mag_en>(?P<mag_a>{_COUNT})[ -]?(?:(?:to|or|and|-)[ -]?(?P<mag_b>{_COUNT})[ -]?)?(?:full )?orders?[ -]of[ -]magnitudes?)"
    rf"|(?P<mag_zh>(?P<zmag_a>{_COUNT})(?:个)?(?:\s?(?:到|至|-|~|或)\s?(?P<zmag_b>{_COUNT}))?\s?个?(?:数量级|量级))"
    rf"|(?P<orders>\borders[ -]of[ -]magnitude\b)"
    rf"|(?P<words>\b(?P<w_a>{WORD_NUMBER})(?:(?:[ -]to[ -]|[ -]or[ -]|-)(?P<w_b>{WORD_NUMBER}))?(?:[ -]times|[ -]?fold)\b)"
    rf"|(?P<zh>(?P<z_a>{HAN_NUMBER})(?:(?:到|至|-)(?P<z_b>{HAN_NUMBER}))?\s?倍(?!增|化|率))"
    r"|(?P<zpercent>百分之(?P<zp>[一二三四五六七八九十]{1,4}))"
    r"|(?P<twice>\b(?:twice|twofold)\b|(?<!\w)2-fold\b)|(?P<thrice>\bthrice\b)"
    r"|(?P<double>\b(?:doubles|doubled|doubling|double the)\b|翻了?一?[倍番])|(?P<triple>\b(?:triples|tripled|tripling)\b)"
    r"|(?P<quadruple>\b(?:quadruples|quadrupled|quadrupling)\b)"
    r"|(?P<halve>\b(?:halves|halving|halved)\b|\bcut(?:s|ting)? (?:\w+ ){1,4}in half\b|\bby half\b|减半|减少(?:了|约|近)*一半|降低(?:了|约|近)*一半"
    r"|缩短(?:了|约|近)*一半|节省(?:了|约|近)*一半|(?:降|减|缩短)(?:至|到|为)(?:原来的|约|近)*一半)"
    r"|(?P<part>(?P<part_n>[三四五六七八九十])分之(?P<part_m>[二三四五六七八九])"
    r"|(?<=少)(?:了|约|近)*(?P<less_n>[三四五])分之一|(?<=降低|节省|缩短|减小)(?:了|约|近)*(?P<cut_n>[三四五])分之一"
    r"|\b(?P<part_en>two[ -]thirds|three[ -](?:quarters|fourths|fifths)|four[ -]fifths)\b)"
    rf"|(?P<fraction>(?:三|四|五|六|七|八|九|十)分之一|(?<![\d./])1/(?:[2-9]|[1-9]\d{{1,3}})(?![\d/.])"
    r"|\b(?:one|a)[ -](?:third|quarter|fourth|fifth|tenth)\b)"
)
_PARTS = {"two thirds": 66.7, "three quarters": 75.0, "three fourths": 75.0, "three fifths": 60.0, "four fifths": 80.0}
_NAMED_FRACTIONS = {"third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "tenth": 10}
IDIOM_TRIGGER = re.compile(
    r"order|magnitude|thirds|fourths|fifths|times|fold|[倍番半]|量级|分之|twice|thrice|doubl|tripl|quadrupl|hal[fv]|1/\d|third|quarter|f(?:our|if)th|tenth"
)


def read_idiom(match: re.Match[str]) -> tuple[tuple[float, ...], str, str] | None:
    """Return values, unit and direction of a match of IDIOM, None where the wording gives no number."""
    kind = match.lastgroup or ""
    for name in (
        "mag_en",
        "mag_zh",
        "orders",
        "words",
        "zh",
        "zpercent",
        "twice",
        "thrice",
        "double",
        "triple",
        "quadruple",
        "halve",
        "part",
        "fraction",
    ):
        if match[name] is not None:
            kind = name
            break
    if kind in ("mag_en", "mag_zh"):
        first, second = (match["mag_a"], match["mag_b"]) if kind == "mag_en" else (match["zmag_a"], match["zmag_b"])
        powers = [parse_word(p) for p in (first, second) if p]
        if any(not 0 < p <= 12 for p in powers):
            return None
        return tuple(rounded(10.0**p) for p in powers), "x", ""
    if kind in ("words", "zh"):
        parts = (match["w_a"], match["w_b"]) if kind == "words" else (match["z_a"], match["z_b"])
        values = tuple(parse_word(p) for p in parts if p)
        return (values, "x", "") if all(v > 1 for v in values) else ((values, "x", "") if kind == "zh" else None)
    if kind == "zpercent":
        return (parse_word(match["zp"]),), "%", ""
    fixed = {"twice": 2.0, "thrice": 3.0, "double": 2.0, "triple": 3.0, "quadruple": 4.0}
    if kind in fixed:
        return (fixed[kind],), "x", "increase" if kind in ("double", "triple", "quadruple") else ""
    if kind == "part":
        if match["part_en"]:
            return (_PARTS[match["part_en"].casefold().replace("-", " ")],), "%", ""
        whole = parse_word(match["part_n"] or match["less_n"] or match["cut_n"])
        part = parse_word(match["part_m"]) if match["part_m"] else 1.0
        return ((round(100.0 * part / whole, 1),), "%", "") if part < whole else None
    if kind == "halve":
        return (50.0,), "%", "decrease"
    if kind == "fraction":
        text = match["fraction"].casefold()
        if "分之" in text:
            return (parse_word(text[0]),), "x", "decrease"
        if "/" in text:
            return (float(text.split("/")[1]),), "x", "decrease"
        return (float(_NAMED_FRACTIONS[re.split(r"[ -]", text)[-1]]),), "x", "decrease"
    return None
