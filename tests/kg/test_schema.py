"""The types and predicates as a whole; what each file must hold is a contract."""

from __future__ import annotations

import pytest

from kg.errors import UnknownNameError
from kg.records import ENTITY_TYPES, ROLES
from kg.schema import get_predicate, predicates, types


def test_the_entity_types_of_the_records_are_those_of_the_schema():
    assert sorted(name for name, type_ in types().items() if type_.entity) == sorted(ENTITY_TYPES)


def test_every_role_is_a_predicate_from_papers_to_all_entities():
    for role in ROLES:
        predicate = get_predicate(role)
        assert (predicate.domain, predicate.origin) == (("Paper",), "paper")
        assert set(predicate.range) == set(ENTITY_TYPES)


def test_types_and_predicates_come_sorted():
    assert list(types()) == sorted(types())
    assert list(predicates()) == sorted(predicates())


def test_an_unknown_predicate_is_refused_with_the_closest_name():
    with pytest.raises(UnknownNameError, match="Did you mean 'evaluatedOn'"):
        get_predicate("evaluated_on")
