"""English for Chinese noun phrases that no vocabulary knows, composed piece by piece: 分片感知通信, sharding-aware communication.

``glossary.tsv`` holds the pieces. Its second column is the English form within a phrase; behind a ``|`` the form at the
end of a phrase and before an affix (稀疏 sparse|sparsity), behind another the form of an affix that has no neighbour
(引导 -guided|guidance|guided). ``<`` and ``>`` stand for the piece before and the piece after: 间 is ``inter-<``, 无 is
``>-free``. A hyphen at either end is short for them: ``-aware`` and ``multi-``. An empty cell is a particle that English drops.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from extractors.gazetteers import load_rows

_HAN = re.compile(
    "[\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]"
)
_TOKEN = re.compile(r"[A-Za-z0-9Α-ω]+(?:[-./_][A-Za-z0-9Α-ω]+)*[+#*]*|\S")
_LATIN = re.compile(r"[A-Za-z0-9Α-ω]")
# Quotation marks, and hyphens that do not stand within a Latin word, part no word from the next.
_SILENT = re.compile(r"(?<![A-Za-z0-9])-|-(?![A-Za-z0-9])|[\"'“”‘’「」『』《》〈〉·]")
_FOR = re.compile(r"(?:用于|针对|适用于)(.+?)的(.+)")
_ACRONYM_PLURAL = re.compile(r"([A-Z]{2,})s")

# Vocabulary names are trusted in their first Chinese form. Others are often narrower than the name they lead to
# (权重量化 leads to quantization), so that two pieces that say it word by word are preferred to one of them.
_OTHER_FORM = 2.5
# A lone character means many things: 流 in a longer word is no stream.
_LONE = 1.7
# Before these a participle yields to the noun: compression algorithm, but compressed communication.
_PLAIN_HEADS = frozenset(
    [
        "algorithm",
        "analysis",
        "framework",
        "function",
        "kernel",
        "layer",
        "library",
        "mechanism",
        "method",
        "metric",
        "model",
        "module",
        "operator",
        "overhead",
        "parameter",
        "policy",
        "problem",
        "scheme",
        "space",
        "strategy",
        "system",
        "technique",
        "technology",
        "theory",
        "tool",
    ]
)
# 基于X的Y: what stands up to 的 is one, X-based Y.
_SPANNING = frozenset({"基于", "面向"})
# Nouns that a number before them joins with a hyphen: 4-bit quantization.
_COUNTED = frozenset({"bit", "byte", "layer", "stage", "step"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a phrase: its English *within* a phrase, at the *end* of one, and *alone*, an affix without neighbour."""

    within: str
    end: str
    alone: str
    left: bool = False
    right: bool = False
    cost: float = 1.0

    @property
    def affix(self) -> bool:
        """Tell whether the piece joins a neighbour."""
        return self.left or self.right


def _make_piece(cell: str, *, cost: float) -> Piece:
    within, _, rest = cell.partition("|")
    end, _, alone = rest.partition("|")
    if within.startswith("-"):
        within = "<" + within
    elif within.endswith("-"):
        within += ">"
    left, right = "<" in within, ">" in within
    if not (left or right):
        end = end or within
    return Piece(within, end, alone or end, left=left, right=right, cost=cost)


def _tokens(text: str) -> list[str]:
    """Return the Latin words, numbers, Chinese characters and signs of *text*, which is NFKC."""
    return _TOKEN.findall(_SILENT.sub("", text))


def _key(text: str) -> str:
    """Return *text* as the table holds it: without blanks, silent signs and letter case."""
    return "".join(_tokens(unicodedata.normalize("NFKC", text))).casefold()


@cache
def _pieces() -> dict[str, Piece]:
    """Return the pieces by their Chinese; the glossary goes before the vocabularies."""
    table: dict[str, Piece] = {}
    for rank_first in (False, True):
        for row in load_rows():
            if row.term.type == "Institution" or _HAN.search(row.term.name):
                continue
            for rank, form in enumerate(row.term.zh):
                if (rank == 0) is rank_first and len(form) > 1 and _HAN.search(form):
                    piece = Piece(row.term.name, row.term.name, row.term.name, cost=1.0 if rank_first else _OTHER_FORM)
                    key = _key(form)
                    # Among equals the first row stays; a first form takes the place of another row's other form.
                    if key not in table or table[key].cost > piece.cost:
                        table[key] = piece
    for line in (files(__package__) / "glossary.tsv").read_text(encoding="utf-8").split("\n")[1:]:
        if line:
            zh, en = line.split("\t")
            piece = _make_piece(en, cost=1.0)
            if len(zh) == 1 and not piece.affix and piece.within:
                piece = _make_piece(en, cost=_LONE)
            table[_key(zh)] = piece
    return table


@cache
def _reach() -> dict[str, int]:
    """Return the length of the longest piece by its first character."""
    reach: dict[str, int] = {}
    for key in _pieces():
        reach[key[0]] = max(len(key), reach.get(key[0], 0))
    return reach


def _segment(tokens: list[str]) -> list[tuple[str, Piece]]:
    """Return the cheapest cover of *tokens*, in doubt the one with longer pieces first; nothing where there is none."""
    table, reach = _pieces(), _reach()
    folded = [token.casefold() for token in tokens]
    size = len(tokens)
    best: list[tuple[float, int, Piece] | None] = [None] * size
    costs = [float("inf")] * size + [0.0]
    for start in range(size - 1, -1, -1):
        key = ""
        longest = reach.get(folded[start][0], 1)
        for stop in range(start + 1, size + 1):
            key += folded[stop - 1]
            if stop > start + 1 and len(key) > longest:
                break
            piece = table.get(key)
            if piece is None and stop == start + 1 and _LATIN.match(key):
                word = _ACRONYM_PLURAL.sub(r"\1", tokens[start])
                piece = Piece(word, word, word)
            # A tie goes to the longer piece, which comes later.
            if piece is not None and (cost := piece.cost + costs[stop]) <= costs[start] and cost < float("inf"):
                costs[start] = cost
                best[start] = (cost, stop, piece)
    cover: list[tuple[str, Piece]] = []
    start = 0
    while start < size:
        choice = best[start]
        if choice is None:
            return []
        cover.append(("".join(tokens[start : choice[1]]), choice[2]))
        start = choice[1]
    return cover


def _form(cover: list[tuple[str, Piece]], index: int, *, joined: bool) -> str:
    """Return the English that the piece at *index* has at its place; *joined* where an affix before it takes it."""
    piece = cover[index][1]
    if piece.within == piece.end:
        return piece.within
    following = cover[index + 1][1] if index + 1 < len(cover) else None
    participle = piece.within.endswith("ed")
    if joined or (following and following.left):
        # Affixes join nouns: sparsity-aware, synchronization-free; a plain noun stays: cache-aware.
        return piece.end if participle or not piece.end.endswith("ing") else piece.within
    if following is None:
        return piece.end
    if participle:
        # A participle opens a phrase (compressed communication); behind a noun the same word is what is done to it.
        opens = index == 0 or not cover[index - 1][1].within
        if not opens or following.within in _PLAIN_HEADS:
            return piece.end
    return piece.within


def _assemble(cover: list[tuple[str, Piece]]) -> str:
    """Return the pieces of *cover* as English words in order, affixes joined; empty where an affix has no neighbour."""
    units: list[str] = []
    waiting: list[str] = []  # affixes that wait for the next unit
    opened: list[tuple[str, int]] = []  # affixes that wait for all units up to the next 的
    last = len(cover) - 1
    for index, (text, piece) in enumerate(cover):
        if text == "的" and opened:
            affix, begin = opened.pop()
            if begin == len(units):
                return ""
            units[begin:] = [affix.replace(">", " ".join(units[begin:]))]
            continue
        if not piece.within:
            continue
        if piece.left and units and not waiting and (index < last or not piece.end):
            before, _, word = units.pop().rpartition(" ")
            units.append(f"{before} {piece.within.replace('<', word)}".strip())
            continue
        if piece.right and index < last:
            if text in _SPANNING and any(later == "的" for later, _ in cover[index + 1 :]):
                opened.append((piece.within, len(units)))
            else:
                waiting.append(piece.within)
            continue
        if piece.affix:
            word = piece.end if units else piece.alone
        else:
            joined = bool(opened) and index < last and cover[index + 1][0] == "的"
            word = _form(cover, index, joined=joined or any(affix.startswith(">") for affix in waiting))
        if not word:
            return ""
        while waiting:
            word = waiting.pop().replace(">", word)
        if word in _COUNTED and units and units[-1].isdecimal() and index < last:
            units[-1] += "-" + word
        else:
            units.append(word)
    return "" if waiting or opened else _join(units)


def _join(units: list[str]) -> str:
    """Return *units* as one phrase; a word said twice in a row (weakly supervised learning learning) is said once."""
    words: list[str] = []
    for word in " ".join(units).split():
        if not words or words[-1].casefold() != word.casefold():
            words.append(word)
    while words and words[-1] == "and":
        words.pop()
    while words and words[0] == "and":
        words.pop(0)
    return " ".join(words)


@lru_cache(maxsize=16384)
def compose(phrase: str) -> str:
    """Return the English for the Chinese or mixed noun phrase *phrase*, empty where a part of it is unknown.

    English comes back as it is.

    >>> compose("分片感知通信"), compose("基于树的归约"), compose("龘算法")
    ('sharding-aware communication', 'tree-based reduction', '')
    """
    text = " ".join(unicodedata.normalize("NFKC", phrase).split())
    if not _HAN.search(text):
        return text
    if purpose := _FOR.fullmatch(text):
        use, thing = compose(purpose[1]), compose(purpose[2])
        return f"{thing} for {use}" if use and thing else ""
    cover = _segment(_tokens(text))
    return _assemble(cover) if cover else ""
