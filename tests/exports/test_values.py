"""Attribute values made safe for the drawing formats."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.values import Column, color, columns, edge_row, node_rows, plain, xml_id, xml_text
from kg.schema import types
from tests import samples
from tests.samples import FAST
from tests.strategies import texts

FORBIDDEN = "".join(map(chr, [*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF]))


@pytest.fixture(scope="module")
def graph():
    return samples.graph()


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


def test_node_rows_are_sorted_and_say_only_what_is_known(graph):
    rows = node_rows(graph)
    assert [node for node, _ in rows] == sorted(graph.nx)
    assert all(value not in (None, "", ()) for _, row in rows for value in row.values())
    assert dict(rows)["entity/fastmix"].keys() == {"type", "label"}


def test_an_edge_row_names_its_papers_and_quotes_them(graph):
    (edge,) = [e for e in graph.edges() if (e.source, e.predicate) == (FAST.id, "comparesWith")]
    row = edge_row(edge, graph)
    assert (row["sources"], row["quotes"], row["papers"]) == (FAST.id, "Megatron-LM", 1)
    assert (row["label"], row["label_zh"]) == ("compares with", "对比")


def test_rows_leave_the_graph_as_it_was(graph):
    before = samples.said(graph)
    node_rows(graph)[0][1].clear()
    assert samples.said(graph) == before


def test_every_type_has_a_colour_of_its_own():
    assert len({color(name) for name in types()}) == len(types())
