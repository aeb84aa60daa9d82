"""LaTeX in names and titles to plain text: accents, escaped signs and braces; mathematics stays as it is written."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text

_MARKED = re.compile(r"[\\{}~]|--|``|''")
# In a bibliography these are plain signs, whatever they mean to TeX: a comment, a column, a mathematical sentence that never ends.
_BARE = re.compile(r"(?<!\\)[%&#]")
_DOLLAR = re.compile(r"(?<!\\)\$")
# What nests deeper is no title.
_DEEPEST = 50


@cache
def _converter() -> LatexNodes2Text:
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(math_mode="verbatim", strict_latex_spaces=True)


def plain(text: str) -> str:
    r"""Return *text* without the marks of LaTeX outside mathematics.

    >>> plain(r"{B}al\'azs \& {M}{\"u}ller: 5% of {GPU}s in $O(n^2)$")
    'Balázs & Müller: 5% of GPUs in $O(n^2)$'
    """
    if not _MARKED.search(text):
        return text
    if text.count("{") > _DEEPEST and _depth(text) > _DEEPEST:
        return text
    marked = _BARE.sub(lambda match: "\\" + match[0], text)
    if len(_DOLLAR.findall(marked)) % 2:
        marked = _DOLLAR.sub(r"\\$", marked)
    try:
        converted: str = _converter().latex_to_text(marked)
    except (ValueError, IndexError, RecursionError, AttributeError, TypeError):
        # What is no LaTeX, or more than the parser can follow, stands as it is written.
        return text
    return converted.replace("\xa0", " ")


def _depth(text: str) -> int:
    depth = deepest = 0
    for char in text:
        depth += (char == "{") - (char == "}")
        deepest = max(deepest, depth)
    return deepest
