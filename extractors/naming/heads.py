"""The head nouns that tell what kind of thing a name or a description is."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from extractors.folding import fold


@cache
def _heads() -> dict[str, tuple[str, bool]]:
    text = (files(__package__) / "heads.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.split("\n")[1:] if line)
    return {head: (type_, generic == "yes") for head, type_, generic in rows}


@cache
def head_words() -> frozenset[str]:
    """Return all head nouns, folded."""
    return frozenset(_heads())


def head_type(word: str) -> tuple[str, bool] | None:
    """Return the type that head noun *word* gives and whether the noun alone is too general for a name; None for no head.

    >>> head_type("frameworks"), head_type("量化")
    (('System', True), ('Technique', False))
    """
    folded = fold(word).strip()
    heads = _heads()
    for form in (folded, folded.removesuffix("s"), folded.removesuffix("es"), folded.removesuffix("ies") + "y"):
        if form in heads:
            return heads[form]
    return None


def trailing_head(word: str, *, zh: bool = False) -> tuple[str, bool] | None:
    """Return head_type of *word*, of its part behind the last hyphen, or with *zh* of the longest head it ends with."""
    if zh:
        for length in range(4, 0, -1):
            if len(word) >= length and (found := head_type(word[-length:])):
                return found
        return None
    return head_type(word) or head_type(word.rpartition("-")[2])
