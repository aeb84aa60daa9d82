"""Find which registered organisations a raw affiliation names: longest known names whose surroundings allow them, best first.

Precision comes before recall: a name inside a longer unknown name, a name of common words without its parent, and an ambiguous
name that no country decides stay unlinked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from extractors.affiliations import APART, JOINED, Line, read_line
from extractors.registry.index import NameIndex, name_index
from extractors.registry.known import Entry
from extractors.registry.names import LEGAL_FORMS, name_key, name_words
from extractors.registry.places import agree

# The most words a known name has in a line; longer registry names are titles nobody writes out.
_LONGEST_NAME = 16
_THRESHOLD = 0.6
# A name of this many words is taken for one organisation's even where all its words are common ones.
_TELLING = 4

# Words (folded, see extractors.registry.names) that name a part of an organisation: they may stand beside its name.
UNIT_WORDS = frozenset(
    [
        "dept",
        "fac",
        "sch",
        "div",
        "inst",
        "cent",
        "lab",
        "coll",
        "group",
        "unit",
        "units",
        "program",
        "programme",
        "section",
        "sections",
        "chair",
        "clinic",
        "klinik",
        "hosp",
        "service",
        "office",
        "campus",
        "team",
        "branch",
        "graduate",
        "postgraduate",
        "undergraduate",
        "affiliated",
        "key",
        "facility",
        "observatory",
        "observatorium",
        "museum",
        "library",
        "lehrstuhl",
        "fachbereich",
        "umr",
        "unite",
        "upr",
        "ums",
        "collaboration",
        "project",
        "laboratorio",
        "klinikum",
        "department",
        "hall",
        "building",
        "bldg",
        "road",
        "street",
        "avenue",
        "students",
        "student",
        "faculties",
        "postdoctoral",
        "med",
        "centrum",
    ]
)
# Words that end the generic part of an organisation's name: "of ..." after them goes on with the name.
HEADS = frozenset(
    [
        "univ",
        "inst",
        "coll",
        "acad",
        "sch",
        "lab",
        "cent",
        "fac",
        "dept",
        "hosp",
        "soc",
        "found",
        "ministry",
        "museum",
        "council",
        "agency",
        "company",
        "corporation",
        "polytech",
        "office",
        "bureau",
        "commission",
        "association",
        "asssoc",
        "observatory",
    ]
)
_ROLES = frozenset(
    [
        "prof",
        "professor",
        "director",
        "member",
        "ieee",
        "author",
        "authors",
        "instructor",
        "is",
        "was",
        "with",
        "dr",
        "student",
        "fellow",
    ]
)
_GOES_ON = frozenset(
    ["of", "for", "de", "du", "des", "di", "der", "del", "della", "dos", "fur", "voor", "et", "y", "und"]
)
_AND = frozenset(["and", "et", "y", "und", "e", "och"])
# Capitals that stand in affiliation lines and name no organisation there.
_NO_ACRONYMS = frozenset(
    [
        "IEEE",
        "ACM",
        "USA",
        "UK",
        "PRC",
        "PR",
        "MOE",
        "UMR",
        "UPR",
        "CSE",
        "ECE",
        "EECS",
        "CS",
        "EE",
        "IT",
        "AI",
        "ML",
        "PO",
        "BOX",
        "HK",
        "NY",
        "DC",
        "ROC",
        "USSR",
        "FRG",
        "GDR",
        "GSP",
        "CA",
    ]
)

_HAN_UNITS = ("学院", "系", "所", "室", "院", "中心", "学部", "部", "校区", "分校", "团队", "公司", "集团")


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """An organisation that a raw affiliation names; *score* lies in 0..1, *reason* says what it rests on."""

    id: str
    ror: str
    label: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Match:
    """A known name in a line: tokens *start* to *end* name *entry*."""

    start: int
    end: int
    entry: Entry
    score: float
    reason: str


def find_links(name: str) -> tuple[Link, ...]:
    """Return the organisations named in the raw affiliation *name*, best first; those without a registry id are left out.

    The organisation that a found one is part of is among them if *name* names it too, as a Max Planck institute names its society.
    """
    line = read_line(name)
    best: dict[str, Link] = {}
    for match in find_matches(line):
        for entry, score, reason in _with_parents(line, match):
            known = best.get(entry.id)
            if entry.ror and (known is None or known.score < score):
                best[entry.id] = Link(entry.id, entry.ror, entry.label, round(score, 3), reason)
    return tuple(sorted(best.values(), key=lambda link: (-link.score, link.id)))


def find_matches(line: Line) -> list[Match]:
    """Return the known names in *line*, in order, without overlaps."""
    finder = _Finder(line, name_index())
    return finder.find()


def _with_parents(line: Line, match: Match) -> Iterator[tuple[Entry, float, str]]:
    known = name_index().known
    yield match.entry, match.score, match.reason
    for position, id in enumerate(match.entry.parents):
        number = known.find(id)
        if number is not None and ((match.entry.unit and position == 0) or _names_parent(line, match, known[number])):
            yield known[number], match.score - 0.05, f"{match.reason}, parent named"


def _names_parent(line: Line, match: Match, parent: Entry) -> bool:
    """Return whether the matched words hold the words by which *parent* is told apart, or its acronym."""
    if parent.kind == "education" and match.entry.kind == "education":
        return False
    index = name_index()
    words = {word for word in name_words(parent.label) if word not in index.common and word not in LEGAL_FORMS}
    matched = {token.key for token in line.tokens[match.start : match.end]}
    if words and words <= matched:
        return True
    raw = {line.text[token.start : token.end] for token in line.tokens[match.start : match.end]}
    return any(len(acronym) >= 4 and acronym in raw for acronym in parent.acronyms)


class _Finder:
    """The search in one line; *taken* are the tokens of accepted matches."""

    def __init__(self, line: Line, index: NameIndex) -> None:
        self.line = line
        self.index = index
        self.taken: dict[int, Match] = {}
        self.found: list[Match] = []

    def find(self) -> list[Match]:
        names = self._known_names()
        self._names(names)
        self._inverted()
        self._acronyms()
        # What was found frees names that stand beside it.
        self._names(names)
        self.found.sort(key=lambda match: match.start)
        return [match for match in self.found if not self._lacks_parent(match)]

    def _names(self, names: list[tuple[int, int, str]]) -> None:
        for start, end, key in names:
            if not any(i in self.taken for i in range(start, end)):
                self._try(start, end, key)

    def _known_names(self) -> list[tuple[int, int, str]]:
        """Return (start, end, key) of every known name, longest first."""
        tokens, names = self.line.tokens, self.index.names
        found = []
        for start, first in enumerate(tokens):
            if first.small:
                continue
            key = ""
            words = 0
            for end in range(start, min(start + _LONGEST_NAME, len(tokens))):
                token = tokens[end]
                if end > start and token.gap == APART:
                    break
                if token.small:
                    continue
                key += token.key
                words += 1
                if key in names:
                    found.append((-len(key), start, end + 1, key))
        return [(start, end, key) for _, start, end, key in sorted(found)]

    def _try(self, start: int, end: int, key: str) -> None:
        if not self._stands_free(start, end):
            return
        numbers = self.index.names[key]
        entry, score, reason = self._choose(start, end, key, numbers)
        if entry is None:
            return
        words = [token.key for token in self.line.tokens[start:end] if not token.small]
        if len(words) == 1 and not self._may_stand_alone(start, end, key, entry):
            return
        self._accept(Match(start, end, entry, score, reason))

    def _accept(self, match: Match) -> None:
        if match.score < _THRESHOLD:
            return
        self.found.append(match)
        for i in range(match.start, match.end):
            self.taken[i] = match

    # --- what stands beside a name -------------------------------------------------------------------------------------

    def _stands_free(self, start: int, end: int) -> bool:
        return self._free_left(start) and self._free_right(start, end) and self._crosses_well(start, end)

    def _crosses_well(self, start: int, end: int) -> bool:
        """Return whether a name written over commas begins with its head or with its phrase: no `Sciences, University of Tokyo`."""
        tokens = self.line.tokens
        comma = next((i for i in range(start + 1, end) if tokens[i].gap != JOINED), end)
        if comma == end:
            return True
        first = self.line.phrase_start(start)
        before = [i for i in range(first, start) if not tokens[i].small]
        if not before:
            return True
        headed = any(token.key in HEADS for token in tokens[start:comma])
        return headed and not all(i in self.line.in_place for i in before)

    def _free_left(self, start: int) -> bool:
        tokens = self.line.tokens
        first = self.line.phrase_start(start)
        if _is_han(tokens[start].key):
            return self._free_left_han(start)
        phrase = range(first, start)
        words = [i for i in phrase if not tokens[i].small]
        if not words or any(i in self.taken for i in phrase):
            return True
        if any(tokens[i].key in UNIT_WORDS or tokens[i].key in _ROLES or tokens[i].key.isdigit() for i in words):
            return True
        if self.line.raw(start - 1, start).casefold() == "the" and all(tokens[i].key in self.index.common for i in words):
            return True
        return all(i in self.line.in_place for i in words)

    def _free_left_han(self, start: int) -> bool:
        if start == 0 or start - 1 in self.taken:
            return True
        before, token = self.line.tokens[start - 1], self.line.tokens[start]
        return (before.gap != JOINED and token.gap != JOINED) or before.end < token.start or not _is_han(before.key)

    def _free_right(self, start: int, end: int) -> bool:
        tokens = self.line.tokens
        last = self.line.phrase_end(end)
        if end >= last:
            return True
        if _is_han(tokens[end - 1].key):
            rest = "".join(token.key for token in tokens[end:last] if _is_han(token.key))
            return not _is_han(tokens[end].key) or end in self.taken or rest.endswith(_HAN_UNITS)
        head = tokens[end - 1].key in HEADS
        if tokens[end].small:
            word = self.line.raw(end, end + 1).casefold()
            if word in _AND:
                beside = next((i for i in range(end, last) if not tokens[i].small), last)
                return head or beside == last or tokens[beside].key in HEADS | UNIT_WORDS or beside in self.taken
            return word not in _GOES_ON or not head
        if len(tokens[end].key) <= 2 and end + 1 < last and tokens[end + 1].key.isdigit():
            return True
        if end in self.taken or end in self.line.place_ends or any(c.isdigit() for c in tokens[end].key):
            return True
        if any(token.key in UNIT_WORDS or token.key in _ROLES for token in tokens[end:last]):
            return True
        return tokens[end].key in LEGAL_FORMS or self._is_brand(start, end)

    def _is_brand(self, start: int, end: int) -> bool:
        """Return whether the tokens name a curated company at the head of its phrase: what follows is a part of it."""
        if self.line.phrase_start(start) != start:
            return False
        numbers = self.index.names.get(
            "".join(token.key for token in self.line.tokens[start:end] if not token.small), ()
        )
        return any(self.index.known[n].curated and self.index.known[n].kind == "company" for n in numbers[:1])

    def _may_stand_alone(self, start: int, end: int, key: str, entry: Entry) -> bool:
        """Return whether a name of one word may be meant: it fills its phrase, and where it is a place too, it opens the part."""
        line = self.line
        raw = line.raw(start, end)
        curated = any((key, number) in self.index.by_row for number in self.index.names[key])
        if not (raw[0].isupper() or raw[0].isdigit() or _is_han(raw[0]) or curated):
            return False
        first, last = line.phrase_start(start), line.phrase_end(end)
        if start in line.in_place:
            opens = start == line.part_start(start) or line.text[line.tokens[start].start - 1] == "/"
            return curated and opens and last == end
        if curated:
            return True
        if key in self.index.common or (len(raw) <= 4 and entry.country not in self._evidence(start, end)):
            return False
        return first == start and (last == end or line.tokens[end].key in LEGAL_FORMS or end in line.place_ends or self._is_number(end))

    def _is_number(self, index: int) -> bool:
        return any(c.isdigit() for c in self.line.tokens[index].key)

    # --- which organisation --------------------------------------------------------------------------------------------

    def _evidence(self, start: int, end: int) -> frozenset[str]:
        """Return the countries that the line gives for the name: those after it, before the next name; else those of its part."""
        line = self.line
        last = line.part_end(end - 1)
        after: frozenset[str] = frozenset()
        index = end
        while index < last and index not in self.taken:
            if index in line.place_ends:
                after |= line.place_ends[index][1]
            index += 1
        if after:
            return after
        first = line.part_start(start)
        return frozenset().union(
            *(
                countries
                for i, (_, countries) in line.place_ends.items()
                if first <= i < last and not start <= i < end and i not in self.taken
            )
        )

    def _choose(self, start: int, end: int, key: str, numbers: tuple[int, ...]) -> tuple[Entry | None, float, str]:
        known = self.index.known
        evidence = self._evidence(start, end)
        candidates = [known[n] for n in numbers]
        fitting = [entry for entry in candidates if agree(entry.country, evidence)]
        curated = [entry for entry in candidates if entry.curated]
        if curated and (curated[0] in fitting or not fitting):
            entry = self._branch(curated[0], evidence) or curated[0]
            return entry, 0.97 if entry.country in evidence else 0.95, "name"
        if not fitting:
            conflict = self._conflict(start, end, candidates)
            return (candidates[0], 0.65, "name, other country") if conflict else (None, 0.0, "")
        best = self._narrow(fitting, key, numbers, evidence)
        if best is None:
            return None, 0.0, ""
        entry = self._branch(best, evidence) or best
        return entry, 0.95 if entry.country in evidence else 0.9, "name"

    def _conflict(self, start: int, end: int, candidates: list[Entry]) -> bool:
        """Return whether the name is so telling that it holds against the country in the line."""
        if len(candidates) != 1:
            return False
        words = [
            t.key
            for i, t in enumerate(self.line.tokens[start:end], start)
            if not t.small and i not in self.line.in_place
        ]
        return sum(word not in self.index.common for word in words) >= 1 and len(words) >= 2

    def _narrow(
        self, entries: list[Entry], key: str, numbers: tuple[int, ...], evidence: frozenset[str]
    ) -> Entry | None:
        """Return the one of *entries* that is meant, or None."""
        if len(entries) == 1:
            return entries[0]
        ids = {self.index.known[n].id: n for n in numbers}
        steps = [
            [entry for entry in entries if entry.country in evidence],
            [entry for entry in entries if (key, ids[entry.id]) in self.index.primary],
        ]
        for step in steps:
            if step:
                entries = [entry for entry in entries if entry in step]
        roots = [entry for entry in entries if all(other is entry or entry.id in other.parents for other in entries)]
        if len(entries) > 1 and len(roots) == 1:
            return roots[0]
        return entries[0] if len(entries) == 1 else None

    def _branch(self, entry: Entry, evidence: frozenset[str]) -> Entry | None:
        """Return the registered branch of the company *entry* in the one country of the *evidence*, if there is exactly one."""
        if not evidence or entry.country in evidence or entry.kind not in ("company", "unit") or len(evidence) != 1:
            return None
        branches = [e for e in self._branches(entry) if e.country in evidence]
        return branches[0] if len(branches) == 1 else None

    def _branches(self, entry: Entry) -> list[Entry]:
        known = self.index.known
        top = entry.parents[0] if entry.unit and entry.parents else entry.id
        return [known[n] for n in branches().get(top, ())]

    # --- weaker readings -----------------------------------------------------------------------------------------------

    def _lacks_parent(self, match: Match) -> bool:
        """Return whether a name of common words alone stands without its parent, so that any institute of physics may be meant."""
        words = [token.key for token in self.line.tokens[match.start : match.end] if not token.small]
        if _is_han(words[0]):
            return False
        if any(word not in self.index.common and word not in UNIT_WORDS for word in words):
            return False
        if match.entry.curated and not match.entry.unit:
            return False
        evidence = self._evidence(match.start, match.end)
        if match.entry.country in evidence and "univ" in words:
            return False
        if len(words) >= _TELLING and agree(match.entry.country, evidence):
            return False
        wanted = set(match.entry.parents)
        return not any(other.entry.id in wanted for other in self.found if other is not match)

    def _inverted(self) -> None:
        """Read `Maryland Univ.` as University of Maryland and `University of Lund` as Lund University, where one organisation fits."""
        tokens = self.line.tokens
        for index, token in enumerate(tokens):
            if token.key != "univ" or index in self.taken:
                continue
            first, last = self.line.phrase_start(index), self.line.phrase_end(index + 1)
            before = [i for i in range(first, index) if not tokens[i].small]
            after = [i for i in range(index + 1, last) if not tokens[i].small]
            if before and not after and not any(i in self.taken for i in before):
                words = [tokens[i].key for i in before]
                keys = ["univ" + "".join(words)]
                if words[-1] in ("nat", "tech", "state"):
                    keys.append(words[-1] + "univ" + "".join(words[:-1]))
                self._try_inverted(before[0], index + 1, keys)
            elif after and not before and len(after) <= 2:
                for count in (2, 1):
                    if len(after) >= count and (len(after) == count or after[count] in self.line.place_ends):
                        words = [tokens[i].key for i in after[:count]]
                        self._try_inverted(index, after[count - 1] + 1, ["".join(words) + "univ"])

    def _try_inverted(self, start: int, end: int, keys: list[str]) -> None:
        if any(i in self.taken for i in range(start, end)):
            return
        evidence = self._evidence(start, end)
        for key in keys:
            entries = [self.index.known[n] for n in self.index.names.get(key, ())]
            fitting = [entry for entry in entries if agree(entry.country, evidence)]
            if len(fitting) == 1:
                self._accept(Match(start, end, fitting[0], 0.8, "inverted name"))
                return

    def _acronyms(self) -> None:
        line = self.line
        shouting = len(line.tokens) > 2 and not any(c.islower() for c in line.text)
        for index, token in enumerate(line.tokens):
            raw = line.text[token.start : token.end]
            if index in self.taken or raw in _NO_ACRONYMS or shouting:
                continue
            numbers = self.index.acronyms.get(raw)
            if not numbers or not self._stands_free(index, index + 1):
                continue
            entry, score = self._choose_acronym(index, raw, numbers)
            if entry:
                self._accept(Match(index, index + 1, entry, score, "acronym"))

    def _choose_acronym(self, index: int, raw: str, numbers: tuple[int, ...]) -> tuple[Entry | None, float]:
        known = self.index.known
        line = self.line
        token = line.tokens[index]
        candidates = [known[n] for n in numbers]
        bracketed = token.start > 0 and line.text[token.start - 1] in "(（[" and index > line.part_start(index)
        if bracketed:
            # An acronym in brackets repeats the name before it, known or not, unless it is a part of it.
            before = self.taken.get(index - 1)
            inside = [
                e
                for e in candidates
                if before and e.unit and e.parents[0] in (before.entry.id, *before.entry.parents[:1])
            ]
            return (inside[0], 0.9) if inside else (None, 0.0)
        evidence = self._evidence(index, index + 1)
        fitting = [entry for entry in candidates if agree(entry.country, evidence)]
        curated = [entry for entry in fitting if entry.curated]
        if curated:
            return curated[0], 0.9
        if len(fitting) != 1 or len(raw) < 3:
            return None, 0.0
        if fitting[0].country in evidence:
            return fitting[0], 0.8
        return (fitting[0], 0.7) if len(raw) >= 4 and len(candidates) == 1 and not evidence else (None, 0.0)


def _is_han(text: str) -> bool:
    return "\u3400" <= text[:1] <= "\u9fff"


@cache
def branches() -> dict[str, tuple[int, ...]]:
    """Return the numbers of the registered companies that belong to a company and carry its name, by the id of that company."""
    known = name_index().known
    found: dict[str, list[int]] = {}
    for number, (_, organisation) in enumerate(known.sources()):
        if organisation is None or "company" not in organisation.types:
            continue
        key = name_key(organisation.name)
        above = list(known[number].parents)
        for id in above:
            parent = known.find(id)
            if parent is None:
                continue
            if parent != number and key.startswith(name_key(known[parent].label)):
                found.setdefault(id, []).append(number)
            above += [id for id in known[parent].parents if id not in above]
    return {id: tuple(numbers) for id, numbers in found.items()}
