"""The sentence around a span."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.sentences import sentence_at
from tests.strategies import texts


@given(texts, st.integers(0, 40), st.integers(0, 40))
def test_the_sentence_holds_its_span(text, one, other):
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    first, last = sentence_at(text, start, end)
    assert 0 <= first <= start <= end <= last <= len(text)


@pytest.mark.parametrize(
    ("text", "word", "sentence"),
    [
        ("本文提出甲。在乙上快2.5倍。完。", "2.5", "在乙上快2.5倍。"),
        ("One. Two is v1.2 now. Three.", "v1.2", "Two is v1.2 now."),
        ("We follow Li et al. and win. Next.", "win", "We follow Li et al. and win."),
        ("It is 3. Then more.", "3", "It is 3."),
        ("第一；第二有A100；第三", "A100", "第二有A100；"),
        ("no stop at all", "stop", "no stop at all"),
        ("Really? Yes! On H100.", "H100", "On H100."),
    ],
)
def test_the_sentence_is_cut_at_full_stops_of_both_languages(text, word, sentence):
    start = text.index(word)
    assert text[slice(*sentence_at(text, start, start + len(word)))] == sentence


def test_a_span_over_two_sentences_gets_both():
    text = "A one. B two. C."
    assert text[slice(*sentence_at(text, 2, 9))] == "A one. B two."
