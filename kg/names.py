"""Fold names so that one name written in two ways is found as one."""

from __future__ import annotations

import re
import unicodedata

_IGNORED = re.compile(r"[\s_\-‐‑‒–—·.,'’\"“”()（）\[\]/]+")


def fold_name(name: str) -> str:
    """Return *name* without letter case, width, accents, spaces, hyphens and brackets.

    >>> fold_name("Megatron‑LM") == fold_name("megatron lm"), fold_name("Ｈ１００")
    (True, 'h100')
    """
    text = unicodedata.normalize("NFKD", name).casefold()
    text = "".join(c for c in text if not unicodedata.combining(c))
    folded = _IGNORED.sub("", unicodedata.normalize("NFC", text))
    return folded or name.strip()
