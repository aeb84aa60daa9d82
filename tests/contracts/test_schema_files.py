"""What every type and every predicate must state, whichever there are."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import kg.schema
from kg.paths import _STEPS
from kg.rdf import PREFIXES, expand
from kg.schema import ORIGINS, VALUES, dataset, get_predicate, predicates, properties, types

FOLDER = Path(kg.schema.__file__).parent
_HAN = re.compile("[\u4e00-\u9fff]")


def test_every_file_of_the_folders_is_loaded():
    for folder, loaded in (("types", types()), ("predicates", predicates()), ("properties", properties())):
        assert {file.stem for file in (FOLDER / folder).iterdir()} == set(loaded)
        assert all(file.suffix == ".toml" for file in (FOLDER / folder).iterdir())


@pytest.mark.parametrize(
    "one",
    [*types().values(), *predicates().values(), *properties().values()],
    ids=lambda one: f"{type(one).__name__}-{one.name}",
)
def test_it_has_a_label_and_a_definition_in_both_languages(one):
    assert re.fullmatch(r"[A-Za-z][A-Za-z -]+", one.label)
    assert one.definition.endswith(".")
    assert _HAN.search(one.label_zh)
    assert one.definition_zh.endswith("。")
    assert not _HAN.search(one.label + one.definition)


@pytest.mark.parametrize("table", sorted(FOLDER.glob("*/*.toml")), ids=lambda file: file.stem)
def test_it_states_nothing_that_nobody_reads(table):
    known = {
        "types": {"namespace", "entity", "classes", "color"},
        "predicates": {"domain", "range", "origin", "iris", "symmetric"},
        "properties": {
            *("iri", "domain", "value", "range", "required", "many"),
            *("values", "pattern", "minimum", "maximum", "until"),
        },
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


@pytest.mark.parametrize("property_", properties().values(), ids=lambda one: one.name)
def test_a_property_is_of_known_types_and_leads_to_a_known_kind_of_value(property_):
    for name in (*property_.domain, *property_.range):
        assert name in types() or expand(name).startswith("http")
    assert property_.domain
    assert property_.value in VALUES
    assert bool(property_.range) == (property_.value == "node")
    assert expand(property_.iri).startswith("http")
    if property_.until:
        assert property_.until in {one.iri for one in properties().values() if set(one.domain) >= set(property_.domain)}


def test_no_short_name_means_two_things():
    names = [*types(), *predicates(), *properties(), *PREFIXES]
    assert sorted(names) == sorted(set(names))
    iris = [f"kg:{name}" for name in (*types(), *predicates())] + [one.iri for one in properties().values()]
    iris += [iri for predicate in predicates().values() for iri in predicate.iris]
    assert sorted(iris) == sorted(set(iris))


def test_the_data_set_is_described_in_both_languages():
    texts = dataset()
    assert texts["license"].startswith("http")
    for one in (texts["title"], texts["description"], texts["rights"], *texts["graphs"].values()):
        assert _HAN.search(one["zh"])
        assert not _HAN.search(one["en"])


def test_labels_tell_types_and_predicates_apart():
    for group in (types(), predicates(), properties()):
        for key in ("label", "label_zh", "definition"):
            found = [getattr(one, key).casefold() for one in group.values()]
            assert len(found) == len(set(found)), key


def test_the_steps_of_paths_are_predicates():
    assert set(_STEPS) <= set(predicates())


def test_prefixes_lead_to_different_namespaces():
    assert len(set(PREFIXES.values())) == len(PREFIXES)
