"""What the learned judges see of an entity in a record: sparse named features of its mentions and their surroundings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from extractors.folding import fold
from extractors.naming.modifiers import PATTERN as MODIFIED
from extractors.roles import BACKGROUND, COMPARED, NEGATED, PROPOSES, RESULT, Place, find_sentences

_WORDS = re.compile(r"[a-z]+|[\u3400-\u9fff]|\d+|[^\sa-z\d]")
_HAN = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Subject:
    """An entity as the judges see it: all its mentions in the record, how it was found, and the types it may have (none: its own alone)."""

    id: str
    type: str
    kind: str
    generic: bool
    surface: str
    extractor: str
    pattern: str
    rule_role: str
    places: tuple[Place, ...]
    allowed: tuple[str, ...] = ()


def describe(texts: Mapping[str, str], subjects: Iterable[Subject]) -> dict[str, tuple[str, ...]]:
    """Return the features of each of *subjects* by id, sorted; offsets count in the field of *texts* a place names."""
    sentences = {field: find_sentences(text) for field, text in texts.items()}
    chinese = _HAN.search(texts.get("abstract", "")) is not None
    ordered = sorted(subjects, key=lambda s: s.id)
    own = any(s.rule_role == "introduces" for s in ordered)
    return {subject.id: _features(subject, sentences, chinese=chinese, own=own) for subject in ordered}


def _features(
    subject: Subject, sentences: Mapping[str, list[tuple[int, str]]], *, chinese: bool, own: bool
) -> tuple[str, ...]:
    type_ = subject.type
    language = "zh" if chinese else "en"
    fields = {place.field for place in subject.places}
    surface = fold(subject.surface)
    found = {
        "bias",
        f"lang={language}",
        f"type={type_}",
        f"type={type_} lang={language}",
        f"kind={subject.kind}",
        f"generic={subject.generic} type={type_}",
        f"extractor={subject.extractor} type={type_}",
        f"pattern={subject.pattern} type={type_}",
        f"pattern={subject.pattern} own={own}",
        f"rule={subject.rule_role}",
        f"rule={subject.rule_role} type={type_}",
        f"fields={'+'.join(sorted(fields))} type={type_}",
        f"fields={'+'.join(sorted(fields))} pattern={subject.pattern}",
        f"mentions={min(len(subject.places), 4)}",
        f"mentions={min(len(subject.places), 4)} fields={'+'.join(sorted(fields))}",
        f"id={subject.id}",
        f"length={min(len(surface), 24) // 4} type={type_} lang={language}",
        f"words={min(len(surface.split()), 5)} type={type_}",
        f"capital={any(c.isupper() for c in subject.surface)} type={type_}",
    }
    if subject.extractor == MODIFIED:
        first = subject.id.partition("/")[2].partition("-")[0]
        found |= {f"modifier={first}", f"modifier={first} fields={'+'.join(sorted(fields))}"}
    tail = surface[-2:] if _HAN.search(surface[-1:]) else surface.split()[-1] if surface.split() else ""
    found |= {f"tail={tail}", f"tail={tail} type={type_}"}
    numbers = []
    for place in subject.places:
        found |= _around(place, sentences[place.field], type_=type_, generic=subject.generic)
        if place.field == "abstract":
            numbers.append(_position(place, sentences["abstract"]))
    if numbers:
        found |= {f"first={min(numbers)} type={type_}", f"last={max(numbers)} type={type_}"}
    return tuple(sorted(found))


def _position(place: Place, sentences: list[tuple[int, str]]) -> int:
    """Return in which fifth of the abstract's sentences *place* stands; 5 for its last sentence."""
    index = max((i for i, (offset, _) in enumerate(sentences) if offset <= place.start), default=0)
    if index == len(sentences) - 1 and len(sentences) > 1:
        return 5
    return index * 5 // max(len(sentences), 1)


def _around(place: Place, sentences: list[tuple[int, str]], *, type_: str, generic: bool) -> set[str]:
    offset, sentence = next(((o, s) for o, s in reversed(sentences) if o <= place.start), (0, ""))
    before, after = fold(sentence[: place.start - offset]), fold(sentence[place.end - offset :])
    title = place.field == "title"
    left = _WORDS.findall(before[-40:])
    right = _WORDS.findall(after[:30])
    found = {
        f"left1={''.join(left[-1:])} title={title}",
        f"left2={' '.join(left[-2:])}",
        f"left3={' '.join(left[-3:])}",
        f"right1={''.join(right[:1])} title={title}",
        f"right2={' '.join(right[:2])}",
        f"left1={''.join(left[-1:])} type={type_}",
        f"right1={''.join(right[:1])} type={type_}",
        f"at={'begin' if not before.strip() else 'in'} title={title} type={type_}",
    }
    found |= {f"near={word}" for word in left[-8:] if len(word) > 2} | {
        f"next={word}" for word in right[:6] if len(word) > 2
    }
    for name, pattern in (
        ("result", RESULT),
        ("background", BACKGROUND),
        ("proposes", PROPOSES),
        ("compared", COMPARED),
    ):
        if pattern.search(sentence):
            found |= {f"{name} type={type_} title={title}", f"{name} type={type_} generic={generic}"}
        if pattern.search(before[-60:]):
            found.add(f"{name} before type={type_}")
        if pattern.search(after[:40]):
            found.add(f"{name} after type={type_}")
    if NEGATED.search(before):
        found |= {f"negated type={type_}", "negated"}
    if re.search(r"[(（、,，]\s*$", before) or re.match(r"\s*(?:[、,，)）]|and\b|和)", after):
        found.add(f"list type={type_}")
    if re.search(r"(?:such as|like|e\.g\.|including|如|例如|比如|包括)[^.;。；]{0,60}$", before):
        found |= {f"example type={type_}", "example"}
    return found


def retype(subject: Subject, type_: str) -> Subject:
    """Return *subject* with another type."""
    if type_ == subject.type:
        return subject
    return replace(subject, type=type_, places=tuple(replace(place, type=type_) for place in subject.places))


def group_places(places: Iterable[Place]) -> dict[str, tuple[Place, ...]]:
    """Return *places* by the entity they name, sorted."""
    grouped: dict[str, list[Place]] = defaultdict(list)
    for place in sorted(places):
        grouped[place.id].append(place)
    return {node: tuple(found) for node, found in grouped.items()}
