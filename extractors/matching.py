"""Find vocabulary terms in text by one Aho-Corasick pass.

The order matters: overlapping search, then the boundary, case and context filters, then the longest match. Filtering after a
leftmost-longest search would lose every short term that a rejected longer one covers.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import ahocorasick_rs

from extractors.coordination import find_coordinated
from extractors.folding import Folded, fold, fold_with_map
from extractors.gazetteers import Row

#: Signs that part the words of a term as a blank does.
SEPARATORS = str.maketrans("-_/", "   ")
# A slash joins the parts of a list (data/tensor parallelism), so that it is no blank there.
_HYPHENS = str.maketrans("-_", "  ")
_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_BORDER = re.compile(rf"(?<=[{_HAN}]) ?(?=[0-9a-z])|(?<=[0-9a-z]) ?(?=[{_HAN}])")
# Prefixes that the field writes joined, hyphenated and apart (pre-training, pretraining, pre training).
_PREFIX = re.compile(
    r"\b(pre|post|multi|co|re|non|semi|micro|mini|auto|inter|intra|sub|cross|meta|many|all|un|de|over|hyper|super)-(?=[a-z])"
)
# At most six characters.
_ACRONYM = re.compile(r"[A-Z0-9][A-Z0-9&.-]{0,4}s?")
_WORD = re.compile(r"[0-9a-z]")
_COUNT = re.compile(r"(?<![0-9a-z.])\d{1,4}x$")
_NUMBERED = re.compile(r"([a-z][a-z-]{2,})[ -]?(\d)")


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """Raw characters *start* to *end* of a text are a surface of *row*."""

    start: int
    end: int
    row: int
    ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class _Form:
    """One surface as it is searched: which row it belongs to and which filters it must pass."""

    row: int
    surface: str
    exact_case: bool
    ambiguous: bool
    trimmed: int = 0


class Matcher:
    """The terms of *rows*, ready to be found in any text. Immutable once made."""

    def __init__(self, rows: Sequence[Row], *, base: Matcher | None = None) -> None:
        # With *base*, whose rows are the first of these, they need not be read again.
        self.rows = tuple(rows)
        self._index(base.forms() if base else {}, first=len(base.rows) if base else 0)

    def extended(self, rows: Iterable[Row]) -> Matcher:
        """Return a matcher of the terms of this one and those of *rows*, made without reading all of them again."""
        return Matcher((*self.rows, *rows), base=self)

    def forms(self) -> dict[str, list[_Form]]:
        """Return the forms of all rows by what is searched."""
        return dict(zip(self._patterns, map(list, self._forms), strict=True))

    def _index(self, forms: dict[str, list[_Form]], *, first: int) -> None:
        """Make all rows from *first* on searchable beside the *forms* of those before."""
        for index, row in enumerate(self.rows[first:], start=first):
            ambiguous = set(row.ambiguous)
            for surface in (*row.surfaces, *(a for a in row.ambiguous if a not in row.surfaces)):
                gated = surface in ambiguous
                # A word that is also a name keeps its capitals (Ray); one written small may begin a title (Attention).
                exact = (gated and surface != surface.lower()) or _is_acronym(surface)
                trimmed = _kind_behind(surface) if row.term.type == "Hardware" and not row.generic else 0
                form = _Form(index, surface, exact, gated, trimmed)
                for variant in variants(surface):
                    known = forms.setdefault(variant, [])
                    if not any(other.row == index for other in known):
                        known.append(form)
        self._patterns = sorted(forms)
        self._forms = [forms[pattern] for pattern in self._patterns]
        self._automaton = ahocorasick_rs.AhoCorasick(self._patterns)

    def _owners(self, forms: list[_Form]) -> list[_Form]:
        """Return those of *forms* that own the surface they share: a row's name is no other row's alias."""
        named = [form for form in forms if form.surface == self.rows[form.row].term.name and not form.ambiguous]
        return named or forms

    def find(self, text: str, *, context: str | None = None) -> tuple[Hit, ...]:
        """Return the terms of *text* in order, none inside another.

        *context* is the text whose words may open the gate of an ambiguous form (the record; *text* by default).
        """
        folded = fold_with_map(text)
        searched = folded.text.translate(SEPARATORS)
        passed = [*self._filtered(folded, searched), *self._coordinated(folded)]
        clear = {hit.row for hit in passed if not hit.ambiguous}
        surroundings = fold(text if context is None else context)
        gate: dict[int, bool] = {}
        candidates = []
        for hit in passed:
            if hit.ambiguous and hit.row not in clear:
                if hit.row not in gate:
                    pattern = _context_pattern(self.rows[hit.row].context)
                    gate[hit.row] = pattern is not None and pattern.search(surroundings) is not None
                if not gate[hit.row]:
                    continue
            candidates.append(hit)
        tasks = [hit for hit in candidates if self.rows[hit.row].term.type == "Task"]
        others = longest(hit for hit in candidates if self.rows[hit.row].term.type != "Task")
        return layered(longest(tasks), others)

    def _coordinated(self, folded: Folded) -> Iterable[Hit]:
        for start, end, row in find_coordinated(folded.text.translate(_HYPHENS), self._row):
            yield Hit(*folded.span(start, end), row)

    def _row(self, form: str) -> int | None:
        """Return the row that *form*, folded, names without doubt, or None."""
        index = bisect_left(self._patterns, form)
        if index == len(self._patterns) or self._patterns[index] != form:
            return None
        found = self._forms[index][0]
        return None if found.ambiguous else found.row

    def _filtered(self, folded: Folded, searched: str) -> Iterable[Hit]:
        for index, start, end in self._automaton.find_matches_as_indexes(searched, overlapping=True):
            stop = right_border(searched, start, end)
            if stop is None or not left_border(searched, start):
                continue
            raw_start, raw_end = folded.span(start, stop)
            found = self._forms[index]
            written = folded.span(start, end)
            if len(found) > 1:
                # Tucker and TuckER, Neon and NEON: the one written so, then the one that is called so.
                found = [form for form in found if _same_case(folded.raw, written, form.surface)] or found
                found = self._owners(found)
            for form in found:
                if form.exact_case and not _same_case(folded.raw, written, form.surface):
                    continue
                if form.trimmed:
                    yield Hit(*folded.span(start, end - form.trimmed), form.row, form.ambiguous)
                else:
                    yield Hit(raw_start, raw_end, form.row, form.ambiguous)


def longest(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Return those of *hits* that no longer one overlaps; of equal ones the unambiguous, then the first row."""
    chosen: list[Hit] = []
    taken: set[int] = set()
    for hit in sorted(hits, key=lambda h: (h.start - h.end, h.ambiguous, h.start, h.row)):
        cells = range(hit.start, hit.end)
        if not taken.isdisjoint(cells):
            continue
        taken.update(cells)
        chosen.append(hit)
    return tuple(sorted(chosen))


def layered(tasks: Iterable[Hit], others: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return *others* and those of *tasks* that none of them covers.

    A task phrase holds the things it is about (LLM training names LLM as well), so that it neither hides them nor is hidden.
    """
    kept = [t for t in tasks if not any(o.start <= t.start and t.end <= o.end for o in others)]
    return tuple(sorted((*kept, *others)))


def left_border(text: str, start: int) -> bool:
    """Return whether a term may begin at *start* of the folded *text*; a count may stand at once before it (8xH200)."""
    if start == 0 or not (_WORD.match(text[start]) and _WORD.match(text[start - 1])):
        return True
    return text[start - 1] == "x" and _COUNT.search(text, max(0, start - 6), start) is not None


def right_border(text: str, start: int, end: int) -> int | None:
    """Return where a term that ends at *end* of the folded *text* ends with its plural sign, or None for no border."""
    if not _WORD.match(text[end - 1]):
        return end
    for stop in (end, end + 1, end + 2):
        if stop > end and text[end:stop] not in ("s", "es"):
            continue
        if stop > end and (end - start < 2 or stop > len(text)):
            continue
        after = text[stop : stop + 2]
        if not after or not _WORD.match(after[0]):
            # GPT-3 does not stand in "GPT-3.5", nor 1.5 in "1.5.2".
            if text[end - 1].isdigit() and len(after) == 2 and after[0] == "." and after[1].isdigit():
                return None
            return stop
    return None


def _kind_behind(surface: str) -> int:
    """Return the length of the kind of thing that *surface* ends with: "H20 GPU" names H20, "Aurora supercomputer" Aurora."""
    return next((len(kind) for kind in (" GPU", "-GPU", " supercomputer") if surface.endswith(kind)), 0)


def _is_acronym(surface: str) -> bool:
    return len(surface) <= 6 and _ACRONYM.fullmatch(surface) is not None and any(c.isalpha() for c in surface)


def _same_case(raw: str, span: tuple[int, int], surface: str) -> bool:
    written = raw[span[0] : span[1]]
    letters = [c for c in written if c.isalpha()]
    wanted = [c for c in surface if c.isalpha()]
    return letters == wanted


@cache
def _context_pattern(words: tuple[str, ...]) -> re.Pattern[str] | None:
    if not words:
        return None
    parts = []
    for word in words:
        folded = re.escape(fold(word))
        parts.append(rf"\b{folded}" if folded[0].isascii() and folded[0].isalnum() else folded)
    return re.compile("|".join(parts))


def variants(surface: str) -> tuple[str, ...]:
    """Return the folded forms under which *surface* is searched."""
    folded = fold(surface).strip()
    found = {folded, _PREFIX.sub(r"\1", folded)} if "-" in folded else {folded}
    if not folded.isascii():  # only a Chinese character has such a border
        for form in sorted(found):
            if _BORDER.search(form):
                found.add(_BORDER.sub(" ", form))
                found.add(_BORDER.sub("", form))
    for form in sorted(found):
        # Llama2, Llama 2 and Llama-2 are one name.
        if form[-1:].isdigit() and (numbered := _NUMBERED.fullmatch(form)):
            found.add(f"{numbered[1]}{numbered[2]}")
            found.add(f"{numbered[1]} {numbered[2]}")
    for form in sorted(found):
        head, of, rest = form.partition(" of ")
        if of and head[-1:].isalpha() and not head.endswith("s"):
            found.add(f"{head}s of {rest}")
        if len(form) > 3 and form.isascii() and form[-1] == "y" and form[-2] not in "aeiou":
            found.add(f"{form[:-1]}ies")
    return tuple(sorted({form.translate(SEPARATORS) for form in found if form}))
