"""Find what a figure is about: a named workload, else the paper's own thing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from extractors.claims.clauses import Frame
from extractors.claims.metrics import find_cues
from extractors.claims.spans import EntitySpan

Place = tuple[int, int]

_OWN_TYPES = ("System", "Technique", "Model", "Hardware", "Dataset")
_WORK_TYPES = ("Model", "Task", "Technique", "Dataset", "System")
_TITLE_NAME = re.compile(r"^\s*(?P<name>[^:：]{2,60}?)\s*[:：]")
_TRAIN = re.compile(
    r"(?:\b(?:pre-?)?train(?:s|ed|ing)?|\bfine-?tun(?:e|ed|ing)|训练(?!时间|速度|效率|吞吐|框架|系统)|微调(?!时间))(?:了|一个|这些|\s(?:an?|the|such an?|very|our|this))*\s?$",
    re.IGNORECASE,
)
_ON_MODEL = re.compile(
    r"(?:\b[Oo]n|\b[Ff]or)(?: (?!than\b|over\b)[\w-]+){0,3}\s$|\b(?:[Tt]raining|serving|running)(?: of)?(?: (?:the|an?|largest))*\s$|(?:在|对|对于)$"
)
_ZH_OBJECT = re.compile(
    r"(?:将|把|使|对)(?P<np>(?!得)[^，,。；;将把使我]{2,40}?)(?P<of>的[^，,。；;]{0,24}?)?(?:分别|平均)?(?:加速|提速|提高|提升|降低|减少|缩短|压缩|增加|减小|节省)"
)
_ZH_ON = re.compile(r"在(?P<np>[^，,。；;在]{2,24}?)上(?!的?(?:评估|实验|测试|结果))")
_ZH_PLACE = re.compile(
    r"[GCT]PU|FPGA|平台|设备|服务器|集群|节点|数据集|基准|实验|系统$|处理器|架构|硬件|超级计算机|卡|核心|评估|设置|任务|基础|程度|方面|实现$|测试|速度|性能|精度|准确|规模|效率|数据$"
)
_ZH_HEAD = re.compile(
    r"^(?:且|并且?|而|同时|其中|使得?|让)?(?P<np>[\u3400-\u9fffA-Za-z][^，,。；;()的在比将]{1,16}?)(?:平均|最高|可|分别|的?性能|的?速度|速度|整体)*(?:加速|提速|提升|提高|快)"
)
_ZH_OUR = re.compile(
    r"(?:我们|本文|所提出?)的?(?P<np>[^，,。；;]{2,24}?)(?:也|还)?(?:在|比|可以|将|实现|获得|能够?|具有|使|达到|平均)"
)
_ZH_OUR_HEAD = re.compile(r"(?:代码|内核|核函数|实现|版本|表示|架构|kernel|模型|编码)$", re.IGNORECASE)
_WORK_HEAD = re.compile(
    r"(?:模型|应用|应用程序|程序|层|内核|核函数|算法|网络|任务|负载|代码|操作|运算|算子|查询|kernel|workload|训练|推理|s)$",
    re.IGNORECASE,
)
_CASE = re.compile(r"(?:对|以|使用|利用|采用|\bon|\busing|\bwith)\s?$", re.IGNORECASE)
_CASE_BEHIND = re.compile(r"^(?:\s?(?:进行|上|作为|为例)?的?(?:案例|验证|个案)|\s(?:as an? )?case stud)", re.IGNORECASE)
_METRIC_NP = re.compile(
    r"^(?:其|平均|端到端|总|总体|整体|峰值|最大|GPU|CPU|训练|推理|通信|计算|内存|显存|存储|系统|模型|每个)*(?:内存|显存|时间|延迟|吞吐量?|效率|性能|速度|开销|成本|能耗|消耗|占用|利用率|精度|准确率|大小|数量|通信量?|参数量?|使用量?|准确性)"
)
_PARAM_NP = re.compile(
    r"(?P<np>(?:(?!(?:an?|the|train\w*|of|on|to|scale|up|our|with|large|enabled?|us)\s)[A-Za-z][\w-]*\s){0,5}(?:[Mm]odels?|MoE|LLMs?|DLRMs?|networks?|Transformers?))\s"
    r"(?:with|of|to|beyond|up to|over|having|containing)\s?(?:up to |over |more than |about |beyond )*$"
)
_PARAM_NP_ZH = re.compile(r"^(?:的|级)(?:[\u3400-\u9fff]{0,6})模型")
_FOR_LEAD = re.compile(
    r"(?:^|[:;]\s|\d\)\s)(?:[Ff]urthermore, |[Mm]oreover, )?(?:For|[Aa]pplied to) (?:an? |the )?(?P<np>(?!(?:example|instance|the first|this|that|these|our|all|each|a |an )\b)[A-Za-z][\w -]{2,40}), "
)
_FOR_NP = re.compile(r"^(?:[^,;]{0,40}?\s)?(?:for|in|on)\s(?:the )?(?P<np>[A-Za-z][\w/-]*(?:[ -][\w/-]+){0,5})")
_OF_ACCURACY = re.compile(
    r"\s(?P<np>(?!(?:top|test|average|overall|mean|relative|absolute)\b)[a-z]+ [a-z]+)\saccuracy\b"
)
_FOR_NP_STOP = re.compile(
    r"\s(?:and|over|compared|than|while|with(?! no)|respectively|scenarios?|at|by|when|on|in|for|using|under|via|across|as|due)\b"
)
_THE_PERF = re.compile(
    r"\bperformance of (?P<np>(?:the )?[A-Za-z][\w -]{2,40}?)\s(?:achiev|reach|is|are|by|improv|can|was|increas)"
)
_OF_SIZES = re.compile(r"\bsizes? of (?:the )?(?P<np>[A-Za-z]+(?: [A-Za-z]+)?)")
_AT_RATE = re.compile(
    r"(?:\b(?:enabling|enables|and|supports?|supporting|allowing|for|runs?|perform\w*|process\w*)\s)(?P<np>(?:[A-Za-z][\w-]*\s){1,4})at\s*(?:up to |about |over |~)?$"
)
_VERB = re.compile(
    r"^(?:\s?\([^()]*\))?\s?(?:that\s|which\s|\w+ly\s|can\s|also\s|could\s|further\s|even\s|only\s|in turn\s)*(?:achiev|reduc|increas|cut|improv|outperform|deliver|yield|provid|attain|reach|gain|accelerat|speed|save|saving|run|requir|use|offer|"
    r"surpass|exceed|show|demonstrat|obtain|boost|enhanc|lower|decreas|bring|incur|is up to|is \d|are \d|is about|is on average|maintain|train|process|scor|get)\w*"
)
_OWN_DOING = re.compile(
    r"\b(?:reduc\w*|decreas\w*|cut\w*|lower\w*)\s(?:the )?(?P<np>[A-Za-z][\w -]{2,40}?)\s(?:by|from)\b"
)
_PASSIVE = re.compile(
    r"\b(?:the )?(?P<np>[A-Za-z][\w -]{3,50}?)\s(?:is|are|was|were)\s(?:improved|increased|reduced|decreased|boosted|cut)\s(?:by|from)\b"
)


def own_names(title: str, spans: Sequence[EntitySpan], texts: dict[str, str]) -> list[EntitySpan]:
    """Return the mentions of the paper's own things, those of the chief one first; empty where none stands out."""
    mine = [s for s in spans if s.role == "introduces" and s.type in _OWN_TYPES]
    if not mine:
        return []
    counts = Counter(s.id or s.label for s in mine if s.field == "abstract")
    in_title = {s.id or s.label for s in mine if s.field == "title"}
    head = _TITLE_NAME.match(title)

    def rank(span: EntitySpan) -> tuple[bool, bool, int, int, str, int, int]:
        key = span.id or span.label
        surface = texts[span.field][span.start : span.end]
        named = head is not None and (
            surface.casefold() in head["name"].casefold() or head["name"].casefold() in span.label.casefold()
        )
        return (
            not named,
            key not in in_title,
            0 if span.type == "System" else 1,
            -counts[key],
            key,
            span.start,
            span.end,
        )

    ordered = sorted((s for s in mine if s.field == "abstract"), key=rank) or sorted(mine, key=rank)
    # One thing under several surfaces: the one that the abstract repeats is its name.
    key = ordered[0].id or ordered[0].label
    surfaces = Counter(texts[s.field][s.start : s.end] for s in ordered if (s.id or s.label) == key)
    best = max(surfaces.items(), key=lambda pair: (pair[1], -len(pair[0]), pair[0]))[0]
    ordered.sort(key=lambda s: not ((s.id or s.label) == key and texts[s.field][s.start : s.end] == best))
    return ordered


def is_chief(span: EntitySpan, own: Sequence[EntitySpan], title_ids: frozenset[str]) -> bool:
    """Return whether *span*, the first of *own*, may stand for the paper where a sentence names nothing."""
    key = span.id or span.label
    return (
        key in title_ids
        or span.type in ("System", "Model")
        or len({s.id or s.label for s in own}) == 1
        or sum((s.id or s.label) == key for s in own) > 1
    )


def title_name(title: str) -> str:
    """Return the name a title begins with, empty if it begins with none.

    >>> title_name("FastThing: Quick Things on GPUs")
    'FastThing'
    """
    match = _TITLE_NAME.match(title)
    if match and len(match["name"].split()) <= 3:
        return match["name"]
    return ""


def contrasted(frame: Frame, spans: Sequence[EntitySpan]) -> Place | None:
    """Return the workload behind a figure: "2x for training", "3x for inference"."""
    if frame.quantity.group >= 0:
        return None
    match = _OF_ACCURACY.match(frame.right) or _FOR_NP.match(frame.right)
    if match is None:
        return None
    start = frame.right_start + match.start("np")
    phrase = match["np"]
    stop = _FOR_NP_STOP.search(phrase)
    phrase = (phrase[: stop.start()] if stop else phrase).rstrip()
    end = start + len(phrase)
    if (
        len(phrase) < 3
        or find_cues(phrase)
        or re.match(
            r"(?:average|terms|total|most|some|both|all|up|addition|\d|which|particular|practice|[GCT]PUs?)\b", phrase
        )
    ):
        return None
    if any(s.type in ("Hardware", "Dataset") and s.start < end and start < s.end for s in spans):
        return None
    return start, end


def is_of_accuracy(frame: Frame) -> bool:
    """Return whether the figure is the accuracy of a named task: "95% source translation accuracy"."""
    return _OF_ACCURACY.match(frame.right) is not None


def find_subject(
    frame: Frame, spans: Sequence[EntitySpan], own: Sequence[EntitySpan], *, metric: str, chief: str = ""
) -> tuple[Place | None, bool]:
    """Return where in the sentence stands what the figure is about, and whether that is a workload, which later clauses may share.

    *spans* and *own* are counted in the sentence; *chief* is the id of the paper's chief thing, where one stands out.
    """
    text, quantity = frame.text, frame.quantity
    works = [s for s in spans if s.type in _WORK_TYPES and s.role != "comparesWith"]
    if metric == "scale":
        place = _scaled(frame, works)
        if place:
            return place, False
    if metric == "other":
        named = _PASSIVE.search(text[frame.clause_start : quantity.start]) or _OWN_DOING.search(
            text[frame.clause_start : quantity.start]
        )
        if named:
            return (frame.clause_start + named.start("np"), frame.clause_start + named.end("np")), False
    if metric in ("training time", "accuracy"):
        for span in works:
            if (
                span.type == "Model"
                and span.role != "introduces"
                and _TRAIN.search(text[max(0, span.start - 40) : span.start])
            ):
                return (span.start, span.end), True
    place = _zh_object(frame, works)
    if place:
        return place, True
    place = _case_study(text, works)
    if place:
        return place, True
    place = _zh_place(frame, spans) if metric != "accuracy" else None
    if place:
        return place, False
    clause = text[frame.clause_start : quantity.start]
    named = _THE_PERF.search(clause)
    if named:
        return (frame.clause_start + named.start("np"), frame.clause_start + named.end("np")), False
    if quantity.unit.kind == "rate":
        at = _AT_RATE.search(frame.left)
        if at:
            return (frame.left_start + at.start("np"), frame.left_start + at.end("np") - 1), False
    place = _on_model(frame, works)
    if place:
        return place, True
    doing = [
        s
        for s in spans
        if s.type in ("Model", "System", "Technique")
        and frame.clause_start <= s.start < quantity.start
        and s.role != "comparesWith"
        and len(text[frame.clause_start : s.start].split()) <= 3
        and _VERB.match(text[s.end :])
    ]
    if doing:
        return (doing[-1].start, doing[-1].end), False
    lead = _FOR_LEAD.search(text[: quantity.start]) if metric != "accuracy" else None
    if lead and not any(s.type in ("Hardware", "Dataset") and s.start < lead.end("np") for s in spans):
        return lead.span("np"), True
    if chief and own and (own[0].id or own[0].label) != chief and all(s.type != "System" for s in own):
        return None, False  # a part of the paper's thing is named in passing
    before = [s for s in own if s.end <= quantity.start]
    if before:
        key = before[0].id or before[0].label
        nearest = max((s for s in before if (s.id or s.label) == key), key=lambda s: s.start)
        return (nearest.start, nearest.end), False
    if own:
        return (own[0].start, own[0].end), False
    first = [
        s
        for s in works
        if s.type == "Model"
        and s.start < min(45, quantity.start)
        and not re.search(r"\b(?:than|over|to)\s$", text[: s.start])
    ]
    if first:
        return (first[0].start, first[0].end), False
    return None, False


def is_object(frame: Frame, place: Place | None, spans: Sequence[EntitySpan]) -> bool:
    """Return whether *place* is what a Chinese clause says something is done to (将X的延迟降低): no doubt is left then."""
    if place is None or not _ZH_OBJECT.search(frame.text, frame.clause_start, frame.quantity.start):
        return False
    works = [s for s in spans if s.type in _WORK_TYPES and s.role != "comparesWith"]
    return _zh_object(frame, works) == place


def _scaled(frame: Frame, works: Sequence[EntitySpan]) -> Place | None:
    text, quantity = frame.text, frame.quantity
    if quantity.unit.kind in ("parameter", "count"):
        named = _PARAM_NP.search(text[: quantity.start])
        if named:
            return named.start("np"), named.end("np")
        behind = _PARAM_NP_ZH.match(frame.behind)
        if behind:
            return quantity.end + behind.end() - 2, quantity.end + behind.end()
        near = [s for s in works if s.type == "Model"]
        if near:
            best = min(near, key=lambda s: (min(abs(s.end - quantity.start), abs(s.start - quantity.end)), s.start))
            return best.start, best.end
    sizes = _OF_SIZES.search(frame.behind[:80])
    if sizes:
        return quantity.end + sizes.start("np"), quantity.end + sizes.end("np")
    return None


def _zh_object(frame: Frame, works: Sequence[EntitySpan]) -> Place | None:
    clause = frame.text[frame.clause_start : frame.quantity.start]
    matches = list(_ZH_OBJECT.finditer(clause))
    if not matches:
        return None
    match = matches[-1]
    start, end = frame.clause_start + match.start("np"), frame.clause_start + match.end("np")
    if _METRIC_NP.match(match["np"]):
        return None
    whole = frame.clause_start + match.end()
    inside = [s for s in works if start <= s.start and s.end <= whole and not find_cues(frame.text[s.start : s.end])]
    if inside:
        best = max(inside, key=lambda s: (s.end - s.start, -s.start))
        return best.start, best.end
    if _WORK_HEAD.search(match["np"]) and not find_cues(match["np"]):
        return start, end
    return None


def _case_study(text: str, works: Sequence[EntitySpan]) -> Place | None:
    for span in works:
        if _CASE_BEHIND.match(text[span.end :]) and (span.type == "Dataset" or _CASE.search(text[: span.start])):
            return span.start, span.end
    return None


def _zh_place(frame: Frame, spans: Sequence[EntitySpan]) -> Place | None:
    """Return the workload of 在X上, of 我们的X代码, or at the head of its clause."""
    text = frame.text
    lead = text[frame.clause_start : frame.quantity.start]
    offset = frame.clause_start
    for match in reversed(list(_ZH_ON.finditer(lead))):
        start, end = offset + match.start("np"), offset + match.end("np")
        if not _ZH_PLACE.search(match["np"]) and not any(
            s.type in ("Hardware", "Dataset") and s.start < end and start < s.end for s in spans
        ):
            return start, end
    head = _ZH_HEAD.match(lead)
    if (
        head
        and not find_cues(head["np"])
        and not re.search(
            r"[\d性能速度时间]|方法|框架|系统|实现|GPU|平均|我们|结果|进一步|显著|有效|可|相比", head["np"]
        )
    ):
        inside = any(
            s.role in ("introduces", "comparesWith")
            and s.start < offset + head.end("np")
            and offset + head.start("np") < s.end
            for s in spans
        )
        if not inside:
            return offset + head.start("np"), offset + head.end("np")
    for match in reversed(list(_ZH_OUR.finditer(text[: frame.quantity.start]))):
        phrase = match["np"].rsplit("的", 1)[-1].strip()
        if _ZH_OUR_HEAD.search(phrase) and 2 <= len(phrase) <= 16:
            end = match.end("np")
            return end - len(phrase), end
    return None


def _on_model(frame: Frame, works: Sequence[EntitySpan]) -> Place | None:
    text, quantity = frame.text, frame.quantity
    start = min(frame.left_start, frame.clause_start)
    end = quantity.end + len(frame.right) + 1
    for span in works:
        if span.type != "Model" or span.role == "introduces":
            continue
        initial = span.start < 24 and quantity.start > span.end
        if not (start <= span.start and span.end <= end) and not initial:
            continue
        if _ON_MODEL.search(text[: span.start]) and not re.match(
            r"s?\b[^,.;]{0,24}(?:baseline|systems?)", text[span.end :]
        ):
            return span.start, span.end
        if span.start >= quantity.end and re.search(
            r"(?:rate|ratio|reduction|speed-?up|acceleration|compression) of (?:the )?$",
            text[quantity.end : span.start],
        ):
            return span.start, span.end
    return None
