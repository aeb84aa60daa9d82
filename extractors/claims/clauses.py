"""The surroundings of a figure inside its sentence: its clause, and what stands directly before and behind it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractors.claims.quantities import Quantity

_BREAK = re.compile(
    r"[,;:](?=\s|[\u3400-\u9fff]|$)|,(?=[A-Za-z])|[。()]|\s--\s|\s-\s|\b(?:while|whereas|but)\b|[,;]?(?:同时|并且|而且|但是)"
)
# Where the phrase that a figure opens ends: "2x | higher throughput | than ...".
_STOP = re.compile(
    r"[,;:。()!?、]|\.(?=\s|$)|\s(?:over|than|compared|on|for|when|while|whereas|versus|relative|across|with|at|and|to|against|vs\.?|without|using|under|through|by|via"
    r"|but|as|while|which|that|from|depending|respectively|is|are|was|were|can)\b|[和与并且而及,比]|以及|同时|相比|相较"
)


_BRACKET = re.compile(r"\s?\([^()]{1,40}\)")
_SHORT = 12
_BARE = ("none", "count")


@dataclass(frozen=True, slots=True)
class Frame:
    """A quantity in its sentence *text*; *left* and *right* reach to its clause's border or the neighbouring quantity."""

    text: str
    quantity: Quantity
    clause_start: int
    clause_end: int
    left_start: int
    left: str
    right_start: int
    right: str
    phrase: str

    @property
    def clause(self) -> str:
        """Return the clause."""
        return self.text[self.clause_start : self.clause_end]

    @property
    def before(self) -> str:
        """Return the sentence before the quantity."""
        return self.text[: self.quantity.start]

    @property
    def behind(self) -> str:
        """Return the sentence behind the quantity."""
        return self.text[self.quantity.end :]


def make_frames(text: str, quantities: list[Quantity]) -> list[Frame]:
    """Return the frame of each of *quantities* of sentence *text*."""
    breaks = [(m.start(), m.end()) for m in _BREAK.finditer(text)]
    frames = []
    for index, quantity in enumerate(quantities):
        # A coordinated list stands in one clause: its border is looked for before its first and behind its last member.
        first, last = index, index
        if quantity.group >= 0:
            first = index - quantity.place
            last = first + quantity.size - 1
        begin, until = quantities[first].start, quantities[last].end
        start = max((e for _, e in breaks if e <= begin), default=0)
        end = min((s for s, _ in breaks if s >= until), default=len(text))
        # "1.3x on 8 A100": a bare count is part of the figure's own words, another figure is not.
        bare = quantity.unit.kind in _BARE
        earlier = [q.end for q in quantities[:first] if bare or q.unit.kind not in _BARE]
        later = [q.start for q in quantities[last + 1 :] if bare or q.unit.kind not in _BARE]
        floor = max([0, *earlier])
        while begin - start < _SHORT and start > floor:
            # "surpassing MoLA, by 2.3%", "the overhead (1.9%)": the words that govern the figure stand before the border.
            start = max((e for s, e in breaks if e < start), default=0)
        left_start = max([start, *earlier])
        right_end = min([end, *later])
        opened = _BRACKET.match(text, until)
        if opened and opened.end() <= min([len(text), *later]):
            # A bracket behind the figure interrupts its clause, it does not end it.
            end = min((s for s, _ in breaks if s >= opened.end()), default=len(text))
            until = opened.end()
            right_end = min([end, *later])
        right = text[until:right_end]
        stop = _STOP.search(right)
        frames.append(
            Frame(
                text,
                quantity,
                clause_start=start,
                clause_end=end,
                left_start=left_start,
                left=text[left_start:begin],
                right_start=until,
                right=right,
                phrase=right[: stop.start()] if stop else right,
            )
        )
    return frames
