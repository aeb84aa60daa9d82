"""Acronyms: the long form beside the short one, in both languages and either order."""

from __future__ import annotations

import pytest
from hypothesis import given

from extractors.naming.acronyms import find_expansions, find_long_form, is_ordinary
from tests.strategies import texts


def pairs(text):
    return [(text[e.start : e.end], text[e.short_start : e.short_end]) for e in find_expansions(text)]


@pytest.mark.parametrize(
    ("text", "long_form", "short"),
    [
        ("We use ring bucket joins (RBJ) here", "ring bucket joins", "RBJ"),
        ("We use Ring Bucket Joins（RBJs）", "Ring Bucket Joins", "RBJs"),
        ("RBJ (ring bucket joins) is", "ring bucket joins", "RBJ"),
        ("RBJ（ring bucket joins）", "ring bucket joins", "RBJ"),
        ("a tree of ring joins (TRJ)", "tree of ring joins", "TRJ"),
        ("the High-bandwidth Sorting Unit (HSU)", "High-bandwidth Sorting Unit", "HSU"),
        ("with balanced bucket sorting (BBSort)", "balanced bucket sorting", "BBSort"),
        ("采用环形桶联接（RBJ）的", "环形桶联接", "RBJ"),
        ("通过环形桶联接(RBJ)", "环形桶联接", "RBJ"),
        ("基于 ring bucket joins (RBJ)", "ring bucket joins", "RBJ"),
    ],
)
def test_a_long_form_and_its_acronym_are_a_pair(text, long_form, short):
    assert pairs(text) == [(long_form, short)]


@pytest.mark.parametrize(
    "text", ["the cost (see below)", "use joins (XYZ)", "joins (1.5)", "ring bucket joins RBJ", "（RBJ）", ""]
)
def test_brackets_that_spell_nothing_are_no_pair(text):
    assert pairs(text) == []


def test_a_long_form_does_not_reach_across_a_clause():
    assert pairs("of rings, bucket joins (BJ)") == [("bucket joins", "BJ")]
    assert pairs("of rings, bucket joins (RBJ)") == []


def test_every_pair_of_a_text_is_found_in_order():
    assert pairs("ring joins (RJ) and bucket sorts (BS)") == [("ring joins", "RJ"), ("bucket sorts", "BS")]


@pytest.mark.parametrize(
    ("title", "short", "long_form"),
    [
        ("Fast Ring Bucket Joins", "RBJ", "Ring Bucket Joins"),
        ("Fast Rings of Joins", "RJ", "Rings of Joins"),
        ("fast ring bucket joins", "RBJ", "ring bucket joins"),
        ("Fast Rings", "XY", ""),
        ("Rings", "R", ""),
        ("", "RJ", ""),
    ],
)
def test_the_words_of_a_title_spell_an_acronym_or_none_do(title, short, long_form):
    assert find_long_form(title, short) == long_form


def test_an_abbreviation_every_paper_uses_names_nothing_of_its_own():
    assert is_ordinary("GPU")
    assert not is_ordinary("RBJ")


@given(text=texts)
def test_both_forms_lie_in_the_text_and_apart(text):
    for e in find_expansions(text):
        assert 0 <= e.start < e.end <= len(text)
        assert 0 <= e.short_start < e.short_end <= len(text)
        assert e.end <= e.short_start or e.short_end <= e.start
