"""Titles and abstracts with HTML, JATS or MathML in them to plain text."""

from __future__ import annotations

import html
import re

_ATTRIBUTES = r"""(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s<>"']+))*\s*/?"""
# Only what these formats use: `a<b and c>d` is no tag.
_INLINE = re.compile(
    rf"</?(?:i|b|em|strong|sub|sup|span|a|tt|u|scp|small|code|font|jats:[\w-]+|mml:[\w-]+){_ATTRIBUTES}>", re.IGNORECASE
)
_BLOCK = re.compile(
    rf"</?(?:p|br|div|li|ul|ol|h[1-6]|sec|title|blockquote|table|tr|td|jats:(?:p|sec|title|list|list-item|break)|body|html){_ATTRIBUTES}>",
    re.IGNORECASE,
)
# What stands before the text of an abstract and is no part of it.
_HEADING = re.compile(
    r"<(?P<tag>jats:title|title|h[1-6])>\s*(?:abstract|summary|摘要)\s*[.:]?\s*</(?P=tag)>", re.IGNORECASE
)


def untagged(text: str) -> str:
    """Return *text* without tags and with the characters that entities name.

    >>> untagged("<jats:title>Abstract</jats:title><jats:p>H<sub>2</sub>O &amp; x&lt;y</jats:p>").strip()
    'H2O & x<y'
    """
    if "<" in text:
        text = _INLINE.sub("", _BLOCK.sub(" ", _HEADING.sub(" ", text)))
    return html.unescape(text) if "&" in text else text
