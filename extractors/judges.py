"""Linear judges: weights learned offline, applied with nothing but a dictionary.

A judge is a JSON file under ``extractors/model/``: ``{"classes": [...], "weights": {feature: [number, ...]}}``. The score of a class is the sum of
its weights over the features that are present (multinomial logistic regression; the bias is a feature like the others).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from extractors.features import Subject, describe, retype

#: By how much another type must be more probable than the one the words around a name give it.
MARGIN = 0.3


@dataclass(frozen=True, slots=True)
class Judge:
    """A classifier over *classes*; *weights* hold a number for each class by feature."""

    classes: tuple[str, ...]
    weights: dict[str, tuple[float, ...]]

    def probabilities(self, features: Iterable[str]) -> dict[str, float]:
        """Return the probability of each class, given the *features* that are present."""
        totals = [0.0] * len(self.classes)
        for feature in features:
            for index, weight in enumerate(self.weights.get(feature, ())):
                totals[index] += weight
        return self._softmax(totals)

    def best(self, features: Iterable[str], *, among: Sequence[str] = ()) -> str:
        """Return the most probable class (of *among* where given), the first by name of equal ones."""
        chances = self.probabilities(features)
        return max(sorted(among or chances), key=lambda name: chances.get(name, 0.0))

    def _softmax(self, totals: list[float]) -> dict[str, float]:
        top = max(totals)
        exponents = [math.exp(total - top) for total in totals]
        whole = sum(exponents)
        return {name: exponent / whole for name, exponent in zip(self.classes, exponents, strict=True)}


def judge_types(judge: Judge, texts: Mapping[str, str], subjects: Sequence[Subject]) -> tuple[Subject, ...]:
    """Return *subjects* with the types that *judge* finds best among those each may have."""
    open_ = [subject for subject in subjects if subject.allowed]
    described = describe(texts, open_)
    chosen = {s.id: _type(judge, s, described[s.id]) for s in open_}
    return tuple(retype(subject, chosen.get(subject.id, subject.type)) for subject in subjects)


def _type(judge: Judge, subject: Subject, features: Iterable[str]) -> str:
    """Return the best type of *subject*; the one that the words around it gave stays unless another is clearly better."""
    chances = judge.probabilities(features)
    open_ = {name: chances.get(name, 0.0) for name in subject.allowed}
    best = max(sorted(open_), key=lambda name: open_[name])
    clear = open_[best] - open_.get(subject.type, 0.0) > MARGIN * sum(open_.values())
    return best if clear or subject.type not in subject.allowed else subject.type


@cache
def load_judge(name: str) -> Judge | None:
    """Return the judge called *name*, or None where its weights are not installed."""
    file = files("extractors") / "model" / f"{name}.json"
    if not file.is_file():
        return None
    values = json.loads(file.read_text(encoding="utf-8"))
    return Judge(tuple(values["classes"]), {feature: tuple(row) for feature, row in values["weights"].items()})
