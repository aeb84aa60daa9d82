"""Find the claims of a record: the figures of its abstract that it reports as results, with their fields."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from extractors.claims import baselines, devices, judging, subjects
from extractors.claims.clauses import Frame, make_frames
from extractors.claims.fields import chains, find_direction, find_metric, find_qualifier, settle_metric
from extractors.claims.lists import span_lists, worded_list
from extractors.claims.metrics import find_cues
from extractors.claims.plain import Plain, plain
from extractors.claims.quantities import Quantity, find_quantities
from extractors.claims.sentences import iter_sentences
from extractors.claims.spans import EntitySpan
from kg.records import Claim, Mention

EXTRACTOR = "claims"
# A record without any of these holds no figure; nothing else is looked at.
TRIGGER = re.compile(r"\d|倍|量级|[一减]半|翻番|分之|\btwice\b|times|fold\b|magnitude|\bdoubl|\btripl|\bhal[fv]")
_SETUP = re.compile(
    r"\b(?:evaluat|experiment|benchmark|test(?:ed|bed)|implement|measure|run|train|deploy|demonstrat|conduct|perform|results?|show)\w*|评估|实验|评测|测试|实现|运行|训练|部署|结果|验证|表明",
    re.IGNORECASE,
)
_GENERIC_LOCAL = re.compile(r"GPU|CPU|TPU|FPGA", re.IGNORECASE)
_RELATIVE = ("ratio", "percent", "points")


@dataclass(slots=True)
class _Draft:
    """A claim in the making, counted in its sentence."""

    frame: Frame
    metric: str
    direction: str
    qualifier: str
    confidence: float
    baseline: tuple[int, int] | None = None
    baseline_text: str = ""
    governs: bool = False
    subject: tuple[int, int] | None = None
    hardware: tuple[EntitySpan, ...] = ()


@dataclass(slots=True)
class _Record:
    """What all sentences of one record share."""

    title: str
    raw: str
    text: Plain
    spans: tuple[EntitySpan, ...]
    own: tuple[EntitySpan, ...]


def find_claims(title: str, abstract: str, spans: Sequence[EntitySpan]) -> tuple[Claim, ...]:
    """Return the claims of *abstract* in order; *spans* say where entities stand in it, *title* names the paper's own thing.

    >>> [(c.metric, c.value, c.unit, c.baseline) for c in find_claims("Tool: X", "Tool is 2.5x faster than Rival.", ())]
    [('speedup', (2.5,), 'x', 'Rival')]
    """
    if not TRIGGER.search(abstract):
        return ()
    text = plain(abstract)
    moved = tuple(
        sorted(
            replace(s, start=text.at(s.start), end=text.at(s.end)) for s in spans if s.field == "abstract" and 0 <= s.start < s.end <= len(abstract)
        )
    )
    moved = tuple(s for s in moved if s.start < s.end)
    texts = {"title": title, "abstract": text.text}
    own = subjects.own_names(title, [*moved, *(s for s in spans if s.field == "title")], texts)
    record = _Record(title, abstract, text, moved, tuple(own))
    claims: list[Claim] = []
    seen: set[tuple[tuple[float, ...], str, str]] = set()
    setup: tuple[EntitySpan, ...] = ()
    proposed = False
    bounds = list(iter_sentences(text.text))
    proposes = any(judging.is_proposal(text.text[a:b]) for a, b in bounds)
    for start, end in bounds:
        sentence = text.text[start:end]
        local = tuple(replace(s, start=s.start - start, end=s.end - start) for s in moved if start <= s.start and s.end <= end)
        proposed = proposed or judging.is_proposal(sentence)
        if TRIGGER.search(sentence):
            background = judging.is_background(sentence, before_proposal=proposes and not proposed)
            drafts = _read_sentence(record, sentence, local, setup=setup, background=background)
            for draft in drafts:
                quantity = draft.frame.quantity
                key = (quantity.values, quantity.unit.name, draft.metric)
                if key in seen and not any(d is not draft and d.frame.quantity.values == quantity.values for d in drafts):
                    continue
                seen.add(key)
                claims.append(_finish(record, draft, start, end))
        if _SETUP.search(sentence):
            here = devices.find_devices(local, sentence, start=0, end=len(sentence), generic=False)
            setup = here or setup
    return tuple(claims)


def _inside_name(quantity: Quantity, spans: Sequence[EntitySpan]) -> bool:
    return any(s.start < quantity.start and quantity.start < s.end and s.end >= quantity.end - len(quantity.unit.name) - 1 for s in spans)


def _read_sentence(
    record: _Record, sentence: str, spans: tuple[EntitySpan, ...], *, setup: tuple[EntitySpan, ...], background: bool
) -> list[_Draft]:
    quantities = [q for q in find_quantities(sentence) if not _inside_name(q, spans)]
    if not quantities:
        return []
    drafts: list[_Draft] = []
    scores = False
    for frame in make_frames(sentence, quantities):
        sure = judging.is_result(frame, background=background)
        if not sure and scores and frame.quantity.unit.kind == "none" and judging.continues_scores(frame):
            sure = 0.6
        scores = bool(sure) and frame.quantity.unit.kind == "none"
        if not sure:
            continue
        inherited = ""
        if drafts:
            last = drafts[-1]
            same_list = frame.quantity.group >= 0 and frame.quantity.group == last.frame.quantity.group
            joined = chains(sentence, last.frame.quantity.end, frame.quantity.start)
            if same_list or (joined and last.qualifier == "up to"):
                inherited = last.qualifier
        metric = find_metric(frame, context=sentence, abstract=record.text.text)
        direction = find_direction(frame, metric)
        metric, direction = settle_metric(metric, direction, frame)
        drafts.append(_Draft(frame, metric, direction, find_qualifier(frame, inherited), sure))
    _set_metrics(drafts)
    _set_baselines(drafts, sentence)
    _set_hardware(drafts, sentence, spans, setup)
    _set_subjects(record, drafts, sentence, spans)
    _distribute(drafts, sentence, spans, setup)
    return drafts


def _groups(drafts: list[_Draft]) -> list[list[_Draft]]:
    groups: dict[int, list[_Draft]] = {}
    for draft in drafts:
        if draft.frame.quantity.group >= 0:
            groups.setdefault(draft.frame.quantity.group, []).append(draft)
    return [group for _, group in sorted(groups.items()) if len(group) == group[0].frame.quantity.size]


def _set_metrics(drafts: list[_Draft]) -> None:
    """Hand out the measures of "MACs and model size by 36% and 32%"."""
    for group in _groups(drafts):
        left = group[0].frame.left
        cues = [c for c in find_cues(left) if not c.weak]
        metrics = [c.metric for c in cues]
        if len(cues) >= len(group) and len(set(metrics[-len(group) :])) == len(group):
            joined = left[cues[-len(group)].end : cues[-1].start]
            if re.search(r"\band\b|和|与|及|、|,", joined):
                for draft, metric in zip(group, metrics[-len(group) :], strict=True):
                    draft.metric = metric
                    draft.direction = find_direction(draft.frame, metric)


def _set_baselines(drafts: list[_Draft], sentence: str) -> None:
    for index, draft in enumerate(drafts):
        quantity = draft.frame.quantity
        if quantity.before:
            draft.baseline_text = quantity.before
            continue
        relative = quantity.unit.kind in _RELATIVE and bool(draft.direction)
        phrase = baselines.find_baseline(draft.frame, relative=relative)
        if phrase is None:
            if relative and index and drafts[index - 1].governs and drafts[index - 1].baseline:
                draft.baseline, draft.governs = drafts[index - 1].baseline, True
            continue
        draft.baseline, draft.governs = (phrase.start, phrase.end), phrase.governs


def _set_hardware(drafts: list[_Draft], sentence: str, spans: tuple[EntitySpan, ...], setup: tuple[EntitySpan, ...]) -> None:
    if not drafts:
        return
    everywhere = devices.find_devices(spans, sentence, start=0, end=len(sentence), generic=True)
    tied: set[int] = set()
    locals_: list[tuple[EntitySpan, ...]] = []
    for draft in drafts:
        frame = draft.frame
        start, end = frame.quantity.end, frame.quantity.end + len(frame.right)
        if frame.right:
            start = sentence.index(frame.right, frame.quantity.end)
            end = start + len(frame.right) + 1
        here = tuple(d for d in everywhere if start <= d.start and d.end <= end)
        if not here and frame.left:
            left_start = max(0, sentence.rfind(frame.left, 0, frame.quantity.start))
            here = tuple(d for d in everywhere if left_start <= d.start and d.end <= frame.quantity.start)
        if not here:
            here = tuple(d for d in everywhere if frame.clause_start <= d.start and d.end <= frame.clause_end)
        locals_.append(here)
        tied |= {d.start for d in here}
    first = drafts[0].frame.quantity.start
    shared = tuple(d for d in everywhere if d.start < first or d.start not in tied)
    for draft, here in zip(drafts, locals_, strict=True):
        draft.hardware = here or shared or (() if everywhere else setup)


def _set_subjects(record: _Record, drafts: list[_Draft], sentence: str, spans: tuple[EntitySpan, ...]) -> None:
    own = [s for s in spans if s.role == "introduces" and s.type != "Task"]
    order = {s.id or s.label: i for i, s in reversed(list(enumerate(record.own)))}
    own.sort(key=lambda s: (order.get(s.id or s.label, 99), s.start))
    for draft in drafts:
        draft.subject = subjects.find_subject(draft.frame, spans, own, metric=draft.metric)


def _distribute(drafts: list[_Draft], sentence: str, spans: tuple[EntitySpan, ...], setup: tuple[EntitySpan, ...]) -> None:
    for group in _groups(drafts):
        size = len(group)
        kinds: set[str] = set()
        for members in span_lists(spans, sentence, size):
            kind = "hardware" if members[0].type == "Hardware" else "subject"
            if kind == "hardware" and not all(devices.is_device(m) for m in members):
                continue
            compared = members[0].role == "comparesWith" or (group[0].baseline and group[0].baseline[0] <= members[0].start < group[0].baseline[1] + 1)
            if compared and kind == "subject":
                kind = "baseline"
            if kind in kinds:
                continue
            kinds.add(kind)
            for draft, member in zip(group, members, strict=True):
                if kind == "hardware":
                    draft.hardware = (member,)
                elif kind == "baseline":
                    draft.baseline = (member.start, member.end)
                else:
                    draft.subject = (member.start, member.end)
        worded = worded_list(sentence, size) if not kinds else None
        if worded and not all(find_cues(sentence[a:b]) for a, b in worded[1]):
            lead, places = worded
            for draft, place in zip(group, places, strict=True):
                if lead in ("over", "than", "to", "比", "与"):
                    draft.baseline = place
                else:
                    draft.subject = place
        if "hardware" not in kinds and not any(d.hardware and d.hardware is not setup for d in group) and len(setup) == size and re.search(r"分别|respectively", sentence):
            for draft, device in zip(group, setup, strict=True):
                draft.hardware = (device,)


def _finish(record: _Record, draft: _Draft, start: int, end: int) -> Claim:
    quantity = draft.frame.quantity
    plain_text = record.text

    def surface(place: tuple[int, int]) -> str:
        raw_start, raw_end = plain_text.raw(start + place[0], start + place[1])
        return record.raw[raw_start:raw_end]

    def mention(first: int, last: int, confidence: float) -> Mention:
        raw_start, raw_end = plain_text.raw(first, last)
        return Mention("abstract", raw_start, raw_end, record.raw[raw_start:raw_end], EXTRACTOR, confidence)

    def span_id(place: tuple[int, int] | None) -> str:
        if place is None:
            return ""
        first, last = start + place[0], start + place[1]
        return next((s.id for s in record.spans if s.start == first and s.end == last), "")

    subject, subject_id = ("", "")
    if draft.subject:
        subject, subject_id = surface(draft.subject), span_id(draft.subject)
    elif record.own:
        chief = record.own[0]
        source = record.raw if chief.field == "abstract" else record.title
        first, last = plain_text.raw(chief.start, chief.end) if chief.field == "abstract" else (chief.start, chief.end)
        subject, subject_id = source[first:last], chief.id
    else:
        subject = subjects.title_name(record.title)
    baseline = draft.baseline_text
    if not baseline and draft.baseline:
        baseline = surface(draft.baseline)
    hardware, ids = [], []
    for device in draft.hardware:
        # Devices of the sentence are counted in it, those of a setup sentence too: their text is taken from the whole.
        original = next((s for s in record.spans if s.id == device.id and s.label == device.label and s.end - s.start == device.end - device.start), None)
        if original is None:
            continue
        first, last = plain_text.raw(original.start, original.end)
        hardware.append(record.raw[first:last])
        ids.append(device.id)
    return Claim(
        metric=draft.metric,
        value=quantity.values,
        unit=quantity.unit.name,
        qualifier=draft.qualifier,
        direction=draft.direction,
        baseline=baseline,
        hardware=tuple(hardware),
        subject=subject,
        mention=mention(start + quantity.start, start + quantity.end, round(draft.confidence, 2)),
        sentence=mention(start, end, 1.0),
        baseline_id=span_id(draft.baseline),
        hardware_ids=tuple(ids),
        subject_id=subject_id,
    )
