"""Qualifier, direction and metric of a figure, read from the words around it."""

from __future__ import annotations

import re

from extractors.claims.clauses import Frame
from extractors.claims.metrics import LESS_IS_BETTER, TIMES, Cue, find_cues

_QUALIFIERS = (
    ("geomean", r"geo(?:metric)?[ -]?mean|几何平均"),
    (
        "up to",
        (
            r"up to|as (?:much|high|many|low|large|fast) as|at most|maxim(?:um|al)|\bmax\b|peak(?:ing)? (?:of|at|speed-?up)|no more than|less than|within|under|below|fewer than|"
            r"not exceeding|a maximum|best|最高|最大|最多|高达|多达|至多|不超过|不到|低于|小于|少于|最快|以内|之内|峰值(?:达|为)|达到了?峰值|可达|最低至|低至"
        ),
    ),
    ("average", r"on average|averag(?:e|es|ed|ing)|\bmean\b|average of|平均|均值"),
    (
        "at least",
        r"at least|more than|over|exceed(?:s|ing)?|beyond|above|greater than|no less than|not less than|surpass(?:es|ing)?|upwards? of|larger than|至少|超过|超|大于|高于|不低于|逾|以上|突破|不少于",
    ),
    (
        "about",
        r"about|around|approximately|roughly|nearly|almost|close to|approx\.?|circa|some|约|大约|近|将近|接近|几乎|左右|大概",
    ),
)
# Directly before the number, with at most small words between.
_LEAD = [
    (
        name,
        re.compile(
            rf"(?:{pattern})\s*(?:(?:an?|the|another|only|of|by|to|in|even|就|仅|达到?了?|为|了|可|的)\s*){{0,3}}$",
            re.IGNORECASE,
        ),
    )
    for name, pattern in _QUALIFIERS
]
_UP_TO_LEFT = re.compile(
    r"\bup to\b|\bat most\b|\bmaximum\b|\bas (?:much|high|many) as\b|最高|最大|最多|高达|多达|至多|可达", re.IGNORECASE
)
_UP_TO_NEAR = re.compile(
    r"(?:\bmaximum(?: \w+){0,2} (?:of|is|by)|最高[^，,。;]{0,6}|最大(?:加速比?|提升)?[^，,。;]{0,6}|最多[^，,。;]{0,8}|最高达?)\s*$",
    re.IGNORECASE,
)
_AVERAGE = re.compile(
    r"\bon average\b|\baverag(?:e|es|ed|ing)\b|\bmean (?!square|absolute|reciprocal)|平均(?!精度|绝对|池)",
    re.IGNORECASE,
)
_GEOMEAN = re.compile(r"geo(?:metric)?[ -]?mean|几何平均|几何均值", re.IGNORECASE)
_AFTER = [
    (
        "geomean",
        re.compile(r"^[^,，。;\d]{0,14}?[(（]?\s*(?:geo(?:metric)?[ -]?mean|的?几何平均|几何均值)", re.IGNORECASE),
    ),
    ("at least", re.compile(r"^\s?(?:以上|多(?=[个条种次的加])|or more\b|or higher\b|\+)")),
    (
        "up to",
        re.compile(
            r"^\s?(?:以内|之内|以下|or less\b|at (?:most|peak)\b)|^\s?(?:的)?(?:最大|最高)|^\s?(?:之?内|以内)(?![核存部])"
        ),
    ),
    ("about", re.compile(r"^\s?左右")),
    (
        "average",
        re.compile(
            r"^(?:\s\w+){0,3}\s\(?on average\b|^\s?(?:的)?平均|^\s(?:average|mean)\b|^\s?\(?(?:average|avg\.?|平均)",
            re.IGNORECASE,
        ),
    ),
]
_SIGNS = {
    "~": "about",
    ">": "at least",
    "≥": "at least",
    ">=": "at least",
    "<": "up to",
    "≤": "up to",
    "<=": "up to",
    "+": "",
}
# What separates two figures of one enumeration: no new verb, no "with", "at", "while".
_CHAIN_BREAK = re.compile(
    r"\b(?:while|whereas|but|with|at|show\w*|achiev\w*|reduc(?:es|ing|e)|improv(?:es|ing|e)|outperform\w*|attain\w*|reach\w*|requir\w*|can|we|our|is|are|compared|however|than|that)\b|[。;]"
    r"|同时|而|但|并|平均|相比|(?<!速)比|提[高升]|降低|减少",
    re.IGNORECASE,
)


def find_qualifier(frame: Frame, inherited: str) -> str:
    """Return the qualifier of the figure; *inherited* is that of the figure before it in the same enumeration."""
    quantity = frame.quantity
    before = frame.before
    left = re.sub(r"[~><≥≤]\s?$", "", before[-60:])
    found = {name for name, pattern in _LEAD if pattern.search(left)}
    if quantity.sign:
        found.add(_SIGNS.get(quantity.sign, ""))
    found |= {name for name, pattern in _AFTER if pattern.search(frame.behind[:40])}
    if _UP_TO_NEAR.search(left):
        found.add("up to")
    if re.search(r"约[为是][^，,。；;\d]{1,30}的$", left):
        found.add("about")
    if "at least" in found and re.search(
        r"(?:improve\w*|speed-?ups?|gains?|reductions?|%|×|x)\s+over\s*$", left, re.IGNORECASE
    ):
        found.discard("at least")
    found.discard("")
    clause_left = frame.left
    if not found & {"geomean", "up to"}:
        if _GEOMEAN.search(clause_left) or _GEOMEAN.search(frame.phrase):
            return "geomean"
        if not found and (_AVERAGE.search(clause_left) or _AVERAGE.search(frame.phrase)):
            return "average"
    for name in ("geomean", "up to", "average", "at least", "about"):
        if name in found:
            return name
    return inherited


def chains(text: str, first: int, second: int) -> bool:
    """Return whether the characters *first* to *second* of *text* join two figures of one enumeration."""
    between = text[first:second]
    return (
        len(between) <= 70
        and not _CHAIN_BREAK.search(between)
        and bool(re.search(r",|、|\band\b|和|以及|及|与|/", between) or len(between) < 4)
    )


_UP = re.compile(
    r"\b(?:increas\w*|improv\w*|boost\w*|enhanc\w*|higher|more(?! than \d)|greater|better|faster|gain\w*|rais\w+|ris(?:e|es|ing)|speed\w*|accelerat\w*|outperform\w*|surpass\w*|"
    r"exceed\w*|larger|bigger|grow\w*|longer|expand\w*|advantage|superior|beat\w*|uplift|jump\w*|quicker|supercharg\w*|doubl\w*)"
    r"|提升|提高|上升|升高|增加|增长|增大|增益|增强|更高|加速|提速|快|优于|(?<![不未])超过(?!\s?[\d了约]*(?:\d|$))|超越|改进|改善|更大|更好|胜过|领先|高(?![达效])|大(?![小约量型规])|优|增",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:reduc\w*|decreas\w*|lower\w*|less(?! than)|fewer|smaller|drop\w*|sav(?:e|es|ed|ing|ings)\b|cut(?:s|ting)?\b|shrink\w*|declin\w*|degrad\w*|loss(?:es)?\b|lose\w*|shorten\w*|compress\w*|"
    r"minimi[sz]\w*|down\b|slow\w*|overhead|diminish\w*|shav\w*|trim\w*|lighter|cheaper|half\b)"
    r"|减少|降低|减小|下降|缩短|节省|节约|更少|更小|更低|损失|压缩|缩小|降|减|少(?!数)|低(?![延秩比精位])|省|下降|慢|短(?=[\d\s约了近至达]|$)",
    re.IGNORECASE,
)
_BY = re.compile(
    r"(?:\b(?:by|of)|为|了|达到?|至|到)\s*(?:(?:up|as|much|high|nearly|over|about|around|more|than|to|a|an|factor|of|approximately|average|at|least|roughly|only|just|almost|[~><≥≤])\s*)*$",
    re.IGNORECASE,
)
_EN_BY = re.compile(
    r"\bby\s*(?:(?:up|as|much|high|nearly|over|about|around|more|than|to|a|an|factor|of|approximately|average|at|least|roughly|only|just|almost|[~><≥≤])\s*)*$",
    re.IGNORECASE,
)


def find_metric(frame: Frame, *, context: str, abstract: str) -> str:
    """Return the metric of the figure; *context* is its sentence, *abstract* decides where the sentence does not."""
    unit = frame.quantity.unit
    if unit.metric and unit.kind != "bytes":
        return unit.metric
    if unit.kind == "ratio" and _GAIN_TO.search(frame.left):
        return _nearest(frame, weak=False) or "speedup"
    if unit.kind == "time":
        return _time_metric(frame, context)
    if unit.kind == "percent" and (_PEAK_SHARE.match(frame.right) or _PEAK_LEFT.search(frame.left)):
        return "utilization"
    if (
        unit.kind == "percent"
        and (share := re.match(r"\s?of (?:the |its |all |their )*([^,;。]{3,40})", frame.right))
        and not find_cues(share[1])
    ):
        return "other"
    if unit.kind == "bytes":
        cue = _nearest(frame, weak=False)
        return cue if cue in ("memory", "communication", "data size") else "memory"
    found = _nearest(frame, weak=False)
    if found:
        return found
    if unit.kind == "ratio" and (
        re.search(r"(?:大|larger|bigger)(?:了|约|近|by|\s)*$", frame.left)
        or re.match(r"\s(?:larger|bigger|as large)", frame.phrase)
    ):
        return "scale"
    found = _nearest(frame, weak=True)
    if unit.kind in ("percent", "points"):
        if found == "other":
            return found
        if re.search(r"\befficiency of\s?(?:\w+ )?$", frame.left) and re.search(r"FLOP", context):
            return "utilization"
        if frame.quantity.before or re.search(
            r"drop|loss|degrad|下降|损失|退化", frame.phrase + frame.left[-30:], re.IGNORECASE
        ):
            return "accuracy"
        if re.search(r"保持|维持|\b(?:retain|preserv|maintain|recover|regain)\w*", frame.left[-50:]):
            return "accuracy"
        return (
            _far(frame) or _default_percent(frame, context, abstract)
            if not found
            else _default_percent(frame, context, abstract)
        )
    if found:
        return found
    far = _far(frame)
    if far:
        return far
    if unit.kind == "none":
        return "other" if frame.quantity.before else "accuracy"
    if _last(_DOWN_VERB, frame.left) > _last(_UP_VERB, frame.left):
        return "other"
    if _last(_UP_VERB, frame.left) >= 0 and not _QUICK.search(context) and _QUALITY.search(abstract):
        return "accuracy"
    return "speedup"


def _pick(cues: list[Cue], *, last: bool) -> str | None:
    if not cues:
        return None
    chosen = cues[-1] if last else cues[0]
    return chosen.metric


# The last verb of the clause that says what happens; what stands before it belongs to another figure.
_TURN = re.compile(
    r"\b(?:outperform|surpass|beat|exceed)\w*\s|\band (?:also |even |still )?(?=(?:accelerat|speed|improv|reduc|increas|decreas|lower|boost|cut|sav)\w*\s)"
)


def _own_left(frame: Frame) -> str:
    """Return what stands before the figure from the last verb on that governs it."""
    left, start = frame.left, 0
    for match in _TURN.finditer(left):
        start = match.start()
    return left[start:][-90:]


def _beats(frame: Frame) -> bool:
    """Return whether the clause says by how much the paper's thing beats a rival."""
    return re.match(r"(?:outperform|surpass|beat)\w*\s", _own_left(frame)) is not None


# A factor or change that is all its clause says: "..., 1.3x that of Rival", "..., three orders of magnitude less than Rival", 是X的3倍.
_REFERS = re.compile(
    r"(?:^|[,，(]\s?)(?:(?:which|that) is |or |or about |being |i\.e\., |是|为|约为|仅为|约是)?(?:about |over |up to |only |nearly |~|约|近)?$|\band\s$|^\s?[、和与]"
)
_REFERS_BEHIND = re.compile(r"s?\s(?:that|those) of\b|\s(?:less|more|fewer|shorter|longer|lower|higher) than\b")


def refers_back(frame: Frame) -> bool:
    """Return whether the figure compares the figure before it and names no measure of its own."""
    text, quantity = frame.text, frame.quantity
    if quantity.unit.kind not in ("ratio", "percent"):
        return False
    lead = text[max(0, quantity.start - 40) : quantity.start]
    if _REFERS_BEHIND.match(text, quantity.end):
        return _REFERS.search(lead) is not None
    return (
        quantity.unit.kind == "ratio"
        and _REFERS_ZH.search(text[max(0, quantity.start - 60) : quantity.start]) is not None
    )


_REFERS_ZH = re.compile(
    r"(?:[，,](?:分别|这)?(?:是|约?为|相当于)|倍\s?[、和与及，,])\s?[^，,。；;、\d是]{1,30}的(?:约|近)?\s?$"
)


def trails(frame: Frame) -> bool:
    """Return whether an average stands behind what the figure is compared with: "1.4x faster than B on average"."""
    return re.match(r"[^,;。]{3,60}?\bon average\b|[^,;。]{0,60}?\(?geo(?:metric)?[ -]?mean", frame.behind) is not None


def _nearest(frame: Frame, *, weak: bool) -> str | None:
    phrase = [c for c in find_cues(frame.phrase[:70]) if c.weak == weak]
    left_text = _own_left(frame)
    left = [c for c in find_cues(left_text) if c.weak == weak]
    by = _EN_BY.search(frame.before[-40:]) and not frame.phrase.startswith(" in ")
    if by and left and not weak and any(c.weak and c.start > left[-1].end + 20 for c in find_cues(left_text)):
        left = []  # "... bandwidth ... improves the performance by 31%"
    if by and not (phrase and phrase[0].start < 25 and not weak):
        order = [(left, True), (phrase, False)]
    else:
        order = [(phrase, False), (left, True)]
    for cues, last in order:
        if last:
            # "the latency of the KV cache", "memory/energy": the first of the two is the measure.
            tail = left_text
            while len(cues) > 1 and re.fullmatch(
                r"(?:\w+ )?\s?(?:of|for|/)\s?(?:the |each |all )?(?:\w+ )?", tail[cues[-2].end : cues[-1].start]
            ):
                cues.pop()
        if cues:
            return _pick(cues, last=last)
    return None


def _far(frame: Frame) -> str | None:
    """Return the metric of a cue elsewhere in the clause."""
    by = _EN_BY.search(frame.before[-40:]) is not None
    if by and _beats(frame):
        return None
    for text, last in (
        ("" if by else frame.right[:80], False),
        (frame.clause[: frame.quantity.start - frame.clause_start] if by else frame.clause, True),
    ):
        cues = [c for c in find_cues(text) if not c.weak]
        if cues:
            return _pick(cues, last=last)
    return None


def _time_metric(frame: Frame, context: str) -> str:
    near = frame.left[-80:] + " " + frame.phrase[:60]
    for text in (near, frame.clause, context):
        if re.search(r"latenc|TTFT|response|延迟|时延|响应", text, re.IGNORECASE):
            return "latency"
        if re.search(r"\b(?:pre-?)?train|fine-?tun|convergen|epoch|训练|微调|收敛", text, re.IGNORECASE):
            return "training time"
        if re.search(
            r"\binfer|decod|推理|推断|解码" + ("" if text is context else r"|generat|predict|生成"), text, re.IGNORECASE
        ):
            return "inference time"
    return "latency"


_PEAK_SHARE = re.compile(
    r"\s?(?:of|的)\s?(?:the |its |their |machine'?s? |system'?s? )*(?:theoretical |hardware |machine'?s? |理论|硬件)?(?:peak|roofline|峰值)(?!\s?(?:memory|power|内存|显存|功))",
    re.IGNORECASE,
)
_PEAK_LEFT = re.compile(
    r"(?:峰值(?:性能|吞吐量?|带宽|算力|FLOPS)?|(?:屋顶线|[Rr]oofline|理论|硬件)(?:模型)?的?(?:上界|上限|极限|最大值|性能)|达到[\u3400-\u9fff]{0,6}(?:上界|上限|极限))的\s?(?:约|近|高达)?$"
)
_QUALITY = re.compile(
    r"ImageNet|CIFAR|GLUE|COCO|MMLU|GSM8K|AIME|NDCG|MRR|\brecall|accurac|benchmark|\bscore|F1|AUC|classif|segmentation|detection|recognition|downstream|reasoning|generali[sz]|state-of-the-art|SOTA|BLEU|perplexity|准确|精度|分类|识别|检测|基准|推理任务|泛化|困惑度",
    re.IGNORECASE,
)
_QUICK = re.compile(
    r"speed|faster|latenc|throughput|accelerat|kernel|GPU|runtime|execution|compil|parallel|性能|加速|吞吐|延迟|提速|内核|核函数|编译|并行|通信|速度",
    re.IGNORECASE,
)


def _default_percent(frame: Frame, context: str, abstract: str) -> str:
    for text in (frame.clause, context, abstract):
        quality, quick = len(_QUALITY.findall(text)), len(_QUICK.findall(text))
        if quality != quick:
            return "accuracy" if quality > quick else "speedup"
    return "speedup"


def find_direction(frame: Frame, metric: str) -> str:
    """Return "increase", "decrease" or, for an absolute figure, nothing."""
    quantity = frame.quantity
    if quantity.before:
        up, down = _last(_UP, frame.left), _last(_DOWN, frame.left)
        if up != down:
            return "increase" if up > down else "decrease"
        if quantity.before_values and quantity.values:
            return "increase" if quantity.values[0] > quantity.before_values[0] else "decrease"
    if quantity.direction:
        return quantity.direction
    kind = quantity.unit.kind
    if kind == "ratio" and frame.quantity.values[-1] < 1:
        return "decrease"
    if kind == "quality" and is_gain(frame):
        return _change(frame) or "increase"
    if kind == "none" and metric == "accuracy" and is_gain(frame):
        return _change(frame)
    if kind in ("ratio", "percent", "points"):
        if _is_level(frame, metric):
            return ""
        if re.match(r"\s(?:less|fewer|shorter) than\b", frame.behind):
            return "decrease"
        if kind == "ratio" and _GAIN_TO.search(frame.left):
            return "increase"
        if kind == "ratio" and metric == "speedup":
            return (
                "decrease" if re.search(r"slow|慢", frame.phrase[:20] + frame.left[-12:], re.IGNORECASE) else "increase"
            )
        found = _change(frame)
        if found:
            return found
        if kind == "ratio":
            return "decrease" if metric in LESS_IS_BETTER else "increase"
        return "increase" if metric == "speedup" else ""
    return _absolute_change(frame)


# "the gain shrinks to 1.7x": still a gain.
_GAIN_TO = re.compile(
    r"\b(?:gains?|speed-?ups?|advantages?|accelerations?|improvements?)\s(?:\w+\s){0,2}?(?:shrink|drop|fall|decreas|reduc|declin|grow|ris|increas)\w*\sto\s(?:about |only |just |~)?$"
    r"|(?:加速比|加速|收益|增益)(?:下降|降低|降|减小|缩小|减少|上升|提高)[到至为]\s?$",
    re.IGNORECASE,
)
_UP_VERB = re.compile(
    r"\b(?:increas\w*|improv\w*|boost\w*|enhanc\w*|rais\w+|accelerat\w*|outperform\w*|surpass\w*|exceed\w*|speeds?\b|speeding|expand\w*|gain\w*)|提升|提高|增加|加速|优于|改进",
    re.IGNORECASE,
)
_DOWN_VERB = re.compile(
    r"\b(?:reduc\w*|decreas\w*|lower(?:s|ed|ing)?\b|sav(?:e|es|ed|ing)\b|cut(?:s|ting)?\b|shrink\w*|shorten\w*|drop(?:s|ped)?\b|minimi[sz]\w*)|减少|降低|减小|缩短|节省|压缩|缩小",
    re.IGNORECASE,
)
# "an accuracy of 95%", "95% accuracy": a level, no change.
_LEVEL_BEFORE = re.compile(
    r"(?:\b(?:accurac(?:y|ies)|scores?|rates?|F1|AUC|mAP|IoU|mIoU|Dice|recall|precision|utili[sz]ations?|occupancy|efficienc(?:y|ies)|MFU|performance)(?: \w+)? (?:of|is|was|reach\w*|at|exceed\w*|above|over)"
    r"|(?:率|精度|分数|扩展性|效率)(?:为|达到?|高达|可达|超过|约为))\s?(?:up to |about |over |more than |approximately |nearly |around |an? |as high as |average of |~|>|了|约|高达)*$",
    re.IGNORECASE,
)
_LEVEL_BEHIND = re.compile(
    r"^\s?(?:的)?(?:\w+[ -]){0,2}?(?:\(?(?:top-1 |test |average |overall |classification |weak |strong |parallel |scaling )*(?:accuracy|F1|AUC|mAP|mIoU|IoU|precision|recall|utili[sz]ation|efficiency|scaling|win[ -]rate|success rate|scalability)\b|(?:弱|强|平均|分类|测试|并行)*(?:准确率|准确度|精度|利用率|扩展性|效率|召回率|成功率|扩展效率|并行效率))",
    re.IGNORECASE,
)


def _is_level(frame: Frame, metric: str) -> bool:
    if frame.quantity.unit.kind != "percent" or metric not in (
        "accuracy",
        "utilization",
        "scaling efficiency",
        "other",
    ):
        return False
    if re.search(r"保持|维持|\b(?:retain|preserv|maintain|recover|regain)\w*", frame.left[-50:]) and not _EN_BY.search(
        frame.before[-30:]
    ):
        return True
    if metric == "utilization" and (_PEAK_SHARE.match(frame.right) or _PEAK_LEFT.search(frame.left)):
        return True
    if _LEVEL_BEFORE.search(frame.left) and not re.search(
        r"\b(?:improv|increas|gain|drop|reduc|degrad|boost|loss)\w*\b[^,]{0,25}$", frame.left, re.IGNORECASE
    ):
        return True
    if re.match(
        r"\s?of (?:the |its |their )?(?:accuracy|performance|quality|original|full|baseline|dense)\b|^\s?的(?:原始|性能|准确率)",
        frame.right,
    ):
        return not _EN_BY.search(frame.before[-30:])
    if metric == "other":
        return re.match(r"\s?of ", frame.right) is not None
    behind = _LEVEL_BEHIND.match(frame.phrase)
    return bool(
        behind
        and not _UP.search(behind[0])
        and not _DOWN.search(behind[0])
        and not _UP.search(frame.phrase[behind.end() :])
        and not _DOWN.search(frame.phrase[behind.end() :])
        and not _UP_VERB.search(frame.left[-40:])
        and not _DOWN_VERB.search(frame.left[-40:])
        and not _EN_BY.search(frame.before[-30:])
    )


def is_gain(frame: Frame) -> bool:
    """Return whether a score is the size of a change: "by 4.1 CIDEr", "an improvement of 0.75 BLEU"."""
    if frame.quantity.unit.kind == "points" or _EN_BY.search(frame.before[-40:]):
        return True
    return (
        re.search(
            r"\b(?:improvements?|gains?|drops?|increases?|reductions?|margin) (?:of|up to)\s?(?:\w+ ){0,2}$|(?:提[高升]|上升|下降|降低|增加|减少|升高)了?[仅约]?$",
            frame.left,
            re.IGNORECASE,
        )
        is not None
    )


def _change(frame: Frame) -> str:
    phrase = frame.phrase[:60]
    by = _EN_BY.search(frame.before[-50:]) is not None
    if by:
        # "improves the baseline with auxiliary loss by": the verb governs, not the nouns of its object.
        up_at, down_at = _last(_UP_VERB, frame.left), _last(_DOWN_VERB, frame.left)
        if up_at != down_at:
            return "increase" if up_at > down_at else "decrease"
    if not by:
        up, down = _UP.search(phrase), _DOWN.search(phrase)
        if up or down:
            return _first(up, down)
    up_at, down_at = _last(_UP, frame.left), _last(_DOWN, frame.left)
    if up_at != down_at:
        return "increase" if up_at > down_at else "decrease"
    if by and (_UP.search(phrase) or _DOWN.search(phrase)):
        return _first(_UP.search(phrase), _DOWN.search(phrase))
    start = frame.clause_start
    earlier = frame.text[start : frame.quantity.start]
    up_at, down_at = _last(_UP, earlier), _last(_DOWN, earlier)
    if up_at != down_at:
        return "increase" if up_at > down_at else "decrease"
    right = frame.right[:60]
    up, down = _UP.search(right), _DOWN.search(right)
    return _first(up, down) if up or down else ""


def _first(up: re.Match[str] | None, down: re.Match[str] | None) -> str:
    if up is None:
        return "decrease"
    if down is None:
        return "increase"
    return "increase" if up.start() < down.start() else "decrease"


def _last(pattern: re.Pattern[str], text: str) -> int:
    position = -1
    for match in pattern.finditer(text):
        position = match.start()
    return position


_TO_BEFORE = re.compile(
    r"(?:\bto\s*(?:just|only|under|about|around|over|an?|[~<>])?\s*|(?:到|至|为)了?(?:约|仅)?)$", re.IGNORECASE
)


def _absolute_change(frame: Frame) -> str:
    """Return the direction of "increased to 19 FPS", "boosts ... to 44.6 ROUGE-1", "saves 100 GPU hours"."""
    if _TO_BEFORE.search(frame.left) and not re.search(r"\bup to\s*$|\bequal to\s*$", frame.left, re.IGNORECASE):
        up, down = _last(_UP, frame.left), _last(_DOWN, frame.left)
        if up != down:
            return "increase" if up > down else "decrease"
    if re.search(r"\b(?:sav(?:e|es|ing)|reduc\w+ by|lower\w* by)\b[^,]{0,25}$|节省了?约?$", frame.left, re.IGNORECASE):
        return "decrease"
    return ""


_SLOW = re.compile(r"slow|time|慢|时间|耗时", re.IGNORECASE)
_SPED = re.compile(r"speed|fast|accelerat|runtime|快|加速|速度|提速", re.IGNORECASE)


def settle_metric(metric: str, direction: str, frame: Frame) -> tuple[str, str]:
    """Return metric and direction made to agree: a time that gets "faster" is a speedup."""
    if frame.quantity.direction == "increase":
        return metric, direction  # "doubles the latency" says which way it goes
    kind, near = frame.quantity.unit.kind, frame.left[-70:] + frame.phrase[:60]
    if (
        metric == "speedup"
        and direction == "decrease"
        and not _SLOW.search(frame.clause)
        and not _SPED.search(frame.left + frame.phrase)
    ):
        return "other", direction
    if (
        metric == "latency"
        and direction == "decrease"
        and kind in ("ratio", "percent")
        and not re.search(r"latenc|TTFT|TPOT|response|延迟|时延|响应|JCT", near, re.IGNORECASE)
    ):
        metric = _time_metric(frame, near)
    if (
        metric in TIMES
        and direction == "increase"
        and kind in ("ratio", "percent")
        and re.search(r"improv|改善|better", near, re.IGNORECASE)
        and not re.search(
            r"speed|fast|accelerat|outperform|surpass|快|加速|优于|提速", frame.left + frame.phrase, re.IGNORECASE
        )
    ):
        return metric, "decrease"
    if metric in TIMES and direction == "increase" and frame.quantity.unit.kind in ("ratio", "percent"):
        return "speedup", direction
    return metric, direction
