"""Which of the names that papers introduce are recognised in other papers, and which texts may hold them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace

import ahocorasick_rs

from extractors.folding import fold
from extractors.found import Named
from extractors.gazetteers import Row
from extractors.matching import SEPARATORS, variants
from extractors.naming.shapes import is_distinctive
from kg.records import Document, Term

#: A name must have as many characters to be recognised in papers that do not introduce it.
MIN_SHARED_NAME = 4


@dataclass(frozen=True, slots=True, order=True)
class Shared:
    """A name that papers give to the corpus: the *row* it is matched by, and the *term* that its mentions are harvested as."""

    row: Row
    term: Term


def share(discovered: Iterable[Iterable[Named]], *, known: Container[str]) -> dict[str, Shared]:
    """Return what all papers may learn of the names *discovered* in each, by node; the *known* nodes of the vocabularies need no learning.

    Only what can be nothing but a name is shared (FastKron, LB4OMP); a plain word stays a name in its own paper alone.
    """
    names: dict[str, list[Named]] = defaultdict(list)
    for found in discovered:
        for name in found:
            names[name.id].append(name)
    shared = {}
    for node in sorted(names):
        if node in known:
            continue
        first = min(names[node])
        forms = [f for name in names[node] for f in (name.label, *name.aliases) if _is_shared(f)]
        if not forms:
            continue
        label = first.label if _is_shared(first.label) else min(forms)
        term = Term(id=node, type=first.type, name=label, aliases=tuple(sorted(set(forms) - {label})), kind=first.kind)
        every = {f for name in names[node] for f in (name.label, *name.aliases)}
        harvested = replace(
            term,
            name=first.label,
            zh=(first.label_zh,) if first.label_zh else (),
            aliases=tuple(sorted(every - {first.label, first.label_zh})),
        )
        shared[node] = Shared(Row(term), harvested)
    return shared


def _is_shared(form: str) -> bool:
    return len(form) >= MIN_SHARED_NAME and is_distinctive(form) and form.isascii() and not form.isupper()


class Sieve:
    """Tells which of *shared* a text may name: all that the matcher would find there, and few others.

    All words of a form must stand somewhere in the text: the parts of a list share their head (data and tensor parallelism), so that
    a form need not stand there in one piece.
    """

    def __init__(self, shared: Mapping[str, Shared]) -> None:
        self._forms: dict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
        for node, what in shared.items():
            for form in sorted({form for surface in what.row.surfaces for form in variants(surface)}):
                words = tuple(form.split())
                if words:
                    self._forms[max(words, key=len)].append((node, words))
        self._words = sorted(self._forms)
        self._automaton = ahocorasick_rs.AhoCorasick(self._words) if self._words else None

    def find(self, document: Document) -> set[str]:
        """Return the nodes that title and abstract of *document* may name."""
        if self._automaton is None:
            return set()
        text = fold(f"{document.title}\n{document.abstract}").translate(SEPARATORS)
        hits = {index for index, _, _ in self._automaton.find_matches_as_indexes(text, overlapping=True)}
        return {
            node
            for index in hits
            for node, words in self._forms[self._words[index]]
            if all(word in text for word in words)
        }
