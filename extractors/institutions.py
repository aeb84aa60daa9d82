"""Find the institutions on an affiliation line: organisation, unit, Chinese names, registry id, with the characters they stand at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from extractors.affiliation_parts import Part, split_line
from extractors.affiliations import JOINED, Line, read_line
from extractors.institution_units import (
    company_name,
    guess_name,
    has_legal_form,
    is_han_text,
    names_unit,
    split_zh,
    unit_text,
)
from extractors.linking import Match, find_matches
from extractors.linking_choice import is_hosted
from extractors.registry.index import name_index
from extractors.registry.known import Entry
from extractors.registry.names import name_key, name_words
from kg.ids import institution_id
from kg.records import Institution, Mention

_EXTRACTOR = "institutions"
# How sure an institution is that no list knows, read off the form of its name alone.
_GUESSED = 0.6


@dataclass(frozen=True, slots=True)
class _Named:
    """One organisation named in a part: raw offsets of all its words, its entry or none, its name as written, its unit."""

    start: int
    end: int
    entry: Entry | None
    name: str
    unit: str = ""
    score: float = _GUESSED
    country: str = ""


def find_institutions(affiliation: str) -> tuple[Institution, ...]:
    """Return the institutions on the raw *affiliation* line in order of appearance, one record an organisation and unit.

    >>> [(i.label, i.unit) for i in find_institutions("School of Computer Science, Fudan University; Meta AI (FAIR)")]
    [('Fudan University', 'School of Computer Science'), ('Meta', 'Meta AI (FAIR)')]
    """
    found: dict[tuple[str, str], list[Institution]] = {}
    for part in split_line(affiliation):
        for institution in _read_part(affiliation, part):
            key = (institution.id, name_key(institution.unit or institution.unit_zh))
            found.setdefault(key, []).append(institution)
    return tuple(_joined(same) for same in found.values())


def _joined(same: list[Institution]) -> Institution:
    """Return one record of all that the line says of one organisation and unit."""
    first = same[0]
    if len(same) == 1:
        return first
    return replace(
        first,
        label_zh=next((one.label_zh for one in same if one.label_zh), ""),
        unit_zh=next((one.unit_zh for one in same if one.unit_zh), ""),
        country=next((one.country for one in same if one.country), ""),
        aliases=tuple(sorted({alias for one in same for alias in one.aliases} - {first.label})),
        mentions=tuple(mention for one in same for mention in one.mentions),
    )


def _read_part(affiliation: str, part: Part) -> list[Institution]:
    english, chinese = (affiliation[slice(*span)] for span in (part.english, part.chinese))
    named = _read_text(english, offset=part.english[0]) if english else []
    if chinese and not any(one.entry for one in named):
        own = _read_text(chinese, offset=part.chinese[0])
        if named and any(one.entry for one in own) and len(own) == 1:
            # The English form is unknown, the Chinese one is not: the organisation is the known one, under the English name too.
            named = [replace(named[0], entry=own[0].entry, score=own[0].score)]
        elif not named:
            named = own
    if len(named) == 1:
        named = [replace(named[0], start=part.start, end=part.end)]
    if not english:
        return [_institution(affiliation, one, chinese=affiliation[one.start : one.end]) for one in named]
    return [_institution(affiliation, one, chinese=chinese if len(named) == 1 else "") for one in named]


# --- from text to named organisations ------------------------------------------------------------------------------------


def _read_text(text: str, *, offset: int) -> list[_Named]:
    line = read_line(text)
    if not line.tokens:
        return []
    groups = list(_groups(find_matches(line)))
    if not groups:
        guess = guess_name(line)
        if guess is None:
            return []
        return [_Named(guess.start + offset, guess.end + offset, None, guess.name, guess.unit, country=guess.country)]
    found: list[_Named] = []
    before = 0
    for number, (match, inside) in enumerate(groups):
        after = [m.start for m in (groups[number + 1][0], *groups[number + 1][1])] if number + 1 < len(groups) else []
        found += _stranger(line, before, match, inside, offset=offset)
        limit = max(min(after, default=len(line.tokens)), match.end)
        found.append(_named(line, match, inside, before=before, limit=limit, offset=offset))
        before = _behind_bracket(line, max(m.end for m in (match, *inside)))
    return _without_repetition(found)


def _behind_bracket(line: Line, index: int) -> int:
    """Return the token behind a bracket that opens before token *index* and repeats the name before it, else *index*."""
    tokens = line.tokens
    if index < len(tokens) and line.text[: tokens[index].start].rstrip().endswith(("(", "（")):
        for stop in range(index, len(tokens)):
            if line.text[tokens[stop].end : tokens[stop].end + 1] in (")", "）"):
                return stop + 1
    return index


def _groups(matches: list[Match]) -> Iterator[tuple[Match, list[Match]]]:
    """Yield each organisation's match with the matches that name parts of it beside it, in order of appearance."""
    wholes = [_whole(matches, number) for number in range(len(matches))]
    members: dict[int, list[Match]] = {}
    for number, whole in enumerate(wholes):
        inside = members.setdefault(whole, [])
        if number != whole:
            inside.append(matches[number])
    for whole, inside in members.items():
        yield matches[whole], inside


def _whole(matches: list[Match], number: int) -> int:
    """Return the nearest match that match *number* names a part of, with only parts of it between them; else *number*."""
    for whole in sorted(range(len(matches)), key=lambda other: (abs(other - number), other)):
        between = range(min(number, whole), max(number, whole) + 1)
        if whole != number and all(other == whole or _is_part(matches[other], matches[whole]) for other in between):
            return whole
    return number


def _is_part(child: Match, whole: Match) -> bool:
    """Return whether *child* names a part of the organisation *whole* that rolls up to it where both are named."""
    entry, host = child.entry, whole.entry
    if entry.id == host.id or host.unit:
        return False
    if entry.unit:
        return entry.parents[:1] == (host.id,)
    if entry.curated:
        return entry.parents[:1] == (host.id,) and entry.kind == "facility" and _is_academy(host)
    if is_hosted(entry, host):
        return True
    if entry.kind in ("healthcare", "education") or _is_ministry(host):
        return False
    return host.id in entry.parents and host.kind in ("government", "facility", "company", "nonprofit")


def _is_academy(entry: Entry) -> bool:
    return "Academy of" in entry.label


def _is_ministry(entry: Entry) -> bool:
    return any(word in entry.label for word in ("Department of", "Ministry", "Office of", "Administration"))


def _stranger(line: Line, before: int, match: Match, inside: list[Match], *, offset: int) -> list[_Named]:
    """Return the unknown organisation that stands before a known one in the same part, if its form says that it is no unit."""
    first = min(m.start for m in (match, *inside))
    stop = first
    while stop > before and line.tokens[stop].gap == JOINED:
        stop -= 1
    if stop <= before or not has_legal_form(line, before, stop):
        return []
    raw = line.raw(before, stop)
    start = line.tokens[before].start
    return [_Named(start + offset, start + len(raw) + offset, None, raw)]


def _named(line: Line, match: Match, inside: list[Match], *, before: int, limit: int, offset: int) -> _Named:
    first = min(m.start for m in (match, *inside))
    entry, own_unit = _head(line, match)
    unit, start, end = unit_text(line, before, first, match, limit=limit)
    if inside:
        # A known part names the unit, with what stands before it.
        ahead = [m.end for m in inside if m.start < match.start]
        unit = line.raw(min(start, first), max(ahead)) if ahead else line.raw(inside[0].start, inside[-1].end)
        end = max(end, *(m.end for m in inside))
    if own_unit and unit and not inside and end > match.end and line.tokens[match.end].gap == JOINED:
        # The brand and what follows it name the unit together: Microsoft Research AI4Science.
        unit = line.raw(match.start, end)
    unit = unit or own_unit
    name = line.raw(match.start, match.end)
    begin, stop = min(start, first), max(end, match.end)
    return _Named(line.tokens[begin].start + offset, line.end_of(begin, stop) + offset, entry, name, unit, match.score)


def _head(line: Line, match: Match) -> tuple[Entry, str]:
    """Return the organisation that the matched one rolls up to, and the words that then name a unit of it."""
    known = name_index().known
    raw = line.raw(match.start, match.end)
    entry = match.entry
    if entry.unit:
        number = known.find(entry.parents[0])
        assert number is not None, entry
        return known[number], line.raw(match.start, _before_parent(line, match, known[number]))
    head = _named_parent(entry)
    words = [token.key for token in line.tokens[match.start : match.end] if not token.small]
    labels = sorted((name_words(name) for name in (head.label, *head.names)), key=len, reverse=True)
    if words in labels:
        return head, ""
    for own in labels:
        if len(own) > 1 and words[: len(own)] == own and names_unit(line, match, len(own)):
            skipped = _skip(line, match, len(own))
            return head, line.raw(skipped, match.end)
    return head, "" if head is entry else raw


def _before_parent(line: Line, match: Match, parent: Entry) -> int:
    """Return the token at which *match* goes on with `, parent`, or its end (FAIR, Meta)."""
    for index in range(match.start + 1, match.end):
        words = [token.key for token in line.tokens[index : match.end] if not token.small]
        if line.tokens[index].gap != JOINED and words in [name_words(name) for name in (parent.label, *parent.names)]:
            return index
    return match.end


def _skip(line: Line, match: Match, words: int) -> int:
    index = match.start
    while words or line.tokens[index].small:
        words -= not line.tokens[index].small
        index += 1
    return index


def _named_parent(entry: Entry) -> Entry:
    """Return the organisation whose name a branch, an institute or a laboratory carries before its own; else *entry* itself."""
    known = name_index().known
    if entry.curated or entry.kind not in ("company", "facility"):
        return entry
    above = list(entry.parents)
    for parent_id in above:
        number = known.find(parent_id)
        if number is None:
            continue
        parent = known[number]
        above += [further for further in parent.parents[:1] if further not in above]
        if parent.unit or parent.kind not in ("company", "education", "facility"):
            continue
        words = name_words(entry.label)
        if any((own := name_words(name)) and words[: len(own)] == own for name in (parent.label, *parent.names)):
            return _named_parent(parent)
    return entry


def _without_repetition(named: Iterable[_Named]) -> list[_Named]:
    """Return *named* without the organisations that only repeat the one before: KAUST (King Abdullah University ...)."""
    found: list[_Named] = []
    for one in named:
        if (
            found
            and one.entry
            and found[-1].entry
            and one.entry.id == found[-1].entry.id
            and (not one.unit or one.unit == found[-1].unit)
        ):
            found[-1] = replace(found[-1], end=one.end)
        elif found and one.entry and found[-1].entry and one.entry.id == found[-1].entry.id and not found[-1].unit:
            found[-1] = replace(found[-1], end=one.end, unit=one.unit)
        else:
            found.append(one)
    return found


# --- from named organisations to records ---------------------------------------------------------------------------------


def _institution(affiliation: str, one: _Named, *, chinese: str) -> Institution:
    entry = one.entry
    only_chinese = is_han_text(one.name)
    unit = "" if is_han_text(one.unit) else one.unit
    name_zh, unit_zh = split_zh(chinese, entry.zh if entry else (), has_unit=bool(one.unit) or only_chinese)
    written = {one.name, name_zh}
    if entry is None:
        label = company_name(one.name)
        aliases = written
        label_zh = name_zh
    else:
        label = entry.label
        aliases = {*written, *entry.names, *entry.zh, *entry.acronyms}
        label_zh = entry.zh[0] if entry.zh else name_zh
    mention = Mention(
        "affiliation", one.start, one.end, affiliation[one.start : one.end], _EXTRACTOR, round(one.score, 3)
    )
    return Institution(
        entry.id if entry else institution_id(ror="", name=label),
        label,
        label_zh,
        tuple(sorted(aliases - {"", label, label_zh})),
        unit,
        unit_zh or (one.unit if one.unit != unit else ""),
        entry.ror if entry else "",
        entry.country if entry else one.country,
        entry.kind if entry else "",
        entry.parents[0] if entry and entry.parents else "",
        (mention,),
    )
