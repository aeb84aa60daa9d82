"""Find what a figure is about: a named workload, else the paper's own thing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from extractors.claims.clauses import Frame
from extractors.claims.spans import EntitySpan

_OWN_TYPES = ("System", "Technique", "Model", "Hardware", "Dataset")
_TITLE_NAME = re.compile(r"^\s*(?P<name>[^:：]{2,60}?)\s*[:：]")
_TRAIN = re.compile(r"(?:\b(?:pre-?)?train(?:s|ed|ing)?|\bfine-?tun(?:e|ed|ing)|训练(?!时间|速度|效率|吞吐|框架|系统)|微调(?!时间))(?:了|一个|这些|\s(?:an?|the|such an?|very|our|this))*\s?$", re.IGNORECASE)
_ON = re.compile(r"(?:\b(?:[Oo]n|[Ff]or|[Ii]n|of|[Ww]hen (?:running|training|serving))(?: (?:the|an?|our|such|large|real))*\s|在|对于?|针对|将|使得?|把|的)\s?$")
_ZH_OBJECT = re.compile(
    r"(?:将|把|使得?|对)(?P<np>[^，,。；;]{2,40}?)(?P<of>的[^，,。；;]{0,24}?)?(?:分别|平均)?(?:加速|提速|提高|提升|降低|减少|缩短|压缩|增加|减小|节省)"
)
_METRIC_NP = re.compile(
    r"^(?:其|平均|端到端|总|总体|整体|峰值|最大|GPU|CPU|训练|推理|通信|计算|内存|显存|存储|系统|模型)*(?:内存|显存|时间|延迟|吞吐量?|效率|性能|速度|开销|成本|能耗|消耗|占用|利用率|精度|准确率|大小|数量|通信量?|参数量?|使用量?|准确性)"
)
_PARAM_NP = re.compile(r"(?P<np>(?:[A-Za-z][\w-]*\s){0,5}(?:[Mm]odels?|MoE|LLMs?|DLRMs?|networks?|Transformers?))\s(?:with|of|to|beyond|up to|over|having|containing)\s?(?:up to |over |more than |about |beyond )*$")
_THE_PERF = re.compile(r"\b(?:performance|throughput|speed|latency|runtime|accuracy) of (?P<np>(?:the )?[A-Za-z][\w -]{2,40}?)\s(?:achiev|reach|is|are|by|improv|can|was|increas|decreas)")
_OUR = re.compile(r"\b(?:we|our|it|this|these|the proposed|proposed)\b|我们|本文|该|所提|其", re.IGNORECASE)


def own_names(title: str, spans: Sequence[EntitySpan], texts: dict[str, str]) -> list[EntitySpan]:
    """Return the mentions of the paper's own things in the abstract, those of the chief one first."""
    mine = [s for s in spans if s.role == "introduces" and s.type in _OWN_TYPES]
    if not mine:
        return []
    counts = Counter(s.id or s.label for s in mine)
    in_title = {s.id or s.label for s in mine if s.field == "title"}
    head = _TITLE_NAME.match(title)

    def rank(span: EntitySpan) -> tuple[bool, bool, int, int, str, int, int]:
        key = span.id or span.label
        surface = texts[span.field][span.start : span.end]
        named = head is not None and surface.casefold() in head["name"].casefold()
        return (not named, key not in in_title, _OWN_TYPES.index(span.type) if span.type in ("System",) else 1, -counts[key], key, span.start, span.end)

    return sorted((s for s in mine if s.field == "abstract"), key=rank) or sorted(mine, key=rank)


def title_name(title: str) -> str:
    """Return the name a title begins with, empty if it begins with none.

    >>> title_name("FastThing: Quick Things on GPUs")
    'FastThing'
    """
    match = _TITLE_NAME.match(title)
    if match and len(match["name"].split()) <= 3:
        return match["name"]
    return ""


def find_subject(frame: Frame, spans: Sequence[EntitySpan], own: Sequence[EntitySpan], *, metric: str) -> tuple[int, int] | None:
    """Return start and end in the sentence of what the figure is about; *spans* and *own* are counted in the sentence."""
    text, quantity = frame.text, frame.quantity
    left_start = frame.quantity.start - len(frame.left) if quantity.group <= 0 and quantity.place == 0 else max(0, text.rfind(frame.left, 0, quantity.start))
    works = [s for s in spans if s.type in ("Model", "Task", "Technique", "Dataset", "System")]
    if metric == "scale" and quantity.unit.kind in ("parameter", "count"):
        named = _PARAM_NP.search(text[: quantity.start])
        if named:
            return named.start("np"), named.end("np")
        near = [s for s in works if s.type == "Model" and (s.end <= quantity.start or s.start >= quantity.start)]
        if near:
            best = min(near, key=lambda s: (min(abs(s.end - quantity.start), abs(s.start - quantity.end)), s.start))
            return best.start, best.end
    for span in works:
        if span.type == "Model" and span.role != "introduces" and _TRAIN.search(text[max(0, span.start - 40) : span.start]) and metric in ("training time", "accuracy"):
            return span.start, span.end
    found = _zh_object(frame, works)
    if found:
        return found
    named = _THE_PERF.search(text[frame.clause_start : quantity.start])
    if named:
        return frame.clause_start + named.start("np"), frame.clause_start + named.end("np")
    # On a model, on a kernel: directly behind the figure or at the head of its clause.
    end = quantity.end + len(frame.right) + 1
    segment = [s for s in works if s.type in ("Model",) and s.role not in ("introduces", "comparesWith") and left_start <= s.start and s.end <= end]
    for span in segment:
        if re.search(r"\b(?:On|For|on|for)(?: (?:the|an?))*\s$|在$|对$|对于$", text[: span.start]):
            if re.match(r"(?:s)?\b[^,.;]{0,24}(?:baseline|systems?)", text[span.end :]):
                continue
            return span.start, span.end
    before = [s for s in own if s.end <= quantity.start]
    if before:
        best = before[0]
        return best.start, best.end
    if own:
        return own[0].start, own[0].end
    return None


def _zh_object(frame: Frame, works: Sequence[EntitySpan]) -> tuple[int, int] | None:
    clause = frame.text[frame.clause_start : frame.quantity.start]
    matches = list(_ZH_OBJECT.finditer(clause))
    if not matches:
        return None
    match = matches[-1]
    start, end = frame.clause_start + match.start("np"), frame.clause_start + match.end("np")
    if _METRIC_NP.match(match["np"]):
        return None
    inside = [s for s in works if start <= s.start and s.end <= end]
    if inside:
        best = max(inside, key=lambda s: (s.end - s.start, -s.start))
        return best.start, best.end
    return start, end
