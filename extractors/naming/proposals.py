"""What a paper proposes: a proper name, or a described method, found by how it is introduced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extractors.folding import fold
from extractors.naming.cues import QUOTES, type_after, type_at, type_before
from extractors.naming.descriptions import QUALITY_WORDS, described_en, described_zh
from extractors.naming.heads import head_words, trailing_head
from extractors.naming.shapes import WORD, is_camel, is_distinctive, is_name, word_list


@dataclass(frozen=True, slots=True, order=True)
class Proposal:
    """Characters *start* to *end* of *field* name something; *proper* tells a proper name from a description."""

    field: str
    start: int
    end: int
    text: str
    type: str
    pattern: str
    introduced: bool = True
    proper: bool = True
    confidence: float = 0.9


_VERB_EN = (
    r"(?:present|propose|introduce|develop|design|describe|devise|build|built|implement|release|create|contribute|"
    r"construct|formulate|open-source|unveil|showcase|offer|provide|establish|explore)"
)
_SUBJECT_EN = r"(?:we|this (?:paper|work|article|study|thesis|report|letter)|the (?:paper|authors?)|here,? we|authors?|paper|it|[A-Z]\w+)"
_ADVERBS = r"(?:(?:also|further|then|first|firstly|thus|therefore|hence|additionally|finally|now|subsequently|specifically|here) )*"
_INTRO_EN = re.compile(
    rf"\b(?:{_SUBJECT_EN}) {_ADVERBS}(?:have )?{_VERB_EN}(?:s|ed|d)? (?:and \w+ )?",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"(?:\b(?:called|named|dubbed|termed|coined|namely|nicknamed|entitled|titled|i\.e\.,?|known as|referred to as|which we (?:call|name|term|dub|refer to as)"
    r"|we (?:call|name|term|dub)(?: it| this)?)|称为|称作|称之为|叫做|叫作|名为|命名为|取名|被称为|即|名叫)[\s:：,“\"'‘「《]*"
)
_OURS = re.compile(r"\b[Oo]ur (?:proposed |new |novel |latest |largest )?|我们的(?:新型?)?|我们提出的|所提出?的")
_DETERMINER = re.compile(r"(?:a|an|the|our|its|two|three|several|some|new|novel)\b[ ,]*", re.IGNORECASE)
_VERB_ZH = r"(?:提出|介绍|引入|设计|开发|构建|推出|发布|研发|建立|创建|研制|开源)"
# Verbs that bring a name forward but as often a mere result: what follows is a name only by its shape, never a description.
_WEAK_VERB_ZH = r"(?:实现|呈现|展示|描述|提供|给出|贡献)"
_AFTER_VERB_ZH = r"(?:和\w{2}|并\w{2})?(?:了|出)?"
_INTRO_ZH = re.compile(rf"(?<!被){_VERB_ZH}{_AFTER_VERB_ZH}")
_WEAK_INTRO_ZH = re.compile(rf"(?<!被){_WEAK_VERB_ZH}{_AFTER_VERB_ZH}")
_QUANTIFIER_ZH = re.compile(
    r"(?:一|两|三|多|这|该|首)?(?:种|个|套|款|类|项|组)(?:全新的|新的)?|(?:新型|新颖|高效|简单|有效|通用|统一|全新|创新|轻量级|可扩展|快速)的?|(?:我们的|新的|首个|全面的|完整的|完全|的)"
)
_QUALITY = re.compile(
    rf"(?:{'|'.join(sorted(QUALITY_WORDS.split(), key=lambda q: (-len(q), q)))})\b[ ,]+", re.IGNORECASE
)
_PASSIVE_EN = re.compile(
    r"(?:^|(?<=[.;,:] ))(?:[A-Z][^.;:,]{0,30}, )?(?:An? |The )?(?:(?:novel|new|efficient|simple) )?([^.;:,]{3,60}?) (?:is|are|was|were) "
    r"(?:then |also |further )?(?:proposed|introduced|presented|developed|designed|devised)\b"
)
_FIRST_SUBJECT = re.compile(
    rf"\s*({WORD})(?:（[^（）]*）)?\s*(?=通过|是|利用|提出|采用|实现|框架|系统|将|在|结合|针对|基于|使用|为|支持|引入|面向|把|据此|由|以|用)"
)
_TOPIC = re.compile(rf"(?:^|(?<=[。！？；：，])|(?<=[.!?] ))\s*({WORD})")
_TOPIC_VERB = re.compile(r"\s?[\u3400-\u9fff（(]| (?:is|are) (?:an?|the)\b")
_HAN_CHAR = re.compile("[\u3400-\u9fff]")
_TITLE_NAME = re.compile(r"\s*([^:：]{2,60}?)\s*[:：]\s*(?=\S)")
_LATEX_NAME = re.compile(
    r"\\text(?:bf|tt|it|sc|sf)\{(?:\\text(?:bf|tt|it|sc|sf)\{)?([^{}]{2,40})\}{1,2}|\\emph\{([^{}]{2,40})\}"
)
_WORD = re.compile(WORD)
_RUN_ON = re.compile(r"[a-z]{4,}\.(?=[A-Z])")
_CAPITALISED = re.compile(r"[A-Z][a-z]+(?:[ -][A-Z][a-z]+){1,3}(?![A-Za-z])")
_NEXT_WORD = re.compile(rf" ({WORD})")
_AFTER_HEAD = re.compile(rf"[ ]?(?:,|:|--|—|-)?\s*({WORD})")
_CLAUSE_END_ZH = re.compile(r"[，。；;：！？!?]|,(?!\d)|\.(?=\s|$)")


def find_proposals(title: str, abstract: str) -> list[Proposal]:
    """Return what the patterns find in *title* and *abstract*, sorted; one thing may be found several times."""
    found = [*_from_title(title, abstract), *_from_text(abstract), *_subjects(abstract)]
    found += [*_topics(abstract), *_bare("title", title), *_bare("abstract", abstract)]
    return sorted(set(found))


def find_slots(text: str) -> frozenset[int]:
    """Return where the noun phrases begin that *text* says are proposed, behind articles and qualities."""
    slots = set()
    for match in _INTRO_EN.finditer(text):
        here = match.end()
        while (skip := _DETERMINER.match(text, here)) or (skip := _QUALITY.match(text, here)):
            here = skip.end()
        slots.add(here)
    for match in _INTRO_ZH.finditer(text):
        here = match.end()
        slots.add(here)
        while skip := _QUANTIFIER_ZH.match(text, here):
            here = skip.end()
        slots.add(here)
    for match in _CALLED.finditer(text):
        slots.add(match.end())
    for match in _PASSIVE_EN.finditer(text):
        slots.add(match.start(1))
    return frozenset(slots)


def _subjects(text: str) -> Iterator[Proposal]:
    """Yield the name that is the subject of the first sentence of *text*, which a Chinese digest begins with (AutoHet通过…)."""
    match = _FIRST_SUBJECT.match(text)
    if match and is_distinctive(match[1]) and is_name(match[1]):
        type_ = type_after(text[match.end() : match.end() + 80]) or "System"
        yield Proposal("abstract", match.start(1), match.end(1), match[1], type_, "subject", confidence=0.8)


def _topics(text: str) -> Iterator[Proposal]:
    """Yield the names that sentences of *text* begin with: what the paper is about, if nothing else is said to be proposed."""
    for match in _TOPIC.finditer(text):
        start = match.start(1)
        name = match[1].rstrip(".")
        after = text[start + len(name) :]
        if is_distinctive(name) and is_name(name) and _TOPIC_VERB.match(after):
            type_ = type_at(after) or type_after(after[:100]) or "System"
            yield Proposal("abstract", start, start + len(name), name, type_, "topic", confidence=0.7)


def _bare(field: str, text: str) -> Iterator[Proposal]:
    """Yield what is a name by its shape alone."""
    for match in _WORD.finditer(text):
        word = match[0].rstrip(".")
        if run_on := _RUN_ON.match(word):
            word = word[run_on.end() :]  # the blank behind a full stop is missing
        start = match.start() + match[0].index(word)
        if (
            "\\" in text[max(0, match.start() - 1) : match.start()]
            or "://" in text[max(0, match.start() - 30) : match.end()]
        ):
            continue
        if is_camel(word) and is_name(word) and word.count("/") == 0:
            before, after = text[max(0, start - 40) : start], text[match.end() : match.end() + 40]
            type_ = type_at(after) or type_before(before)
            yield Proposal(field, start, start + len(word), word, type_, "shape", introduced=False, confidence=0.6)


def _from_title(title: str, abstract: str) -> Iterator[Proposal]:
    match = _TITLE_NAME.match(title)
    if not match:
        return
    name = match[1]
    words = name.split()
    if len(words) > 4:
        return
    single = len(words) == 1
    chinese = _HAN_CHAR.search(abstract) is not None
    if single and "$" in name:
        yield Proposal(
            "title", match.start(1), match.end(1), name, type_after(title[match.end() :]), "title", confidence=0.95
        )
        return
    proper = is_distinctive(name) if single else any(is_distinctive(word) for word in words)
    small = single and name.islower() and name in abstract and fold(name) not in word_list("plain_words")
    # A Chinese abstract may give the name of the title in translation only.
    named = single and ((is_name(name) and (proper or chinese or _mentioned(name, abstract))) or small)
    several = not single and proper and _mentioned(name, abstract)
    if named or several:
        yield Proposal(
            "title", match.start(1), match.end(1), name, type_after(title[match.end() :]), "title", confidence=0.95
        )


def _mentioned(name: str, abstract: str) -> bool:
    # A cut-off or very short abstract may not repeat the name of the title.
    return name in abstract or len(abstract) < 200 or fold(name) in fold(abstract)


def _from_text(text: str) -> Iterator[Proposal]:
    for match in _INTRO_EN.finditer(text):
        yield from _proposed_en(text, match.end())
    for match in _INTRO_ZH.finditer(text):
        yield from _proposed_zh(text, match.end(), described=True)
    for match in _WEAK_INTRO_ZH.finditer(text):
        yield from _proposed_zh(text, match.end(), described=False)
    for match in _CALLED.finditer(text):
        name = _name_at(text, match.end()) or _run_at(text, match.end())
        if name:
            yield _proposal(text, *name, pattern="called", before=match.start())
    for match in _OURS.finditer(text):
        name = _name_at(text, match.end())
        if name and (is_camel(text[slice(*name)]) or is_distinctive(text[slice(*name)])):
            yield _proposal(text, *name, pattern="ours", before=match.start())


def _name_at(text: str, start: int) -> tuple[int, int] | None:
    """Return where the proper name that begins at *start* of *text* begins and ends, or None."""
    latex = _LATEX_NAME.match(text, start)
    if latex:
        group = 1 if latex[1] else 2
        return latex.start(group), latex.end(group)
    match = _WORD.match(text, start)
    if match is None or not is_name(match[0].rstrip(".")):
        return None
    end = match.start() + len(match[0].rstrip("."))
    # A second capitalised or numbered word belongs to the name (DeepSpeed Ulysses, Soft MoE), a head or plain word does not.
    for _ in range(3):
        following = _NEXT_WORD.match(text, end)
        if following is None or not (following[1][0].isupper() or following[1][0].isdigit()):
            break
        word = following[1].rstrip(".")
        if fold(word) in head_words() or fold(word) in word_list("plain_words"):
            break
        end = following.start(1) + len(word)
    return start, end


def _run_at(text: str, start: int) -> tuple[int, int] | None:
    """Return where the run of capitalised words that begins at *start* of *text* begins and ends: plain words, but a name together."""
    match = _CAPITALISED.match(text, start)
    return match.span() if match else None


def _stands_out(text: str, start: int, end: int) -> bool:
    """Return whether what stands at *start* to *end* of an English text is a name: by its shape, or because it comes again."""
    name = text[start:end]
    if is_camel(name) or (name.isupper() and len(name) > 1) or any(c.isdigit() for c in name):
        return True
    return len(re.findall(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)) > 1


def _proposal(text: str, start: int, end: int, *, pattern: str, before: int) -> Proposal:
    name = text[start:end]
    type_ = type_after(text[end : end + 120]) if pattern == "verb" else ""
    type_ = type_ or type_before(text[max(0, before - 60) : before]) or type_after(text[end : end + 120]) or "System"
    return Proposal("abstract", start, end, name, type_, pattern)


def _proposed_en(text: str, start: int) -> Iterator[Proposal]:
    stop = _phrase_end(text, start)
    here = start
    while match := _DETERMINER.match(text, here):
        here = match.end()
    name = _name_at(text, here)
    if name and _stands_out(text, *name):
        yield _proposal(text, *name, pattern="verb", before=start)
        return
    phrase = text[here:stop]
    # "a novel framework, NAME," or "a framework NAME that": the name follows the head.
    following = _AFTER_HEAD.match(text, stop)
    apposed = _name_at(text, following.start(1)) if following else None
    if apposed and (is_distinctive(text[slice(*apposed)]) or " " in text[slice(*apposed)]):
        yield _proposal(text, *apposed, pattern="apposition", before=stop)
    found = described_en(phrase)
    if found:
        begin, end, type_ = found
        yield Proposal(
            "abstract", here + begin, here + end, phrase[begin:end], type_, "described", proper=False, confidence=0.6
        )


_PHRASE_END = re.compile(
    r"[.,;:()（）]|--|—| (?:that|which|for|to|with|by|using|in|on|of|and|where|whose|based|called|named|dubbed|termed|via|from|at|as|"
    r"capable|able|designed|tailored|consisting|combining|leveraging|is|are)\b"
)


def _phrase_end(text: str, start: int) -> int:
    match = _PHRASE_END.search(text, start)
    return match.start() if match else min(len(text), start + 100)


def _proposed_zh(text: str, start: int, *, described: bool) -> Iterator[Proposal]:
    clause = _CLAUSE_END_ZH.search(text, start)
    stop = clause.start() if clause else len(text)
    here = start
    while match := _QUANTIFIER_ZH.match(text, here):
        here = match.end()
    while here < stop and text[here] in " “\"'‘「《":
        here += 1
    name = _name_at(text, here)
    if name and name[1] <= stop + 1 and _ends_name(text, name[1]):
        yield _proposal(text, *name, pattern="verb", before=start)
        return
    # The name after its head: 提出了一种…框架NAME，
    for match in _WORD.finditer(text, here, stop):
        word = match[0].rstrip(".")
        before = text[max(here, match.start() - 4) : match.start()].rstrip(QUOTES + "-:：—")
        if is_distinctive(word) and is_name(word) and trailing_head(before, zh=True) and match.end() >= stop - 1:
            yield _proposal(text, match.start(), match.start() + len(word), pattern="apposition", before=match.start())
            return
    phrase = text[here:stop]
    for begin, end in described_zh(phrase) if described else ():
        yield Proposal(
            "abstract",
            here + begin,
            here + end,
            phrase[begin:end],
            "Technique",
            "described",
            proper=False,
            confidence=0.55,
        )


def _ends_name(text: str, end: int) -> bool:
    # 提出Alto框架 and 提出Mist自动… name it; 提出GPU上的… does not.
    return not text[end : end + 1] or text[end] not in "上中的内下"
