"""Find which registered organisations a raw affiliation names: longest known names whose surroundings allow them, best first.

Precision comes before recall: a name inside a longer unknown name, a name of common words without its parent, and an ambiguous
name that no country decides stay unlinked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from extractors.affiliation_parts import LONGEST
from extractors.affiliations import APART, Line, read_line
from extractors.linking_choice import Choice, choose, choose_acronym, is_hosted, lacks_parent
from extractors.linking_context import Context
from extractors.registry.index import name_index
from extractors.registry.known import Entry
from extractors.registry.names import name_words
from extractors.registry.places import agree

# The most words a known name has in a line; longer registry names are titles nobody writes out.
_LONGEST_NAME = 16
# Words that stand before `Univ.` in a reversed name and after it in the name itself (Singapore Nat. Univ.).
_BEFORE_UNIVERSITY = frozenset({"nat", "tech", "state", "polytech"})
_COORDINATED = "coordinated name"
# Capitals that stand in affiliation lines and name no organisation there.
_NO_ACRONYMS_TEXT = (
    "IEEE ACM USA UK PRC PR MOE UMR UPR CSE ECE EECS CS EE IT AI ML PO BOX HK NY DC ROC USSR FRG GDR GSP CA"
)
_NO_ACRONYMS = frozenset(_NO_ACRONYMS_TEXT.split())


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
    Laboratories and schools of an organisation that is named beside them are left out, and so are the councils that support it.
    """
    line = read_line(name[:LONGEST])
    matches = find_matches(line)
    best: dict[str, Link] = {}
    for match in matches:
        if any(is_hosted(match.entry, other.entry) for other in matches) or _is_council(match, matches):
            continue
        for entry, score, reason in _with_parents(line, match):
            known = best.get(entry.id)
            if entry.ror and (known is None or known.score < score):
                best[entry.id] = Link(entry.id, entry.ror, entry.label, round(score, 3), reason)
    return tuple(sorted(best.values(), key=lambda link: (-link.score, link.id)))


def find_matches(line: Line) -> list[Match]:
    """Return the known names in *line*, in order, without overlaps."""
    return _Finder(line).find()


def _with_parents(line: Line, match: Match) -> Iterator[tuple[Entry, float, str]]:
    known = name_index().known
    yield match.entry, match.score, match.reason
    for position, parent_id in enumerate(match.entry.parents):
        number = known.find(parent_id)
        if number is not None and ((match.entry.unit and position == 0) or _names_parent(line, match, known[number])):
            yield known[number], match.score - 0.05, f"{match.reason}, parent named"


def _is_council(match: Match, matches: list[Match]) -> bool:
    """Return whether *match* is a research council named by its acronym beside the university or joint laboratory it supports."""
    if match.reason != "acronym" or match.entry.kind != "government":
        return False
    others = [other.entry for other in matches if other is not match]
    return any(
        other.kind == "education" or (match.entry.id in other.parents and len(other.parents) > 1) for other in others
    )


def _names_parent(line: Line, match: Match, parent: Entry) -> bool:
    """Return whether the matched words begin with a name of *parent* or hold its acronym (Max Planck Institute of ..., INFN Torino)."""
    if parent.kind == "healthcare" or (parent.kind == match.entry.kind == "education") or "System" in parent.label:
        return False
    tokens = line.tokens[match.start : match.end]
    words = [token.key for token in tokens if not token.small]
    for name in (parent.label, *parent.names):
        own = name_words(name)
        # A trust's namesakes stand for themselves; the institutes of a society carry more of its name than one word.
        if own and words[: len(own)] == own and (len(own) > 1 or parent.kind != "nonprofit"):
            return True
    raw = {line.text[token.start : token.end] for token in tokens}
    return any(len(acronym) >= 4 and acronym in raw for acronym in parent.acronyms)


class _Finder:
    """The search in one line."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.context = Context(line, name_index())
        self.found: list[Match] = []

    def find(self) -> list[Match]:
        names = self._known_names()
        self._names(names)
        self._inverted()
        self._acronyms()
        # What was found frees names that stand beside it.
        self._names(names)
        self.found.sort(key=lambda match: match.start)
        return [match for match in self.found if not self._is_any(match)]

    def _is_any(self, match: Match) -> bool:
        if match.reason == _COORDINATED:
            return False
        others = [other.entry for other in self.found if other is not match]
        return lacks_parent(self.context, match.start, match.end, entry=match.entry, others=others)

    def _known_names(self) -> list[tuple[int, int, str]]:
        """Return (start, end, key) of every known name, longest first."""
        tokens, names = self.line.tokens, self.context.index.names
        found = []
        for start, first in enumerate(tokens):
            if first.small:
                continue
            key = ""
            for end in range(start, min(start + _LONGEST_NAME, len(tokens))):
                token = tokens[end]
                if end > start and token.gap == APART:
                    break
                if token.small:
                    continue
                key += token.key
                if key in names:
                    found.append((-len(key), start, end + 1, key))
        return [(start, end, key) for _, start, end, key in sorted(found)]

    def _names(self, names: list[tuple[int, int, str]]) -> None:
        context = self.context
        for start, end, key in names:
            if context.is_taken(start, end) or not context.stands_free(start, end):
                continue
            choice = choose(context, start, end, key=key)
            if choice is None:
                continue
            if len(context.words(start, end)) == 1 and not context.may_stand_alone(start, end, entry=choice.entry):
                continue
            second = context.coordinated(start, end)
            self._accept(start, end, choice)
            if second and not context.is_taken(second[0], second[1]):
                self._accept(
                    second[0], second[1], choose(context, start, second[1], key=second[2], reason=_COORDINATED)
                )

    def _accept(self, start: int, end: int, choice: Choice | None) -> None:
        if choice is None:
            return
        self.found.append(Match(start, end, choice.entry, choice.score, choice.reason))
        for i in range(start, end):
            self.context.taken[i] = choice.entry

    def _inverted(self) -> None:
        """Read `Maryland Univ.` as University of Maryland and `University of Lund` as Lund University, where one organisation fits."""
        tokens, context = self.line.tokens, self.context
        for index, token in enumerate(tokens):
            if token.key != "univ" or index in context.taken:
                continue
            first, last = self.line.phrase_start(index), self.line.phrase_end(index + 1)
            before = [i for i in range(first, index) if not tokens[i].small]
            after = [i for i in range(index + 1, last) if not tokens[i].small]
            if before and not after:
                words = [tokens[i].key for i in before]
                keys = ["univ" + "".join(words)]
                if words[-1] in _BEFORE_UNIVERSITY:
                    keys.append(words[-1] + "univ" + "".join(words[:-1]))
                self._try_inverted(before[0], index + 1, keys)
            elif after and not before:
                for count in (2, 1):
                    if len(after) == count or (len(after) > count and after[count] in self.line.place_ends):
                        words = [tokens[i].key for i in after[:count]]
                        self._try_inverted(index, after[count - 1] + 1, ["".join(words) + "univ"])

    def _try_inverted(self, start: int, end: int, keys: list[str]) -> None:
        context = self.context
        if context.is_taken(start, end):
            return
        evidence = context.evidence(start, end)
        for key in keys:
            entries = [context.index.known[n] for n in context.index.names.get(key, ())]
            fitting = [entry for entry in entries if agree(entry.country, evidence)]
            if len(fitting) == 1:
                self._accept(start, end, Choice(fitting[0], 0.8, "inverted name"))
                return

    def _acronyms(self) -> None:
        line, context = self.line, self.context
        if len(line.tokens) > 2 and not any(c.islower() for c in line.text):
            return
        for index, token in enumerate(line.tokens):
            raw = line.text[token.start : token.end].replace(".", "")
            if index in context.taken or raw in _NO_ACRONYMS or raw not in context.index.acronyms:
                continue
            if context.stands_free(index, index + 1):
                self._accept(index, index + 1, choose_acronym(context, index, raw))
