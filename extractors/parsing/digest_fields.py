"""The lines of one paper in a Markdown or HTML digest: which is the title, who wrote it, what is the abstract."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from extractors.parsing.dates import read_date
from extractors.parsing.fields import Record, given_first, is_category
from extractors.parsing.identifiers import doi_name, find_arxiv
from kg.records import Author

#: Labels of fields, folded, in both languages.
LABELS: dict[str, str] = {
    name: of
    for of, names in {
        "title": "title|paper|paper title|标题|题目|论文|论文标题|中文标题",
        "authors": "author|authors|by|作者",
        "abstract": "abstract|summary|abs|摘要|简介|论文摘要",
        "date": "date|published|publish date|publication date|submitted|updated|submitted on|日期|发表日期|发布日期|提交日期",
        "categories": "category|categories|subject|subjects|primary category|类别|分类|学科",
        "subjects": "keyword|keywords|tags|关键词|标签",
        "affiliation": "affiliation|affiliations|institution|institutions|单位|机构",
        "link": "link|links|url|pdf|arxiv|arxiv id|arxiv link|doi|paper link|paper url|html|code|project|id|链接|论文链接|代码|原文",
        "comment": "comment|comments|journal-ref|journal ref|备注|注释",
    }.items()
    for name in names.split("|")
}
_LABEL = re.compile(
    r"\s*[\[【*_]{0,3}(?P<label>[A-Za-z][A-Za-z -]{1,20}|[\u4e00-\u9fff]{2,6})[\]】*_]{0,3}\s*[:：][*_]{0,3}\s*(?P<rest>.*)",
    re.DOTALL,
)
# What links to a paper are called when they do not carry its title.
_GENERIC = re.compile(
    r"\s*(?:[\[(【]?\s*(?:pdf|abs|abstract|html|ps|other|link|links|paper|url|arxiv|arxiv link|code|doi|translate|here|read more|page|project|project page|链接|论文|代码|原文)"
    r"\s*[\])】]?|(?:arxiv\s*:?\s*)?[\d.]+(?:v\d+)?|[a-z-]+/\d{7}(?:v\d+)?|https?://\S*|(?:doi:\s*)?10\.\S+|null|[\W\d_]*)\s*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\s*(?:\[?\d{1,4}[\].)、]|#\d{1,4}|[-*•])\s+")
_LEAST_ABSTRACT = 60
_MOST_AUTHOR_LINE = 2_000


@dataclass(slots=True)
class Draft:
    """One paper as found: its *title*, the *lines* under it, the *links* in all of it (address, text), where it begins."""

    title: str
    line: int
    lines: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)


def papers_of(links: Iterable[tuple[str, str]]) -> set[str]:
    """Return the papers (arXiv numbers, DOIs) that the addresses of *links* lead to."""
    found = set()
    for address, _ in links:
        number = find_arxiv(address)[0] if "arxiv.org/" in address.lower() or "arxiv." in address.lower() else ""
        if number:
            found.add(number)
        elif "doi.org/" in address.lower() and (name := doi_name(address)):
            found.add(name)
    return found


def is_title(text: str) -> bool:
    """Return whether *text*, that of a link or a heading, can be a title: it is not what links are called anyway.

    >>> is_title("PDF"), is_title("2401.00001v2"), is_title("FastThing: A Thing")
    (False, False, True)
    """
    return len(text.strip()) > 3 and not _GENERIC.fullmatch(text)


def tidy_title(text: str) -> str:
    """Return *text* without a number or a label before it.

    >>> tidy_title("12. A Title"), tidy_title("Title: A Title"), tidy_title("[3] A Title")
    ('A Title', 'A Title', 'A Title')
    """
    text = _NUMBERED.sub("", text, count=1)
    match = _LABEL.fullmatch(text)
    return (match["rest"] if match and LABELS.get(match["label"].strip().casefold()) == "title" else text).strip()


def to_record(draft: Draft, *, text: str = "") -> Record:
    """Return the record of *draft*: labelled lines by their labels, names before the abstract, the longest text as the abstract."""
    values, rest = _labelled(draft.lines)
    arxiv, version = find_arxiv(*(address for address, _ in draft.links), *values.get("link", ()))
    doi = next((name for address, _ in draft.links if "doi.org/" in address and (name := doi_name(address))), "")
    doi = doi or next((name for line in values.get("link", ()) if (name := doi_name(line))), "")
    rest = [line for line in rest if is_title(line)]
    abstract = " ".join(values.get("abstract", ()))
    authors = ", ".join(values.get("authors", ()))
    dates = [*values.get("date", ()), *(line for line in rest if len(line) < 30)]
    if not abstract:
        abstract = max(
            (line for line in rest if len(line) >= _LEAST_ABSTRACT and not _looks_like_names(line)), key=len, default=""
        )
    if not authors:
        before = rest[: rest.index(abstract)] if abstract in rest else rest
        authors = next((line for line in before if _looks_like_names(line)), "")
    words = [word for line in values.get("categories", ()) for word in re.split(r"[;,|\s]+|[()（）]", line)]
    return Record(
        title=tidy_title(draft.title) if is_title(draft.title) else " ".join(values.get("title", ())),
        abstract=abstract,
        date=next((found for line in dates if (found := read_date(line))), ""),
        categories=[word for word in words if is_category(word)],
        subjects=[word.strip() for line in values.get("subjects", ()) for word in re.split(r"[;,；，、]", line)],
        arxiv=arxiv,
        version=version,
        doi=doi,
        urls=[address for address, _ in draft.links],
        authors=[Author(name) for name in split_authors(authors)],
        affiliation="; ".join(values.get("affiliation", ())),
        text=text,
    )


def _labelled(lines: Sequence[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Return the lines by their labels, and those without; what follows a label that stands alone belongs to it."""
    values: dict[str, list[str]] = {}
    rest = []
    waiting = ""
    for line in lines:
        match = _LABEL.fullmatch(line)
        of = (
            LABELS.get(match["label"].strip().casefold(), "")
            if match
            else LABELS.get(line.strip(" :：*_#").casefold(), "")
        )
        if of:
            value = match["rest"].strip(" *_") if match else ""
            waiting = "" if value else of
            if value:
                values.setdefault(of, []).append(value)
        elif waiting:
            values.setdefault(waiting, []).append(line)
            waiting = ""
        else:
            rest.append(line)
    return values, rest


def _looks_like_names(line: str) -> bool:
    """Return whether *line* lists persons: short parts between commas, each with a capital, and no sentence."""
    parts = [part.strip() for part in re.split(r"[,，、;；]|\band\b|\bet\.? ?al\.?", line) if part.strip()]
    if len(line) > _MOST_AUTHOR_LINE or not parts or line.rstrip().endswith(("。", "!", "?")):
        return False
    return all(
        len(part) <= 40 and len(part.split()) <= 5 and (part[0].isupper() or part[0] > "\u2e80") for part in parts
    ) and (len(parts) > 1 or 2 <= len(parts[0].split()) <= 4)


def split_authors(line: str) -> list[str]:
    """Return the names on *line*.

    >>> split_authors("Jane Doe, Richard Roe and 张三"), split_authors("Doe, Jane; Roe, Richard"), split_authors("Jane Doe et.al.")
    (['Jane Doe', 'Richard Roe', '张三'], ['Jane Doe', 'Richard Roe'], ['Jane Doe'])
    """
    line = re.sub(
        r"\s*,?\s*(?:\bet\.? ?al\.?|\(?\d+ (?:more|additional) authors?.*|等)\s*$", "", line, flags=re.IGNORECASE
    )
    if ";" in line or "；" in line:
        return [given_first(part.strip()) for part in re.split(r"[;；]", line) if part.strip()]
    return [part.strip() for part in re.split(r"[,，、]|\s+and\s+|\s+&\s+", line) if part.strip()]
