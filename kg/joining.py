"""Records that tell of one paper become one document: by arXiv number, by DOI, or by their titles, in whatever order they come."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from kg.ids import paper_id
from kg.records import Author, Document

#: Titles of one year may differ in as many characters, where they are long enough for that to be a slip and no other paper.
DISTANCE = 2
_LEAST_FUZZY = 30
# A short title (Editorial, Introduction) names no paper across years or without authors.
_LEAST_EXACT = 12
# The preprint of a paper is older than the paper, seldom by more years.
_YEARS_APART = 2
_ARXIV_DOI = "10.48550/"
_ACCENT = re.compile(r"""\\["'`^~=.uvHcdbkr]\s*\{?\s*\\?(?P<letter>[A-Za-z])\}?""")
_NUMBERS = re.compile(r"\d+|(?<![^\W\d_])[ivx]+(?![^\W\d_])")
_LIMIT = 400


def join(documents: Iterable[Document]) -> tuple[Document, ...]:
    """Return one document a paper, sorted by the paper's id; the fuller record wins field by field, and all places are kept.

    >>> from kg.records import Document
    >>> one = Document("A title", "An abstract", arxiv="2401.00001", version="v1", source="a", line=1)
    >>> two = Document("A Title", "", arxiv="2401.00001", version="v2", doi="10.5555/1", source="b", line=7)
    >>> [(d.abstract, d.version, d.doi, d.sources) for d in join([one, two])]
    [('An abstract', 'v2', '10.5555/1', ('a:1', 'b:7'))]
    """
    records = sorted(set(documents))
    groups = _Groups(records)
    for keys in ([f"arxiv {d.arxiv}" if d.arxiv else "" for d in records], [_doi(d) for d in records]):
        _by_key(groups, keys)
    _by_title(groups, records)
    _by_key(groups, [_own_id(d) for d in records])
    joined = [_merged([records[number] for number in members]) for members in groups.members()]
    # What the fields of a whole group say may give it the id of another one.
    papers: dict[str, list[Document]] = defaultdict(list)
    for document in joined:
        papers[_id(document)].append(document)
    return tuple(_merged(papers[key]) for key in sorted(papers))


def join_into(known: Mapping[str, Document], arrived: Iterable[Document]) -> tuple[dict[str, Document], frozenset[str]]:
    """Return the papers that *arrived* make or change, joined with those of *known* that they tell of, and the ids that go for it.

    *known* are papers by id, none of which tells of another one.
    """
    records = tuple(arrived)
    near = {paper: known[paper] for paper in sorted(_near(known, records))}
    papers = {_id(document): document for document in join((*near.values(), *records))}
    changed = {paper: document for paper, document in papers.items() if known.get(paper) != document}
    return changed, frozenset(near.keys() - papers.keys())


def _near(known: Mapping[str, Document], records: Iterable[Document]) -> frozenset[str]:
    """Return those of *known* that one of *records* may tell of as well."""
    keys: set[str] = set()
    slots: set[tuple[str, int]] = set()
    for record in records:
        title = fold_title(record.title)
        keys |= {record.arxiv, _doi(record), _id(record), title}
        slots |= {(record.date[:4], len(title) + more) for more in range(-DISTANCE, DISTANCE + 1)}
    keys.discard("")
    found = set()
    for paper, document in known.items():
        title = fold_title(document.title)
        if (
            not keys.isdisjoint((paper, document.arxiv, _doi(document), title))
            or (document.date[:4], len(title)) in slots
        ):
            found.add(paper)
    return frozenset(found)


def _id(document: Document) -> str:
    return paper_id(arxiv=document.arxiv, title=document.title, doi=document.doi)


def _own_id(document: Document) -> str:
    return "" if document.arxiv else _id(document)


def _doi(document: Document) -> str:
    return document.doi if document.doi and not document.doi.startswith(_ARXIV_DOI) else ""


class _Groups:
    """Records in groups (union-find); two different arXiv numbers never come into one group."""

    def __init__(self, records: list[Document]) -> None:
        self._above = list(range(len(records)))
        self._arxiv = [record.arxiv for record in records]

    def find(self, number: int) -> int:
        while self._above[number] != number:
            self._above[number] = self._above[self._above[number]]
            number = self._above[number]
        return number

    def unite(self, one: int, other: int) -> None:
        first, second = sorted((self.find(one), self.find(other)))
        if first != second and not (
            self._arxiv[first] and self._arxiv[second] and self._arxiv[first] != self._arxiv[second]
        ):
            self._above[second] = first
            self._arxiv[first] = self._arxiv[first] or self._arxiv[second]

    def members(self) -> list[list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for number in range(len(self._above)):
            found[self.find(number)].append(number)
        return [found[root] for root in sorted(found)]


def _by_key(groups: _Groups, keys: list[str]) -> None:
    """Unite the records of equal *keys*; an empty one is none."""
    firsts: dict[str, int] = {}
    for number, key in enumerate(keys):
        if key:
            groups.unite(firsts.setdefault(key, number), number)


# --- titles ---------------------------------------------------------------------------------------------------------------


def _by_title(groups: _Groups, records: list[Document]) -> None:
    titles = [fold_title(record.title) for record in records]
    same: dict[str, list[int]] = defaultdict(list)
    for number, title in enumerate(titles):
        same[title].append(number)
    for title in sorted(same):
        if len(title) >= _LEAST_EXACT:
            _unite_agreeing(groups, records, same[title][:_LIMIT])
    for one, other in sorted(_close_pairs(records, titles)):
        if _agree(records[one], records[other], years_apart=0, need_authors=False):
            groups.unite(one, other)


def _unite_agreeing(groups: _Groups, records: list[Document], numbers: list[int]) -> None:
    for index, one in enumerate(numbers):
        for other in numbers[index + 1 :]:
            years = _years_apart(records[one], records[other])
            if years is None or years == 0:
                agree = _agree(records[one], records[other], years_apart=0, need_authors=False)
            else:
                agree = _agree(records[one], records[other], years_apart=_YEARS_APART, need_authors=True)
            if agree:
                groups.unite(one, other)


def _years_apart(one: Document, other: Document) -> int | None:
    if not (one.date[:4].isdecimal() and other.date[:4].isdecimal()):
        return None
    return abs(int(one.date[:4]) - int(other.date[:4]))


def _agree(one: Document, other: Document, *, years_apart: int, need_authors: bool) -> bool:
    """Return whether nothing that the two records state keeps them from being of one paper."""
    years = _years_apart(one, other)
    if (years or 0) > years_apart or (one.arxiv and other.arxiv and one.arxiv != other.arxiv):
        return False
    if one.authors and other.authors:
        return bool(_family_words(one) & _family_words(other))
    # Of two that a publisher registered apart, only the authors could show that they are one.
    apart = _doi(one) and _doi(other) and _doi(one) != _doi(other)
    return not need_authors and not apart


@lru_cache(maxsize=4096)
def _family_words(document: Document) -> frozenset[str]:
    """Return the words of the authors' names that are no initials, folded: which of them is the family name is not always known."""
    words = _name_words(" ".join(author.name for author in document.authors))
    return frozenset(word for word in words if len(word) > 1)


def _name_words(name: str) -> frozenset[str]:
    folded = unicodedata.normalize("NFKD", name).casefold()
    return frozenset(re.findall(r"[^\W\d_]+", "".join(char for char in folded if not unicodedata.combining(char))))


def fold_title(title: str) -> str:
    r"""Return *title* without case, accents, marks of LaTeX, signs and spaces.

    >>> fold_title(r"Schr\"odinger's {C}at"), fold_title("Schrödinger’s cat")
    ('schrodingerscat', 'schrodingerscat')
    """
    text = unicodedata.normalize("NFKD", _ACCENT.sub(r"\g<letter>", title)).casefold()
    return re.sub(r"[\W_]+", "", "".join(char for char in text if not unicodedata.combining(char)))


def _close_pairs(records: list[Document], titles: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of records of one year whose long titles differ in few characters, though in no number.

    Of two texts within distance *d*, one of any *d* + 1 pieces of the shorter one stands in the longer one, moved by at most *d*.
    """
    index: dict[tuple[str, int, int, str], list[int]] = defaultdict(list)
    numbers = {n for n, t in enumerate(titles) if len(t) >= _LEAST_FUZZY and records[n].date[:4].isdecimal()}
    for number in sorted(numbers, key=lambda n: (len(titles[n]), n)):
        title, year = titles[number], records[number].date[:4]
        candidates: set[int] = set()
        for length in range(len(title) - DISTANCE, len(title) + 1):
            for piece, (start, end) in enumerate(_pieces(length)):
                for moved in range(max(0, start - DISTANCE), start + DISTANCE + 1):
                    candidates.update(index.get((year, length, piece, title[moved : moved + end - start]), ()))
        for other in candidates:
            if (
                title != titles[other]
                and _numbers(records[number]) == _numbers(records[other])
                and _is_close(title, titles[other])
            ):
                yield min(number, other), max(number, other)
        for piece, (start, end) in enumerate(_pieces(len(title))):
            index[year, len(title), piece, title[start:end]].append(number)


def _pieces(length: int) -> list[tuple[int, int]]:
    bounds = [length * part // (DISTANCE + 1) for part in range(DISTANCE + 2)]
    return list(pairwise(bounds))


def _numbers(document: Document) -> list[str]:
    """Return the numbers in the title, Roman ones included: parts and versions differ in them alone."""
    return _NUMBERS.findall(document.title.casefold())


def _is_close(one: str, other: str) -> bool:
    """Return whether at most ``DISTANCE`` characters are to be changed, added or left out to make *one* of *other*."""
    if abs(len(one) - len(other)) > DISTANCE:
        return False
    far = DISTANCE + 1
    before = [column if column <= DISTANCE else far for column in range(len(other) + 1)]
    for row, char in enumerate(one, start=1):
        current = [far] * (len(other) + 1)
        if row <= DISTANCE:
            current[0] = row
        for column in range(max(1, row - DISTANCE), min(len(other), row + DISTANCE) + 1):
            changed = before[column - 1] + (char != other[column - 1])
            current[column] = min(changed, before[column] + 1, current[column - 1] + 1, far)
        if min(current) >= far:
            return False
        before = current
    return before[-1] <= DISTANCE


# --- fields ---------------------------------------------------------------------------------------------------------------


def _merged(documents: list[Document]) -> Document:
    """Return one document of all that *documents* say of one paper, the fuller ones first."""
    if len(documents) == 1:
        return documents[0]
    ranked = sorted(documents, key=_fullness, reverse=True)
    first = ranked[0]
    line = max(ranked, key=lambda d: (len(d.affiliation), d)).affiliation
    organizations = {pair for d in ranked for pair in d.organizations if pair[0] in line}
    return replace(
        first,
        date=min((d.date for d in ranked), key=lambda date: (-len(date), date)),
        categories=_union(d.categories for d in ranked),
        affiliation=line,
        arxiv=next((d.arxiv for d in ranked if d.arxiv), ""),
        authors=_authors(ranked),
        doi=next((_doi(d) for d in ranked if _doi(d)), "") or next((d.doi for d in ranked if d.doi), ""),
        urls=tuple(sorted(_union(d.urls for d in ranked))),
        subjects=_union(d.subjects for d in ranked),
        version=max((d.version for d in ranked), key=_version),
        organizations=tuple(sorted(organizations)),
        sources=tuple(sorted({place for d in ranked for place in d.sources or (f"{d.source}:{d.line}",)})),
    )


def _fullness(document: Document) -> tuple[int, int, Document]:
    return len(document.abstract), len(document.affiliation), document


def _authors(ranked: list[Document]) -> tuple[Author, ...]:
    """Return the longest list of authors, with what the other records know of those whose names are the same but for case and accents."""
    known: dict[frozenset[str], Author] = {}
    for document in ranked:
        for author in document.authors:
            key = _name_words(author.name)
            one = known.get(key, author)
            known[key] = Author(one.name, one.orcid or author.orcid, one.affiliations or author.affiliations)
    most = max(ranked, key=_known_of_authors).authors
    return tuple(replace(known[_name_words(author.name)], name=author.name) for author in most)


def _known_of_authors(document: Document) -> tuple[int, int, int, Document]:
    authors = document.authors
    return len(authors), sum(bool(a.orcid) for a in authors), sum(len(a.affiliations) for a in authors), document


def _version(version: str) -> tuple[int, str]:
    digits = version.removeprefix("v")
    return (int(digits) if digits.isdecimal() else 0), version


def _union(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for texts in lists for text in texts))
