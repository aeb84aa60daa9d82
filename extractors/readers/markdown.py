"""Read Markdown digests of papers: headings, lists or tables with titles, authors, links and abstracts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.parsing.fields import reject
from extractors.parsing.html_digests import LINE, has_papers, read_html
from extractors.parsing.reading import Reading

SUFFIXES = (".md", ".markdown")
_BLOCK = re.compile(r"^(?:#{1,6} |\s{0,3}[-*+] |\s{0,3}\d{1,4}[.)] |\s*\|.*\|)", re.MULTILINE)
# No paragraph of a digest is as long (characters); the parser's time would grow with its square.
_LONGEST_LINE = 100_000
_LONGEST = 16 * 1024**2


def sniff(head: str) -> bool:
    """Return whether *head* has headings, lists or tables of Markdown, and links to papers."""
    return head.lstrip()[:1] not in ("<", "{", "@", "") and has_papers(head) and bool(_BLOCK.search(head))


def read(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the papers and the problems of *text*."""
    from markdown_it import MarkdownIt

    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    long = next((number for number, line in enumerate(lines, start=1) if len(line) > _LONGEST_LINE), 0)
    if long or len(text) > _LONGEST:
        reason = (
            f"a line of more than {_LONGEST_LINE} characters: no digest"
            if long
            else f"more than {_LONGEST >> 20} Mi characters; split it"
        )
        yield reject(reason, source=source, line=long or 1)
        return
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse("\n".join(lines))
    for token in tokens:
        if token.map and token.nesting >= 0:
            token.attrSet(LINE, str(token.map[0] + 1))
    page = parser.renderer.render(tokens, parser.options, {})
    yield from read_html(f"<html><body>{page}</body></html>", source=source)
