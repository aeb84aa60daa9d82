"""The papers in a page of HTML: rows of tables, listings of arXiv, items of lists, and sections under headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from extractors.parsing.digest_fields import LABELS, Draft, is_title, papers_of, to_record
from extractors.parsing.fields import reject, to_reading
from extractors.parsing.reading import Reading

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

#: A page is read as a whole (characters); digests of a day are a thousandth of it.
LONGEST = 32 * 1024**2
#: The attribute in which Markdown keeps the line of a block.
LINE = "data-line"
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = frozenset(
    {
        "p",
        "div",
        "li",
        "ul",
        "ol",
        "dl",
        "dt",
        "dd",
        "table",
        "tr",
        "td",
        "th",
        "blockquote",
        "pre",
        "section",
        "article",
    }
) | {
    *_HEADINGS,
    *("br", "details", "summary", "header", "footer", "main", "body", "hr"),
}
_LEFT_OUT = ("script", "style", "head", "nav", "template", "noscript")
# What is left before the text of an item once its title is gone: dashes, and links in brackets.
_BRACKETED = re.compile(
    r"^(?:[\s\-–—:.,|*]|[\[(](?:pdf|abs|html|paper|code|link|arxiv|论文|代码)[\])])+", re.IGNORECASE
)
_AT_ARXIV = re.compile(r"/(?:abs|pdf|html)/")
_HINT = re.compile(r"arxiv\.org/(?:abs|pdf|html)/|doi\.org/10\.|list-title\b", re.IGNORECASE)


def has_papers(head: str) -> bool:
    """Return whether *head* links to papers: what does not is no digest."""
    return bool(_HINT.search(head))


def read_html(text: str, *, source: str) -> Iterator[Reading]:
    """Yield the papers in the page *text*; a page without any is a Problem."""
    from lxml import etree
    from lxml.html import HTMLParser, document_fromstring

    if len(text) > LONGEST:
        yield reject(f"a page of more than {LONGEST >> 20} Mi characters; split it", source=source, line=1)
        return
    parser = HTMLParser(encoding="utf-8", huge_tree=False, no_network=True, remove_comments=True, remove_pis=True)
    raw = text.replace("\x00", "\ufffd").encode("utf-8", "replace")
    try:
        root = document_fromstring(raw, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as err:
        yield reject(f"no HTML: {err}", source=source, line=1, text=text)
        return
    for element in list(root.iter(*_LEFT_OUT)):
        parent = element.getparent()
        if parent is not None:
            _drop(element, parent)
    found = False
    most = text.count("\n") + 1
    for draft in sorted(_drafts(root), key=lambda draft: draft.line):
        found = True
        shown = "\n".join([draft.title, *draft.lines])
        yield to_reading(to_record(draft, text=shown), source=source, line=min(max(1, draft.line), most))
    if not found:
        yield reject(
            "no paper: expected titles with links to arXiv or a DOI, or with abstracts",
            source=source,
            line=1,
            text=text,
        )


def _drop(element: Element, parent: Element) -> None:
    """Take *element* out but keep the text behind it."""
    before = element.getprevious()
    if before is None:
        parent.text = (parent.text or "") + (element.tail or "")
    else:
        before.tail = (before.tail or "") + (element.tail or "")
    parent.remove(element)


def _drafts(root: Element) -> Iterator[Draft]:
    used: set[Element] = set()
    for table in root.iter("table"):
        rows = list(_table(table))
        if rows:
            used.add(table)
            yield from rows
    for group in root.iter("dl"):
        pairs = list(_listing(group))
        if pairs:
            used.add(group)
            yield from pairs
    yield from _sections(root, used)


# --- tables ---------------------------------------------------------------------------------------------------------------


def _table(table: Element) -> Iterator[Draft]:
    """Yield a paper for each row of *table*, if its first row names a column for titles."""
    rows = [row for row in table.iter("tr") if _ancestor(row, "table") is table]
    if not rows:
        return
    names = [
        LABELS.get(" ".join(_text(cell).split()).strip(" *:：").casefold(), "")
        for cell in rows[0]
        if cell.tag in ("th", "td")
    ]
    if "title" not in names:
        return
    for row in rows[1:]:
        cells = [cell for cell in row if cell.tag in ("td", "th")]
        draft = Draft("", _line(row), links=_links(row))
        for name, cell in zip(names, cells, strict=False):
            value = " ".join(_text(cell).split())
            if name == "title":
                draft.title = value
            elif name and value.casefold() not in ("", "null", "none", "-"):
                draft.lines.append(f"{_LABEL_OF[name]}: {value}")
        if draft.title or draft.lines:
            yield draft


# What each column is called in the lines of a draft.
_LABEL_OF = {of: of for of in LABELS.values()} | {"subjects": "keywords"}


# --- listings of arXiv ----------------------------------------------------------------------------------------------------


def _listing(group: Element) -> Iterator[Draft]:
    """Yield a paper for each pair of a term with a link and a description with a title: how arXiv lists the new papers."""
    links: list[tuple[str, str]] = []
    begin = 0
    for child in group:
        if child.tag == "dt":
            links, begin = _links(child), _line(child)
        elif child.tag == "dd" and papers_of(links):
            parts = {
                name: " ".join(_text(part).split())
                for part in child.iter()
                for name in (part.get("class") or "").split()
                if name in _LISTED
            }
            if "list-title" in parts:
                lines = [
                    f"{label}: {_FIRST_LABEL.sub('', parts[name])}" for name, label in _LISTED.items() if name in parts
                ]
                abstract = max((" ".join(_text(p).split()) for p in child.iter("p")), key=len, default="")
                yield Draft(parts["list-title"], begin, [*lines[1:], f"abstract: {abstract}"], [*links, *_links(child)])


_LISTED = {"list-title": "title", "list-authors": "authors", "list-subjects": "categories", "list-dateline": "date"}
_FIRST_LABEL = re.compile(r"^\w+:\s*")


# --- sections and lists ---------------------------------------------------------------------------------------------------


def _sections(root: Element, used: set[Element]) -> Iterator[Draft]:
    """Yield the papers under headings, and those that lists and paragraphs name one by one."""
    heading: Element | None = None
    blocks: list[Element] = []
    for element in _flow(root, used):
        if element.tag in _HEADINGS:
            yield from _section(heading, blocks)
            heading, blocks = element, []
        else:
            blocks.append(element)
    yield from _section(heading, blocks)


def _flow(element: Element, used: set[Element]) -> Iterator[Element]:
    """Yield headings, and the outermost blocks without headings in them, in the order of the page."""
    for child in element:
        if not isinstance(child.tag, str) or child in used:
            continue
        if child.tag in _HEADINGS:
            yield child
        elif any(True for _ in child.iter(*_HEADINGS, "table", "dl")) or child.tag in (
            "body",
            "main",
            "article",
            "section",
        ):
            yield from _flow(child, used)
        else:
            yield child


def _section(heading: Element | None, blocks: list[Element]) -> Iterator[Draft]:
    links = [*(_links(heading) if heading is not None else ()), *(link for block in blocks for link in _links(block))]
    papers = papers_of(links)
    title = " ".join(_text(heading).split()) if heading is not None else ""
    lines = [line for block in blocks for line in _lines(block)]
    labelled = any(re.match(r"\W*(?:abstract|摘要)\W", line + " ", re.IGNORECASE) for line in lines)
    own = heading is not None and bool(papers_of(_links(heading)))
    items = [] if own else [draft for block in blocks for draft in _items(block)]
    if items and (len(papers) > 1 or not labelled):
        yield from items
    elif (
        heading is not None
        and is_title(title)
        and (papers or labelled)
        and len(papers) <= (3 if own or labelled else 1)
    ):
        yield Draft(title, _line(heading), lines, links)


def _items(block: Element) -> Iterator[Draft]:
    """Yield the papers of a list, or the one that a paragraph begins with."""
    if block.tag in ("ul", "ol"):
        for item in block:
            if item.tag == "li":
                yield from _item(item)
    elif block.tag in ("div", "details", "blockquote") and any(True for _ in block.iter("li", "p")):
        for child in block:
            if isinstance(child.tag, str):
                yield from _items(child)
    elif block.tag in ("p", "div"):
        yield from _item(block)


def _item(item: Element) -> Iterator[Draft]:
    """Yield the paper that *item* tells of: its title is the first link that can be one, else the first bold text."""
    links = _links(item)
    papers = papers_of(links)
    if len(papers) > 1:
        inner = [child for child in item if child.tag in ("ul", "ol")]
        nested = [draft for child in inner for draft in _items(child)]
        if nested:
            yield from nested
            return
    if not papers or len(papers) > 3:
        return
    title = next((text for address, text in links if papers_of([(address, text)]) and is_title(text)), "")
    if not title:
        bold = (" ".join(_text(part).split()) for part in item.iter("b", "strong"))
        title = next((text for text in bold if is_title(text) and text.strip(" :：").casefold() not in LABELS), "")
    lines = list(_lines(item))
    if not title and lines:
        title, lines = lines[0], lines[1:]
    if is_title(title):
        rest = [_BRACKETED.sub("", line.replace(title, "", 1)) if title in line else line for line in lines]
        yield Draft(title, _line(item), [line for line in rest if line], links)


# --- text -----------------------------------------------------------------------------------------------------------------


def _text(element: Element) -> str:
    """Return the text of *element*, with a line break where a block begins or ends."""
    parts: list[str] = []

    def walk(node: Element) -> None:
        block = node.tag in _BLOCKS
        if block:
            parts.append("\n")
        parts.append(_flat(node.text))
        for child in node:
            if isinstance(child.tag, str):
                walk(child)
            parts.append(_flat(child.tail))
        if block:
            parts.append("\n")

    walk(element)
    return "".join(parts)


def _flat(text: str | None) -> str:
    return re.sub(r"\s+", " ", text) if text else ""


def _lines(element: Element) -> Iterator[str]:
    for line in _text(element).split("\n"):
        if stripped := " ".join(line.split()):
            yield stripped


def _links(element: Element) -> list[tuple[str, str]]:
    """Return the addresses and texts of the links in *element*; those within the site of arXiv in full."""
    found = []
    for link in element.iter("a"):
        address = (link.get("href") or "").strip()
        if address:
            whole = f"https://arxiv.org{address}" if _AT_ARXIV.match(address) else address
            found.append((whole, " ".join(_text(link).split())))
    return found


def _line(element: Element) -> int:
    for one in (element, *element.iterdescendants(), *element.iterancestors()):
        given = one.get(LINE) if isinstance(one.tag, str) else None
        if given and given.isdigit():
            return int(given)
    return element.sourceline or 1


def _ancestor(element: Element, tag: str) -> Element | None:
    return next(iter(element.iterancestors(tag)), None)
