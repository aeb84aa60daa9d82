"""Node ids: made from what a thing is, never from how one text spelt it."""

from __future__ import annotations

import hashlib
import re
import unicodedata

# Signs that carry the difference between two names of the field (C++ and C, C# and C).
_SIGNS = {"+": "plus", "#": "sharp", "&": "and"}
_LEFT_OUT = re.compile(r"[^a-z0-9\u3400-\u9fff]+")


def slug(name: str) -> str:
    """Return *name* folded to lower-case ASCII letters, digits, Han characters and hyphens.

    >>> slug("Megatron-LM"), slug("C++"), slug("mixture of experts")
    ('megatron-lm', 'c-plus-plus', 'mixture-of-experts')
    """
    text = unicodedata.normalize("NFKD", name).casefold()
    text = "".join(c for c in text if not unicodedata.combining(c))
    text = "".join(f"-{_SIGNS[c]}-" if c in _SIGNS else c for c in text)
    text = _LEFT_OUT.sub("-", text).strip("-")
    return text or "x" + digest(name)


def digest(*parts: str) -> str:
    """Return 16 hexadecimal digits that depend on every one of *parts* and their order."""
    joined = "\x1f".join(part.encode("utf-8", "backslashreplace").decode("ascii", "backslashreplace") for part in parts)
    return hashlib.sha256(joined.encode("ascii")).hexdigest()[:16]


def entity_id(name: str) -> str:
    """Return the id of the entity whose canonical English name is *name*.

    >>> entity_id("NVIDIA A100")
    'entity/nvidia-a100'
    """
    return f"entity/{slug(name)}"


def institution_id(*, ror: str, name: str) -> str:
    """Return an institution's id: its ROR id where *ror* is known, else the slug of *name*.

    >>> institution_id(ror="", name="CentML")
    'institution/centml'
    """
    return f"institution/{ror or slug(name)}"


def paper_id(*, arxiv: str, title: str) -> str:
    """Return a paper's id: its arXiv number where *arxiv* is known, else a hash of the folded *title*."""
    if arxiv:
        return f"paper/{arxiv}"
    folded = re.sub(r"[\W_]+", " ", unicodedata.normalize("NFKC", title).casefold()).strip()
    return f"paper/{digest(folded)}"


def claim_id(paper: str, *parts: str) -> str:
    """Return the id of a claim of *paper* that is told apart by *parts*."""
    return f"claim/{digest(paper, *parts)}"
