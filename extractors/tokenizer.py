"""A one-regex tokenizer for mixed Chinese and English.

Every Han character, every run of Latin letters, every number and every other sign is a token of its own, so that any
match of the extractors falls on token borders.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import registry
from spacy.vocab import Vocab

HAN = "\u2e80-\u303f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
TOKEN = re.compile(rf"[{HAN}]|[^\W\d_{HAN}]+|\d+|\s+|.", re.DOTALL)


class MixedTokenizer:
    """Split text by one regular expression; white space beyond one blank is a token, so that nothing is lost."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        words: list[str] = []
        spaces: list[bool] = []
        for piece in TOKEN.findall(text):
            if piece == " " and words and not spaces[-1] and not words[-1].isspace():
                spaces[-1] = True
            else:
                words.append(piece)
                spaces.append(False)
        return Doc(self.vocab, words=words, spaces=spaces)

    def to_bytes(self, **_: object) -> bytes:
        """Return nothing: the tokenizer has no state to save."""
        return b""

    def from_bytes(self, _: bytes, **__: object) -> MixedTokenizer:
        """Return the tokenizer unchanged."""
        return self

    def to_disk(self, *_: object, **__: object) -> None:
        """Write nothing: the tokenizer has no state to save."""

    def from_disk(self, *_: object, **__: object) -> MixedTokenizer:
        """Return the tokenizer unchanged."""
        return self


@registry.tokenizers("paperkg.MixedTokenizer.v1")  # type: ignore[untyped-decorator] # spaCy does not type its registry
def make_mixed_tokenizer() -> Callable[[Language], MixedTokenizer]:
    """Return what spaCy's config calls to make the tokenizer of a pipeline."""

    def make(nlp: Language) -> MixedTokenizer:
        return MixedTokenizer(nlp.vocab)

    return make
