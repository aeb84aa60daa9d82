"""Folding: one form for every way a name is written, and the way back to the raw text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.folding import fold, fold_with_map
from tests.strategies import texts


@pytest.mark.parametrize(
    ("raw", "folded"),
    [
        ("ＭｏＥ", "moe"),
        ("（a）", "(a)"),
        ("pre\u2011training", "pre-training"),
        ("Café", "cafe"),
        ("Straße", "strasse"),
        ("ﬁne", "fine"),
        ("a\u3000b\u00a0c", "a b c"),
        ("“x” ‘y’", "\"x\" 'y'"),
        ("混合专家", "混合专家"),
    ],
)
def test_width_case_dashes_accents_and_blanks_are_folded(raw, folded):
    assert fold(raw) == folded


def test_a_composed_and_a_decomposed_letter_fold_alike():
    assert fold("e\u0301") == fold("é") == "e"


@given(text=texts)
def test_folding_twice_is_folding_once(text):
    assert fold(fold(text)) == fold(text)


@given(text=texts)
def test_the_map_folds_as_fold_does(text):
    folded = fold_with_map(text)
    assert (folded.raw, folded.text) == (text, fold(text))


@given(text=texts, cut=st.data())
def test_any_folded_range_leads_to_the_raw_characters_it_came_from(text, cut):
    folded = fold_with_map(text)
    if not folded.text:
        return
    start = cut.draw(st.integers(0, len(folded.text) - 1))
    end = cut.draw(st.integers(start + 1, len(folded.text)))
    raw_start, raw_end = folded.span(start, end)
    assert 0 <= raw_start < raw_end <= len(text)
    assert folded.text[start:end] in fold(text[raw_start:raw_end])


def test_half_of_a_ligature_leads_to_the_whole_of_it():
    assert fold_with_map("a\ufb01b").span(1, 2) == (1, 2)
    assert fold_with_map("a\ufb01b").span(2, 4) == (1, 3)


def test_an_accent_of_its_own_stays_outside_a_range_before_it():
    assert fold_with_map("e\u0301x").span(0, 1) == (0, 1)
    assert fold_with_map("e\u0301x").span(1, 2) == (2, 3)
