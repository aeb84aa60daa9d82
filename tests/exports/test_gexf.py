"""GEXF 1.3: what networkx reads back and what Gephi looks for."""

from __future__ import annotations

import re
from io import BytesIO
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from hypothesis import given

from exports import get_format
from exports.values import xml_id
from kg.graph import KnowledgeGraph
from kg.schema import predicates
from tests import samples
from tests.samples import FAST
from tests.strategies import graphs

SPACE = "{http://gexf.net/1.3}"
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def text_of(graph):
    return "".join(get_format("gexf").dumps(graph))


def read(graph):
    return nx.read_gexf(BytesIO(text_of(graph).encode()), version="1.3")


@pytest.fixture(scope="module")
def root():
    return ET.fromstring(text_of(samples.graph()))


@given(graphs())
def test_networkx_reads_back_every_node_label_and_edge(graph):
    found = read(graph)
    assert {node: row["label"] for node, row in found.nodes(data=True)} == {
        xml_id(node): FORBIDDEN.sub("", row["label"]) or xml_id(node) for node, row in graph.nx.nodes(data=True)
    }
    assert sorted((s, t) for s, t in found.edges()) == sorted((edge.source, edge.target) for edge in graph.edges())


def test_hostile_labels_and_ids_are_read_back():
    graph = samples.hostile_graph()
    found = read(graph)
    assert len(found) == len(graph.nx)
    assert found.number_of_edges() == graph.nx.number_of_edges()


def test_an_empty_graph_is_read_back():
    assert len(read(KnowledgeGraph())) == 0


def test_an_edge_has_its_kind_label_and_weight_as_attributes_of_the_element(root):
    for edge in root.iter(f"{SPACE}edge"):
        assert edge.get("kind") in predicates()
        assert edge.get("label") == predicates()[edge.get("kind")].label
        assert float(edge.get("weight")) >= 1
    ids = [edge.get("id") for edge in root.iter(f"{SPACE}edge")]
    assert len(ids) == len(set(ids))


def test_a_node_has_a_label_a_colour_and_a_size_that_grows_with_its_edges(root):
    sizes = {}
    for node in root.iter(f"{SPACE}node"):
        assert node.get("label")
        assert node.find("{http://gexf.net/1.3/viz}color") is not None
        sizes[node.get("id")] = float(node.find("{http://gexf.net/1.3/viz}size").get("value"))
    assert sizes[FAST.id] > sizes["entity/cuda-toolkit"]


def test_dates_become_starts_and_what_is_no_date_does_not(root):
    starts = {node.get("id"): node.get("start") for node in root.iter(f"{SPACE}node")}
    assert starts[FAST.id] == "2024-05-01"
    assert starts["entity/fastmix"] is None
    assert starts[samples.UNDATED.id] is None


def test_column_titles_are_unique_whatever_their_case_and_carried_by_an_element(root):
    for columns in root.iter(f"{SPACE}attributes"):
        titles = [column.get("title").casefold() for column in columns]
        assert len(titles) == len(set(titles))
    declared = {
        (columns.get("class"), column.get("id")) for columns in root.iter(f"{SPACE}attributes") for column in columns
    }
    used = {
        (kind, value.get("for"))
        for kind in ("node", "edge")
        for element in root.iter(f"{SPACE}{kind}")
        for value in element.iter(f"{SPACE}attvalue")
    }
    assert declared == used


def test_no_clock_is_read(root):
    assert "lastmodifieddate" not in root.find(f"{SPACE}meta").attrib


def test_a_cut_file_is_no_gexf(tmp_path):
    (tmp_path / "g.gexf").write_text(text_of(samples.graph())[:-20])
    with pytest.raises(ValueError, match=r"no element found|unclosed"):
        get_format("gexf").count(tmp_path / "g.gexf")
