"""RDF: IRIs, literals, named graphs, and what other libraries read back."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import RdfFormat, parse
from rdflib import Graph, Literal

from kg.build import build
from kg.rdf import (
    BASE,
    DERIVED,
    NODES,
    PREFIXES,
    VOCABULARIES,
    expand,
    iri,
    lines,
    literal,
    mention_quads,
    node_id,
    prefix_declarations,
    quads,
    shorten,
    triples,
)
from kg.records import Claim
from tests import samples
from tests.samples import FAST, SLOW, TERMS, extraction, hostile_graph
from tests.strategies import corpora, figures, texts

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@pytest.fixture(scope="module")
def graph():
    return samples.graph()


def line(text, **options):
    return f"<{BASE}s> <{BASE}p> {literal(text, **options)} .\n"


@given(texts, st.sampled_from(("", "en", "zh")))
def test_any_text_is_read_back_by_oxigraph_but_for_forbidden_characters(text, lang):
    (triple,) = parse(line(text, lang=lang), format=RdfFormat.N_TRIPLES)
    assert triple.object.value == FORBIDDEN.sub("", text)
    assert (triple.object.language or "") == lang


@given(texts, st.sampled_from(("", "en", "zh")))
def test_any_text_is_read_back_by_rdflib_but_for_forbidden_characters(text, lang):
    graph = Graph()
    graph.parse(data=line(text, lang=lang), format="nt")
    (value,) = graph.objects()
    assert value == Literal(FORBIDDEN.sub("", text), lang=lang or None)


@given(texts.filter(bool))
def test_any_id_makes_an_iri_that_parsers_take(name):
    (triple,) = parse(f"<{iri(name)}> <{BASE}p> <{iri(name)}> .", format=RdfFormat.N_TRIPLES)
    assert triple.subject.value == iri(name)
    if not re.search("[\ud800-\udfff]", name):
        assert node_id(iri(name)) == name


def test_an_iri_that_is_not_ours_is_no_id():
    assert node_id("https://ror.org/02v51f717") == "https://ror.org/02v51f717"


@pytest.mark.parametrize("prefix", sorted(PREFIXES))
def test_every_prefix_expands_and_shortens(prefix):
    assert shorten(expand(f"{prefix}:x")) == f"{prefix}:x"
    assert f"PREFIX {prefix}: <" in prefix_declarations()


def test_what_has_no_prefix_is_not_shortened():
    assert shorten("https://example.org/x") == "https://example.org/x"


def quads_of(graph):
    return list(parse("".join(lines(graph)), format=RdfFormat.N_QUADS))


def test_each_statement_of_a_paper_stands_in_the_graph_of_the_paper(graph):
    found = {
        (node_id(quad.subject.value), shorten(quad.predicate.value)): quad.graph_name.value for quad in quads_of(graph)
    }
    assert found[FAST.id, "dcterms:title"] == iri(FAST.id)
    assert found[FAST.id, "kg:introduces"] == iri(FAST.id)
    assert found[FAST.claims[0].id, "kg:onHardware"] == iri(FAST.id)
    assert found["entity/fastmix", "skos:prefLabel"] == NODES
    assert found["entity/nvidia-a100", "kg:hasArchitecture"] == VOCABULARIES
    assert found["institution/nvidia", "kg:worksOn"] == DERIVED


def test_lines_are_sorted_and_each_stands_once(graph):
    for made in (list(lines(graph)), list(triples(graph))):
        assert made == sorted(set(made))


def test_there_are_no_blank_nodes(graph):
    assert not any(text.startswith("_:") or " _:" in text.split('"')[0] for text in lines(graph))


def test_the_triples_are_the_quads_without_their_graphs(graph):
    made = {str(triple) for triple in parse("".join(triples(graph)), format=RdfFormat.N_TRIPLES)}
    assert made == {str(quad.triple) for quad in quads_of(graph)}


@given(corpora)
def test_the_quads_of_any_corpus_parse_in_a_strict_parser(extractions):
    graph = build(extractions, TERMS)
    assert len(quads_of(graph)) == len(set(lines(graph)))


def test_hostile_labels_ids_and_figures_parse():
    assert len(quads_of(hostile_graph())) > 100


def test_a_label_has_its_language(graph):
    labels = {quad.object for quad in quads_of(graph) if node_id(quad.subject.value) == "entity/mixture-of-experts"}
    assert {(label.value, label.language) for label in labels if hasattr(label, "language")} >= {
        ("mixture of experts", "en"),
        ("混合专家", "zh"),
        ("MoE", "en"),
    }


@given(figures)
def test_every_figure_is_a_number_of_its_datatype(value):
    claim = Claim("speedup", (value,), "x", id="claim/1")
    graph = build([extraction(FAST.document, claims=[claim])], {})
    (low,) = [quad.object for quad in quads_of(graph) if shorten(quad.predicate.value) == "kg:low"]
    assert float(low.value) == value
    if low.datatype.value.endswith("decimal"):
        assert re.fullmatch(r"-?\d+(\.\d+)?", low.value)
        assert float(Decimal(low.value)) == value


def test_a_fact_that_is_no_number_or_date_is_a_plain_literal(graph):
    facts = {
        (node_id(quad.subject.value), shorten(quad.predicate.value)): quad.object.datatype.value.rpartition("#")[2]
        for quad in quads_of(graph)
        if hasattr(quad.object, "datatype")
    }
    assert facts["entity/nvidia-a100", "kg:memoryGb"] == "decimal"
    assert facts["entity/nvidia-h100", "kg:memoryGb"] == "string"
    assert facts["entity/nvidia-h100", "kg:released"] == "string"


def test_every_mention_is_an_annotation_that_quotes_its_characters(graph):
    exact = {line.split(' "')[1].split('"')[0] for line in mention_quads(graph) if "oa#exact" in line}
    assert {"混合专家", "1.5x", "Peking University"} <= exact


def test_every_edge_of_a_vocabulary_or_a_rule_says_where_it_comes_from(graph):
    text = "".join(quads(graph))
    assert '"hardware/gpu.tsv:2"' in text
    assert '"rule:worksOn"' in text
    statements = text.count("#Statement>")
    assert statements == sum(1 for edge in graph.edges() if edge.predicate in _NOT_FROM_PAPERS)


_NOT_FROM_PAPERS = (
    "broader",
    "hasArchitecture",
    "manufacturedBy",
    "partOf",
    "subOrganizationOf",
    "worksOn",
    "collaboratesWith",
    "outperforms",
)


def test_rdflib_gets_the_named_graphs_and_the_union(graph):
    dataset = graph.to_rdflib()
    assert len(dataset) == len(list(triples(graph)))
    own = dataset.graph(iri(SLOW.id))
    assert 0 < len(own) < len(dataset)
    rows = dataset.query("SELECT ?g { GRAPH ?g { ?paper kg:introduces entity:fastmix } }")
    assert [str(row.g) for row in rows] == [iri(FAST.id)]


def test_rdflib_gets_literals_as_they_are_written(graph):
    dataset = graph.to_rdflib()
    assert (None, None, Literal("混合专家", lang="zh")) in dataset
    assert {str(value) for value in dataset.objects(None, None) if isinstance(value, Literal)} == {
        quad.object.value for quad in quads_of(graph) if hasattr(quad.object, "datatype")
    }
