"""From the values of a record to a Document: cleaning, composing the affiliation line, and the limits of every field."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from extractors.parsing.dates import read_date
from extractors.parsing.identifiers import arxiv_number, doi_name, find_arxiv
from extractors.parsing.reading import Problem, Reading
from kg.records import Author, Document

# No title or abstract is as long; what is, is another format or several records run together.
LONGEST = {"title": 1_000, "abstract": 20_000}
# Papers with thousands of authors name hundreds of organisations: names beyond this many characters are left off the line.
_LONGEST_LINE = 20_000
_MOST_AUTHORS, _MOST_WORDS, _LONGEST_WORD = 10_000, 500, 2_000
#: A reject keeps as much of a record's text.
LONGEST_REJECT = 20_000
_CATEGORY = re.compile(
    r"(?:astro-ph|cond-mat|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math-ph|nlin|nucl-ex|nucl-th|quant-ph|cs|math|physics|stat|eess|econ|q-bio|q-fin"
    r"|acc-phys|adap-org|alg-geom|ao-sci|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|dg-ga|funct-an|mtrl-th|patt-sol|plasm-ph|q-alg|solv-int|supr-con)"
    r"(?:\.[A-Z]{2}|\.[a-z]+(?:-[a-z]+)*)?"
)


@dataclass(frozen=True, slots=True)
class Record:
    """The values of one record as a format gives them; ``to_reading`` cleans them and makes a Document.

    *affiliation* is composed from the authors where it is empty. *text* is the record as it stands, for the rejects file.
    """

    title: str
    abstract: str = ""
    date: str = ""
    categories: Iterable[str] = ()
    subjects: Iterable[str] = ()
    arxiv: str = ""
    version: str = ""
    doi: str = ""
    urls: Iterable[str] = ()
    authors: Iterable[Author] = ()
    affiliation: str = ""
    organizations: Iterable[tuple[str, str]] = ()
    text: str = field(default="", repr=False)


def clean(text: object) -> str:
    r"""Return *text* on one line, its white space single; what is no text becomes empty.

    >>> clean("  A\n  title "), clean(None)
    ('A title', '')
    """
    return " ".join(text.split()) if isinstance(text, str) else ""


def clean_name(text: object) -> str:
    """Return the name of an organisation as it stands on an affiliation line: no semicolon within.

    >>> clean_name("Lab A; Testville;")
    'Lab A, Testville'
    """
    return clean(text).strip("; ").replace(";", ",").replace("；", "，")


def to_reading(record: Record, *, source: str, line: int) -> Reading:
    """Return *record*, which begins at *line* of *source*, as a Document, or as the Problem that keeps it from being one."""
    values = {"title": clean(record.title), "abstract": clean(record.abstract)}
    if not values["title"]:
        return reject("the record has no title", source=source, line=line, text=record.text)
    for name, limit in LONGEST.items():
        if len(values[name]) > limit:
            reason = f"{name} of {len(values[name])} characters: more than {limit}"
            return reject(reason, source=source, line=line, text=record.text)
    urls = unique(url for url in map(clean, record.urls) if re.match(r"https?://", url) and len(url) <= _LONGEST_WORD)
    arxiv, version = arxiv_number(record.arxiv) if record.arxiv else find_arxiv(record.doi, *urls)
    authors = tuple(cleaned for author in record.authors if (cleaned := _author(author)).name)[:_MOST_AUTHORS]
    affiliation = clean(record.affiliation) or _line(authors)
    named = ((clean_name(name), ror) for name, ror in record.organizations)
    words = unique(clean(word)[:_LONGEST_WORD] for word in record.subjects)
    own = [word for word in unique(map(clean, record.categories)) if " " not in word and len(word) < 100]
    return Document(
        title=values["title"],
        abstract=values["abstract"],
        date=read_date(record.date),
        categories=tuple(own[:_MOST_WORDS]),
        affiliation=affiliation[:_LONGEST_LINE],
        arxiv=arxiv,
        source=source,
        line=line,
        authors=authors,
        doi=doi_name(record.doi),
        urls=urls[:_MOST_WORDS],
        subjects=words[:_MOST_WORDS],
        version=record.version or version,
        organizations=tuple(sorted({(name, ror) for name, ror in named if name and ror and name in affiliation})),
    )


def is_category(word: str) -> bool:
    """Return whether *word* is a category of arXiv.

    >>> is_category("cs.DC"), is_category("hep-th"), is_category("Computer science")
    (True, True, False)
    """
    return bool(_CATEGORY.fullmatch(word))


def reject(reason: str, *, source: str, line: int, text: str = "") -> Problem:
    """Return the problem of a record that begins at *line* of *source*; a long *text* is cut."""
    return Problem(source, line, reason, text[:LONGEST_REJECT])


def _author(author: Author) -> Author:
    # An affiliation as long as an abstract is none.
    names = (name for name in map(clean_name, author.affiliations) if len(name) <= _LONGEST_WORD)
    return Author(clean(author.name)[:_LONGEST_WORD], author.orcid, unique(names))


def _line(authors: Iterable[Author]) -> str:
    line = ""
    for name in unique(name for author in authors for name in author.affiliations):
        longer = f"{line}; {name}" if line else name
        if len(longer) > _LONGEST_LINE:
            break
        line = longer
    return line


def unique(texts: Iterable[str]) -> tuple[str, ...]:
    """Return *texts* without repetitions and empty ones, in their order."""
    return tuple(text for text in dict.fromkeys(texts) if text)


def given_first(name: str) -> str:
    """Return *name* with the given names first, where a comma sets the family name off.

    >>> given_first("Doe, Jane"), given_first("Jane Doe"), given_first("Doe, Jr., John")
    ('Jane Doe', 'Jane Doe', 'John Doe, Jr.')
    """
    parts = [part.strip() for part in name.split(",")]
    if len(parts) == 2 and all(parts):
        return f"{parts[1]} {parts[0]}"
    if len(parts) == 3 and all(parts):
        return f"{parts[2]} {parts[0]}, {parts[1]}"
    return name.strip(" ,")
