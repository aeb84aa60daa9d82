"""How a paper relates to what it names, judged by the sentence around each mention."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kg.records import ROLES

_SENTENCE = re.compile(r"(?<=[。！？；!?;])|(?<=\.)(?=\s|$)|\n")
RESULT = re.compile(
    r"evaluat|experiment|result|benchmark|we (?:show|demonstrate|observe|measure|test|report|achieve|find|validate)|empirical|achiev|outperform|speed-?up|"
    r"faster|improve[sd]? (?:by|over)|reduc\w+ .{0,40}\d|\d+(?:\.\d+)?\s*(?:x\b|×|\\times|%|\\%)|case stud|tested|validat|trained on|compared|"
    r"实验|评估|评测|测试|结果|表明|验证|实现了?.{0,20}(?:加速|提升|倍)|倍|优于|相比|加速比|达到|案例|对比|性能提[升高]|%",
    re.IGNORECASE,
)
BACKGROUND = re.compile(
    r"\b(?:existing|current|previous|prior|traditional|conventional|popular|widely|recent(?:ly)?|such as|success of|emergence|"
    r"rise of|have become|has become|however|unfortunately|while|although|suffer)\b|现有|当前|传统|以往|已有|流行|广泛|近年|最近|随着|诸如|例如|比如|然而|虽然|尽管|许多|成为",
    re.IGNORECASE,
)
_COMPARED_AFTER = re.compile(
    r"^[^.;。；，]{0,40}(?:相比|相较|对比|相对|比较|快|高|低|少|多|短|小|更|baselines?\b|by \d)|^[^，。；]{0,8}的\s*约?\s*[\d一两三几]"
)
_COMPARED_BEFORE = re.compile(
    r"(?:compar(?:ed?|es|ing) (?:(?:it|this|ours|them) )?(?:to|with|against)|in comparison (?:to|with)|relative to|outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|better than|"
    r"faster than|\bthan|superior to|versus|vs\.?|that of|those of|the (?:speed|throughput|performance|latency|memory|accuracy) of|instead of|whereas|speed-?ups? (?:of [^.;]{0,30})?over|improvements? (?:of [^.;]{0,30})?over|[\dx×%] (?:\w+ )?over|相比于?|相较于?|相对于?|优于|超过|超越|胜过|好于|快于|超出)"
    r"(?:[^.;。；]{0,60}(?:such as|like|including|, |and|或|和|、|等|如))?[^.;,。；，]{0,32}$",
    re.IGNORECASE,
)
#: What stands before a thing that is not used, or would only be: without X, instead of X, 无需X, 未来可以X.
NEGATED = re.compile(
    r"\b(?:without|no longer|not (?:use|using|need|require|rely on|depend on)|(?:does|do|did) not (?:use|need|require|rely on|depend on)|"
    r"instead of|rather than|free of|avoids?|avoiding|eliminat\w+|could (?:also )?(?:use|be)|future work|unlike)\b[^.;,，。；]{0,30}$|"
    r"(?:无需|不需要?|无须|不使用|不用|不依赖于?|没有使用|而非|而不是|避免|摆脱了?|摒弃|取代|未来(?:可以?|将))[^，。；、]{0,10}$",
    re.IGNORECASE,
)
COMPARED = re.compile(
    r"compar|outperform|surpass|exceed|better than|faster than|\bthan\b|superior|versus|vs\.?|\bover\b|baseline|state-of-the-art|"
    r"相比|相较|相对|优于|超过|超越|胜过|对比|比较|比|基线|最先进",
    re.IGNORECASE,
)
PROPOSES = re.compile(
    r"\b(?:propos|introduc|present|develop|design|devis|build|implement|releas)\w*|提出|介绍|引入|设计|开发|实现|构建|推出|称为|名为",
    re.IGNORECASE,
)
_BI_ZH = re.compile(r"(?:比|较|与|和|跟|是|为|达到?|相当于|约)[^，。；]{0,30}$|[、和与][^，。；、]{0,6}$")
_ON_BEFORE = re.compile(
    r"(?:\b(?:on|across|over|using|with|for|of|in)\b|在|于|使用|用|对|基于)[^.;。；]{0,60}$", re.IGNORECASE
)
_DEFAULT = {
    "Hardware": "uses",
    "Technique": "uses",
    "System": "uses",
    "Model": "uses",
    "Dataset": "evaluatedOn",
    "Task": "addresses",
}
_DEVICES = frozenset({"gpu", "cpu", "fpga", "accelerator", "machine"})


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One mention as the rules see it: the entity, its *type* and *kind*, whether it is *generic* and where it stands."""

    id: str
    type: str
    kind: str
    generic: bool
    field: str
    start: int
    end: int


def assign_roles(texts: Mapping[str, str], places: Iterable[Place], *, introduced: Iterable[str]) -> dict[str, str]:
    """Return the role of each entity of *places*, whose offsets count in the field of *texts* that they name.

    Of the roles that single mentions suggest the strongest stays; the paper's own things are *introduced*.
    """
    own = set(introduced)
    roles: dict[str, str] = {}
    sentences = {field: find_sentences(text) for field, text in texts.items()}
    for place in sorted(places):
        if place.id in own:
            roles[place.id] = "introduces"
            continue
        role = _role(place, sentences[place.field])
        known = roles.get(place.id)
        roles[place.id] = role if known is None else min(known, role, key=ROLES.index)
    return roles


def find_sentences(text: str) -> list[tuple[int, str]]:
    """Return the sentences of *text* with the offsets they begin at."""
    found, start = [], 0
    for match in _SENTENCE.finditer(text):
        if match.start() > start:
            found.append((start, text[start : match.start()]))
            start = match.end()
    if start < len(text):
        found.append((start, text[start:]))
    return found


def _role(place: Place, sentences: list[tuple[int, str]]) -> str:
    default = _DEFAULT[place.type]
    if place.type == "Task" or place.field == "title":
        return default if place.type != "Dataset" else "evaluatedOn"
    offset, sentence = next(((o, s) for o, s in reversed(sentences) if o <= place.start), (0, ""))
    before, after = sentence[: place.start - offset], sentence[place.end - offset :]
    result = RESULT.search(sentence) is not None
    if place.type != "Dataset" and result and _is_compared(before, after):
        return "comparesWith"
    if place.type in ("Technique", "System", "Model") and NEGATED.search(before):
        return "mentions"
    if place.type == "Hardware":
        device = place.kind in _DEVICES and not place.generic
        return "evaluatedOn" if (result and _ON_BEFORE.search(before)) or device else default
    if place.type == "Model" and not place.generic and result and _ON_BEFORE.search(before):
        return "evaluatedOn"
    if place.type in ("System", "Model") and not result and BACKGROUND.search(sentence):
        return "mentions"
    return default


def _is_compared(before: str, after: str) -> bool:
    if _COMPARED_BEFORE.search(before):
        return True
    return _BI_ZH.search(before) is not None and _COMPARED_AFTER.search(after) is not None
