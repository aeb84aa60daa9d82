"""The RDF family: every format says the same, whatever stands in a label."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyoxigraph import RdfFormat, parse
from rdflib import Dataset, Graph

from exports import get_format, rdf
from exports.ontology import context, terms
from kg.build import build
from kg.graph import KnowledgeGraph, NodeFacts
from kg.rdf import BASE, LEFT_OUT, NODES, lines, literal, triples
from tests import samples
from tests.samples import HOSTILE, TERMS
from tests.strategies import corpora, graphs, texts

OF_TRIPLES = {"ntriples": RdfFormat.N_TRIPLES, "turtle": RdfFormat.TURTLE, "rdfxml": RdfFormat.RDF_XML}
OF_QUADS = {"nquads": RdfFormat.N_QUADS, "trig": RdfFormat.TRIG, "jsonld": RdfFormat.JSON_LD}
RDFLIB = {
    "ntriples": "nt",
    "turtle": "turtle",
    "rdfxml": "xml",
    "nquads": "nquads",
    "trig": "trig",
    "jsonld": "json-ld",
}
FORMATS = {**OF_TRIPLES, **OF_QUADS}


def text_of(graph, name):
    return "".join(get_format(name).dumps(graph))


def statements(graph, name):
    """What *graph* means, as the format called *name* must say it: without the graphs where it declares their loss."""
    made = parse("".join(lines(graph)), format=RdfFormat.N_QUADS)
    return {quad.triple if "named graphs" in get_format(name).LOSES else quad for quad in made}


def found(text, name):
    made = list(parse(text, format=FORMATS[name]))
    assert len(made) == len(set(made))
    return {quad.triple if "named graphs" in get_format(name).LOSES else quad for quad in made}


@pytest.mark.parametrize("name", FORMATS)
def test_the_declared_loss_is_that_of_named_graphs_or_none(name):
    assert ("named graphs" in get_format(name).LOSES) == (name in OF_TRIPLES)


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=30)
@given(graph=st.one_of(corpora.map(lambda extractions: build(extractions, TERMS)), graphs()))
def test_any_graph_is_read_back_equal_but_for_the_declared_loss(name, graph):
    assert found(text_of(graph, name), name) == statements(graph, name)


@pytest.mark.parametrize("name", FORMATS)
@given(label=texts, zh=texts)
@example(label="", zh="")
@example(label=HOSTILE, zh=HOSTILE)
@example(label='"@en', zh='"^^<http://www.w3.org/2001/XMLSchema#date>')
@example(label="\u202eRTL\u200f <&>\"'\\n\\", zh="x" * 100_000)
def test_any_label_is_read_back(name, label, zh):
    graph = KnowledgeGraph()
    graph.add_node("entity/x", NodeFacts("System", label, zh, (zh, label)), source="paper/1")
    assert found(text_of(graph, name), name) == statements(graph, name)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.filterwarnings("ignore:ConjunctiveGraph:DeprecationWarning")  # rdflib's own readers still make one
def test_rdflib_reads_the_same_from_every_format_hostile_or_not(name):
    for graph in (samples.graph(), samples.hostile_graph()):
        if name in OF_TRIPLES:
            read = Graph().parse(data=text_of(graph, name), format=RDFLIB[name])
            assert set(read) == set(Graph().parse(data="".join(triples(graph)), format="nt"))
            continue
        read, expected = Dataset(), Dataset()
        read.parse(data=text_of(graph, name), format=RDFLIB[name])
        expected.parse(data="".join(lines(graph)), format="nquads")
        assert set(read.quads()) == set(expected.quads())


@given(texts)
def test_what_is_left_out_of_a_literal_is_counted(text):
    counted = [0]
    token = LEFT_OUT.set((counted,))
    try:
        made = literal(text)
    finally:
        LEFT_OUT.reset(token)
    assert counted[0] == len(text) - len(rdf.parse_literal(made).text)


def test_a_block_of_trig_is_a_graph():
    text = text_of(samples.graph(), "trig")
    assert len(re.findall(r"^\S+ \{$", text, re.MULTILINE)) == len(
        {line.rsplit(" ", 2)[1] for line in lines(samples.graph())}
    )
    assert f"\n<{NODES}> {{\n" in text


def test_an_element_of_rdf_xml_is_named_after_the_type_of_its_node():
    root = ET.fromstring(text_of(samples.graph(), "rdfxml"))
    named = {element.get("{http://www.w3.org/1999/02/22-rdf-syntax-ns#}about"): element.tag for element in root}
    assert named[f"{BASE}entity/fastmix"] == f"{{{BASE}schema#}}System"
    assert len(named) == len(root)


def test_a_node_of_json_ld_has_the_short_names_of_the_context():
    document = json.loads(text_of(samples.graph(), "jsonld"))
    shared = {node["@id"]: node for graph in document["@graph"] if graph["@id"] == NODES for node in graph["@graph"]}
    node = shared["entity:mixture-of-experts"]
    assert node["@type"] == ["skos:Concept", "mls:Algorithm", "Technique"]
    assert node["prefLabel"] == {"en": "mixture of experts", "zh": "混合专家"}
    paper = next(graph for graph in document["@graph"] if graph["@id"].startswith("paper:"))
    assert {"title", "uses", "issued"} <= {key for one in paper["@graph"] for key in one}


def test_a_value_that_is_not_what_its_short_name_says_is_written_out():
    document = json.loads(text_of(samples.graph(), "jsonld"))
    (node,) = [
        node
        for graph in document["@graph"]
        for node in graph["@graph"]
        if node["@id"] == "entity:nvidia-h100" and graph["@id"] == NODES
    ]
    assert "released" not in node
    assert node[f"{BASE}schema#released"] == {"@value": "2022"}


def test_the_context_that_is_shipped_is_the_one_of_the_schema():
    shipped = (files("exports.ontology") / "context.json").read_text(encoding="utf-8")
    assert shipped == context(), "write exports.ontology.context() to exports/ontology/context.json"
    names = json.loads(shipped)["@context"]
    assert {term.name for term in terms()} <= set(names)


@pytest.mark.parametrize("name", OF_QUADS)
def test_counting_tells_statements_and_graphs(name, tmp_path):
    path = tmp_path / "g"
    path.write_text(text_of(samples.graph(), name))
    quads = list(lines(samples.graph()))
    assert (
        get_format(name).count(path) == f"{len(quads)} statements in {len({q.rsplit(' ', 2)[1] for q in quads})} graphs"
    )


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_that_is_cut_off_is_not_counted(name, tmp_path):
    path = tmp_path / "g"
    path.write_text(text_of(samples.graph(), name).rstrip()[:-20])
    with pytest.raises(SyntaxError):
        get_format(name).count(path)
