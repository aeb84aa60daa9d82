"""Names folded for looking up."""

from __future__ import annotations

import pytest
from hypothesis import given

from kg.names import fold_name
from tests.strategies import names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Megatron-LM", "megatron lm"),
        ("Megatron\u2011LM", "Megatron_LM"),
        ("Ｈ１００", "H100"),
        ("Université", "universite"),
        ("香港科技大学（广州）", "香港科技大学(广州)"),
        ("O’Reilly", "O'Reilly"),
    ],
)
def test_two_ways_to_write_a_name_fold_to_one(one, other):
    assert fold_name(one) == fold_name(other)


@pytest.mark.parametrize(("one", "other"), [("C", "C++"), ("C", "C#"), ("A100", "A10"), ("并行", "并发")])
def test_different_names_stay_different(one, other):
    assert fold_name(one) != fold_name(other)


@given(names)
def test_folding_twice_changes_nothing_and_leaves_something(name):
    folded = fold_name(name)
    assert folded
    assert fold_name(folded) == folded
