"""The tokenizer: nothing lost, and a border wherever a match may begin or end."""

from __future__ import annotations

import pytest
from hypothesis import given
from spacy.lang.xx import MultiLanguage
from spacy.vocab import Vocab

from extractors.tokenizer import MixedTokenizer, make_mixed_tokenizer
from tests.strategies import texts

TOKENIZE = MixedTokenizer(Vocab())
# spaCy keeps its strings as UTF-8, so that a lone surrogate never reaches a tokenizer.
encodable = texts.map(lambda text: text.encode("utf-8", "replace").decode("utf-8"))


def words(text):
    return [token.text for token in TOKENIZE(text)]


@given(text=encodable)
def test_every_character_is_kept(text):
    assert "".join(token.text_with_ws for token in TOKENIZE(text)) == text


@given(text=encodable)
def test_no_token_is_empty(text):
    assert all(words(text))


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("在H100上", ["在", "H", "100", "上"]),
        ("混合专家MoE模型", ["混", "合", "专", "家", "MoE", "模", "型"]),
        ("3.5x", ["3", ".", "5", "x"]),
        ("pre-training", ["pre", "-", "training"]),
        ("μ-MoE", ["μ", "-", "MoE"]),
        ("snake_case", ["snake", "_", "case"]),
    ],
)
def test_han_latin_digits_and_signs_stand_apart(text, pieces):
    assert words(text) == pieces


def test_one_blank_belongs_to_the_token_before_it_and_more_are_a_token():
    assert [token.text_with_ws for token in TOKENIZE("a b  c\n")] == ["a ", "b", "  ", "c", "\n"]


def test_a_blank_at_the_beginning_is_a_token():
    assert words(" a") == [" ", "a"]


def test_an_empty_text_has_no_token():
    assert words("") == []


def test_the_tokenizer_has_nothing_to_save(tmp_path):
    assert TOKENIZE.to_bytes() == b""
    assert TOKENIZE.from_bytes(b"") is TOKENIZE
    TOKENIZE.to_disk(tmp_path / "tokenizer")
    assert TOKENIZE.from_disk(tmp_path / "tokenizer") is TOKENIZE


def test_the_registered_maker_uses_the_vocabulary_of_the_pipeline():
    nlp = MultiLanguage()
    assert make_mixed_tokenizer()(nlp).vocab is nlp.vocab
