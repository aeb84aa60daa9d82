"""What a proper name looks like, and what only looks like one."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from extractors.folding import fold

#: One word of a proper name: letters with inner digits, hyphens, dots, pluses (F-COO, tf.data, C++, S2M3).
WORD = r"(?=\d{0,4}-?[A-Za-zΑ-ω])[A-Za-z0-9Α-ω]+(?:[-_.@][A-Za-z0-9Α-ω]+)*\+*"
_WORD = re.compile(WORD)
_INNER_CAPITAL = re.compile(r"[a-zα-ω0-9].*[A-ZΑ-Ω]|[A-ZΑ-Ω].*[A-ZΑ-Ω]|\d")


#: A lower-case letter before a capital: what no ordinary word has (PathNet, vLLM, PyOD, Qwen2.5-VL).
_CAMEL = re.compile(
    r"[a-zα-ω]\d*[A-ZΑ-Ω]|[A-Z]{2,}[a-z]{2,}|[a-z]\d+(?:\.\d+)?-?[A-Z]|[A-Z][a-z]+-[A-Z]{2,}|[A-Z]{2,}-[A-Z][a-z]|[A-Z]{2,}\d+[A-Z]"
)


# 30dB, 8xH200: a figure; GPU-based, NoC-enabled, Optical-to-SAR: an adjective.
_FIGURE = re.compile(r"\d+(?:x|[A-Za-z]{1,4}$)")
_COMPOUND = re.compile(
    r"-(?:[a-z]+(?:ed|ing|en)|based|aware|driven|only|free|level|wise|style|like|to|as|in|and|on|centric|oriented|specific|friendly|bound|side)(?:$|-)",
    re.IGNORECASE,
)


def is_camel(text: str) -> bool:
    """Return whether *text* is a name by its shape alone, wherever it stands.

    >>> [is_camel(t) for t in ("PyOD", "vLLM", "LB4OMP", "GPU", "GPUs", "Mist", "Multi-GPU")]
    [True, True, True, False, False, False, False]
    """
    if (text[-1:] == "s" and text[:-1].isupper()) or _FIGURE.match(text) or _COMPOUND.search(text):
        return False
    if fold(text) in word_list("never_names") or any(
        fold(part) in word_list("never_names") for part in text.split("-")
    ):
        return False
    return _CAMEL.search(text) is not None


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
