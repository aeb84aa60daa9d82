"""Units: which spellings there are, what each measures, and its normal form."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """A unit's normal form, its *kind* (ratio, percent, time, ...), the *metric* it measures if but one, its QUDT name if known."""

    name: str
    kind: str
    metric: str = ""
    qudt: str = ""


@lru_cache(maxsize=1)
def unit_table() -> dict[str, Unit]:
    """Return the units by spelling."""
    table: dict[str, Unit] = {}
    with (files("extractors.claims") / "units.tsv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            unit = Unit(row["unit"], row["kind"], row["metric"], row["qudt"])
            for spelling in row["spellings"].split("|"):
                table[spelling] = unit
    return table


def find_qudt(unit: str) -> str:
    """Return the QUDT name of a unit in its normal form, empty if unknown.

    >>> find_qudt("ms"), find_qudt("x")
    ('MilliSEC', '')
    """
    return _qudt().get(unit, "")


@lru_cache(maxsize=1)
def _qudt() -> dict[str, str]:
    return {unit.name: unit.qudt for unit in unit_table().values() if unit.qudt}
