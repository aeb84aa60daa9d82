"""Join proposals, expansions and vocabulary mentions of one record into named entities and their mentions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from extractors.found import Found, Named
from extractors.gazetteers import load_rows, load_terms
from extractors.naming.acronyms import find_expansions, find_long_form, is_ordinary, spells
from extractors.naming.heads import head_type, trailing_head
from extractors.naming.modifiers import PATTERN as MODIFIED
from extractors.naming.modifiers import find_modified, is_modifier
from extractors.naming.phrases import find_phrases
from extractors.naming.proposals import Proposal, find_proposals, find_slots
from extractors.naming.shapes import is_distinctive
from extractors.naming.surfaces import clean, longest, name_key, occurrences, unite
from extractors.naming.tasks import find_tasks
from extractors.naming.translating import compose
from extractors.variants import find_variants
from kg.ids import entity_id

EXTRACTOR = "names"
_SHORTEST_ACRONYM = 3
_HAN = re.compile("[\u3400-\u9fff]")
_REST = re.compile(
    r" ?(?:[\u3400-\u9fff]+|[A-Za-z-]+)(?<!\bthat)(?<!\bwhich)(?<!\bfor)(?<!\bto)(?<!\bwith)(?<!\bby)(?<!\band)"
)
_WHAT_IT_IS = re.compile(r"[)）](?:,| is) (?:an?|the|our)\b|[)）][，是]")
#: How far behind the beginning of a proposed phrase a long form with its acronym may begin, and what ends that phrase.
_REACH = 40
_BREAK = re.compile(r"[,.;:，。；：、]|\b(?:that|which|for|to|with|by|using)\b|称|即")
_HEAD_BEHIND = re.compile(r"[)）](?: ([a-z-]+)|([\u3400-\u9fff]{2,4}))")


#: Patterns that say that a thing is introduced less surely than a name in the place of what is proposed.
WEAK_PATTERNS = frozenset(
    {"composed", "described", "expansion", "ours", "modified", "phrase", "shape", "slot", "topic"}
)


@dataclass(frozen=True, slots=True)
class Findings:
    """*mentions* of the whole record (vocabulary's included), *names* of entities no vocabulary has, ids *introduced* and why.

    *hidden* are the vocabulary's mentions that a longer name covers.
    """

    mentions: tuple[Found, ...]
    names: tuple[Named, ...]
    introduced: tuple[tuple[str, str], ...]
    hidden: tuple[Found, ...] = ()


@dataclass(slots=True)
class _Candidate:
    """A thing under construction: its surfaces, where they stand, and what speaks for it."""

    type: str
    label: str
    surfaces: set[str]
    spans: set[tuple[int, int]]
    confidence: float
    pattern: str
    introduced: bool
    proper: bool
    broader: str = ""
    forms: set[str] = field(default_factory=set)


def find_names(text: str, *, title: tuple[int, int], abstract: tuple[int, int], known: Sequence[Found]) -> Findings:
    """Return the names of the record *text*, whose title and abstract lie at the given bounds, beside the *known* mentions."""
    offsets = {"title": title[0], "abstract": abstract[0]}
    proposals = find_proposals(text[slice(*title)], text[slice(*abstract)])
    slots = frozenset(abstract[0] + slot for slot in find_slots(text[slice(*abstract)]))
    titled = {m.id for m in known if m.start < title[1]}
    named = any(p.introduced and p.proper and p.pattern != "topic" for p in proposals)
    exact = {(m.start, m.end): m for m in known}
    introduced: dict[str, str] = {}
    candidates: dict[str, _Candidate] = {}
    for proposal in proposals:
        span = (offsets[proposal.field] + proposal.start, offsets[proposal.field] + proposal.end)
        match = _vocabulary_match(span, exact, text)
        if proposal.pattern == "topic" and (named or (match is not None and match.id in load_terms())):
            # A sentence that begins with a name tells what the paper is about only where nothing is said to be proposed.
            continue
        if proposal.pattern == "ours" and match is not None:
            continue  # our MPI implementation
        if match is not None:
            # A known technique in the place of what is proposed is the paper's own where the title names it as well, or nothing
            # else is named there; behind a proper name it is what that is made of.
            if proposal.introduced and (proposal.proper or match.id in titled or not named):
                introduced.setdefault(match.id, proposal.pattern)
            continue
        _propose(candidates, proposal, span)
    aliases: dict[str, set[str]] = defaultdict(set)
    for start, end in (title, abstract):
        part = text[start:end]
        for expansion in find_expansions(part):
            long_span = (start + expansion.start, start + expansion.end)
            short_span = (start + expansion.short_start, start + expansion.short_end)
            joined = _join(candidates, exact, aliases, text, long_span, short_span)
            if joined is not None and (head := _head_behind(text, short_span[1])):
                joined.forms.add(f"{text[slice(*long_span)]}{'' if _HAN.match(head) else ' '}{head}")
            proposed = any(
                slot <= long_span[0] <= slot + _REACH and not _BREAK.search(text, slot, long_span[0]) for slot in slots
            )
            if proposed or short_span[0] in slots or (not named and _is_topic(text, start, long_span, short_span)):
                if joined is not None:
                    joined.pattern = joined.pattern if joined.introduced else "expansion"
                    joined.introduced = True
                else:
                    for span in (long_span, short_span):
                        if span in exact and (exact[span].id in titled or not named):
                            introduced.setdefault(exact[span].id, "expansion")
    for task in find_tasks(text, [title, abstract], known):
        span = (task.start, task.end)
        if span not in exact:
            _propose(candidates, task, span, surface=text[slice(*span)])
    narrower = list(find_modified(text, [title, abstract], known))
    # Elsewhere than in a title the words before a term as often tell of this use of it as they name a thing of its own.
    narrow = {name_key(modified.text) for modified, _ in narrower if modified.end <= title[1]}
    for modified, term in narrower:
        if name_key(modified.text) not in narrow:
            continue
        span = (modified.start, modified.end)
        if span not in exact:
            candidate = _propose(candidates, modified, span, surface=clean(text[slice(*span)]))
            candidate.broader = term
    taken = {span for candidate in candidates.values() for span in candidate.spans} | set(exact)
    for start, end in (title, abstract):
        for phrase in find_phrases(text[start:end]):
            span = (start + phrase.start, start + phrase.end)
            if not any(
                span[0] < e and s < span[1] for s, e in taken if (s, e) != span and (e - s) >= (span[1] - span[0])
            ):
                _propose(candidates, phrase, span)
    for candidate in candidates.values():
        if not candidate.introduced and any(start in slots for start, _ in candidate.spans):
            candidate.pattern = "slot"
            candidate.introduced = True
    for mention in known:
        if (
            mention.start in slots
            and mention.type != "Task"
            and (mention.id in titled or not named)
            and _ends_phrase(text, mention)
        ):
            introduced.setdefault(mention.id, "slot")
    return _assemble(text, [title, abstract], known, candidates, aliases, introduced)


def _head_behind(text: str, end: int) -> str:
    """Return the head noun behind a bracketed acronym that ends at *end*: 空间有界（SB）调度器 is a scheduler."""
    match = _HEAD_BEHIND.match(text, end)
    if match is None:
        return ""
    if match[1]:
        return match[1] if trailing_head(match[1]) else ""
    return next((match[2][:n] for n in range(len(match[2]), 1, -1) if head_type(match[2][:n])), "")


def _is_topic(text: str, begin: int, long_span: tuple[int, int], short_span: tuple[int, int]) -> bool:
    """Return whether a sentence begins with the long form and says behind the acronym what it is: "X Y (XY), a tool that …"."""
    before = text[begin : long_span[0]].rstrip()
    return (not before or before[-1] in ".!?。！？") and _WHAT_IT_IS.match(text, short_span[1]) is not None


def _ends_phrase(text: str, mention: Found) -> bool:
    """Return whether nothing but a head noun stands between *mention* and the end of its phrase: "MoE framework", not "GPU scheduler"."""
    rest = _REST.match(text, mention.end)
    return rest is None or trailing_head(rest[0].strip(), zh=_HAN.search(rest[0]) is not None) is not None


def _vocabulary_match(span: tuple[int, int], exact: dict[tuple[int, int], Found], text: str) -> Found | None:
    if span in exact:
        return exact[span]
    # A vocabulary term with nothing but a head or a plain quality around it is the same thing (the MoE architecture).
    inside = [m for (s, e), m in exact.items() if span[0] <= s and e <= span[1]]
    for mention in sorted(inside, key=lambda m: m.start - m.end):
        rest = text[span[0] : mention.start] + " " + text[mention.end : span[1]]
        if not rest.strip(" -") or (mention.type == "Technique" and trailing_head(rest.strip(" -"))):
            return mention
    return None


def _propose(
    candidates: dict[str, _Candidate], proposal: Proposal, span: tuple[int, int], *, surface: str | None = None
) -> _Candidate:
    """Add *proposal*, which stands at *span* as *surface* where that is not its name, to *candidates*; return its candidate."""
    key = name_key(proposal.text)
    known = candidates.get(key)
    if known is None:
        candidates[key] = _Candidate(
            proposal.type,
            clean(proposal.text),
            {surface or proposal.text},
            {span},
            proposal.confidence,
            proposal.pattern,
            proposal.introduced,
            proposal.proper,
        )
        return candidates[key]
    known.surfaces.add(surface or proposal.text)
    known.spans.add(span)
    known.type = known.type or proposal.type
    if proposal.introduced and (not known.introduced or known.pattern in WEAK_PATTERNS):
        known.pattern = proposal.pattern
    known.introduced |= proposal.introduced
    known.confidence = max(known.confidence, proposal.confidence)
    return known


def _join(
    candidates: dict[str, _Candidate],
    exact: dict[tuple[int, int], Found],
    aliases: dict[str, set[str]],
    text: str,
    long_span: tuple[int, int],
    short_span: tuple[int, int],
) -> _Candidate | None:
    """Make the long form and the acronym at the two spans one thing; return it unless the vocabulary has it."""
    long_text, short_text = text[slice(*long_span)], text[slice(*short_span)]
    for span in (long_span, short_span):
        if span in exact:
            aliases[exact[span].id].update((long_text, short_text))
            return None
    ending = [m for (s, e), m in exact.items() if e == long_span[1] and s >= long_span[0]]
    known = candidates.get(name_key(long_text)) or candidates.get(name_key(short_text))
    if known is None and _HAN.search(long_text):
        # The left border of a Chinese long form is a guess: where a described proposal ends here, its border is the better one.
        known = next(
            (c for c in candidates.values() if c.introduced and any(e == long_span[1] for _, e in c.spans)), None
        )
    if known is None and ending and _HAN.search(long_text):
        longest = min(ending, key=lambda m: m.start)
        # Where the English of the whole long form is what the letters stand for, the term at its end is a part of it alone.
        if not spells(compose(long_text), short_text) or longest.start == long_span[0]:
            aliases[longest.id].update((text[longest.start : longest.end], short_text))
            return None
    if is_ordinary(short_text) and known is None:
        return None
    if known is None:
        head = (
            trailing_head(long_text[-4:], zh=True) if _HAN.search(long_text) else trailing_head(long_text.split()[-1])
        )
        type_ = head[0] if head else "Technique"
        if head is None and not short_text.isupper():
            type_ = ""
        known = _Candidate(type_, short_text, set(), set(), 0.7, "expansion", introduced=False, proper=True)
    elif not known.type:
        head = (
            trailing_head(long_text[-4:], zh=True) if _HAN.search(long_text) else trailing_head(long_text.split()[-1])
        )
        known.type = head[0] if head else "Technique"
    for key in (name_key(long_text), name_key(short_text)):
        candidates[key] = known
    known.surfaces.update((long_text, short_text))
    known.spans.update((long_span, short_span))
    if is_distinctive(short_text):
        known.label = short_text.removesuffix("s") if short_text[:-1].isupper() else short_text
        known.proper = True
    return known


def _assemble(
    text: str,
    bounds: list[tuple[int, int]],
    known: Sequence[Found],
    candidates: dict[str, _Candidate],
    aliases: dict[str, set[str]],
    introduced: dict[str, str],
) -> Findings:
    unique = {id(candidate): candidate for candidate in candidates.values()}
    mentions = list(known)
    names = []
    for candidate in unique.values():
        english = compose(candidate.label)
        if candidate.pattern == "phrase" and not candidate.introduced and not english:
            continue  # a stretch of Chinese with a verb or an unknown word in it names nothing
        if candidate.pattern == "phrase" and not candidate.introduced and _is_padded(candidate, text, known):
            continue
        label = english or candidate.label
        node = entity_id(label)
        type_ = candidate.type or "System"
        found = set(candidate.spans) | set(occurrences(text, bounds, candidate.surfaces))
        extractor = MODIFIED if candidate.pattern == MODIFIED else EXTRACTOR
        mentions += [Found(s, e, type_, node, extractor, candidate.confidence) for s, e in found]
        forms = {candidate.label, *map(clean, candidate.surfaces), *candidate.forms}
        chinese = [candidate.label, *sorted(forms)]
        label_zh = next((form for form in chinese if _HAN.search(form)), "")
        composed = {words for form in forms if _HAN.search(form) and (words := compose(form))}
        # What Chinese says with one word English often has two for.
        forms |= composed | {variant for words in (*composed, label) for variant in find_variants(words)}
        if is_distinctive(label) and len(label) >= _SHORTEST_ACRONYM:
            forms |= {long_form} if (long_form := find_long_form(text[slice(*bounds[0])], label)) else set()
        names.append(Named(node, type_, label, label_zh, tuple(sorted(forms - {label})), broader=candidate.broader))
        if candidate.introduced:
            introduced.setdefault(node, candidate.pattern)
    types = {m.id: m.type for m in known}
    for node, surfaces in aliases.items():
        spans = occurrences(text, bounds, surfaces)
        mentions += [Found(s, e, types[node], node, EXTRACTOR, 0.85) for s, e in spans]
    things = longest(m for m in mentions if m.type != "Task")
    tasks = [
        task
        for task in longest(m for m in mentions if m.type == "Task")
        if not any(thing.start <= task.start and task.end <= thing.end for thing in things)
    ]
    kept = tuple(sorted((*things, *tasks)))
    remaining = {m.id for m in kept}
    return Findings(
        kept,
        unite(name for name in names if name.id in remaining),
        tuple(sorted((node, pattern) for node, pattern in introduced.items() if node in remaining)),
        tuple(sorted(set(known) - set(kept))),
    )


def _is_padded(candidate: _Candidate, text: str, known: Sequence[Found]) -> bool:
    """Return whether *candidate* is but a known technique with Chinese before it that makes no narrower one: 优化预取."""
    ends = {
        m.end: m for m in sorted(known, key=lambda m: m.start - m.end) if m.type == "Technique" and not _vague(m.id)
    }
    for start, end in candidate.spans:
        inner = ends.get(end)
        if inner is None or inner.start <= start or not _HAN.match(text[start]):
            return False
        before = compose(text[start : inner.start].removesuffix("的") + "的")
        if not before or is_modifier(before):
            return False
    return True


@lru_cache(maxsize=1)
def _generic_ids() -> frozenset[str]:
    return frozenset(row.term.id for row in load_rows() if row.generic)


def _vague(node: str) -> bool:
    return node in _generic_ids()
