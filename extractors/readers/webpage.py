"""Read HTML digests of papers: listings of arXiv, daily pages with headings, lists or tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.parsing.html_digests import has_papers, read_html
from extractors.parsing.reading import Reading

SUFFIXES = (".html", ".htm", ".xhtml")
_BEGIN = re.compile(
    r"\s*(?:<\?xml[^<>]*>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype html|html|head|body|div|table|h[1-6]|dl|ul|ol|main|article|section)\b",
    re.IGNORECASE | re.DOTALL,
)


def sniff(head: str) -> bool:
    """Return whether *head* begins a page that links to papers."""
    return bool(_BEGIN.match(head)) and has_papers(head)


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *text*."""
    return read_html(text, source=source)
