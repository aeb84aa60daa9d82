"""Find what a figure is compared with."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractors.claims.clauses import Frame
from extractors.claims.metrics import find_cues

_HAN = re.compile(r"[\u3400-\u9fff]")
# Where an English noun phrase behind "than", "over", "compared to" ends.
_EN_STOP = re.compile(
    r"[,;:()。，]|\.(?=\s|$)|\s(?:on|in|for|when|while|whereas|at|by|across|under|without|respectively|but|(?<!such )as|where|which|that|during|through|due|with|"
    r"to|from|since|because|even|despite|achieving|reducing|via|given|if|only|is|are|has|have|(?:and|or) (?=\d|reduc|achiev|up to|by|improv|an? \d|maintain|sav|provid|deliver|can|is|in\b|supports?\b))\b"
    r"|\s(?=[~]?\d+(?:\.\d+)?\s?[x×%])"
)
_EN_AFTER = re.compile(
    r"\b(?P<word>(?:as |when )?compared?(?: favou?rably)? (?:to|with|against)|in comparison (?:to|with)|relative to|versus|vs\.?|over|than|against|from(?= (?:an? |the )?(?:unoptimi[sz]ed|original|vanilla|naive|baselines?)))\s+(?P<np>(?=[A-Za-z\\\"'\[])[^。]*)",
    re.IGNORECASE,
)
_EN_WIDE = re.compile(
    r"\b(?:compared? (?:to|with|against)|in comparison (?:to|with)|versus|vs\.?)\s+(?P<np>(?=[A-Za-z\\\"'\[])[^。]*)",
    re.IGNORECASE,
)
_EN_LEAD = re.compile(
    r"\b(?:compared? (?:to|with|against)|in comparison (?:to|with)|relative to|versus|against|over)\s+(?P<np>(?=[A-Za-z\\\"'\[])[^,;。]{2,120}?),",
    re.IGNORECASE,
)
_EN_VERB = re.compile(
    r"\b(?:outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|beat(?:s|ing)?|improv(?:es|ing|ed|e) (?:over|upon|on)|better than)\s+"
    r"(?P<np>(?=[A-Za-z\"'\[])(?:[^,;。\d]|\d(?![\d.]*\s?[x×%])|,(?! (?:by|with|sometimes|achiev|while|and (?:by|achiev|reduc))\b)){2,120}?),?\s+(?:by\b|with (?:up to|an?)\b|sometimes\b|in \w+ by\b|achiev)",
    re.IGNORECASE,
)
_EN_OBJECT = re.compile(
    r"\b(?P<verb>accelerat(?:es|ed|ing|e)|speed(?:s|ing)?(?: up|up)|improv(?:es|ing|e)|boost(?:s|ing)?)\s+(?P<np>(?=[A-Za-z])[^,;。]{2,80}?)\s+by\s*"
    r"(?:up to|about|over|~|an average of|nearly|a factor of|as much as|more than|approximately)?\s*$",
    re.IGNORECASE,
)
_EN_ELLIPSIS = re.compile(
    r"^(?:\s|,|and\b)*(?P<np>(?=[A-Za-z\"'])[^,;。\d]{2,50}?(?:\d\w*)?[^,;。\d]{0,20}?)\s+by\s*(?:up to|about|over|~)?\s*$"
)
_ZH_NP = r"(?:[^，,。；;()]|\([^()]*\))"
_ZH_WITH = re.compile(rf"(?:与|和|同|跟)(?P<np>(?:(?!与){_ZH_NP}){{1,60}}?)(?<![上中下])(?:相比|相较|比较|对比)(?!于)")
_ZH_WORD = re.compile(
    rf"(?:相比之?于|相比较?于?|相较于?|相对于|对比|比起|较之|较(?![低高大小少多长短快强弱好为难易])|而不是|而非|超越了?|超过了?|优于|胜过|领先于?|快于|高于|低于|(?<![速率压占相对之百])比(?![例率重值特较]))"
    rf"\s?(?P<np>(?![\d约百\s]){_ZH_NP}{{1,60}})"
)
_ZH_WIDE = re.compile(rf"(?:相比之?于|相比|相较于?|相对于|对比|而不是|而非)\s?(?P<np>(?![\d约百\s]){_ZH_NP}{{1,60}})")
_ZH_STOP = re.compile(
    r"[，,。；;:]|实现了?(?=[^\u3400-\u9fff]|更|高|平|约|最|显)|取得|获得|达到|平均|提速|加速(?![器框的库方])|提升|提高|降低|减少|节省|缩短|压缩(?=了|\d|约)"
    r"|(?<!最)[快高大小低少好优慢强多短长](?=[\s\d~约了出于最多至达上得的近两三四五六七八九十几数一更，,]|$)|最[高多大快](?=达|可|约|\d|\s|提|加)|更|可(?=以|达|将|实|使|获|在)|具有|性能|运行|时[，,]|在|上[，,]|能够?|仅|也|均|都|分别|约|了"
    r"|(?:\s|(?<=[\u3400-\u9fff]))[~]?\d+(?:\.\d+)?\s?[-~到至倍x×%]"
)
_ZH_OF = re.compile(r"^\s?于(?P<np>[^，,。；;]{1,40}?)(?:等[^，,。；;]{0,10})?的")
# "1.3x that of Rival", "5x the throughput of a CPU": what the factor is counted by.
_EN_TIMES = re.compile(
    r"^s?\s(?:as (?:much|many|high|fast|large) as )?(?:that|those|the (?:[\w-]+ ){1,4}?)\s?(?:of|achieved by|obtained by)\s(?P<np>(?=[A-Za-z\"'])[^。]*)"
)
# 是X的N倍, and its continuation 、Y的M倍.
_ZH_TIMES = re.compile(
    r"(?:(?<![但于就都也可还不])是|(?<![因称作分])为|相当于|达到?)(?:了|约|近)?\s?(?P<np>(?![约近其\d])[^，,。；;、是为达]{1,30}?)的\s?(?:约|近)?$"
)
_ZH_TIMES_ON = re.compile(r"^\s?[、，,和与及]\s?(?P<np>[^，,。；;、\d]{1,24}?)的\s?(?:约|近)?$")
_SUCH_AS = re.compile(r"^[^()]{0,25}\((?:如|例如|比如|such as|e\.g\.,?)\s?(?P<np>[^()]{2,60}?)等?\)")
_LIKE = re.compile(r"\b(?:such as|like|including)\s+(?P<np>(?=[A-Z\"'])\S.*)$")
_NAMED = re.compile(r"^\s?\((?P<np>[A-Za-z][\w+.\-]*(?:-[\w+.]+)*)\)")
_ABBREVIATION = frozenset({"sota", "ai", "ml", "dl", "llm", "llms"})
_OF_PEAK = re.compile(
    r"^\s?(?:of|的)\s?(?P<np>(?:the |its |their |our |machine'?s? |hardware |system'?s? |device'?s? |GPU'?s? |理论|硬件)*(?:theoretical |machine'?s? |hardware |achievable |roofline |device |GPU |peak |FP\d+ )*"
    r"(?:peak|roofline|theoretical maximum|峰值|理论峰值|line rate|speed of light)(?!\s?(?:memory|power|内存|显存|功))[^，,。；;()]{0,28})",
    re.IGNORECASE,
)
_OF_WHOLE = re.compile(
    r"^\s?of (?P<np>(?:the |its |their )?(?:[\w-]+ )?(?:accuracy|performance|throughput|quality|memory|size|original|baseline|full|dense|uncompressed|ideal|native|FP16|BF16)\b[^，,。；;()]{0,50})",
    re.IGNORECASE,
)
_ZH_PEAK = re.compile(
    r"(?P<np>(?:理论|硬件|设备|系统)?峰值(?:性能|吞吐量?|带宽|算力|浮点性能|FLOPS)?|(?:屋顶线|[Rr]oofline|理论|硬件)(?:模型)?的?(?:上界|上限|极限|最大值|性能)|(?<=达到)[\u3400-\u9fff]{0,6}(?:上界|上限|极限))的?\s?(?:约|近|高达)?$"
)
_ZH_NO_RIVAL = re.compile(r"^(?:原来?|原先|之前|[\d.]+)$|提升|加速|提高|降低")
_DOES = re.compile(
    r"\b(?:increas|improv|boost|reduc|decreas|lower|cut|accelerat|outperform|surpass|exceed|sav|shrink|achiev|speed|rais|drop|degrad|us|decreas|enhanc|is|are|was)(?:e|es|s|ed|ing|ping)?\b",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"(?:before|ever|others?|those|them|this|it|half|ours|time|the|usual|expected|previously|all|both|an?|the \w+ (?:time|length|size)|一些|之前|其|它)",
    re.IGNORECASE,
)
_RIVAL = re.compile(
    r"baseline|counterpart|state[- ]of[- ]the[- ]art|SOTA|existing|prior|previous|vanilla|standard", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Characters *start* to *end* of a sentence; *governs*: it may hold for the other figures of the sentence too."""

    start: int
    end: int
    governs: bool = True
    behind: bool = False


def find_baseline(frame: Frame, *, relative: bool) -> Phrase | None:
    """Return the phrase that the figure is compared with; *relative*: the figure is a factor or a change."""
    text, quantity = frame.text, frame.quantity
    share = _share(frame)
    if share:
        return share
    if not relative:
        return _of_level(frame)
    times = _times(frame)
    if times:
        return times
    of = _ZH_OF.match(frame.behind)
    if of and quantity.unit.kind == "ratio":
        return _phrase(text, quantity.end + of.start("np"), quantity.end + of.end("np"))
    start = frame.right_start
    return _after(text, start, start + len(frame.right)) or _before(text, frame) or _anywhere(text, frame)


def _times(frame: Frame) -> Phrase | None:
    if frame.quantity.unit.kind != "ratio":
        return None
    text = frame.text
    match = _EN_TIMES.match(text[frame.quantity.end :])
    if match:
        start = frame.quantity.end + match.start("np")
        return _phrase(text, start, len(text), governs=False)
    left = text[frame.clause_start : frame.quantity.start]
    match = _ZH_TIMES.search(left)
    if match is None and frame.left_start > 1 and text[frame.left_start - 1] == "倍":
        match = _ZH_TIMES_ON.match(frame.left)
        left = frame.left
    if match is None or _ZH_NO_RIVAL.search(match["np"]):
        return None
    offset = frame.quantity.start - len(left)
    return Phrase(offset + match.start("np"), offset + match.end("np"), governs=False)


def find_lead(text: str) -> Phrase | None:
    """Return the phrase of a leading "Compared to X, ..."."""
    match = _EN_LEAD.match(text) or _ZH_WITH.match(text)
    return _phrase(text, match.start("np"), match.end("np")) if match else None


def find_ellipsis(frame: Frame) -> Phrase | None:
    """Return Y of "outperforms X by 3%, Y by 2%", where nothing but it stands between the figures."""
    match = _EN_ELLIPSIS.match(frame.left)
    if match is None or find_cues(match["np"]) or _DOES.search(match["np"]):
        return None
    offset = frame.left_start
    return Phrase(offset + match.start("np"), offset + match.end("np"), governs=False)


def _share(frame: Frame) -> Phrase | None:
    if frame.quantity.unit.kind != "percent":
        return None
    text, end = frame.text, frame.right_start
    for pattern in (_OF_PEAK, _OF_WHOLE):
        match = pattern.match(frame.right)
        if match:
            return _phrase(text, end + match.start("np"), end + match.end("np"), governs=False)
    match = _ZH_PEAK.search(frame.left)
    if match:
        offset = frame.left_start
        return Phrase(offset + match.start("np"), offset + match.end("np"), governs=False)
    return None


def _after(text: str, start: int, end: int) -> Phrase | None:
    segment = text[start:end]
    match = _EN_AFTER.search(segment)
    if match:
        return _phrase(text, start + match.start("np"), len(text), behind=True)
    match = _ZH_WORD.search(segment)
    if match:
        return _phrase(text, start + match.start("np"), start + match.end("np"))
    return None


def _before(text: str, frame: Frame) -> Phrase | None:
    clause = text[frame.clause_start : frame.quantity.start]
    offset = frame.clause_start
    for pattern in (_ZH_WITH, _ZH_WORD):
        matches = list(pattern.finditer(clause))
        if matches:
            return _phrase(text, offset + matches[-1].start("np"), offset + matches[-1].end("np"))
    return _object(text, frame) or _verb(text, frame.clause_start, frame.quantity.start)


def _object(text: str, frame: Frame) -> Phrase | None:
    match = _EN_OBJECT.search(frame.left)
    if match is None or frame.quantity.unit.kind not in ("ratio", "percent"):
        return None
    if not (match["verb"][:3].casefold() in ("acc", "spe") or _RIVAL.search(match["np"])):
        return None
    if re.match(
        r"(?:the |its |our )?(?:end-to-end |overall |model |LLM |distributed )*(?:training|inference|decoding|execution|computation|search|prefill\w*|generation|performance|process)\b",
        match["np"],
        re.IGNORECASE,
    ):
        return None
    begin = frame.left_start
    return _phrase(text, begin + match.start("np"), begin + match.end("np"))


def _verb(text: str, start: int, end: int) -> Phrase | None:
    last = None
    for match in _EN_VERB.finditer(text, start, min(len(text), end + 1)):
        last = match
    return _phrase(text, last.start("np"), last.end("np")) if last else None


def _of_level(frame: Frame) -> Phrase | None:
    if frame.quantity.unit.kind not in ("percent", "points", "quality", "none", "ratio"):
        return None
    start = frame.right_start
    match = re.search(
        r"\b(?:outperforming|surpassing|exceeding|comparable (?:to|with)|compared? (?:to|with)|versus|vs\.?)\s+(?P<np>(?=[A-Za-z])[^。]*)",
        frame.text[start:],
    )
    if match and match.start() < 60 and not re.search(r"\d", frame.text[start : start + match.start()]):
        return _phrase(frame.text, start + match.start("np"), len(frame.text), governs=False)
    return None


def _anywhere(text: str, frame: Frame) -> Phrase | None:
    quantity = frame.quantity
    for pattern in (_EN_LEAD, _ZH_WITH, _ZH_WORD):
        matches = list(pattern.finditer(text[: quantity.start]))
        if matches and not (pattern is _EN_LEAD and re.match(r"over|against", matches[-1][0])):
            return _phrase(text, matches[-1].start("np"), matches[-1].end("np"))
    found = _verb(text, 0, quantity.start)
    if found:
        return found
    for pattern in (_EN_WIDE, _ZH_WITH, _ZH_WIDE):
        match = pattern.search(text, quantity.end)
        if match:
            return _phrase(text, match.start("np"), match.end("np"))
    return _of_level(frame)


def _phrase(text: str, start: int, end: int, *, governs: bool = True, behind: bool = False) -> Phrase | None:
    """Return the noun phrase that begins at *start*, cut where it ends."""
    chinese = _HAN.search(text[start : min(end, start + 60)]) is not None
    such = _SUCH_AS.match(text[start:])
    if such:
        return Phrase(start + such.start("np"), start + such.end("np"), governs, behind)
    stop_pattern = _ZH_STOP if chinese else _EN_STOP
    position = start + 1
    while stop := stop_pattern.search(text, position, min(end, len(text))):
        inside = text.rfind("(", start, stop.start())
        if chinese and inside >= 0 and ")" not in text[inside : stop.start()]:
            position = stop.end()
            continue
        end = stop.start()
        break
    named = (
        _NAMED.match(text[end:]) if not chinese else re.search(r"\((?P<np>[A-Za-z][\w+.\-]{1,20})\)$", text[start:end])
    )
    if (
        named
        and (
            chinese
            or _RIVAL.search(text[start:end])
            or re.search(
                r"method|implementation|format|framework|approach|system|model|algorithm|library|technique",
                text[start:end],
            )
        )
        and named["np"].casefold() not in _ABBREVIATION
        and any(c.isupper() for c in named["np"])
    ):
        offset = end if not chinese else start
        return Phrase(offset + named.start("np"), offset + named.end("np"), governs, behind)
    if chinese:
        segment = text[start:end]
        etc = re.search(r"等(?!变|效|待|级|价|式)", segment)
        if etc and re.search(r"[A-Za-z]", segment[: etc.start()]) and "(" not in segment[: etc.start()]:
            end = start + etc.start()
        elif (bracket := segment.find("(")) >= 0 and ")" not in segment:
            end = start + bracket
    else:
        like = _LIKE.search(text[start:end])
        if like:
            start += like.start("np")
    while end > start and text[end - 1] in " .,，的(":
        end -= 1
    if end - start < 2 or _NOBODY.fullmatch(text[start:end]):
        return None
    return Phrase(start, end, governs, behind)
