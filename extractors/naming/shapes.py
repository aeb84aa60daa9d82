"""What a proper name looks like, and what only looks like one."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from extractors.folding import fold

#: One word of a proper name: letters with inner digits, hyphens, dots, pluses (F-COO, tf.data, C++, S2M3).
WORD = r"[A-Za-zΑ-ω][A-Za-z0-9Α-ω]*(?:[-_+.@/’'][A-Za-z0-9Α-ω]+)*\+*"
_WORD = re.compile(WORD)
_INNER_CAPITAL = re.compile(r"[a-zα-ω0-9].*[A-ZΑ-Ω]|[A-ZΑ-Ω].*[A-ZΑ-Ω]|\d")


@cache
def word_list(name: str) -> frozenset[str]:
    """Return the words of the data file *name* beside this module; ``#`` begins a comment."""
    text = (files(__package__) / f"{name}.txt").read_text(encoding="utf-8")
    lines = (line.partition("#")[0].strip() for line in text.split("\n"))
    return frozenset(word for line in lines for word in line.split() if word)


def is_distinctive(text: str) -> bool:
    """Return whether *text* can be nothing but a name: capitals or digits inside (FastKron, LB4OMP, F-COO, vLLM).

    >>> [is_distinctive(t) for t in ("FastKron", "F-COO", "Mist", "scheduling", "GPU", "pre-training")]
    [True, True, False, False, True, False]
    """
    return len(text) >= 2 and _INNER_CAPITAL.search(text) is not None and not text.isdigit()


def is_name(text: str) -> bool:
    """Return whether *text* may be a proper name where the context says that a name comes: one capital will do.

    >>> [is_name(t) for t in ("Mist", "Alto", "Efficient", "novel", "We")]
    [True, True, False, False, False]
    """
    match = _WORD.fullmatch(text)
    if match is None or len(text) < 2:
        return False
    if is_distinctive(text):
        return fold(text) not in word_list("never_names") and re.sub(r"[^a-z]+$", "", fold(text)) not in word_list(
            "never_names"
        )
    return text[0].isupper() and fold(text) not in word_list("plain_words")
