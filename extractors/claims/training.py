"""Learn what a figure is about from gold records: ``python -m extractors.claims.training GOLD.jsonl… [--check]``.

Among the options of one figure the right ones share the probability (conditional logistic regression). ``--check`` prints what the weights are
worth on records they have not seen (five folds by record) beside the rules alone, and writes nothing. Needs SciPy (it comes with
``pip install 'paperkg[model]'``); running the pipeline does not.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacy.tokens import Doc

from extractors.attributes import field_bounds, get_mentions
from extractors.claims import EntitySpan, find_claims
from extractors.claims.options import Option, choose
from extractors.gazetteers import load_terms
from extractors.harvest import Extractor
from extractors.judges import Judge
from kg.evaluation import fold, fold_unit, read_gold
from kg.records import Claim, Document

MODEL = Path(__file__).parents[1] / "model"
FOLDS = 5
#: A feature must stand in options of as many records to get a weight.
MIN_RECORDS = 6
#: Strength of the L2 penalty, chosen by the check.
PENALTY = 2.0


@dataclass(frozen=True, slots=True)
class Case:
    """A figure of the gold: its options, which of them are right, and what the rules say."""

    record: str
    options: tuple[Option, ...]
    right: tuple[bool, ...]
    rule_right: bool


Reading = tuple[Mapping[str, Any], str, str, Sequence[EntitySpan]]


def read(paths: Iterable[Path]) -> list[Reading]:
    """Return the gold records of *paths* with their texts and the entity spans that the pipeline finds in them."""
    readings: list[Reading] = []
    for path in paths:
        gold = read_gold(path)
        documents = [
            Document(r["title"], r["abstract"], r["date"], tuple(r["categories"]), r.get("affiliation") or "")
            for r in gold
        ]
        extractor = Extractor()
        extractor.learn(extractor.discover(document) for document in documents)
        for record, document in zip(gold, documents, strict=True):
            doc = extractor.process(document, disable=("paperkg_institutions", "paperkg_claims"))
            readings.append((record, document.title, document.abstract, _spans(doc)))
    return readings


def _spans(doc: Doc) -> list[EntitySpan]:
    """Return where entities stand in *doc*, as the claims component is to see them."""
    roles, terms = dict(doc._.roles), load_terms()
    labels = {values[0]: values[2] for values in doc._.names}
    found = []
    for name in ("title", "abstract"):
        first, last = field_bounds(doc, name)
        for m in get_mentions(doc):
            if first <= m.start and m.end <= last:
                label = terms[m.id].name if m.id in terms else labels.get(m.id, "")
                role = roles.get(m.id, "")
                found.append(EntitySpan(name, m.start - first, m.end - first, m.type, label, m.id, role))
    return found


def find_cases(readings: Iterable[Reading]) -> list[Case]:
    """Return a case for every gold claim that is found and has a subject."""
    cases = []
    for gold, title, abstract, spans in readings:
        seen: list[tuple[Claim, list[tuple[str, Option]]]] = []
        find_claims(title, abstract, spans, observe=lambda claim, options, seen=seen: seen.append((claim, options)))  # type: ignore[misc]
        left = list(seen)
        for wanted in gold["claims"]:
            fitting = [pair for pair in left if _fits(wanted, pair[0])]
            if not fitting:
                continue
            pair = max(fitting, key=lambda p: _agreement(wanted, p[0]))
            left.remove(pair)
            if not wanted["subject"] or wanted.get("optional") or not pair[1]:
                continue
            claim, options = pair
            right = tuple(_same(wanted["subject"], surface) for surface, _ in options)
            cases.append(Case(gold["id"], tuple(o for _, o in options), right, _same(wanted["subject"], claim.subject)))
    return cases


def _fits(wanted: Mapping[str, Any], claim: Claim) -> bool:
    value = wanted["value"] if isinstance(wanted["value"], list) else [wanted["value"]]
    return (
        len(value) == len(claim.value)
        and all(abs(a - b) <= 1e-6 * max(1.0, abs(a)) for a, b in zip(value, claim.value, strict=True))
        and fold_unit(wanted["unit"]) == fold_unit(claim.unit)
    )


def _agreement(wanted: Mapping[str, Any], claim: Claim) -> int:
    names = ("metric", "qualifier", "direction")
    agreeing = [bool((wanted[n] or "") == getattr(claim, n)) for n in names]
    return sum(agreeing) + _same(wanted["baseline"] or "", claim.baseline)


def _same(wanted: str, got: str) -> bool:
    one, other = fold(wanted), fold(got)
    return bool(one and other and (one in other or other in one))


def learn(cases: Sequence[Case], *, penalty: float = PENALTY) -> Judge:
    """Return the weights that make the right options of *cases* most probable."""
    import numpy as np
    from scipy.optimize import minimize  # type: ignore[import-untyped]
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

    used = [c for c in cases if any(c.right) and not all(c.right)]
    records: dict[str, set[str]] = {}
    for case in used:
        for option in case.options:
            for feature in option.features:
                records.setdefault(feature, set()).add(case.record)
    names = sorted(f for f, ids in records.items() if len(ids) >= MIN_RECORDS)
    column = {name: index for index, name in enumerate(names)}
    rows: list[int] = []
    columns: list[int] = []
    bounds, right = [0], list[bool]()
    for case in used:
        for option, good in zip(case.options, case.right, strict=True):
            row = len(right)
            for feature in option.features:
                if feature in column:
                    rows.append(row)
                    columns.append(column[feature])
            right.append(good)
        bounds.append(len(right))
    matrix = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(right), len(names)))
    marks = np.array(right)
    starts, owner = np.array(bounds[:-1]), np.repeat(np.arange(len(used)), np.diff(bounds))
    # A record with many figures counts no more than the root of their number.
    sizes = Counter(c.record for c in used)
    weight = np.array([sizes[c.record] ** -0.5 for c in used])

    def loss(theta: Any) -> tuple[float, Any]:
        score = matrix @ theta
        score = score - np.maximum.reduceat(score, starts)[owner]
        power = np.exp(score)
        whole, part = np.add.reduceat(power, starts), np.add.reduceat(power * marks, starts)
        chance, share = power / whole[owner], power * marks / part[owner]
        value = -(weight * np.log(part / whole)).sum() + penalty * 0.5 * (theta @ theta)
        return float(value), matrix.T @ (weight[owner] * (chance - share)) + penalty * theta

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    weights = {name: (0.0, round(float(w), 3)) for name, w in zip(names, found.x, strict=True)}
    return Judge(("no", "yes"), {name: row for name, row in weights.items() if row[1]})


def is_right(judge: Judge, case: Case) -> bool:
    """Return whether *judge* chooses a right option of *case*."""
    chosen = choose(judge, case.options)
    return case.right[case.options.index(chosen)]


def check(cases: Sequence[Case], *, penalty: float = PENALTY) -> list[str]:
    """Return, in words, what the weights are worth on records they have not seen."""
    hits = 0
    for fold_ in range(FOLDS):
        judge = learn([c for c in cases if _fold(c.record) != fold_], penalty=penalty)
        hits += sum(is_right(judge, c) for c in cases if _fold(c.record) == fold_)
    whole = len(cases) or 1
    return [
        f"figures {len(cases)}",
        f"rules alone {sum(c.rule_right for c in cases) / whole:.3f}",
        f"learned, unseen records {hits / whole:.3f}",
        f"best possible {sum(any(c.right) for c in cases) / whole:.3f}",
    ]


def _fold(record: str) -> int:
    return int(hashlib.sha256(record.encode()).hexdigest(), 16) % FOLDS


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn the weights and write them, or check what they are worth."""
    parser = argparse.ArgumentParser(description="Learn what a figure is about.")
    parser.add_argument("gold", nargs="+", type=Path, help="gold records, JSON lines")
    parser.add_argument("--check", action="store_true", help="print what the weights are worth, write nothing")
    options = parser.parse_args(arguments)
    cases = find_cases(read(options.gold))
    if options.check:
        sys.stdout.write("\n".join(check(cases)) + "\n")
        return
    judge = learn(cases)
    values = {"classes": list(judge.classes), "weights": {k: list(v) for k, v in sorted(judge.weights.items())}}
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    (MODEL / "subjects.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
