"""Surfaces of names: where they stand, which of overlapping mentions stay, and how two spellings are told to be one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from extractors.folding import fold
from extractors.found import Found, Named
from extractors.naming.phrases import HAN_CHAR

_LATEX = re.compile(r"\\[a-z]+\{|[{}$]|\^")


def unite(names: Iterable[Named]) -> tuple[Named, ...]:
    """Return *names*, one of each id, with the forms of all that have it."""
    united: dict[str, Named] = {}
    for name in sorted(names):
        known = united.setdefault(name.id, name)
        if known is not name:
            forms = {*known.aliases, *name.aliases, name.label} - {known.label}
            united[name.id] = replace(
                known,
                label_zh=known.label_zh or name.label_zh,
                aliases=tuple(sorted(forms)),
                broader=known.broader or name.broader,
            )
    return tuple(united.values())


def occurrences(text: str, bounds: Iterable[tuple[int, int]], surfaces: Iterable[str]) -> Iterable[tuple[int, int]]:
    """Yield where *surfaces* stand in *text* as words of their own, in the letter case they have."""
    for surface in sorted(surfaces, key=lambda s: (-len(s), s)):
        pattern = _surface_pattern(surface)
        for start, end in bounds:
            for match in pattern.finditer(text, start, end):
                yield match.span()


@lru_cache(maxsize=4096)
def _surface_pattern(surface: str) -> re.Pattern[str]:
    # A capitalised English description stands in a title as in running text; a name keeps its case.
    flags = re.IGNORECASE if " " in surface and not HAN_CHAR.search(surface) else 0
    if HAN_CHAR.search(surface[:1]) or HAN_CHAR.search(surface[-1:]):
        return re.compile(re.escape(surface), flags)
    return re.compile(rf"(?<![A-Za-z0-9]){re.escape(surface)}(?:e?s)?(?![A-Za-z0-9])", flags)


def longest(mentions: Iterable[Found]) -> tuple[Found, ...]:
    """Return those of *mentions* that no longer one overlaps; of equal ones the vocabulary's goes first."""
    chosen: list[Found] = []
    taken: set[int] = set()
    order = {"names": 1}
    for mention in sorted(mentions, key=lambda m: (m.start - m.end, order.get(m.extractor, 0), -m.confidence, m)):
        cells = range(mention.start, mention.end)
        if taken.isdisjoint(cells):
            taken.update(cells)
            chosen.append(mention)
    return tuple(sorted(chosen))


def name_key(text: str) -> str:
    """Return what *text* and all its spellings by case, blank and hyphen have in common."""
    return re.sub(r"[\s_-]+", " ", fold(clean(text)))


def clean(text: str) -> str:
    r"""Return *text* without LaTeX commands and signs.

    >>> clean(r"\textbf{Avg-K}"), clean(r"$\mu$-MoE"), clean("S$^{3}$")
    ('Avg-K', 'μ-MoE', 'S3')
    """
    text = text.replace(r"\mu", "μ").replace(r"\lambda", "λ").replace(r"\alpha", "α").replace(r"\beta", "β")
    return re.sub(r"\s+", " ", _LATEX.sub("", text)).strip()
