"""Metrics: which words of both languages speak of which measure."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

METRICS = (
    "speedup", "throughput", "latency", "training time", "inference time", "memory", "accuracy", "energy efficiency", "energy",
    "utilization", "scaling efficiency", "flops", "cost", "communication", "steps", "sequence length", "batch size", "data size",
    "scale", "other",
)  # fmt: skip
# Less is better: a bare factor on one of these is a reduction.
LESS_IS_BETTER = frozenset(
    {
        "latency",
        "training time",
        "inference time",
        "memory",
        "energy",
        "cost",
        "communication",
        "steps",
        "flops",
        "data size",
    }
)
TIMES = frozenset({"latency", "training time", "inference time"})


@dataclass(frozen=True, slots=True)
class Cue:
    """Characters *start* to *end* of a text speak of *metric*; a *weak* cue counts where no other stands."""

    start: int
    end: int
    metric: str
    weak: bool


@lru_cache(maxsize=1)
def _rows() -> tuple[tuple[str, str, bool], ...]:
    with (files("extractors.claims") / "metrics.tsv").open(encoding="utf-8") as lines:
        rows = [
            (row["cue"], row["metric"], row["strength"] == "weak")
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]
    # Longer cues first, so that "training time" is read before "time".
    return tuple(sorted(rows, key=lambda row: (-len(row[0]), row[0])))


@lru_cache(maxsize=1)
def _pattern() -> tuple[re.Pattern[str], dict[str, tuple[str, bool]]]:
    """Return one expression with a group for each metric and strength."""
    groups: dict[tuple[str, bool], list[str]] = {}
    for cue, metric, weak in _rows():
        word = cue[0].isascii() and (cue[0].isalnum() or cue[0] == "(")
        groups.setdefault((metric, weak), []).append(rf"(?<![A-Za-z]){cue}(?![A-Za-z])" if word else cue)
    names: dict[str, tuple[str, bool]] = {}
    parts = []
    order = sorted(groups, key=lambda key: (key[1], _PRIORITY.get(key[0], 9), key[0]))
    for number, key in enumerate(order):
        names[f"g{number}"] = key
        parts.append(f"(?P<g{number}>{'|'.join(groups[key])})")
    return re.compile("|".join(parts), re.IGNORECASE), names


# At one position the narrower measure is tried first (energy efficiency before energy).
_PRIORITY = {
    "energy efficiency": 0, "scaling efficiency": 0, "training time": 1, "inference time": 1, "batch size": 1, "sequence length": 1,
    "data size": 1, "utilization": 2, "flops": 3, "communication": 3, "memory": 4, "throughput": 4, "latency": 4,
}  # fmt: skip


# "per step" and 每步 count by a step, they measure none.
_EACH = re.compile(r"(?:\bper[ -]|\beach |\bevery |每个?)$")


@lru_cache(maxsize=4096)
def find_cues(text: str) -> tuple[Cue, ...]:
    """Return all cues of *text* in order."""
    return tuple(_iter_cues(text))


def _iter_cues(text: str) -> Iterator[Cue]:
    pattern, names = _pattern()
    for match in pattern.finditer(text):
        metric, weak = names[match.lastgroup or ""]
        if metric == "steps" and _EACH.search(text, max(0, match.start() - 6), match.start()):
            continue
        yield Cue(match.start(), match.end(), metric, weak)
