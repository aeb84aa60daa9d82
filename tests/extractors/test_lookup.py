"""Looking a name up: which nodes it means, how surely, and why."""

from __future__ import annotations

import pytest

from extractors.lookup import look_up
from kg.errors import UnknownNameError


def ids(name, **options):
    return [link.id for link in look_up(name, **options).links]


@pytest.mark.parametrize(
    "name", ["mixture of experts", "MoE", "混合专家", "Mixture-of-Experts", "ｍｏｅ", "mixture_of_experts"]
)
def test_any_form_of_a_term_leads_to_it(name):
    assert ids(name) == ["entity/mixture-of-experts"]


def test_the_name_counts_more_than_an_alias_and_the_reason_says_which_it_was():
    (name,), (alias,) = look_up("mixture of experts").links, look_up("MoE").links
    assert name.score > alias.score
    assert name.reason.startswith("name (technique/")
    assert alias.reason.startswith("alias 'MoE' (technique/")


def test_an_ambiguous_form_is_a_candidate_not_a_link():
    found = look_up("Ray", type="System")
    assert found.links == ()
    assert [(c.id, c.reason.partition(":")[0]) for c in found.candidates] == [("entity/ray", "ambiguous")]


def test_an_organisation_is_found_by_the_linker():
    (link,) = look_up("Tsinghua University").links
    assert (link.type, link.label, link.id) == ("Institution", "Tsinghua University", f"institution/{link.ror}")


def test_a_term_hides_organisations_of_the_same_name_unless_they_are_asked_for():
    assert {link.type for link in look_up("ASIC").links} == {"Hardware"}
    assert {link.type for link in look_up("ASIC", type="Institution").links} == {"Institution"}


def test_the_type_limits_what_is_found():
    assert ids("MoE", type="Hardware") == []
    assert ids("MoE", type="Technique") == ["entity/mixture-of-experts"]


@pytest.mark.parametrize("name", ["Tsinghua University", "NVIDIA", "MIT", "CNRS", "Ray", "H100"])
def test_nothing_is_link_and_candidate_at_once_and_the_best_comes_first(name):
    found = look_up(name)
    assert {link.id for link in found.links}.isdisjoint(link.id for link in found.candidates)
    for links in (found.links, found.candidates):
        assert list(links) == sorted(links, key=lambda link: (-link.score, link.id))
        assert all(0 < link.score <= 1 for link in links)


@pytest.mark.parametrize("name", ["zorvex flumbert", "", " ", "（）"])
def test_a_name_nobody_has_leads_nowhere(name):
    found = look_up(name)
    assert (found.name, found.links, found.candidates) == (name, (), ())


def test_a_type_that_is_none_is_refused_with_the_types_there_are():
    with pytest.raises(UnknownNameError, match=r"No node type named 'Sytem'\. Did you mean 'System'"):
        look_up("MoE", type="Sytem")
