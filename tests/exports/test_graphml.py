"""GraphML: what networkx reads back."""

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
from tests import samples
from tests.strategies import graphs

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def text_of(graph):
    return "".join(get_format("graphml").dumps(graph))


def read(graph):
    return nx.read_graphml(BytesIO(text_of(graph).encode()), force_multigraph=True)


@given(graphs())
def test_networkx_reads_back_every_node_label_and_edge(graph):
    found = read(graph)
    assert {node: row.get("label", "") for node, row in found.nodes(data=True)} == {
        xml_id(node): FORBIDDEN.sub("", row["label"]) for node, row in graph.nx.nodes(data=True)
    }
    assert sorted((s, row["kind"], t) for s, t, row in found.edges(data=True)) == sorted(
        (edge.source, edge.predicate, edge.target) for edge in graph.edges()
    )


def test_hostile_labels_and_ids_are_read_back():
    graph = samples.hostile_graph()
    found = read(graph)
    assert len(found) == len(graph.nx)
    assert found.number_of_edges() == graph.nx.number_of_edges()


def test_an_empty_graph_is_read_back():
    assert len(read(KnowledgeGraph())) == 0


def test_every_attribute_is_declared_once_with_one_type_and_carried_by_an_element():
    root = ET.fromstring(text_of(samples.graph()))
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    keys = [key.get("id") for key in root.findall("g:key", space)]
    assert len(keys) == len(set(keys))
    assert set(keys) == {entry.get("key") for entry in root.iter("{http://graphml.graphdrawing.org/xmlns}data")}


def test_edge_ids_are_unique_and_weights_are_numbers():
    root = ET.fromstring(text_of(samples.graph()))
    edges = list(root.iter("{http://graphml.graphdrawing.org/xmlns}edge"))
    assert len({edge.get("id") for edge in edges}) == len(edges)
    assert all(row["weight"] >= 1.0 for _, _, row in read(samples.graph()).edges(data=True))


def test_numbers_stay_numbers():
    (row,) = [row for _, row in read(samples.graph()).nodes(data=True) if row["type"] == "Claim"]
    assert row["low"] == 1.5


def test_a_cut_file_is_no_graphml(tmp_path):
    (tmp_path / "g.graphml").write_text(text_of(samples.graph())[:-20])
    with pytest.raises(ValueError, match=r"no element found|unclosed"):
        get_format("graphml").count(tmp_path / "g.graphml")
