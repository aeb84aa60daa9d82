"""Score extractions against gold records: precision, recall and F1 a type, links, roles, claim fields, and every error by name.

An entity is found when its type fits and one of its mentions overlaps a gold surface by half of their union; each side is used once, the best
overlap first. What the gold marks optional counts for nothing, either way. A claim is found when value and unit are the gold's; its other
fields are judged on found claims. Records are paired by title.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.errors import InputError
from kg.records import ENTITY_TYPES

CLAIM_FIELDS = ("metric", "qualifier", "direction", "baseline", "hardware", "subject")
#: Least overlap (intersection over union) of a mention and a gold surface.
OVERLAP = 0.5
_UNITS = {
    "倍": "x",
    "times": "x",
    "time": "x",
    "×": "x",
    "percent": "%",
    "分钟": "min",
    "minute": "min",
    "秒": "s",
    "second": "s",
    "小时": "h",
    "hour": "h",
    "hr": "h",
    "天": "day",
    "参数": "parameter",
    "令牌": "token",
}

Record = Mapping[str, Any]


@dataclass(slots=True)
class Tally:
    """How many were found, wrongly found, and missed."""

    found: int = 0
    extra: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        """Return the share of what was found that is right."""
        return self.found / (self.found + self.extra) if self.found + self.extra else 0.0

    @property
    def recall(self) -> float:
        """Return the share of what is there that was found."""
        return self.found / (self.found + self.missed) if self.found + self.missed else 0.0

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(slots=True)
class Score:
    """The figures over all records; *errors* says in words what is wrong, in the order of the gold."""

    types: dict[str, Tally] = field(
        default_factory=lambda: {name: Tally() for name in (*ENTITY_TYPES, "Institution", "Claim")}
    )
    links: list[bool] = field(default_factory=list)
    roles: list[bool] = field(default_factory=list)
    fields: dict[str, list[bool]] = field(default_factory=lambda: {name: [] for name in CLAIM_FIELDS})
    errors: list[str] = field(default_factory=list)
    records: int = 0
    absent: list[str] = field(default_factory=list)

    @property
    def entities(self) -> Tally:
        """Return the tally over all entity types."""
        tallies = [self.types[name] for name in ENTITY_TYPES]
        return Tally(sum(t.found for t in tallies), sum(t.extra for t in tallies), sum(t.missed for t in tallies))


def read_gold(path: Path) -> list[dict[str, Any]]:
    """Return the gold records of the JSON-lines file *path*. Raises InputError with the line that is none."""
    records = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except ValueError as err:
            raise InputError(str(path), number, f"no JSON: {err}") from err
        missing = [key for key in ("title", "abstract", "institutions", "entities", "claims") if key not in record]
        if missing:
            raise InputError(str(path), number, f"a gold record lacks {', '.join(missing)}")
        records.append(record)
    return records


def share(values: Sequence[bool]) -> float:
    """Return the share of *values* that are true; 0 for none."""
    return sum(values) / len(values) if values else 0.0


def evaluate(gold: Iterable[Record], extractions: Iterable[Record]) -> Score:
    """Return how well *extractions*, in the form of ``kg extract``, agree with *gold*."""
    score = Score()
    by_title = {record["title"]: record for record in extractions}
    empty: Record = {"institutions": [], "entities": [], "claims": []}
    for record in gold:
        score.records += 1
        found = by_title.get(record["title"])
        if found is None:
            score.absent.append(record["title"])
        _score_entities(score, record, found or empty)
        _score_institutions(score, record, found or empty)
        _score_claims(score, record, found or empty)
    return score


def align(gold: Record, entities: Sequence[Record], *, any_type: bool = False) -> tuple[dict[int, int], set[int]]:
    """Return which of *entities* (by index) is which entity of *gold*, and those that fit one that is another's already.

    With *any_type* the type need not fit.
    """
    pairs = []
    for i, wanted in enumerate(gold["entities"]):
        spans = _spans(gold, wanted)
        for j, entity in enumerate(entities):
            fits = entity["type"] == wanted["type"] or entity["type"] in (wanted.get("also") or [])
            if not fits and not any_type:
                continue
            overlap = max((_overlap(span, m) for span in spans for m in entity["mentions"]), default=0.0)
            if overlap >= OVERLAP:
                pairs.append((entity["type"] == wanted["type"], not wanted["optional"], overlap, -i, -j))
    matched: dict[int, int] = {}
    used: set[int] = set()
    for *_, i, j in sorted(pairs, reverse=True):
        if -i not in matched and -j not in used:
            matched[-i] = -j
            used.add(-j)
    return matched, {-j for *_, j in pairs} - used


def _spans(gold: Record, entity: Record) -> list[tuple[str, int, int]]:
    return [
        (name, match.start(), match.end())
        for name in ("title", "abstract")
        for surface in entity["surfaces"]
        for match in re.finditer(re.escape(surface), gold[name])
    ]


def _overlap(span: tuple[str, int, int], mention: Record) -> float:
    name, start, end = span
    if mention["field"] != name:
        return 0.0
    common = min(end, mention["end"]) - max(start, mention["start"])
    return common / (max(end, mention["end"]) - min(start, mention["start"])) if common > 0 else 0.0


def _score_entities(score: Score, gold: Record, found: Record) -> None:
    entities = found["entities"]
    matched, spare = align(gold, entities)
    for i, wanted in enumerate(gold["entities"]):
        if wanted["optional"]:
            continue
        tally = score.types[wanted["type"]]
        if i not in matched:
            tally.missed += 1
            score.errors.append(f"MISS  {gold['id']} {wanted['type']} {wanted['canonical']!r} {wanted['surfaces']}")
            continue
        tally.found += 1
        entity = entities[matched[i]]
        linked = fold(wanted["canonical"]) in {fold(entity["label"]), *map(fold, entity.get("aliases") or [])}
        score.links.append(linked)
        score.roles.append(entity.get("role") == wanted["role"])
        if not linked:
            score.errors.append(f"LINK  {gold['id']} {wanted['canonical']!r} got {entity['label']!r}")
        if not score.roles[-1]:
            score.errors.append(
                f"ROLE  {gold['id']} {wanted['canonical']!r}: {wanted['role']} got {entity.get('role')}"
            )
    for j, entity in enumerate(entities):
        if j not in matched.values() and j not in spare and entity["type"] in score.types:
            score.types[entity["type"]].extra += 1
            score.errors.append(f"EXTRA {gold['id']} {entity['type']} {entity['label']!r}")


def _score_institutions(score: Score, gold: Record, found: Record) -> None:
    wanted = {fold(institution["org"]): institution["org"] for institution in gold["institutions"]}
    got: dict[str, tuple[str, bool]] = {}
    for institution in found["institutions"]:
        names = {fold(institution["label"]), *map(fold, institution.get("aliases") or [])}
        hit = next((name for name in wanted if name in names), None)
        got[hit or fold(institution["label"])] = (institution["label"], hit is not None)
    tally = score.types["Institution"]
    tally.found += sum(hit for _, hit in got.values())
    tally.extra += sum(not hit for _, hit in got.values())
    tally.missed += sum(name not in got for name in wanted)
    score.errors += [f"MISS  {gold['id']} Institution {wanted[name]!r}" for name in wanted if name not in got]
    score.errors += [f"EXTRA {gold['id']} Institution {label!r}" for label, hit in got.values() if not hit]


def _score_claims(score: Score, gold: Record, found: Record) -> None:
    left = list(found["claims"])
    tally = score.types["Claim"]
    for claim in gold["claims"]:
        fitting = [
            c
            for c in left
            if _same_value(claim["value"], c["value"]) and fold_unit(claim["unit"]) == fold_unit(c["unit"])
        ]
        if not fitting:
            if not claim.get("optional"):
                tally.missed += 1
                score.errors.append(f"MISS  {gold['id']} Claim {claim['metric']} {claim['value']} {claim['unit']}")
            continue
        best = max(fitting, key=lambda c: sum(_agrees(name, claim[name], c.get(name)) for name in CLAIM_FIELDS))
        left.remove(best)
        if claim.get("optional"):
            continue
        tally.found += 1
        for name in CLAIM_FIELDS:
            agrees = _agrees(name, claim[name], best.get(name))
            score.fields[name].append(agrees)
            if not agrees:
                what = f"{claim['value']} {claim['unit']} {name}"
                score.errors.append(f"FIELD {gold['id']} {what}: {claim[name]!r} got {best.get(name)!r}")
    tally.extra += len(left)
    score.errors += [f"EXTRA {gold['id']} Claim {claim['value']} {claim['unit']}" for claim in left]


def fold(name: str | None) -> str:
    """Return *name* without letter case, width, brackets, spaces and signs, as the scorer compares names."""
    text = unicodedata.normalize("NFKC", name or "").casefold()
    return re.sub(r"[\W_]+", "", re.sub(r"\(.*?\)", "", text))


def fold_unit(unit: str | None) -> str:
    """Return *unit* so that spellings of one unit are equal.

    >>> fold_unit("倍") == fold_unit("times"), fold_unit("petaFLOP/s") == fold_unit("PFLOPS"), fold_unit("GB/s") == fold_unit("GB")
    (True, True, False)
    """
    text = unicodedata.normalize("NFKC", unit or "").strip().casefold().removeprefix("\\")
    if text in ("%", "percent"):
        return "%"
    text = _UNITS.get(text, text).replace("图像", "images").replace("帧", "frames")
    text = re.sub(r"(/\s*|[\s-]?per[\s-]?)(s|sec|second|秒)\b", "persec", text)
    text = re.sub(r"[\W_]+", "", text)
    text = re.sub(r"^(peta|tera|giga)flops?(persec)?$", lambda m: m[1][0] + "flops", text)
    text = re.sub(r"^([ptg])flops?(persec)?$", r"\1flops", text)
    text = _UNITS.get(text, text)
    return _UNITS.get(text.rstrip("s"), text.rstrip("s")) if len(text) > 3 else text


def _same_value(wanted: Any, got: Any) -> bool:
    first, second = (list(value) if isinstance(value, (list, tuple)) else [value] for value in (wanted, got))
    return len(first) == len(second) and all(
        isinstance(b, (int, float)) and abs(a - b) <= 1e-6 * max(1.0, abs(a))
        for a, b in zip(first, second, strict=True)
    )


def _agrees(name: str, wanted: Any, got: Any) -> bool:
    if name in ("metric", "qualifier", "direction"):
        return (wanted or None) == (got or None)
    if name == "hardware":
        first, second = {fold(x) for x in wanted or []}, {fold(x) for x in got or []}
        return len(first) == len(second) and all(any(x in y or y in x for y in second) for x in first)
    one, other = fold(wanted), fold(got)
    return (not one and not other) or bool(one and other and (one in other or other in one))


def as_table(score: Score) -> list[tuple[str, ...]]:
    """Return the figures as rows: name, precision, recall, F1, found, extra, missed."""
    tallies = [*score.types.items(), ("all entities", score.entities)]
    return [
        (name, f"{t.precision:.3f}", f"{t.recall:.3f}", f"{t.f1:.3f}", str(t.found), str(t.extra), str(t.missed))
        for name, t in tallies
    ]


def as_json(score: Score) -> dict[str, Any]:
    """Return the figures as JSON values."""
    figures: dict[str, Any] = defaultdict(dict)
    for name, tally in (*score.types.items(), ("entities", score.entities)):
        figures["types"][name] = {"precision": tally.precision, "recall": tally.recall, "f1": tally.f1}
    return {
        "records": score.records,
        "absent": len(score.absent),
        **figures,
        "link": share(score.links),
        "role": share(score.roles),
        "claim_fields": {name: share(values) for name, values in score.fields.items()},
    }
