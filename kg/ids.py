"""Node ids: made from what a thing is, never from how one text spelt it."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from kg.records import Author

# Signs that carry the difference between two names of the field (C++ and C, C# and C).
_SIGNS = {"+": "plus", "#": "sharp", "&": "and"}
# Characters of a title that no longer tells papers apart by itself.
_SHORT_TITLE = 20
_LEFT_OUT = re.compile(r"[^a-z0-9\u3400-\u9fff]+")
_GREEK = re.compile("[\u03b1-\u03c9]")
# Letters and digits of other scripts have no place in a slug; a hash of the name keeps names apart that differ in them alone.
_OTHER = re.compile(r"[^\W_a-z0-9\u3400-\u9fff]")


def slug(name: str) -> str:
    """Return *name* folded to lower-case ASCII letters, digits, Han characters and hyphens.

    >>> slug("Megatron-LM"), slug("C++"), slug("mixture of experts"), slug("μ-cuDNN")
    ('megatron-lm', 'c-plus-plus', 'mixture-of-experts', 'mu-cudnn')
    """
    if name.isascii() and name.replace(" ", "").replace("-", "").isalnum():  # most names: nothing below applies to them
        plain = _LEFT_OUT.sub("-", name.lower()).strip("-")
        if plain:
            return plain
    text = unicodedata.normalize("NFKD", name).casefold()
    text = "".join(c for c in text if not unicodedata.combining(c))
    text = "".join(f"-{_SIGNS[c]}-" if c in _SIGNS else c for c in text)
    text = _GREEK.sub(lambda letter: unicodedata.name(letter[0]).rpartition(" ")[2].casefold(), text)
    strange = _OTHER.search(text) is not None
    text = _LEFT_OUT.sub("-", text).strip("-")
    if text and not strange:
        return text
    return f"{text}-x{digest(name)}".lstrip("-")


def digest(*parts: str) -> str:
    r"""Return 16 hexadecimal digits that depend on every one of *parts* and their order.

    >>> digest("a", "b") == digest("b", "a"), digest("a", "b") == digest("a\x1fb")
    (False, False)
    """
    safe = (part.replace("\\", r"\\").replace("\x1f", r"\x1f") for part in parts)
    return hashlib.sha256("\x1f".join(safe).encode("utf-8", "backslashreplace")).hexdigest()[:16]


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


def paper_id(*, arxiv: str, title: str, doi: str = "") -> str:
    """Return a paper's id: its arXiv number where *arxiv* is known, else a hash of the folded *title*.

    A title as short as "Editorial" is that of many papers: there the *doi* is hashed as well.

    >>> paper_id(arxiv="", title="A Title") == paper_id(arxiv="", title="a  title.")
    True
    """
    if arxiv:
        return f"paper/{arxiv}"
    folded = re.sub(r"[\W_]+", " ", unicodedata.normalize("NFKC", title).casefold()).strip()
    if doi and len(folded) < _SHORT_TITLE:
        return f"paper/{digest(folded or title, doi)}"
    return f"paper/{digest(folded or title)}"


def category_id(name: str) -> str:
    """Return the id of the category called *name*; letter case counts.

    >>> category_id("cs.DC")
    'category/cs.DC'
    """
    clean = re.sub(r"[^\w.-]+", "-", name).strip("-")
    return f"category/{clean or 'x' + digest(name)}"


def author_ids(paper: str, authors: Iterable[Author]) -> tuple[str, ...]:
    """Return the ids of the *authors* of *paper*: the ORCID where there is one, else one of this paper alone.

    >>> author_ids("paper/1", [Author("Jane Doe", "0000-0002-1825-0097"), Author("R. Roe"), Author("R Roe")])
    ('author/0000-0002-1825-0097', 'author/1/r-roe', 'author/1/r-roe-2')
    """
    found: dict[str, None] = {}
    for author in authors:
        node = own = f"author/{author.orcid or paper.partition('/')[2] + '/' + slug(author.name)}"
        number = 2
        while node in found:
            node = f"{own}-{number}"
            number += 1
        found[node] = None
    return tuple(found)


def claim_id(paper: str, *parts: str) -> str:
    """Return the id of a claim of *paper* that is told apart by *parts*.

    >>> claim_id("paper/1", "speedup", "2") == claim_id("paper/1", "speedup", "2")
    True
    """
    return f"claim/{digest(paper, *parts)}"
