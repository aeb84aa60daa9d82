"""Learn the weights of the judges from gold records: ``python -m extractors.training GOLD.jsonl… [--check]``.

``--check`` prints what the judges are worth on records they have not seen (five folds by record) instead of writing weights. Needs
scikit-learn (``pip install 'paperkg[model]'``); running the pipeline does not.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractors.features import describe
from extractors.harvest import Extractor
from extractors.places import get_subjects, get_texts
from kg.evaluation import align, read_gold
from kg.records import Document

MODEL = Path(__file__).parent / "model"
FOLDS = 5
#: A feature must occur as often to get a weight.
MIN_COUNT = 4
#: Inverse strength of the L2 penalty (scikit-learn's C), chosen by the check.
STRENGTH = {"keep": 0.3, "roles": 0.15}
# Entities the gold marks optional teach the roles as well, with less weight; they say nothing about what to keep.
_OPTIONAL_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Example:
    """One found entity: its *features*, whether it is *right* (None: optional in the gold), and its gold *role* (empty: none)."""

    record: str
    features: tuple[str, ...]
    right: bool | None
    role: str
    rule_role: str


@dataclass(frozen=True, slots=True)
class Examples:
    """All examples of the gold, and how many required entities the pipeline did not find at all."""

    found: tuple[Example, ...]
    missed: int


def read_examples(paths: Iterable[Path]) -> Examples:
    """Return what the rules find in the gold records of *paths*, each beside the gold's judgement."""
    found: list[Example] = []
    missed = 0
    for path in paths:
        gold = read_gold(path)
        documents = [
            Document(r["title"], r["abstract"], r["date"], tuple(r["categories"]), r.get("affiliation") or "") for r in gold
        ]
        extractor = Extractor()
        extractor.learn(extractor.discover(document) for document in documents)
        for record, document in zip(gold, documents, strict=True):
            doc = extractor.process(document, disable=("paperkg_institutions", "paperkg_judging", "paperkg_claims"))
            subjects = get_subjects(doc)
            described = describe(get_texts(doc), subjects)
            entities = [
                {"type": s.type, "mentions": [{"field": p.field, "start": p.start, "end": p.end} for p in s.places]}
                for s in subjects
            ]
            matched, spare = align(record, entities)
            wanted = {j: record["entities"][i] for i, j in matched.items()}
            missed += sum(not e["optional"] and i not in matched for i, e in enumerate(record["entities"]))
            for j, subject in enumerate(subjects):
                entity = wanted.get(j)
                right = None if j in spare or (entity and entity["optional"]) else entity is not None
                role = entity["role"] if entity else ""
                found.append(Example(record["id"], described[subject.id], right, role, subject.rule_role))
    return Examples(tuple(found), missed)


def learn(judge: str, examples: Sequence[Example]) -> dict[str, Any]:
    """Return the JSON values of the judge called *judge* ("keep" or "roles"), learned from *examples*."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    used = [e for e in examples if (e.right is not None if judge == "keep" else e.role)]
    counts = Counter(feature for e in used for feature in e.features)
    rows = [{f: 1.0 for f in e.features if counts[f] >= MIN_COUNT} for e in used]
    targets = [("yes" if e.right else "no") if judge == "keep" else e.role for e in used]
    weights = [1.0 if e.right is not None else _OPTIONAL_WEIGHT for e in used]
    vectorizer = DictVectorizer(sort=True)
    model = LogisticRegression(C=STRENGTH[judge], max_iter=1000, fit_intercept=False)
    model.fit(vectorizer.fit_transform(rows), targets, weights)
    classes = [str(name) for name in model.classes_]
    columns = model.coef_ if len(classes) > 2 else [-model.coef_[0] / 2, model.coef_[0] / 2]
    table = {
        feature: [round(float(column[index]), 3) for column in columns]
        for index, feature in enumerate(vectorizer.feature_names_)
    }
    return {"classes": classes, "weights": {feature: row for feature, row in table.items() if any(row)}}


def check(examples: Examples) -> list[str]:
    """Return, in words, what the judges are worth on records they have not seen, beside the rules alone."""
    from extractors.judges import Judge

    chances: list[tuple[Example, float]] = []
    roles: list[tuple[Example, str]] = []
    for fold in range(FOLDS):
        train = [e for e in examples.found if _fold(e.record) != fold]
        held = [e for e in examples.found if _fold(e.record) == fold]
        judges = {}
        for name in STRENGTH:
            values = learn(name, train)
            judges[name] = Judge(tuple(values["classes"]), {f: tuple(row) for f, row in values["weights"].items()})
        for example in held:
            chances.append((example, judges["keep"].probabilities(example.features)["yes"]))
            odds = judges["roles"].probabilities(example.features)
            roles.append((example, max(sorted(odds), key=lambda role: odds[role])))
    right = sum(bool(e.right) for e in examples.found)
    lines = []
    for threshold in (0.0, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55):
        kept = [e for e, chance in chances if chance >= threshold and e.right is not None]
        true = sum(bool(e.right) for e in kept)
        precision, recall = true / max(len(kept), 1), true / (right + examples.missed)
        f1 = 2 * precision * recall / (precision + recall)
        lines.append(f"keep at {threshold:.2f}: P {precision:.3f} R {recall:.3f} F1 {f1:.3f}")
    judged = [(e, role) for e, role in roles if e.right]
    rules = sum(e.rule_role == e.role for e, _ in judged) / len(judged)
    learned = sum(role == e.role for e, role in judged) / len(judged)
    lines.append(f"role: rules {rules:.3f} learned {learned:.3f}")
    lines += [f"confidence {low / 10:.1f}-{low / 10 + 0.1:.1f}: {said:.2f} said, {true:.2f} right, {n}" for low, said, true, n in _reliability(chances)]
    return lines


def _reliability(chances: Iterable[tuple[Example, float]]) -> list[tuple[int, float, float, int]]:
    bins: dict[int, list[tuple[float, bool]]] = {}
    for example, chance in chances:
        if example.right is not None:
            bins.setdefault(min(int(chance * 10), 9), []).append((chance, example.right))
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
    examples = read_examples(arguments.gold)
    if arguments.check:
        print("\n".join(check(examples)))  # noqa: T201 - the answer of a command
        return
    MODEL.mkdir(exist_ok=True)
    for name in STRENGTH:
        text = json.dumps(learn(name, examples.found), ensure_ascii=False, indent=0, sort_keys=True)
        (MODEL / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
