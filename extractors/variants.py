"""Words the field uses for one another in names: what is called tensor decomposition here is tensor factorization there."""

from __future__ import annotations

from functools import cache

# Each line holds words that stand for one another within a name.
_EQUAL = (
    ("computation", "calculation", "computing"),
    ("decomposition", "factorization"),
    ("parallelism", "parallelization", "parallel"),
    ("partitioning", "partition"),
    ("pipelining", "pipeline"),
    ("overlapping", "overlap"),
    ("scheduling", "schedule"),
    ("spatial", "space"),
    ("temporal", "time"),
)
# In vocabularies, where a variant is also looked for in texts, those that are never told apart.
_SAME = (("computation", "calculation"), ("decomposition", "factorization"), ("parallelism", "parallelization"))


@cache
def _others(*, strict: bool) -> dict[str, tuple[str, ...]]:
    groups = _SAME if strict else _EQUAL
    return {word: tuple(other for other in group if other != word) for group in groups for word in group}


def find_variants(name: str, *, strict: bool = False) -> tuple[str, ...]:
    """Return *name* with one of its words put in another way, sorted; with *strict* only by words that mean the same anywhere.

    >>> find_variants("sparse tensor factorization", strict=True)
    ('sparse tensor decomposition',)
    >>> find_variants("spatial partitioning")
    ('space partitioning', 'spatial partition')
    """
    words = name.split(" ")
    if len(words) < 2:
        return ()
    others = _others(strict=strict)
    found = {
        " ".join((*words[:index], other, *words[index + 1 :]))
        for index, word in enumerate(words)
        for other in others.get(word, ())
        if other != "parallel" or index < len(words) - 1
    }
    return tuple(sorted(found - {name}))
