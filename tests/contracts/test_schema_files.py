"""What every type and every predicate must state, whichever there are."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import kg.schema
from kg.paths import _STEPS
from kg.rdf import PREFIXES, expand
from kg.schema import ORIGINS, get_predicate, predicates, types

FOLDER = Path(kg.schema.__file__).parent
_HAN = re.compile("[\u4e00-\u9fff]")


def test_every_file_of_the_folders_is_loaded():
    for folder, loaded in (("types", types()), ("predicates", predicates())):
        assert {file.stem for file in (FOLDER / folder).iterdir()} == set(loaded)
        assert all(file.suffix == ".toml" for file in (FOLDER / folder).iterdir())


@pytest.mark.parametrize("one", [*types().values(), *predicates().values()], ids=lambda one: one.name)
def test_it_has_a_label_and_a_definition_in_both_languages(one):
    assert re.fullmatch(r"[A-Za-z][A-Za-z -]+", one.label)
    assert one.definition.endswith(".")
    assert _HAN.search(one.label_zh)
    assert one.definition_zh.endswith("。")
    assert not _HAN.search(one.label + one.definition)


@pytest.mark.parametrize("table", sorted(FOLDER.rglob("*.toml")), ids=lambda file: file.stem)
def test_it_states_nothing_that_nobody_reads(table):
    known = {
        "types": {"namespace", "entity", "classes", "color"},
        "predicates": {"domain", "range", "origin", "iris", "symmetric"},
    }
    assert set(tomllib.loads(table.read_text())) <= known[table.parent.name] | {"label", "definition"}


@pytest.mark.parametrize("type_", types().values(), ids=lambda type_: type_.name)
def test_a_type_has_a_namespace_a_colour_and_published_classes(type_):
    assert re.fullmatch("[a-z]+", type_.namespace)
    assert re.fullmatch("#[0-9a-f]{6}", type_.color)
    assert (type_.namespace == "entity") == type_.entity
    assert type_.classes
    for class_ in type_.classes:
        assert expand(class_).startswith("http")


@pytest.mark.parametrize("predicate", predicates().values(), ids=lambda predicate: predicate.name)
def test_a_predicate_leads_between_known_types_and_has_a_known_origin(predicate):
    assert set(predicate.domain) <= set(types())
    assert set(predicate.range) <= set(types())
    assert predicate.domain
    assert predicate.range
    assert predicate.origin in ORIGINS
    assert all(expand(name).startswith("http") for name in predicate.iris)
    assert not predicate.symmetric or predicate.domain == predicate.range
    assert get_predicate(predicate.name) is predicate


def test_labels_tell_types_and_predicates_apart():
    for group in (types(), predicates()):
        for key in ("label", "label_zh", "definition"):
            found = [getattr(one, key).casefold() for one in group.values()]
            assert len(found) == len(set(found)), key


def test_the_steps_of_paths_are_predicates():
    assert set(_STEPS) <= set(predicates())


def test_prefixes_lead_to_different_namespaces():
    assert len(set(PREFIXES.values())) == len(PREFIXES)
