"""The index from keys of names and from acronyms to entries, and which words say nothing about which organisation is meant."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache

from extractors.registry.known import Entries, entries, plain_name
from extractors.registry.names import LEGAL_FORMS, name_key, name_words

# A word is common if names in this many countries have it and no single country has this share of them.
_COMMON_COUNTRIES, _COMMON_SHARE = 9, 0.5
_LONGEST_ACRONYM = 6


class NameIndex:
    """Keys of names (``names``) and acronyms in their own letter case (``acronyms``) to the numbers of entries."""

    def __init__(self, known: Entries) -> None:
        self.known = known
        self.names: dict[str, tuple[int, ...]] = {}
        self.acronyms: dict[str, tuple[int, ...]] = {}
        self.common: frozenset[str] = frozenset()
        # Keys under which an entry stands with the name it is called by, not with an alias.
        self.primary: set[tuple[str, int]] = set()
        # Keys that a curated row gives: they hold where a bare registry alias would not.
        self.by_row: set[tuple[str, int]] = set()
        self._build()

    def _build(self) -> None:
        countries: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for number, (row, organisation) in enumerate(self.known.sources()):
            if row:
                for name in (row.name, *row.zh, *row.aliases):
                    if is_acronym(name):
                        self._add_acronym(name, number)
                        self.by_row.add((name, number))
                    else:
                        self._add(name, number, primary=name == row.name)
                        self.by_row.add((name_key(name), number))
            if organisation:
                company = "company" in organisation.types
                words = self._add(organisation.name, number, primary=True, company=company)
                for word in words:
                    countries[word][organisation.country] += 1
                for name in organisation.names[1:]:
                    if is_acronym(name) and not company:
                        self._add_acronym(name, number)
                    else:
                        self._add(name, number)
                for acronym in organisation.acronyms:
                    self._add_acronym(acronym, number)
        self.common = frozenset(
            word
            for word, counts in countries.items()
            if len(counts) >= _COMMON_COUNTRIES and max(counts.values()) < _COMMON_SHARE * counts.total()
        )

    def _add(self, name: str, number: int, *, primary: bool = False, company: bool = False) -> list[str]:
        words = name_words(name)
        self._put("".join(words), number, primary=primary)
        if name.endswith(")"):
            plain = name_words(plain_name(name))
            self._put("".join(plain), number, primary=primary)
            words = plain
        shorter = words[:]
        while len(shorter) > 1 and (shorter[-1] in LEGAL_FORMS or (company and shorter[-1] == "group")):
            shorter.pop()
        if len(shorter) < len(words):
            self._put("".join(shorter), number, primary=primary)
        return words

    def _put(self, key: str, number: int, *, primary: bool) -> None:
        if not key:
            return
        numbers = self.names.get(key, ())
        if number not in numbers:
            self.names[key] = (*numbers, number)
        if primary:
            self.primary.add((key, number))

    def _add_acronym(self, acronym: str, number: int) -> None:
        numbers = self.acronyms.get(acronym, ())
        if number not in numbers:
            self.acronyms[acronym] = (*numbers, number)


def is_acronym(name: str) -> bool:
    """Return whether *name* is a short word in capitals, which is matched in its letter case only."""
    return len(name) <= _LONGEST_ACRONYM and name.isascii() and name.isalnum() and sum(c.isupper() for c in name) >= 2


@cache
def name_index() -> NameIndex:
    """Return the one index, built at the first call."""
    return NameIndex(entries())
