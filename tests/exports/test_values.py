"""Attribute values made safe for the drawing formats."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.values import (
    Column,
    color,
    columns,
    is_date,
    json_text,
    left_out,
    plain,
    spelt_out,
    table_text,
    xml_id,
    xml_text,
)
from kg.schema import types
from tests.strategies import texts

FORBIDDEN = "".join(map(chr, [*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF]))


@given(texts)
def test_any_text_survives_an_xml_attribute_and_an_element_but_for_forbidden_characters(text):
    element = ET.fromstring(f'<a b="{xml_text(text)}">{xml_text(text)}</a>')
    clean = text.translate({ord(c): None for c in FORBIDDEN})
    assert element.get("b") == clean
    assert (element.text or "") == clean


@given(texts, texts)
def test_ids_stay_different_when_they_are_cleaned(one, other):
    assert (xml_id(f"a/{one}") == xml_id(f"a/{other}")) == (one == other)


@pytest.mark.parametrize(
    ("value", "made"),
    [
        (None, None),
        ("", None),
        ((), None),
        (0, 0),
        (0.5, 0.5),
        (True, "true"),
        (["a", 1], "a | 1"),
        (("a",), "a"),
        ({}, "{}"),
    ],
)
def test_values_become_strings_numbers_or_nothing(value, made):
    assert plain(value) == made


@pytest.mark.parametrize(("value", "text"), [(float("inf"), "INF"), (float("-inf"), "-INF"), (1.5, "1.5"), (3, "3")])
def test_numbers_are_written_as_xml_schema_has_them(value, text):
    assert xml_text(value) == text


def test_a_column_has_the_widest_type_of_its_values():
    rows = [{"a": 1, "b": 1, "c": "x"}, {"a": 2.5, "b": "x"}]
    assert columns(rows) == (Column("a", "double"), Column("b", "string"), Column("c", "string"))


def test_a_column_that_no_row_carries_is_left_out():
    assert columns([{}, {}]) == ()


@given(st.lists(st.dictionaries(st.sampled_from("abc"), st.one_of(st.integers(), st.floats(), texts)), max_size=4))
def test_the_order_of_rows_does_not_change_the_columns(rows):
    assert columns(rows) == columns(rows[::-1])


@given(texts)
def test_any_text_survives_json_whatever_the_reader(text):
    made = json_text({"a": text, "b": (text, float("inf"), float("-inf"), float("nan"))})
    made.encode()
    assert json.loads(made, parse_constant=pytest.fail) == {"a": text, "b": [text, float("inf"), float("-inf"), None]}


@given(texts)
def test_any_text_becomes_one_line_of_a_table(text):
    made = table_text(text)
    assert len(made.splitlines()) <= 1
    made.encode()
    assert table_text(made) == made


def test_what_is_left_out_is_counted_even_within():
    with left_out() as outer:
        xml_text("\x00a\x01")
        with left_out() as inner:
            table_text("\ud83d")
        spelt_out("\x00")
    assert (outer, inner) == ([3], [1])


@pytest.mark.parametrize(
    ("text", "found"), [("2024-02-30", False), ("20240201", False), ("2024-02-29", True), (5, False)]
)
def test_a_date_is_a_day_of_the_calendar(text, found):
    assert is_date(text) is found


def test_every_type_has_a_colour_of_its_own():
    assert len({color(name) for name in types()}) == len(types())
