"""Records to JSON and back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.codec import dumps, dumps_term, from_json, loads, loads_term
from kg.records import ENTITY_TYPES, Document, Extraction, Term
from tests.samples import EXTRACTIONS, FAST, TERMS, hostile_extraction
from tests.strategies import extractions, names, texts

terms = st.builds(
    Term,
    id=names,
    type=st.sampled_from(ENTITY_TYPES),
    name=names,
    zh=st.lists(texts, max_size=2).map(tuple),
    aliases=st.lists(texts, max_size=2).map(tuple),
    facts=st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
    row=texts,
)


@given(extractions())
def test_every_extraction_is_read_back_as_it_was(extraction):
    assert loads(dumps(extraction)) == extraction


@given(extractions())
def test_an_extraction_is_one_line_that_utf_8_can_hold(extraction):
    line = dumps(extraction)
    assert line.encode().decode() == line
    assert "\n" not in line


@given(terms)
def test_every_term_is_read_back_as_it_was(term):
    line = dumps_term(term)
    line.encode()
    assert loads_term(line) == term


@pytest.mark.parametrize("extraction", [*EXTRACTIONS, hostile_extraction()], ids=lambda extraction: extraction.id[:20])
def test_the_samples_are_read_back_as_they_were(extraction):
    assert loads(dumps(extraction)) == extraction


@pytest.mark.parametrize("term", TERMS.values(), ids=lambda term: term.name)
def test_the_sample_terms_are_read_back_as_they_were(term):
    assert loads_term(dumps_term(term)) == term


def test_what_is_not_stated_is_null():
    values = json.loads(dumps(Extraction("paper/1", Document("T", "A"))))
    assert values["date"] is None
    assert values["affiliation"] is None
    assert values["arxiv"] is None


def test_one_value_is_a_number_two_are_a_list():
    values = json.loads(dumps(FAST))
    assert values["claims"][0]["value"] == 1.5
    claim = FAST.claims[0]
    ranged = Extraction("p", FAST.document, claims=(type(claim)("speedup", (2.0, 3.5), "x"),))
    assert json.loads(dumps(ranged))["claims"][0]["value"] == [2, 3.5]


def test_chinese_stays_readable_in_the_line():
    assert "专家并行" in dumps(FAST)


def test_a_record_without_an_id_is_refused():
    with pytest.raises(KeyError):
        from_json({"title": "T"})
