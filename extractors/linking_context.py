"""What stands beside a known name in a line, and whether it lets the name be what it seems: a name inside a longer one is none."""

from __future__ import annotations

from extractors.affiliations import JOINED, Line
from extractors.registry.index import NameIndex
from extractors.registry.known import Entry
from extractors.registry.names import LEGAL_FORMS
from extractors.registry.places import agree

# Words (folded, see extractors.registry.names) that name a part of an organisation: they may stand beside its name.
_UNIT_WORDS_TEXT = (
    "dept fac sch div inst cent lab coll group unit units program programme section sections chair clinic klinik "
    "hosp service office campus team branch graduate postgraduate undergraduate affiliated key facility "
    "observatory observatorium museum library lehrstuhl fachbereich umr unite upr ums collaboration project "
    "laboratorio klinikum hall building bldg road street avenue students faculties postdoctoral"
)
UNIT_WORDS = frozenset(_UNIT_WORDS_TEXT.split())
# Words that end the generic part of an organisation's name: "of ..." after them goes on with the name.
_HEADS_TEXT = (
    "univ inst coll acad sch lab cent fac dept hosp soc found ministry museum council agency company corporation "
    "polytech office bureau commission association assoc observatory"
)
HEADS = frozenset(_HEADS_TEXT.split())
_ROLES_TEXT = "prof professor director member ieee author authors instructor is was with dr student fellow"
ROLES = frozenset(_ROLES_TEXT.split())
_AND_TEXT = "and et y und e och"
AND = frozenset(_AND_TEXT.split())
_GOES_ON_TEXT = "of for de du des di der del della dos fur voor"
GOES_ON = frozenset(_GOES_ON_TEXT.split())

# A name of this many words is told apart from a longer one by the place that follows.
_LONG = 4
_HAN_UNITS = ("学院", "系", "所", "室", "院", "中心", "学部", "部", "校区", "分校", "团队", "公司", "集团")


def is_han(text: str) -> bool:
    """Return whether *text* begins with a Han character."""
    return "\u3400" <= text[:1] <= "\u9fff"


class Context:
    """A line, the index of names, and the tokens that found names already take (*taken*: token to entry)."""

    def __init__(self, line: Line, index: NameIndex) -> None:
        self.line = line
        self.index = index
        self.taken: dict[int, Entry] = {}

    def words(self, start: int, end: int) -> list[str]:
        """Return the keys of tokens *start* to *end* that are not small words."""
        return [token.key for token in self.line.tokens[start:end] if not token.small]

    def key(self, start: int, end: int) -> str:
        """Return the key of the name that tokens *start* to *end* spell."""
        return "".join(self.words(start, end))

    def is_taken(self, start: int, end: int) -> bool:
        """Return whether a found name has one of the tokens *start* to *end*."""
        return any(i in self.taken for i in range(start, end))

    def stands_free(self, start: int, end: int) -> bool:
        """Return whether what stands left and right of tokens *start* to *end* leaves them a name of their own."""
        return self._free_left(start) and self._free_right(start, end) and self._crosses_well(start, end)

    def _free_left(self, start: int) -> bool:
        tokens = self.line.tokens
        if is_han(tokens[start].key):
            return self._free_left_han(start)
        first = self.line.phrase_start(start)
        words = [i for i in range(first, start) if not tokens[i].small]
        if not words or self.is_taken(first, start):
            return True
        if any(tokens[i].key in UNIT_WORDS or tokens[i].key in ROLES or tokens[i].key.isdigit() for i in words):
            return True
        last = self.line.raw(start - 1, start).casefold()
        if last == "the" and all(tokens[i].key in self.index.common for i in words):
            return True
        if last in AND and tokens[start].key in HEADS:
            return True
        if last in AND or "&" in self.line.text[tokens[start - 1].end : tokens[start].start]:
            # Another organisation and this one: MIT and Stanford University.
            stop = start - 1 if last in AND else start
            if self.key(first, stop) in self.index.names or (stop == first + 1 and self._is_acronym(first)):
                return True
        return all(i in self.line.in_place or self._is_initial(i) for i in words) or self._is_acronym(start - 1)

    def _free_left_han(self, start: int) -> bool:
        tokens = self.line.tokens
        if start == 0 or start - 1 in self.taken or tokens[start].gap != JOINED:
            return True
        return tokens[start - 1].end < tokens[start].start or not is_han(tokens[start - 1].key)

    def _free_right(self, start: int, end: int) -> bool:
        tokens = self.line.tokens
        last = self.line.phrase_end(end)
        if end >= last:
            return True
        if is_han(tokens[end - 1].key):
            rest = "".join(token.key for token in tokens[end:last] if is_han(token.key))
            return not is_han(tokens[end].key) or end in self.taken or rest.endswith(_HAN_UNITS)
        head = tokens[end - 1].key in HEADS
        if tokens[end].small:
            word = self.line.raw(end, end + 1).casefold()
            if word in AND:
                return head or self._begins_anew(end, last) or bool(self.coordinated(start, end))
            if word == "at" and "univ" in self.words(start, end) and end + 1 < last:
                place = self.line.place_ends.get(end + 1)
                return place is not None and self._same_country(start, end, place[1])
            return word not in GOES_ON or not head
        if len(tokens[end].key) <= 2 and end + 1 < last and tokens[end + 1].key.isdigit():
            return True
        if end in self.taken or end in self.line.place_ends or any(c.isdigit() for c in tokens[end].key):
            return True
        if any(token.key in UNIT_WORDS or token.key in ROLES for token in tokens[end:last]):
            return True
        return (
            tokens[end].key in LEGAL_FORMS
            or self._is_acronym(end)
            or all(self._is_short_capitals(i) for i in range(end, last))
            or self._is_brand(start, end, legal=tokens[last - 1].key in LEGAL_FORMS)
            or self._leads_to_place(start, end, last)
        )

    def _leads_to_place(self, start: int, end: int, last: int) -> bool:
        """Return whether one or two unknown words between a long name and a place can only be a town (... Kaunas, Lithuania)."""
        places = self.line.place_ends
        place = next((i for i in range(end, min(last + 1, len(self.line.tokens))) if i in places), 0)
        return len(self.words(start, end)) >= _LONG and 0 < place - end <= 2

    def _same_country(self, start: int, end: int, countries: frozenset[str]) -> bool:
        """Return whether a place behind `at` may be the seat of the named organisation and not of a campus abroad."""
        numbers = self.index.names.get(self.key(start, end), ())
        return any(agree(self.index.known[n].country, countries) for n in numbers)

    def _begins_anew(self, start: int, last: int) -> bool:
        """Return whether another organisation or unit begins behind the small words at *start*."""
        tokens = self.line.tokens
        beside = next((i for i in range(start, last) if not tokens[i].small), last)
        return beside == last or tokens[beside].key in HEADS | UNIT_WORDS or beside in self.taken

    def _is_acronym(self, index: int) -> bool:
        raw = self.line.raw(index, index + 1).replace(".", "")
        return raw.isupper() and raw in self.index.acronyms

    def _is_short_capitals(self, index: int) -> bool:
        """Return whether a word looks like the short name of a unit (KAIST AI, MIT CSAIL)."""
        raw = self.line.raw(index, index + 1)
        return len(raw) <= 5 and raw.isupper() and raw.isalpha()

    def _is_initial(self, index: int) -> bool:
        return "." in self.line.raw(index, index + 1)

    def _is_brand(self, start: int, end: int, *, legal: bool) -> bool:
        """Return whether the tokens name a company at the head of its phrase: what follows is a part of it.

        The company must be a curated one, or the phrase end in a *legal* form (Bayer Pharma AG).
        """
        if self.line.phrase_start(start) != start:
            return False
        key = self.key(start, end)
        for number in self.index.names.get(key, ())[:1]:
            entry = self.index.known[number]
            if entry.curated or (legal and (key, number) in self.index.primary):
                return entry.kind in ("company", "unit")
        return False

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

    def coordinated(self, start: int, end: int) -> tuple[int, int, str] | None:
        """Return the second name of `Institute for A and B` where *start* to *end* is the first: its tokens and its key."""
        tokens = self.line.tokens
        last = self.line.phrase_end(end)
        if end >= last or self.line.raw(end, end + 1).casefold() not in AND:
            return None
        for stop in range(last, end + 1, -1):
            for cut in range(end - 1, start, -1):
                key = self.key(start, cut) + self.key(end + 1, stop)
                if not tokens[stop - 1].small and key in self.index.names and len(key) > len(self.key(start, cut)):
                    return end + 1, stop, key
        return None

    def evidence(self, start: int, end: int) -> frozenset[str]:
        """Return the countries that the line gives for a name: those after it, before the next name; else those of its part."""
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
        found: frozenset[str] = frozenset()
        for i, (_, countries) in line.place_ends.items():
            if first <= i < last and not start <= i < end and i not in self.taken:
                found |= countries
        return found

    def may_stand_alone(self, start: int, end: int, *, entry: Entry) -> bool:
        """Return whether a name of one word may be meant: it fills its phrase, and where it is a place too, it opens the part."""
        line, key = self.line, self.key(start, end)
        raw = line.raw(start, end)
        curated = any((key, number) in self.index.by_row for number in self.index.names[key])
        if not (raw[0].isupper() or raw[0].isdigit() or is_han(raw[0]) or curated):
            return False
        first, last = line.phrase_start(start), line.phrase_end(end)
        if start in line.in_place:
            opens = start == line.part_start(start) or line.text[line.tokens[start].start - 1] == "/"
            return curated and opens and last == end
        if curated:
            return True
        if key in self.index.common or (len(raw) <= 4 and entry.country not in self.evidence(start, end)):
            return False
        if first != start:
            return False
        number = end < last and any(c.isdigit() for c in line.tokens[end].key)
        return last == end or line.tokens[end].key in LEGAL_FORMS or end in line.place_ends or number
