"""Which of the organisations that bear a name is meant: the country in the line, curated rows, families of companies decide."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from extractors.linking_context import UNIT_WORDS, Context
from extractors.registry.index import name_index
from extractors.registry.known import Entry
from extractors.registry.names import name_key, name_words
from extractors.registry.places import agree

# Parts of a university that roll up to it when they carry its name (Indiana University School of Medicine).
_SCHOOL_WORDS = frozenset({"sch", "coll", "fac", "dept"})


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen *entry* with a *score* in 0..1 and the *reason*."""

    entry: Entry
    score: float
    reason: str


def choose(
    context: Context, start: int, end: int, *, key: str, reason: str = "name", top: float = 0.95
) -> Choice | None:
    """Return which organisation tokens *start* to *end* name under *key*, or None where nothing decides.

    *top* is the score where nothing speaks against it.
    """
    known = context.index.known
    numbers = context.index.names.get(key, ())
    evidence = context.evidence(start, end)
    candidates = [known[n] for n in numbers]
    fitting = [entry for entry in candidates if agree(entry.country, evidence)]
    curated = [
        known[n] for n in sorted(numbers, key=lambda n: ((key, n) not in context.index.by_row, n)) if known[n].curated
    ]
    if curated and (curated[0] in fitting or not fitting):
        best: Entry | None = curated[0]
        score = top
    elif fitting:
        best = _narrow(context, fitting, key=key, evidence=evidence)
        score = top if best and best.country in evidence else top - 0.05
    else:
        return None
    if best is None:
        return None
    other = find_branch(best, evidence) or _campus(context, end, key=key, entry=best)
    return Choice(other or roll_up(best), score, reason)


def choose_acronym(context: Context, index: int, raw: str) -> Choice | None:
    """Return which organisation the acronym *raw*, token *index*, stands for, or None."""
    known, line = context.index.known, context.line
    candidates = [known[n] for n in context.index.acronyms[raw]]
    token = line.tokens[index]
    if token.start > 0 and line.text[token.start - 1] in "(（[" and index > line.part_start(index):
        # An acronym in brackets repeats the name before it, known or not, unless it is a part of it.
        before = context.taken.get(index - 1)
        for entry in candidates:
            if before and entry.unit and entry.parents[0] in (before.id, *before.parents[:1]):
                return Choice(entry, 0.9, "acronym")
        return None
    evidence = context.evidence(index, index + 1)
    fitting = [entry for entry in candidates if agree(entry.country, evidence)]
    curated = [known[n] for n in context.index.acronyms[raw] if (raw, n) in context.index.by_row]
    if curated and agree(curated[0].country, evidence):
        return Choice(curated[0], 0.9, "acronym")
    # Beside a name in the same part, unknown capitals are mostly those of a unit.
    if len(fitting) != 1 or len(raw) < 3 or context.is_taken(line.part_start(index), line.part_end(index)):
        return None
    if fitting[0].country in evidence:
        return Choice(fitting[0], 0.8, "acronym")
    if len(raw) >= 4 and len(candidates) == 1 and not evidence:
        return Choice(fitting[0], 0.7, "acronym")
    return None


def _narrow(context: Context, entries: list[Entry], *, key: str, evidence: frozenset[str]) -> Entry | None:
    """Return the one of *entries* that is meant, or None: by country, by being called so first of all, as the head of the others."""
    if len(entries) == 1:
        return entries[0]
    numbers = {context.index.known[n].id: n for n in context.index.names[key]}
    for kept in (
        [entry for entry in entries if entry.country in evidence],
        [entry for entry in entries if (key, numbers[entry.id]) in context.index.primary],
    ):
        both = [entry for entry in entries if entry in kept]
        entries = both or entries
    if len(entries) == 1:
        return entries[0]
    heads = [entry for entry in entries if all(other is entry or entry.id in other.parents for other in entries)]
    return heads[0] if len(heads) == 1 else None


def _campus(context: Context, end: int, *, key: str, entry: Entry) -> Entry | None:
    """Return the sister campus that the place in the line tells, where *key* is no more than a short name of *entry*.

    University of Illinois, Chicago names one campus and University of Illinois, Urbana another; the name alone is that of the oldest.
    """
    index, line = context.index, context.line
    if (
        any((key, n) in index.primary and index.known[n] == entry for n in index.names[key])
        and "System" not in entry.label
    ):
        return None
    for begin, (stop, _) in sorted(line.place_ends.items()):
        if not end <= begin < line.part_end(end - 1):
            continue
        for n in index.names.get(key + context.key(begin, stop), ()):
            other = index.known[n]
            if other.id != entry.id and set(other.parents) & {entry.id, *entry.parents}:
                return other
    return None


def roll_up(entry: Entry) -> Entry:
    """Return the university whose name the school *entry* carries before its own; any other entry is returned as it is."""
    if entry.kind != "education" or entry.curated:
        return entry
    known = name_index().known
    for parent_id in entry.parents:
        number = known.find(parent_id)
        if number is None or known[number].kind != "education":
            continue
        own, above = name_words(entry.label), name_words(known[number].label)
        if own[: len(above)] == above and _SCHOOL_WORDS & set(own[len(above) :]):
            return known[number]
    return entry


def is_hosted(entry: Entry, host: Entry) -> bool:
    """Return whether *entry* is a laboratory or school that *host*, named beside it, is the organisation for."""
    if entry.curated or entry.unit or entry.id == host.id or entry.kind in ("healthcare", "company"):
        return False
    words = name_words(entry.label)
    if words[:3] == ["state", "key", "lab"] or words[:2] == ["key", "lab"] or words[:3] == ["nat", "key", "lab"]:
        return host.kind in ("education", "government", "facility")
    return host.kind in ("education", "facility") and host.id in entry.parents


def lacks_parent(context: Context, start: int, end: int, *, entry: Entry, others: list[Entry]) -> bool:
    """Return whether a name of common words alone stands without its parent, so that any institute of physics may be meant.

    *others* are the organisations found beside it.
    """
    words = context.words(start, end)
    if not words[0].isascii() or any(word not in context.index.common and word not in UNIT_WORDS for word in words):
        return False
    if entry.curated and not entry.unit:
        return False
    evidence = context.evidence(start, end)
    if entry.country in evidence and "univ" in words:
        return False
    if len(words) >= 4 and agree(entry.country, evidence):
        return False
    return not any(other.id in entry.parents for other in others)


def find_branch(entry: Entry, evidence: frozenset[str]) -> Entry | None:
    """Return the registered branch of the company *entry* in the one country of *evidence*, if there is exactly one."""
    if len(evidence) != 1 or entry.country in evidence or entry.kind not in ("company", "unit"):
        return None
    top = entry.parents[0] if entry.unit else entry.id
    known = name_index().known
    found = [known[n] for n in _branches().get(top, ()) if known[n].country in evidence]
    return found[0] if len(found) == 1 else None


@cache
def _branches() -> dict[str, tuple[int, ...]]:
    """Return the numbers of the registered companies that belong to a company and carry its name, by the id of that company."""
    known = name_index().known
    found: dict[str, list[int]] = {}
    for number, (_, organisation) in enumerate(known.sources()):
        if organisation is None or "company" not in organisation.types or not organisation.parents:
            continue
        key = name_key(organisation.name)
        above = list(known[number].parents)
        for parent_id in above:
            parent = known.find(parent_id)
            if parent is None:
                continue
            if parent != number and key.startswith(name_key(known[parent].label)):
                found.setdefault(parent_id, []).append(number)
            above += [further for further in known[parent].parents if further not in above]
    return {parent_id: tuple(numbers) for parent_id, numbers in found.items()}
