"""Turtle: the triples of the graph under short names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from pyoxigraph import RdfFormat, parse
from rdflib import Graph
from rdflib.compare import isomorphic

from exports import get_format, write
from kg.build import build
from kg.rdf import PREFIXES, triples
from tests import samples
from tests.samples import TERMS
from tests.strategies import corpora


def text_of(graph):
    return "".join(get_format("turtle").dumps(graph))


@given(corpora)
def test_any_corpus_is_read_back_as_its_triples(extractions):
    graph = build(extractions, TERMS)
    assert {f"{triple} .\n" for triple in parse(text_of(graph), format=RdfFormat.TURTLE)} == {
        f"{triple} .\n" for triple in parse("".join(triples(graph)), format=RdfFormat.N_TRIPLES)
    }


@settings(max_examples=10)
@given(corpora)
def test_rdflib_reads_the_same_triples_from_turtle_and_n_triples(extractions):
    graph = build(extractions, TERMS)
    assert isomorphic(
        Graph().parse(data=text_of(graph), format="turtle"), Graph().parse(data="".join(triples(graph)), format="nt")
    )


def test_a_block_a_subject_with_its_types_under_a():
    text = text_of(samples.graph())
    assert text.count("\nentity:fastmix\n") == 1
    assert "    a " in text.split("\nentity:fastmix\n")[1].split(" .\n")[0]


def test_every_prefix_is_declared():
    text = text_of(samples.graph())
    assert all(f"@prefix {prefix}: <{space}> .\n" in text for prefix, space in PREFIXES.items())


def test_a_local_name_that_needs_escapes_stays_an_iri(tmp_path):
    graph = samples.hostile_graph()
    assert "triples" in write(graph, tmp_path / "g.ttl")
    assert "<https://w3id.org/paperkg/category/" in (tmp_path / "g.ttl").read_text()


def test_text_that_looks_like_a_typed_literal_stays_text():
    graph = samples.graph()
    graph.add_node("entity/odd", samples_facts('x"^^<http://www.w3.org/2001/XMLSchema#date>'), source=samples.FAST.id)
    objects = {t.object.value for t in parse(text_of(graph), format=RdfFormat.TURTLE) if hasattr(t.object, "datatype")}
    assert 'x"^^<http://www.w3.org/2001/XMLSchema#date>' in objects


def samples_facts(label):
    from kg.graph import NodeFacts

    return NodeFacts("System", label)


def test_a_broken_file_is_no_turtle(tmp_path):
    (tmp_path / "g.ttl").write_text("<a> <b> .")
    with pytest.raises(SyntaxError):
        get_format("turtle").count(tmp_path / "g.ttl")
