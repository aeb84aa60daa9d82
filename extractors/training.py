"""Learn the weights of the judges from gold records: ``python -m extractors.training GOLD.jsonl… [--check]``.

``--check`` prints what the judges are worth on records they have not seen (five folds by record) instead of writing weights. Needs
scikit-learn (``pip install 'paperkg[model]'``); running the pipeline does not.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from extractors.features import Subject, describe
from extractors.folding import fold
from extractors.harvest import Extractor
from extractors.judges import Judge, judge_types
from extractors.naming.finding import WEAK_PATTERNS
from extractors.naming.modifiers import PATTERN as MODIFIED
from extractors.places import get_subjects, get_texts
from kg.evaluation import align, read_gold
from kg.records import Document

MODEL = Path(__file__).parent / "model"
FOLDS = 5
#: A feature must occur as often to get a weight.
MIN_COUNT = 4
#: Inverse strength of the L2 penalty (scikit-learn's C), chosen by the check.
STRENGTH = {"types": 0.2, "keep": 0.3, "roles": 0.15}
# Entities the gold marks optional teach the roles as well, with less weight; they say nothing about what to keep.
_OPTIONAL_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Case:
    """A gold record and what the rules find in it."""

    gold: Mapping[str, Any]
    texts: dict[str, str]
    subjects: tuple[Subject, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """One found entity: its *features*, the class to learn (empty: none), and how much it counts."""

    record: str
    features: tuple[str, ...]
    target: str
    rule: str
    weight: float = 1.0


def read_cases(paths: Iterable[Path]) -> tuple[Case, ...]:
    """Return what the rules find in the gold records of *paths*."""
    cases = []
    for path in paths:
        gold = read_gold(path)
        documents = [
            Document(r["title"], r["abstract"], r["date"], tuple(r["categories"]), r.get("affiliation") or "")
            for r in gold
        ]
        extractor = Extractor()
        extractor.learn(extractor.discover(document) for document in documents)
        for record, document in zip(gold, documents, strict=True):
            doc = extractor.process(document, disable=("paperkg_institutions", "paperkg_judging", "paperkg_claims"))
            cases.append(Case(record, get_texts(doc), get_subjects(doc)))
    return tuple(cases)


def _entities(case: Case) -> list[dict[str, Any]]:
    return [
        {"type": s.type, "mentions": [{"field": p.field, "start": p.start, "end": p.end} for p in s.places]}
        for s in case.subjects
    ]


def type_examples(cases: Iterable[Case]) -> list[Example]:
    """Return the entities of *cases* whose type is open, each with the type the gold gives it."""
    found = []
    for case in cases:
        matched, _ = align(case.gold, _entities(case), any_type=True)
        open_ = [subject for subject in case.subjects if subject.allowed]
        described = describe(case.texts, open_)
        for i, j in matched.items():
            subject, entity = case.subjects[j], case.gold["entities"][i]
            if subject.allowed and entity["type"] in subject.allowed:
                weight = _OPTIONAL_WEIGHT if entity["optional"] else 1.0
                found.append(Example(case.gold["id"], described[subject.id], entity["type"], subject.type, weight))
    return found


def retyped(cases: Iterable[Case], judge: Judge) -> tuple[Case, ...]:
    """Return *cases* with the types that *judge* finds best."""
    return tuple(replace(case, subjects=judge_types(judge, case.texts, case.subjects)) for case in cases)


def keep_and_role_examples(cases: Iterable[Case]) -> tuple[list[Example], list[Example]]:
    """Return the entities of *cases* as examples of what to keep, and those the gold has as examples of roles."""
    keep, roles = [], []
    for case in cases:
        matched, spare = align(case.gold, _entities(case))
        wanted = {j: case.gold["entities"][i] for i, j in matched.items()}
        described = describe(case.texts, case.subjects)
        for j, subject in enumerate(case.subjects):
            entity = wanted.get(j)
            features = described[subject.id]
            optional = j in spare or (entity is not None and entity["optional"])
            if subject.extractor == MODIFIED and not _is_whole(subject, case):
                # The term without its modifier is what the reader took: the longer name is to yield to it.
                keep.append(Example(case.gold["id"], features, "no", "yes"))
                continue
            keep.append(Example(case.gold["id"], features, "" if optional else "yes" if entity else "no", "yes"))
            if entity is not None:
                weight = _OPTIONAL_WEIGHT if optional else 1.0
                roles.append(Example(case.gold["id"], features, entity["role"], subject.rule_role, weight))
    return keep, roles


def _is_whole(subject: Subject, case: Case) -> bool:
    """Return whether a gold surface of *case* is one of the places of *subject* from end to end."""
    surfaces = {fold(surface) for entity in case.gold["entities"] for surface in entity["surfaces"]}
    return any(fold(case.texts[place.field][place.start : place.end]) in surfaces for place in subject.places)


def learn(name: str, examples: Sequence[Example]) -> Judge:
    """Return the judge called *name*, learned from those of *examples* that have a target."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    used = [e for e in examples if e.target]
    counts = Counter(feature for e in used for feature in e.features)
    rows = [{f: 1.0 for f in e.features if counts[f] >= MIN_COUNT} for e in used]
    vectorizer = DictVectorizer(sort=True)
    model = LogisticRegression(C=STRENGTH[name], max_iter=1000, fit_intercept=False)
    model.fit(vectorizer.fit_transform(rows), [e.target for e in used], [e.weight for e in used])
    classes = [str(label) for label in model.classes_]
    columns = model.coef_ if len(classes) > 2 else [-model.coef_[0] / 2, model.coef_[0] / 2]
    table = {
        feature: tuple(round(float(column[index]), 3) for column in columns)
        for index, feature in enumerate(vectorizer.feature_names_)
    }
    return Judge(tuple(classes), {feature: row for feature, row in table.items() if any(row)})


def learn_all(cases: Sequence[Case]) -> dict[str, Judge]:
    """Return all judges, learned from *cases*: types first, since the others see the types it gives."""
    types = learn("types", type_examples(cases))
    keep, roles = keep_and_role_examples(retyped(cases, types))
    return {"types": types, "keep": learn("keep", keep), "roles": learn("roles", roles)}


def check(cases: Sequence[Case]) -> list[str]:
    """Return, in words, what the judges are worth on records they have not seen, beside the rules alone."""
    chances: list[tuple[Example, float]] = []
    roles: list[tuple[str, str, str]] = []
    missed = 0
    rules = [e for e in keep_and_role_examples(cases)[0] if e.target]
    for part in range(FOLDS):
        judges = learn_all([case for case in cases if _fold(case.gold["id"]) != part])
        held = retyped([case for case in cases if _fold(case.gold["id"]) == part], judges["types"])
        for case in held:
            matched, _ = align(case.gold, _entities(case))
            missed += sum(not e["optional"] and i not in matched for i, e in enumerate(case.gold["entities"]))
        keep_held, roles_held = keep_and_role_examples(held)
        chances += [(e, judges["keep"].probabilities(e.features)["yes"]) for e in keep_held if e.target]
        roles += [(_role(judges["roles"], e), e.target, e.rule) for e in roles_held if e.weight == 1.0]
    right = sum(e.target == "yes" for e, _ in chances)
    lines = [f"rules alone: {_figures([e.target == 'yes' for e in rules], sum(_required(case) for case in cases))}"]
    for threshold in (0.0, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55):
        kept = [e.target == "yes" for e, chance in chances if chance >= threshold]
        lines.append(f"keep at {threshold:.2f}: {_figures(kept, right + missed)}")
    lines.append(
        f"role: rules {sum(rule == target for _, target, rule in roles) / len(roles):.3f} "
        f"learned {sum(role == target for role, target, _ in roles) / len(roles):.3f}"
    )
    lines += [
        f"confidence {low / 10:.1f}-{low / 10 + 0.1:.1f}: {said:.2f} said, {true:.2f} right, {n}"
        for low, said, true, n in _reliability(chances)
    ]
    return lines


def _role(judge: Judge, example: Example) -> str:
    """Return the role the pipeline gives: a name in the place of what is proposed is introduced, whatever the judge says."""
    pattern = next((f.partition("=")[2].partition(" ")[0] for f in example.features if f.startswith("pattern=")), "")
    return "introduces" if pattern and pattern not in WEAK_PATTERNS else judge.best(example.features)


def _required(case: Case) -> int:
    return sum(not entity["optional"] for entity in case.gold["entities"])


def _figures(kept: Sequence[bool], wanted: int) -> str:
    precision, recall = sum(kept) / max(len(kept), 1), sum(kept) / wanted
    return f"P {precision:.3f} R {recall:.3f} F1 {2 * precision * recall / (precision + recall):.3f}"


def _reliability(chances: Iterable[tuple[Example, float]]) -> list[tuple[int, float, float, int]]:
    bins: dict[int, list[tuple[float, bool]]] = {}
    for example, chance in chances:
        bins.setdefault(min(int(chance * 10), 9), []).append((chance, example.target == "yes"))
    return [
        (low, sum(c for c, _ in found) / len(found), sum(r for _, r in found) / len(found), len(found))
        for low, found in sorted(bins.items())
    ]


def _fold(record: str) -> int:
    return int(hashlib.sha256(record.encode()).hexdigest(), 16) % FOLDS


def main() -> None:
    """Learn from the gold files named on the command line and write the weights, or check them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    cases = read_cases(arguments.gold)
    if arguments.check:
        print("\n".join(check(cases)))  # noqa: T201 - the answer of a command
        return
    MODEL.mkdir(exist_ok=True)
    for name, judge in learn_all(cases).items():
        values = {"classes": judge.classes, "weights": judge.weights}
        text = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        (MODEL / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
