"""The raw text of an affiliation as tokens: words of names with their offsets, how strongly they are parted, and the places among them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractors.folding import fold_with_map
from extractors.registry.names import SMALL_WORDS, WORD, fold_word
from extractors.registry.places import places

# How the text between two words parts them: not at all, as parts of one organisation's address, as organisations.
JOINED, COMMA, APART = 0, 1, 2
_APART = re.compile(r"[;；|\n\r•]")
_COMMA = re.compile(r"[,，、:：()（）\[\]【】{}/]|\s[-–—]\s")
# What stands in affiliation lines and names nothing: addresses of the net, escapes that other tools left, labelled numbers.
_NOISE = re.compile(
    r"#[A-Z]{1,4}#|https?://\S+|www\.\S+|\{[^{}@]*\}@\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|\b(?:fax|tel|phone)\b[\s.:]*[+\d(][\d\s()+./\u2010-]*|\b(?:e-?mail|orcid)\b[\s:]*",
    re.IGNORECASE,
)
_OPENING, _CLOSING = ("(", "（"), (")", "）")
_ABBREVIATED = re.compile(r"\b(?:Inc|Ltd|Corp|Co)$", re.IGNORECASE)
# A place has at most this many words.
_LONGEST_PLACE = 4
# Initials with full stops are one word (C.N.R.S., M.D.); the words of the folded text are looked for after them.
_INITIALS = r"(?<![^\W_])(?:[a-z]\.\s?){2,}(?![^\W_]\.)"
_TOKEN = re.compile(f"{_INITIALS}|{WORD.pattern}")


@dataclass(frozen=True, slots=True)
class Token:
    """One word: its *key* in names, its raw offsets, whether names leave it out (*small*), and what parts it from the one before (*gap*)."""

    key: str
    start: int
    end: int
    small: bool
    gap: int


@dataclass(frozen=True, slots=True)
class Line:
    """A raw affiliation as tokens; *place_ends* maps the token at which a place begins to the token after it and its countries."""

    text: str
    tokens: tuple[Token, ...]
    place_ends: dict[int, tuple[int, frozenset[str]]]
    in_place: frozenset[int]

    def phrase_start(self, index: int) -> int:
        """Return the first token of the unbroken phrase that token *index* stands in."""
        while index > 0 and self.tokens[index].gap == JOINED:
            index -= 1
        return index

    def phrase_end(self, index: int) -> int:
        """Return the token after the unbroken phrase that token *index* - 1 ends or goes on in."""
        while index < len(self.tokens) and self.tokens[index].gap == JOINED:
            index += 1
        return index

    def part_start(self, index: int) -> int:
        """Return the first token of the part (between semicolons) that token *index* stands in."""
        while index > 0 and self.tokens[index].gap != APART:
            index -= 1
        return index

    def part_end(self, index: int) -> int:
        """Return the token after the part that token *index* stands in."""
        index += 1
        while index < len(self.tokens) and self.tokens[index].gap != APART:
            index += 1
        return index

    def raw(self, start: int, end: int) -> str:
        """Return the raw text of tokens *start* to *end*."""
        return self.text[self.tokens[start].start : self.end_of(start, end)]

    def end_of(self, start: int, end: int) -> int:
        """Return the offset behind tokens *start* to *end*, with the bracket that closes one opened among them and `Inc.`'s full stop."""
        first, last = self.tokens[start].start, self.tokens[end - 1].end
        inside, after = self.text[first:last], self.text[last : last + 1]
        if after in _CLOSING and sum(map(inside.count, _OPENING)) > sum(map(inside.count, _CLOSING)):
            return last + 1
        return last + 1 if after == "." and _ABBREVIATED.search(inside) else last


def blank_noise(text: str) -> str:
    """Return *text* with e-mail and web addresses and the like blanked, every other character at its place."""
    return _NOISE.sub(lambda match: ("\n" if "#N#" in match[0] else " ") * len(match[0]), text)


def read_line(text: str) -> Line:
    """Return the tokens of the raw affiliation *text*; offsets count the characters of *text* itself."""
    folded = fold_with_map(blank_noise(text))
    tokens: list[Token] = []
    before = 0
    for match in _TOKEN.finditer(folded.text):
        word = match[0]
        length = len(word.rstrip(". "))
        start, end = folded.span(match.start(), match.start() + length)
        word = "".join(c for c in word if c not in ". ")
        gap = _gap(folded.text[before : match.start()]) if tokens else JOINED
        before = match.start() + length
        tokens.append(Token(fold_word(word), start, end, word in SMALL_WORDS, gap))
    place_ends = _places(text, tokens)
    inside = frozenset(index for start, (end, _) in place_ends.items() for index in range(start, end))
    return Line(text, tuple(tokens), place_ends, inside)


def _gap(between: str) -> int:
    if between == " " or not between:
        return JOINED
    if _APART.search(between):
        return APART
    return COMMA if _COMMA.search(between) else JOINED


def _places(text: str, tokens: list[Token]) -> dict[int, tuple[int, frozenset[str]]]:
    known = places()
    found: dict[int, tuple[int, frozenset[str]]] = {}
    index = 0
    while index < len(tokens):
        if tokens[index].small:
            index += 1
            continue
        key, best = "", 0
        for end in range(index, min(index + _LONGEST_PLACE, len(tokens))):
            token = tokens[end]
            if end > index and token.gap != JOINED and len(tokens[end].key) > 1:
                break
            if not token.small:
                key += token.key
                place = known.get(key)
                if place and (place.kind != "code" or _is_code(text, tokens, index)):
                    best, countries = end + 1, place.countries
        if best:
            found[index] = (best, countries)
            index = best
        else:
            index += 1
    return found


def _is_code(text: str, tokens: list[Token], index: int) -> bool:
    """Return whether the token is a postal code of a state: two capitals before a number or at the end of a phrase."""
    token = tokens[index]
    if not text[token.start : token.end].isupper() or index == 0:
        return False
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    return after is None or after.gap != JOINED or after.key.isdigit() or after.key in ("usa", "us", "u")
