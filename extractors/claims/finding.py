"""Find the claims of a record: the figures of its abstract that it reports as results, with their fields."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from extractors.claims import baselines, devices, judging, subjects
from extractors.claims.clauses import Frame, make_frames
from extractors.claims.fields import (
    chains,
    find_direction,
    find_metric,
    find_qualifier,
    is_gain,
    refers_back,
    settle_metric,
    trails,
)
from extractors.claims.lists import span_lists, split_phrase, worded_list
from extractors.claims.metrics import find_cues
from extractors.claims.options import Asked, Option, choose, find_options
from extractors.claims.plain import Plain, plain
from extractors.claims.quantities import Quantity, find_quantities
from extractors.claims.sentences import iter_sentences
from extractors.claims.spans import EntitySpan
from extractors.judges import Judge, load_judge
from kg.records import Claim, Mention

EXTRACTOR = "claims"
# A record without any of these holds no figure; nothing else is looked at.
TRIGGER = re.compile(r"[0-9]|倍|量级|一半|减半|翻番|分之|twice|times|fold|magnitude|doubl|tripl|half|halv")
_SETUP = re.compile(
    r"\b(?:evaluat|experiment|benchmark|test(?:ed|bed)|implement|measure|run|train|deploy|demonstrat|conduct|perform|results?|show)\w*|评估|实验|评测|测试|实现|运行|训练|部署|结果|验证|表明",
    re.IGNORECASE,
)
_GENERIC_LOCAL = re.compile(r"GPU|CPU|TPU|FPGA", re.IGNORECASE)
_RELATIVE = ("ratio", "percent", "points")


#: Told of every claim with its options and what each would be as a subject; how the weights are learned.
Observer = Callable[[Claim, list[tuple[str, Option]]], None]


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
    listed: bool = False
    worked: bool = False
    options: list[Option] = field(default_factory=list)


@dataclass(slots=True)
class _Record:
    """What all sentences of one record share."""

    title: str
    raw: str
    text: Plain
    spans: tuple[EntitySpan, ...]
    own: tuple[EntitySpan, ...]
    chief: EntitySpan | None
    title_ids: frozenset[str]
    judge: Judge | None = None
    observe: Observer | None = None


def find_claims(
    title: str, abstract: str, spans: Sequence[EntitySpan], *, observe: Observer | None = None
) -> tuple[Claim, ...]:
    """Return the claims of *abstract* in order; *spans* say where entities stand in it, *title* names the paper's own thing.

    With *observe* no learned weights are used, and it is told what each subject might be.

    >>> [(c.metric, c.value, c.unit, c.baseline) for c in find_claims("Tool: X", "Tool is 2.5x faster than Rival.", ())]
    [('speedup', (2.5,), 'x', 'Rival')]
    """
    if not TRIGGER.search(abstract):
        return ()
    text = plain(abstract)
    inside = sorted(s for s in spans if s.field == "abstract" and 0 <= s.start < s.end <= len(abstract))
    moved = tuple(
        inside if text.origin is None else sorted(_moved(s, text.at(s.start), text.at(s.end)) for s in inside)
    )
    moved = devices.with_classes(text.text, tuple(s for s in moved if s.start < s.end))
    texts = {"title": title, "abstract": text.text}
    own = subjects.own_names(title, [*moved, *(s for s in spans if s.field == "title")], texts)
    title_ids = frozenset(s.id or s.label for s in spans if s.field == "title")
    chief = own[0] if own and subjects.is_chief(own[0], own, title_ids) else None
    judge = None if observe else load_judge("subjects")
    record = _Record(title, abstract, text, moved, tuple(own), chief, title_ids, judge, observe)
    claims: list[Claim] = []
    seen: set[tuple[tuple[float, ...], str, str, str, str]] = set()
    setup: tuple[EntitySpan, ...] = ()
    bounds = list(iter_sentences(text.text))
    starts = [s.start for s in moved]
    figures = [m.start() for m in TRIGGER.finditer(text.text)]
    proposal: int | None = None  # where the paper begins to speak of itself; looked for with the first figure
    beside: tuple[EntitySpan, ...] = ()  # devices of the figures before a semicolon, which those behind it share
    for start, end in bounds:
        sentence = text.text[start:end]
        at = bisect_left(figures, start)
        marked = at < len(figures) and figures[at] < end
        within = moved[bisect_left(starts, start) : bisect_left(starts, end)]
        local: tuple[EntitySpan, ...] = ()
        if marked or any(s.type == "Hardware" for s in within):
            local = tuple(_moved(s, s.start - start, s.end - start) for s in within if s.end <= end)
        quantities = [q for q in find_quantities(sentence) if not _inside_name(q, local)] if marked else []
        drafts: list[_Draft] = []
        if quantities:
            if proposal is None:
                proposal = next((x for x, y in bounds if judging.is_proposal(text.text[x:y])), -1)
                proposal = min(proposal, min((s.start for s in moved if s.role == "introduces"), default=proposal))
            own_here = any(s.role == "introduces" for s in local)
            # What was measured on a device or a data set is the paper's result, wherever it begins to speak of itself.
            measured = any(s.role == "evaluatedOn" and s.type in ("Hardware", "Dataset") for s in local)
            early = start < proposal and not measured
            background = not own_here and judging.is_background(sentence, before_proposal=early)
            here = tuple(_moved(s, s.start - start, s.end - start) for s in beside) or setup
            drafts = _read_sentence(record, sentence, quantities, local, setup=here, background=background)
            for draft in drafts:
                quantity = draft.frame.quantity
                key = (quantity.values, quantity.unit.name, draft.metric, draft.direction, draft.qualifier)
                if key in seen and not any(
                    d is not draft and d.frame.quantity.values == quantity.values for d in drafts
                ):
                    continue
                seen.add(key)
                claims.append(_finish(record, draft, start, end))
                if observe:
                    observe(claims[-1], [(_subject(record, o.place, start)[0], o) for o in draft.options])
        places = {d.hardware for d in drafts if d.hardware}
        shared = next(iter(places)) if len(places) == 1 and sentence[-1:] in ";；" else ()
        beside = tuple(_moved(s, s.start + start, s.end + start) for s in shared)
        if any(s.type == "Hardware" for s in local) and _SETUP.search(sentence):
            here = devices.find_devices(local, sentence, start=0, end=len(sentence), generic=False)
            # Devices that stand for one figure each govern no later sentence.
            apart = {d.hardware for d in drafts}
            setup = (() if len(apart) > 1 else here) if here else setup
    return tuple(claims)


def _moved(span: EntitySpan, start: int, end: int) -> EntitySpan:
    # dataclasses.replace takes three times as long, and this is done for every span of every sentence with a figure.
    return EntitySpan(span.field, start, end, span.type, span.label, span.id, span.role)


def _inside_name(quantity: Quantity, spans: Sequence[EntitySpan]) -> bool:
    return any(
        s.start < quantity.start and quantity.start < s.end and s.end >= quantity.end - len(quantity.unit.name) - 1
        for s in spans
    )


def _read_sentence(
    record: _Record,
    sentence: str,
    quantities: list[Quantity],
    spans: tuple[EntitySpan, ...],
    *,
    setup: tuple[EntitySpan, ...],
    background: bool,
) -> list[_Draft]:
    drafts: list[_Draft] = []
    scores = False
    for frame in make_frames(sentence, quantities):
        sure = judging.is_result(frame, background=background)
        if not sure and scores and frame.quantity.unit.kind == "none" and judging.continues_scores(frame):
            sure = 0.6
        if not sure and drafts and frame.quantity.unit.kind == "percent" and drafts[-1].direction == "":
            same = drafts[-1].frame.quantity.unit.kind == "percent" and judging.continues_levels(frame)
            level = drafts[-1] if same else None
            sure = 0.6 if level else 0.0
        else:
            level = None
        scores = bool(sure) and frame.quantity.unit.kind == "none"
        ellipsis = None
        if (
            drafts
            and frame.quantity.unit.name == drafts[-1].frame.quantity.unit.name
            and frame.quantity.unit.kind in ("percent", "ratio")
        ):
            ellipsis = baselines.find_ellipsis(frame)
            sure = sure or (0.6 if ellipsis else 0.0)
        if not sure:
            continue
        if ellipsis and drafts:
            last = drafts[-1]
            drafts.append(
                _Draft(
                    frame,
                    last.metric,
                    last.direction,
                    find_qualifier(frame, ""),
                    sure,
                    baseline=(ellipsis.start, ellipsis.end),
                )
            )
            continue
        inherited = ""
        if drafts:
            last = drafts[-1]
            same_list = frame.quantity.group >= 0 and frame.quantity.group == last.frame.quantity.group
            joined = chains(sentence, last.frame.quantity.end, frame.quantity.start)
            if same_list or (joined and last.qualifier == "up to" and not frame.quantity.worded):
                inherited = last.qualifier
        points = (
            bool(drafts)
            and frame.quantity.unit.kind == "points"
            and drafts[-1].frame.quantity.unit == frame.quantity.unit
        )
        carried = (
            level is not None
            or (points and not find_cues(frame.left) and not find_cues(frame.phrase))
            or (bool(drafts) and _goes_on(drafts[-1].frame, frame))
        )
        if carried:
            metric, direction = drafts[-1].metric, drafts[-1].direction
        else:
            metric = find_metric(frame, context=sentence, abstract=record.text.text)
            direction = find_direction(frame, metric)
            metric, direction = settle_metric(metric, direction, frame)
            if (
                drafts
                and refers_back(frame)
                and (
                    drafts[-1].frame.quantity.unit.kind not in _RELATIVE
                    or drafts[-1].direction == ""
                    or refers_back(drafts[-1].frame)
                )
            ):
                metric = drafts[-1].metric
                direction = find_direction(frame, metric)
        drafts.append(_Draft(frame, metric, direction, find_qualifier(frame, inherited), sure))
    _set_metrics(drafts)
    _share_qualifiers(drafts, sentence)
    _set_baselines(drafts, sentence)
    _set_hardware(drafts, sentence, spans, setup)
    _set_subjects(record, drafts, sentence, spans)
    _distribute(drafts, sentence, spans, setup)
    _judge_subjects(record, drafts, spans)
    return drafts


def _judge_subjects(record: _Record, drafts: list[_Draft], spans: tuple[EntitySpan, ...]) -> None:
    """Let the learned weights choose, where they are installed, between what the rules found and all else that is named."""
    if record.judge is None and record.observe is None:
        return
    chief = record.chief
    for draft in drafts:
        asked = Asked(
            draft.frame,
            draft.metric,
            draft.direction,
            draft.subject,
            draft.worked,
            draft.baseline,
            (chief.id or chief.label) if chief else "",
            chief.type if chief else "none",
            record.title_ids,
        )
        if draft.listed or subjects.is_object(draft.frame, draft.subject, spans):
            continue  # the members of a list go to its figures one by one
        draft.options = find_options(asked, spans)
        if record.judge is not None:
            draft.subject = choose(record.judge, draft.options).place


def _goes_on(last: Frame, frame: Frame) -> bool:
    """Return whether *frame* is the second figure of "by 2% on A and 1% on B" and names no measure of its own."""
    if (
        last.quantity.unit.name != frame.quantity.unit.name
        or last.quantity.unit.kind not in _RELATIVE
        or last.quantity.group >= 0
    ):
        return False
    if find_cues(frame.phrase) or find_cues(frame.left) or re.search(r"\b(?:by|in)\s*(?:up to )?$", frame.left):
        return False
    return re.match(r"\s?(?:on|for|in|at|over|when|with)\b", frame.right) is not None and chains(
        frame.text, last.quantity.end, frame.quantity.start
    )


def _share_qualifiers(drafts: list[_Draft], sentence: str) -> None:
    """Give "1.9x over A and 1.3x over B on average" its qualifier twice: what stands at the end holds for all before it."""
    for index in range(len(drafts) - 1, 0, -1):
        last, draft = drafts[index], drafts[index - 1]
        between = sentence[draft.frame.quantity.end : last.frame.quantity.start]
        if (
            last.qualifier in ("average", "geomean")
            and not draft.qualifier
            and trails(last.frame)
            and (last.metric, last.direction, last.frame.quantity.unit.name)
            == (draft.metric, draft.direction, draft.frame.quantity.unit.name)
            and re.search(r"\band\b|[和与及、]", between)
            and not re.search(r"[,;，。；]|\bwhile\b", between)
        ):
            draft.qualifier = last.qualifier


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
            joined = left[cues[-2].end : cues[-1].start]
            if re.fullmatch(r"[^,;，。；]{0,20}(?:,|\band\b|和|与|及|、)[^,;，。；]{0,20}", joined):
                for draft, metric in zip(group, metrics[-len(group) :], strict=True):
                    draft.metric = metric
                    draft.direction = find_direction(draft.frame, metric)


def _set_baselines(drafts: list[_Draft], sentence: str) -> None:
    lead = baselines.find_lead(sentence)
    for index, draft in enumerate(drafts):
        quantity = draft.frame.quantity
        if draft.baseline:
            continue
        if quantity.rival:
            draft.baseline_text = quantity.rival
            continue
        if quantity.before:
            if lead:
                draft.baseline = (lead.start, lead.end)
            else:
                draft.baseline_text = quantity.before
            continue
        relative = (
            quantity.unit.kind in _RELATIVE or (quantity.unit.kind == "quality" and is_gain(draft.frame))
        ) and bool(draft.direction)
        phrase = baselines.find_baseline(draft.frame, relative=relative)
        if phrase is None:
            # A loss of accuracy told beside a gain in speed is none against the slower rival.
            apart = draft.metric == "accuracy" and index and drafts[index - 1].metric != "accuracy"
            if relative and index and drafts[index - 1].governs and drafts[index - 1].baseline and not apart:
                draft.baseline, draft.governs = drafts[index - 1].baseline, True
            continue
        draft.baseline, draft.governs = (phrase.start, phrase.end), phrase.governs
        # "5.8x faster and 2.7x more efficient than X": X holds for both.
        back = index - 1
        while (
            phrase.behind
            and back >= 0
            and drafts[back].baseline is None
            and drafts[back].direction
            and not drafts[back].baseline_text
        ):
            if not chains(sentence, drafts[back].frame.quantity.end, drafts[back + 1].frame.quantity.start):
                break
            drafts[back].baseline = draft.baseline
            back -= 1


def _set_hardware(
    drafts: list[_Draft], sentence: str, spans: tuple[EntitySpan, ...], setup: tuple[EntitySpan, ...]
) -> None:
    if not drafts:
        return
    rivals = [d.baseline for d in drafts if d.baseline]
    spans = tuple(s for s in spans if not any(a <= s.start and s.end <= b for a, b in rivals))
    everywhere = devices.find_devices(spans, sentence, start=0, end=len(sentence), generic=False)
    locals_: list[tuple[EntitySpan, ...]] = []
    chinese = re.search("[\u3400-\u9fff]{2}", sentence) is not None
    last_end = 0
    for draft in drafts:
        frame = draft.frame
        quantity = frame.quantity
        places = [
            (quantity.end, frame.right_start + len(frame.right) + (0 if chinese else 1)),
            (frame.left_start, quantity.start),
            (min(last_end, frame.left_start), quantity.start) if chinese else (frame.clause_start, frame.clause_end),
        ]
        here: tuple[EntitySpan, ...] = ()
        for start, end in places:
            here = devices.find_devices(spans, sentence, start=start, end=end, generic=True)
            if here:
                break
        locals_.append(here)
        last_end = quantity.end
    tied = {d.start for here in locals_ for d in here}
    first = drafts[0].frame.quantity.start
    known = {here for here in locals_ if here}
    for draft, found in zip(drafts, locals_, strict=True):
        here = found
        shared = tuple(
            d
            for d in everywhere
            if d.start < first or (d.start not in tied and (not chinese or d.start < draft.frame.quantity.start))
        )
        if not here and not shared and len(known) == 1 and draft.metric != "accuracy":
            only = next(iter(known))
            if not chinese or only[-1].end <= draft.frame.quantity.start:
                here = only
        draft.hardware = here or shared
        generic = all(devices.is_generic(sentence[d.start : d.end]) for d in draft.hardware)
        if (
            setup
            and generic
            and (not draft.hardware or re.search(r"两种|这些|该|both|these|all", sentence))
            and draft.metric not in ("accuracy", "scale")
        ):
            draft.hardware = setup


def _set_subjects(record: _Record, drafts: list[_Draft], sentence: str, spans: tuple[EntitySpan, ...]) -> None:
    own = [s for s in spans if s.role == "introduces" and s.type != "Task"]
    order: dict[str, int] = {}
    for index, span in enumerate(record.own):
        order.setdefault(span.id or span.label, index)
    own.sort(key=lambda s: (order.get(s.id or s.label, 99), s.start))
    model = next(((d.frame.quantity, d) for d in drafts if d.frame.quantity.unit.kind == "parameter"), None)
    workload: tuple[int, int] | None = None
    named = record.chief is not None and (record.chief.field == "title" or record.chief.id in record.title_ids)
    chief = (record.chief.id or record.chief.label) if record.chief and named else ""
    for draft in drafts:
        place, work = subjects.find_subject(draft.frame, spans, own, metric=draft.metric, chief=chief)
        if model and model[1] is not draft and draft.metric in ("flops", "utilization", "throughput", "training time"):
            trained = subjects.find_subject(model[1].frame, spans, own, metric="scale")[0]
            place = trained or place
        elif (
            not work
            and workload
            and re.search("[\u3400-\u9fff]", sentence[draft.frame.clause_start : draft.frame.clause_end])
        ):
            clause = range(draft.frame.clause_start, draft.frame.quantity.start)
            if place is None or place[0] not in clause:
                place = workload
        workload = place if work else workload
        draft.subject, draft.worked = place, work
    # Figures of one sentence that differ in what they are for are about that.
    places = [(d, subjects.contrasted(d.frame, spans)) for d in drafts if d.frame.quantity.unit.kind in _RELATIVE]
    if (
        len(places) > 1
        and all(place for _, place in places)
        and len({sentence[slice(*p)] for _, p in places if p}) == len(places)
    ):
        for draft, place in places:
            if draft.metric != "accuracy" or subjects.is_of_accuracy(draft.frame):
                draft.subject, draft.listed = place, True


def _distribute(
    drafts: list[_Draft], sentence: str, spans: tuple[EntitySpan, ...], setup: tuple[EntitySpan, ...]
) -> None:
    for group in _groups(drafts):
        size = len(group)
        kinds: set[str] = set()
        mixed = len({d.metric for d in group}) > 1
        for listed in span_lists(spans, sentence, size):
            kind = "hardware" if listed[0].type == "Hardware" else "subject"
            if kind == "hardware" and not all(devices.is_device(m) for m in listed):
                continue
            if kind == "subject" and mixed:
                continue
            if listed[0].type == "Hardware" and (
                all(m.role == "comparesWith" for m in listed)
                or re.search(r"\b(?:against|than|over|compared (?:to|with))\s(?:the )?$", sentence[: listed[0].start])
            ):
                kind = "baseline"
            compared = listed[0].role == "comparesWith" or (
                group[0].baseline and group[0].baseline[0] <= listed[0].start < group[0].baseline[1] + 1
            )
            if compared and kind == "subject":
                kind = "baseline"
            if kind in kinds:
                continue
            kinds.add(kind)
            for draft, member in zip(group, listed, strict=True):
                if kind == "hardware":
                    draft.hardware = (member,)
                elif kind == "baseline":
                    draft.baseline = (member.start, member.end)
                    draft.hardware = tuple(d for d in draft.hardware if d not in listed)
                else:
                    draft.subject, draft.listed = (member.start, member.end), True
        places = split_phrase(sentence, *group[0].baseline, size) if group[0].baseline else []
        if places and group[-1].baseline == group[0].baseline and re.search(r"分别|respectively", sentence):
            kinds.add("baseline")
            for draft, place in zip(group, places, strict=True):
                draft.baseline = place
        worded = worded_list(sentence, size) if not kinds else None
        if worded and not all(find_cues(sentence[a:b]) for a, b in worded[1]):
            lead, members = worded
            for draft, place in zip(group, members, strict=True):
                if lead in ("over", "than", "to", "比", "与"):
                    draft.baseline = place
                elif re.search(r"[GCT]PU|FPGA", sentence[place[0] : place[1]]):
                    draft.hardware = _device_at(place, sentence, spans)
                elif lead != "in":
                    draft.subject, draft.listed = place, True
        if (
            "hardware" not in kinds
            and len(setup) == size
            and (
                re.search(r"分别|respectively", sentence)
                if not any(d.hardware and d.hardware is not setup for d in group)
                else devices.counts_devices(sentence[: group[0].frame.quantity.start])
            )
        ):
            for draft, device in zip(group, setup, strict=True):
                draft.hardware = (device,)


def _device_at(place: tuple[int, int], sentence: str, spans: tuple[EntitySpan, ...]) -> tuple[EntitySpan, ...]:
    inside = tuple(s for s in spans if s.type == "Hardware" and place[0] <= s.start and s.end <= place[1])
    return inside or (EntitySpan("abstract", *place, "Hardware", sentence[slice(*place)], ""),)


def _subject(record: _Record, place: tuple[int, int] | None, start: int) -> tuple[str, str]:
    """Return surface and id of what stands at *place* of the sentence that begins at *start*; without a place, the paper's own thing."""
    if place:
        first, last = start + place[0], start + place[1]
        raw_first, raw_last = record.text.raw(first, last)
        node = next((s.id for s in record.spans if s.start == first and s.end == last), "")
        return record.raw[raw_first:raw_last], node
    chief = record.chief
    if chief is None:
        return subjects.title_name(record.title), ""
    if chief.field == "title":
        return record.title[chief.start : chief.end], chief.id
    raw_first, raw_last = record.text.raw(chief.start, chief.end)
    return record.raw[raw_first:raw_last], chief.id


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

    subject, subject_id = _subject(record, draft.subject, start)
    baseline = draft.baseline_text
    if not baseline and draft.baseline:
        baseline = surface(draft.baseline)
    hardware, ids = [], []
    for device in draft.hardware:
        # Devices of a setup sentence are counted in another sentence: the span with the same entity gives their text.
        first, last = start + device.start, start + device.end
        if not any(s.start == first and s.end == last for s in record.spans) and device.id:
            original = next(
                s for s in record.spans if s.id == device.id and s.end - s.start == device.end - device.start
            )
            first, last = original.start, original.end
        raw_first, raw_last = plain_text.raw(first, last)
        hardware.append(record.raw[raw_first:raw_last])
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
