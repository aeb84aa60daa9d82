"""Claims in words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from kg.claims import describe, number
from kg.records import Claim
from tests.strategies import figures


@given(figures)
def test_a_number_written_is_the_same_number_read(value):
    assert float(number(value)) == value


@pytest.mark.parametrize(
    ("value", "text"), [(2e-07, "0.0000002"), (1e15, "1000000000000000"), (-0.5, "-0.5"), (0.0, "0")]
)
def test_a_number_of_usual_size_has_no_exponent(value, text):
    assert number(value) == text


def test_an_infinite_figure_is_described_not_refused():
    assert describe(Claim("speedup", (float("inf"),), "x")) == "inf x speedup"


def test_a_decrease_says_less_and_a_range_has_both_ends():
    assert describe(Claim("memory", (10.0, 20.0), "%", direction="decrease")) == "10-20 % less memory"


def test_what_is_not_stated_leaves_no_gap():
    assert not re.search("  | $", describe(Claim("speedup", (2.0,), "x")))
