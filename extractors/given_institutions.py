"""The institutions whose ROR ids the record itself gives: they stand as given, whatever the name alone would have meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from extractors.registry.index import name_index
from kg.ids import institution_id
from kg.records import Institution, Mention

_EXTRACTOR = "given"


def use_given(
    affiliation: str, found: Iterable[Institution], *, given: Sequence[tuple[str, str]]
) -> tuple[Institution, ...]:
    """Return *found*, the institutions of the *affiliation* line, with those of *given* (name on the line, ROR id) in their places.

    >>> [one.ror for one in use_given("Example Labs, Testville", (), given=[("Example Labs, Testville", "012345678")])]
    ['012345678']
    """
    places = list(_places(affiliation, given))
    if not places:
        return tuple(found)
    kept: list[Institution] = []
    confirmed: set[tuple[int, int, str]] = set()
    for institution in found:
        mentions = []
        for mention in institution.mentions:
            around = [place for place in places if place[0] < mention.end and mention.start < place[1]]
            same = [place for place in around if place[2] == institution.ror]
            confirmed.update(same)
            if same or not around:
                mentions.append(replace(mention, confidence=1.0) if same else mention)
        if mentions:
            kept.append(replace(institution, mentions=tuple(mentions)))
    for start, end, ror in places:
        if (start, end, ror) not in confirmed:
            kept.append(_institution(affiliation, start, end, ror=ror))
    return tuple(sorted(kept, key=lambda one: (one.mentions[0].start, one.mentions[0].end, one.id, one.unit)))


def _places(affiliation: str, given: Sequence[tuple[str, str]]) -> Iterator[tuple[int, int, str]]:
    """Yield where each given name stands as a whole part of the line (start, end, ROR id), each once."""
    wanted: dict[str, set[str]] = {}
    for name, ror in given:
        wanted.setdefault(name, set()).add(ror)
    seen: set[str] = set()
    for name, rors in wanted.items():
        start = affiliation.find(name)
        while name and start >= 0:
            end = start + len(name)
            if _is_whole(affiliation, start, end) and name not in seen:
                seen.add(name)
                for ror in sorted(rors):
                    yield start, end, ror
            start = affiliation.find(name, end)


def _is_whole(affiliation: str, start: int, end: int) -> bool:
    before, after = affiliation[:start].rstrip(), affiliation[end:].lstrip()
    return (not before or before[-1] in ";；|") and (not after or after[0] in ";；|")


def _institution(affiliation: str, start: int, end: int, *, ror: str) -> Institution:
    known = name_index().known
    node = institution_id(ror=ror, name="")
    number = known.find(node)
    written = affiliation[start:end]
    mention = Mention("affiliation", start, end, written, _EXTRACTOR, 1.0)
    if number is None:
        return Institution(node, written, ror=ror, mentions=(mention,))
    entry = known[number]
    aliases = {written, *entry.names, *entry.zh, *entry.acronyms} - {entry.label}
    return Institution(
        entry.id,
        entry.label,
        entry.zh[0] if entry.zh else "",
        tuple(sorted(aliases - set(entry.zh[:1]))),
        ror=entry.ror,
        country=entry.country,
        kind=entry.kind,
        parent=entry.parents[0] if entry.parents else "",
        mentions=(mention,),
    )
