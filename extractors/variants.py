"""Words the field uses for one another in names: what is called tensor decomposition here is tensor factorization there."""

from __future__ import annotations

from functools import cache

# Each line holds words that stand for one another within a name.
_EQUAL = (
    ("adjustment", "tuning"),
    ("allocation", "assignment", "distribution"),
    ("cache", "caching"),
    ("computation", "calculation", "computing", "operation"),
    ("decomposition", "factorization"),
    ("hierarchical", "layered"),
    ("operation", "operator"),
    ("overlapping", "overlap"),
    ("parallelism", "parallelization", "parallel"),
    ("partitioning", "partition"),
    ("pipelining", "pipeline"),
    ("prediction", "forecasting"),
    ("reallocation", "redistribution"),
    ("recovery", "restoration"),
    ("scheduling", "schedule"),
    ("spatial", "space"),
    ("splitting", "partitioning"),
    ("temporal", "time"),
    ("tiling", "blocking"),
    ("transformation", "transform"),
)
# Chinese puts these between nouns where English has them first: 专家异步预取, asynchronous expert prefetching.
_LEADING = frozenset(
    [
        "adaptive",
        "asynchronous",
        "automatic",
        "concurrent",
        "distributed",
        "dynamic",
        "global",
        "hierarchical",
        "incremental",
        "local",
        "online",
        "parallel",
        "static",
        "synchronous",
    ]
)
# In vocabularies, where a variant is also looked for in texts, those that are never told apart.
_SAME = (("computation", "calculation"), ("decomposition", "factorization"), ("parallelism", "parallelization"))


@cache
def _others(*, strict: bool) -> dict[str, tuple[str, ...]]:
    others: dict[str, list[str]] = {}
    for group in _SAME if strict else _EQUAL:
        for word in group:
            others.setdefault(word, []).extend(other for other in group if other != word)
    return {word: tuple(found) for word, found in others.items()}


def find_variants(name: str, *, strict: bool = False) -> tuple[str, ...]:
    """Return *name* with one of its words put in another way, sorted; with *strict* only by words that mean the same anywhere.

    >>> find_variants("sparse tensor factorization", strict=True)
    ('sparse tensor decomposition',)
    >>> find_variants("temporal overlap")
    ('temporal overlapping', 'time overlap')
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
    if not strict:
        found |= {
            " ".join((word, *words[:index], *words[index + 1 :]))
            for index, word in enumerate(words)
            if word in _LEADING and 0 < index < len(words) - 1
        }
    return tuple(sorted(found - {name}))
