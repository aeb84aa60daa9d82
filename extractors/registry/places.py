"""Countries, regions and cities that affiliation lines name, and the country codes each of them speaks for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from extractors.registry.names import name_key
from kg.errors import VocabularyError

FILE = "places.tsv"
KINDS = ("country", "region", "city", "code")
# Territories whose affiliation lines name the country code of the mainland as often as their own.
_TOGETHER = (frozenset({"CN", "HK", "MO", "TW"}), frozenset({"US", "PR"}))


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place by its key; *countries* are the ISO 3166 codes it may lie in, *kind* is one of KINDS (code: a two-letter postal code)."""

    countries: frozenset[str]
    kind: str


@cache
def places() -> dict[str, Place]:
    """Return the known places by the key of their name."""
    found: dict[str, Place] = {}
    lines = files(__package__).joinpath(FILE).read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines[1:], start=2):
        if not line:
            continue
        name, kind, countries = line.split("\t")
        if kind not in KINDS:
            raise VocabularyError(FILE, number, f"unknown kind {kind!r}")
        key = name_key(name)
        known = found.get(key)
        codes = frozenset(countries.split("|"))
        # The widest place of a name counts: a country before a city; two of a kind speak for the countries of both.
        if known is None or KINDS.index(kind) < KINDS.index(known.kind):
            found[key] = Place(codes, kind)
        elif kind == known.kind:
            found[key] = Place(known.countries | codes, kind)
    return found


def is_country(name: str) -> bool:
    """Return whether *name* is the name of a country."""
    place = places().get(name_key(name))
    return place is not None and place.kind == "country"


def agree(country: str, evidence: frozenset[str]) -> bool:
    """Return whether an organisation in *country* fits the countries in *evidence* (which may be empty).

    >>> agree("HK", frozenset({"CN"})), agree("US", frozenset({"CN"}))
    (True, False)
    """
    if not evidence or not country or country in evidence:
        return True
    return any(country in group and evidence & group for group in _TOGETHER)
