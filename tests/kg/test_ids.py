"""Ids: the same for one thing however it is written, different for different things, safe in every format."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.ids import category_id, claim_id, digest, entity_id, institution_id, paper_id, slug
from tests.strategies import texts


@given(texts)
def test_a_slug_is_never_empty_and_safe_in_every_format(name):
    assert re.fullmatch(r"[a-z0-9\u3400-\u9fff]+(-[a-z0-9\u3400-\u9fff]+)*", slug(name))


@given(texts)
def test_the_slug_of_a_slug_is_itself(name):
    assert slug(slug(name)) == slug(name)


@pytest.mark.parametrize(
    "spelling", ["Megatron-LM", "megatron lm", "MEGATRON_LM", "Ｍｅｇａｔｒｏｎ－ＬＭ", "Mégatron-LM"]
)
def test_spellings_of_one_name_have_one_id(spelling):
    assert entity_id(spelling) == "entity/megatron-lm"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C", "C++"),
        ("C", "C#"),
        ("μ-cuDNN", "cuDNN"),
        ("α-stable", "β-stable"),
        ("Яндекс", "Сбер"),
        ("さくら", "あおい"),
        ("!", "?"),
        ("R", "R&D"),
    ],
)
def test_names_that_differ_in_a_sign_or_in_another_script_have_different_ids(one, other):
    assert slug(one) != slug(other)


def test_a_greek_letter_is_spelt_out_as_its_name():
    assert slug("β-VAE") == slug("beta-VAE")
    assert slug("π₀") == "pi0"


@given(st.lists(texts, min_size=1, max_size=3), st.lists(texts, min_size=1, max_size=3))
def test_digests_of_different_parts_differ(one, other):
    assert (digest(*one) == digest(*other)) == (one == other)


def test_a_digest_tells_an_escape_from_the_character_it_names():
    assert digest("\ud800") != digest("\\ud800")
    assert digest("a\x1fb") != digest("a", "b")


def test_a_paper_with_an_arxiv_number_is_known_by_it():
    assert paper_id(arxiv="2401.00001", title="Any") == "paper/2401.00001"


def test_a_paper_without_a_number_is_known_by_its_title_whatever_its_case_width_and_punctuation():
    assert paper_id(arxiv="", title="FastKron: A Title") == paper_id(arxiv="", title="fastkron  a title.")
    assert paper_id(arxiv="", title="FastKron") != paper_id(arxiv="", title="FastKron 2")


def test_titles_made_of_signs_alone_are_different_papers():
    assert paper_id(arxiv="", title="???") != paper_id(arxiv="", title="!!!")


def test_an_institution_is_known_by_its_ror_id_else_by_its_name():
    assert institution_id(ror="02v51f717", name="Peking University") == "institution/02v51f717"
    assert institution_id(ror="", name="Peking University") == "institution/peking-university"


def test_a_category_keeps_its_letter_case_and_loses_what_no_id_may_hold():
    assert category_id("cs.DC") == "category/cs.DC"
    assert category_id("a b\x00/c") == "category/a-b-c"
    assert category_id(" ") != category_id("/")


def test_claims_of_two_papers_have_different_ids():
    assert claim_id("paper/1", "speedup") != claim_id("paper/2", "speedup")
