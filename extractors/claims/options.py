"""Choose what a figure is about among all that its sentence names: candidates, what is known of each, and learned weights.

The rules of ``subjects`` make a proposal; it is one candidate beside the entities of the sentence, the heads of its clauses, and the paper's own
thing. A linear judge (``extractors/model/subjects.json``) adds up the weights of what is known of a candidate; the highest sum wins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from extractors.claims.clauses import Frame
from extractors.claims.metrics import find_cues
from extractors.claims.spans import EntitySpan
from extractors.judges import Judge

Place = tuple[int, int]

# The noun phrase before the first verb of an English clause.
_EN_HEAD = re.compile(
    r"^[\s,;:]*(?:(?:and|but|while|whereas|that|which|where|so|thus|then|as|with|if|when|show|demonstrates?|results?|experiments?)\s+)*(?:(?:the|our|an?|its|this|these|one)\s+)?"
    r"(?P<np>(?!(?:we|it|this|they|which|that|there|you|on|in|for|by|to|at|from|and|up|over|with|compared|reducing|achieving|using|as|under|when|while|our|the|its)\b)[A-Za-z][\w/+.-]*(?: (?!(?:can|to|that|which|is|are|was|were|by|from|on|in|for|at|with|and|than|over|when|we|it|also|only|up)\b)[\w/+.-]+){0,4}?)"
    r"(?:\s(?:generated|produced|obtained|trained|built|compiled|accelerated|of|for|in|at|on|per|with)\s[^,;]{1,40}?)?\s(?:also |only |further |even |on average |then )?"
    r"(?=(?:can|is|are|was|were|has|achiev|reduc|increas|cut|improv|outperform|deliver|yield|provid|attain|reach|gain|accelerat|speed|sav|run|requir|us(?:es|ed)|surpass|exceed|beat|scal|show|need|obtain|boost|enhanc|lower|decreas|"
    r"fall|drop|grow|shrink|ris|take|took|stay|remain|becom|process|complet|finish|lead|result|bring|maintain|train|go|costs?|doubl|halv|converg|match|los)\w*\b)",
    re.IGNORECASE,
)
# The same inside a clause, where an article opens it: "on an A100 the new kernels run".
_EN_INNER = re.compile(
    r"\b(?:[Tt]he|[Oo]ur|[Tt]his|[Tt]hese|[Aa]n?)\s(?P<np>[A-Za-z][\w/+.-]*(?: (?!(?:of|on|in|for|and|to|with|by|that|which|over|than)\b)[\w/+.-]+){0,3}?)"
    r"(?=\s(?:can |also |only )?(?:is|are|achieves?|reduces?|improves?|outperforms?|delivers?|yields?|attains?|reach(?:es)?|runs?|takes?|scales?|needs?|processes|gives?|distributes|speeds?|samples)\b)"
)
_CLAUSE = re.compile(r"[,;:，；]\s?|\b(?:and|while|that|whereas|but)\s")
# The phrase before what a Chinese clause says of it.
_ZH_HEAD = re.compile(
    r"^[，,；;\s]*(?:且|而|并且?|但|同时|其中|此外|结果(?:表明|显示)|实验(?:结果)?(?:表明|显示)|表明|显示|使得?)*(?:[，,])?(?P<np>(?!在|与|相比|和|将|把|比|从|每)[\u3400-\u9fffA-Za-z][^，,。；;()的\d]{1,18}?)"
    r"(?=在|从|使|比|较|的|将|把|可|能|实现|达|平均|最|仅|只|分别|提|加速|降|减|缩|节|上升|下降|耗时|占|约|为|是|快|慢|优于|获得|取得|具有|保持|由|每|相比|以)"
)
_ZH_OF_HEAD = re.compile(
    r"(?:^|[，,；;])(?:[^，,；;]{0,14}?的)(?P<np>[\u3400-\u9fffA-Za-z][^，,。；;()的\d]{1,14}?)(?=在|从|使|比|达|平均|最|可|分别|提|加速|降|减|缩|上|为|约)"
)
_ZH_DOING = re.compile(
    r"(?:处理|训练|部署|运行|模拟|执行|评估|微调|推理|求解|预训练)(?:了)?(?P<np>[^，,。；;的]{2,24}?)(?=[，,。；;的时上]|比|较|每|平均|快|相比|$)"
)
_ZH_AT = re.compile(r"(?:在|对|对于|针对|以)(?P<np>[^，,。；;在对]{2,24}?)(?=上|中|时|而言|来说|下|进行|[，,])")
_EN_AT = re.compile(
    r"\b(?:[Oo]n|[Ff]or|[Ii]n|of|[Tt]raining|[Tt]rains?|[Ss]erving|[Aa]pplied to|processes|samples|accelerat(?:es|ing)|speed(?:s|ing) up|running)\s(?:the |an? |our |two |three |both )?"
    r"(?P<np>[A-Za-z][\w/+.-]*(?: (?!(?:and|by|on|in|for|to|with|at|over|than|while|is|are|using|compared|from|per|of|up)\b)[\w/+.-]+){0,3})"
)
# Words for the paper's own work, and scraps of a clause: no thing of their own.
_NAMES_NOTHING = re.compile(
    r"^(?:proposed |new |novel |overall |resulting )*(?:approach(?:es)?|methods?|techniques?|designs?|composition|network|experiments?|evaluations?|results?|experimental results|work|paper|study|improvements?|code|solution|algorithm|tests?|systems?|frameworks?|tools?)(?: \w+)?$"
    r"|^(?:方法|实验|结果|评估|因为|可以|可能|展示|进一步|工作|设计|系统|框架|研究|相对于|相比)|我们|可以|可能|显著|进一步|能够|允许|也|了$|^于",
    re.IGNORECASE,
)
# What opens a sentence that names its workload first: "For long reads, ...", 在X上.
_OPENING = re.compile(r"(?:For|On|In|Applied to|Compared|With|Using|When|在|对于|与|相比|使用)\s?")
_OURS = re.compile(
    r"\b(?:we|our|ours|it|its|this|the proposed|the approach|the method)\b|我们|本文|该|其|所提|提出的|此外|这",
    re.IGNORECASE,
)
_WORD_BEFORE = re.compile(r"([A-Za-z]+|[\u3400-\u9fff]|[^\sA-Za-z\u3400-\u9fff])\s*(?:(?:the|an?|our|its)\s+)?$")
_WORD_BEHIND = re.compile(r"^s?\s?([A-Za-z]+|[\u3400-\u9fff]|[^\sA-Za-z\u3400-\u9fff])")
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Option:
    """A thing a figure may be about: its *place* in the sentence (None: the paper's own thing), and what is known of it."""

    place: Place | None
    features: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is known of the figure whose subject is looked for."""

    frame: Frame
    metric: str
    direction: str
    rule: Place | None
    worked: bool
    baseline: Place | None
    chief: str
    chief_type: str
    title_ids: frozenset[str]


def choose(judge: Judge, options: Sequence[Option]) -> Option:
    """Return the option with the highest sum of weights, the first of equal ones."""
    find = judge.weights.get
    best, top = options[0], float("-inf")
    for option in options:
        total = 0.0
        for feature in option.features:
            row = find(feature)
            if row:
                total += row[-1]
        if total > top:
            best, top = option, total
    return best


def find_options(asked: Asked, spans: Sequence[EntitySpan]) -> list[Option]:
    """Return what the figure may be about."""
    frame = asked.frame
    text, quantity = frame.text, frame.quantity
    places: dict[Place, tuple[str, EntitySpan | None]] = {}
    for entity in spans:
        if entity.type == "Hardware" and entity.role != "introduces":
            continue
        places.setdefault((entity.start, entity.end), ("span", entity))
    for name, place in _phrases(frame):
        if _NAMES_NOTHING.search(text[place[0] : place[1]]):
            continue
        places.setdefault(place, (name, None))
    if asked.rule:
        places.setdefault(asked.rule, ("rule", None))
    ordered = sorted(places)
    chinese = _HAN.search(frame.clause) is not None
    language = "zh " if chinese else "en "
    left = [p for p in ordered if p[1] <= quantity.start]
    right = [p for p in ordered if p[0] >= quantity.end]
    named = any(s is not None and _key(s) == asked.chief for _, s in places.values())
    own = [p for p in ordered if (s := places[p][1]) is not None and s.role == "introduces"]
    options = [_absent(asked, language, named=named, own=bool(own), text=text)]
    for index, place in enumerate(ordered):
        kind, span = places[place]
        start, end = place
        clause = _clause_of(frame, place)
        words = [f"kind={kind}", f"clause={clause}"]
        if span is not None:
            same = _key(span) == asked.chief
            words += [
                f"type={span.type}",
                f"role={span.role}",
                f"type={span.type} role={span.role}",
                f"type={span.type} clause={clause}",
                f"role={span.role} clause={clause}",
                f"chief={same}",
                f"chief={same} clause={clause}",
                f"title={_key(span) in asked.title_ids} role={span.role}",
                f"metric={asked.metric} type={span.type} role={span.role}",
            ]
        else:
            words.append(f"metric={asked.metric} kind={kind}")
            words.append(f"kind={kind} clause={clause}")
            words.append(f"kind={kind} own={bool(own)} named={named}")
        role = span.role if span else kind
        before = _WORD_BEFORE.search(text, max(0, start - 16), start)
        behind = _WORD_BEHIND.match(text[end : end + 16])
        lead = before[1].casefold() if before else "^"
        words += [f"before={lead}", f"before={lead} role={role}", f"behind={behind[1].casefold() if behind else '$'}"]
        if behind:
            words.append(f"behind={behind[1].casefold()[:5]} clause={clause}")
        words += [f"rule={place == asked.rule} worked={asked.worked}", f"before={lead} clause={clause}"]
        if start < 14 and (opening := _OPENING.match(text)) and opening.end() <= start + 1:
            words.append(f"opening={opening[0].strip().casefold()} type={span.type if span else kind}")
        if asked.rule and place != asked.rule and place[0] < asked.rule[1] and asked.rule[0] < place[1]:
            words.append("rule=near")
        if place == asked.rule:
            words.append(f"rule=True role={role} clause={clause}")
            words.append(f"rule=True before={lead}")
            words.append(f"rule=True kind={kind} worked={asked.worked}")
        if asked.baseline and start < asked.baseline[1] and asked.baseline[0] < end:
            words.append("baseline")
        if left and place == left[-1]:
            words.append("nearest=left")
        if right and place == right[0]:
            words.append(f"nearest=right role={role}")
        if index == 0:
            words.append(f"first role={role}")
        if any(p != place and p[0] <= start and end <= p[1] for p in ordered):
            words.append(f"inside role={role}")
        if find_cues(text[start:end]):
            words.append(f"measure kind={kind}")
        options.append(Option(place, (*[language + w for w in words], *words)))
    return options


def _key(span: EntitySpan) -> str:
    return span.id or span.label


def _clause_of(frame: Frame, place: Place) -> str:
    quantity = frame.quantity
    if place[0] >= quantity.end:
        return "right" if place[1] <= frame.right_start + len(frame.right) + 1 else "later"
    if place[0] >= frame.left_start:
        return "left"
    return "same" if place[0] >= frame.clause_start else "earlier"


def _absent(asked: Asked, language: str, *, named: bool, own: bool, text: str) -> Option:
    """Return the paper's own thing as an option, which the sentence need not name."""
    clause = asked.frame.text[asked.frame.clause_start : asked.frame.quantity.start]
    ours = "clause" if _OURS.search(clause) else "sentence" if _OURS.search(text) else "no"
    words = [
        "own",
        f"own type={asked.chief_type}",
        f"own named={named} own={own}",
        f"own ours={ours}",
        f"own ours={ours} named={named}",
        f"own metric={asked.metric}",
        f"own rule={asked.rule is None}",
        f"own title={asked.chief in asked.title_ids} rule={asked.rule is None}",
        f"own direction={asked.direction}",
        f"own rule={asked.rule is None} worked={asked.worked}",
        f"own opening={(_OPENING.match(text) or [''])[0].strip().casefold()}",
    ]
    return Option(None, (*[language + w for w in words], *words))


def _phrases(frame: Frame) -> list[tuple[str, Place]]:
    """Return noun phrases in places where a subject stands: heads of clauses, and what is worked on."""
    text = frame.text
    found: list[tuple[str, Place]] = []
    chinese = _HAN.search(frame.clause) is not None
    before = text[: frame.quantity.start]
    starts = {0, frame.clause_start, frame.left_start} | {m.end() for m in _CLAUSE.finditer(before)}
    head = _ZH_HEAD if chinese else _EN_HEAD
    for start in sorted(starts):
        match = head.match(before[start:] if chinese else text[start:])
        if match and start + match.end("np") <= frame.quantity.start:
            found.append(("head", (start + match.start("np"), start + match.end("np"))))
    for pattern, kind in (
        ((_ZH_OF_HEAD, "of"), (_ZH_DOING, "object"), (_ZH_AT, "object"))
        if chinese
        else (
            (_EN_INNER, "head"),
            (_EN_AT, "object"),
        )
    ):
        found += [(kind, m.span("np")) for m in pattern.finditer(before)][-3:]
    if not chinese and (behind := _EN_AT.search(frame.right)):
        offset = frame.right_start
        found.append(("behind", (offset + behind.start("np"), offset + behind.end("np"))))
    return found
