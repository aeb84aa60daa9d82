"""The description of the data set: what it counts is there, and no clock is read."""

from __future__ import annotations

import pytest
from pyoxigraph import RdfFormat, Store, parse

from kg import __version__
from kg.rdf import DATASET, DESCRIPTION, described, lines, shorten, triples
from kg.store import ask
from tests import samples


def stated(graph):
    """What is said of the data set itself, by short names."""
    found = {}
    for quad in parse("".join(lines(graph)), format=RdfFormat.N_QUADS):
        if quad.subject.value == DATASET:
            assert quad.graph_name.value == DESCRIPTION
            found.setdefault(shorten(quad.predicate.value), []).append(quad.object.value)
    return found


def test_its_counts_are_those_of_the_seeds(seeds_graph):
    store = Store()
    store.bulk_load("".join(lines(seeds_graph)).encode(), format=RdfFormat.N_QUADS)
    union = len(list(triples(seeds_graph)))
    assert ask(store, f"SELECT ?n {{ <{DATASET}> void:triples ?n }}").rows == ((str(union),),)
    for partition, name, counted in (
        ("classPartition", "class", "entities"),
        ("propertyPartition", "property", "triples"),
    ):
        pattern = "?s a ?what" if name == "class" else "?s ?what ?o"
        rows = ask(
            store,
            f"SELECT ?what ?n (COUNT(*) AS ?found) {{ <{DATASET}> void:{partition} [ void:{name} ?what ; void:{counted} ?n ] . {pattern} }}"
            " GROUP BY ?what ?n",
        ).rows
        assert rows
        assert all(said == found for _, said, found in rows)
        assert sum(int(said) for _, said, _ in rows) == sum(
            seeds_graph.count()["nodes" if name == "class" else "edges"].values()
        )


def test_it_states_licence_version_span_and_the_run_with_its_papers():
    graph = samples.graph()
    found = stated(graph)
    assert found["dcat:version"] == [__version__]
    assert found["dcterms:license"] == ["http://www.apache.org/licenses/LICENSE-2.0"]
    assert len(found["dcterms:title"]) == len(found["dcterms:description"]) == len(found["dcterms:rights"]) == 2
    store = Store()
    store.bulk_load("".join(lines(graph)).encode(), format=RdfFormat.N_QUADS)
    query = f"SELECT ?a ?z {{ <{DATASET}> dcterms:temporal [ dcat:startDate ?a ; dcat:endDate ?z ] }}"
    assert ask(store, query).rows == (("2021-07-07", "2024-05-01"),)
    query = (
        f"SELECT ?p {{ <{DATASET}> prov:wasGeneratedBy ?run . ?run a prov:Activity ; prov:used ?p . ?p a kg:Paper }}"
    )
    assert len(ask(store, query).rows) == graph.count()["nodes"]["Paper"]


def test_no_time_is_stated_unless_one_is_given(monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert "dateTime" not in "".join(described(samples.graph(), triples=0))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert "".join(described(samples.graph(), triples=0)).count('"2023-11-14T22:13:20Z"') == 2


@pytest.mark.parametrize("given", ["", "soon", "-1", "1.5"])
def test_what_is_no_time_is_not_stated(monkeypatch, given):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
    assert "dateTime" not in "".join(described(samples.graph(), triples=0))
