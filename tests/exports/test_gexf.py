"""GEXF 1.3: what networkx reads back and what Gephi looks for."""

from __future__ import annotations

import math
import os
import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from hypothesis import given

from exports import cut, get_format, view_names
from exports.values import xml_id
from kg.graph import KnowledgeGraph
from kg.schema import predicates
from tests import samples
from tests.samples import FAST
from tests.strategies import graphs

ROOT = Path(__file__).resolve().parents[2]
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


def test_each_day_of_a_paper_becomes_a_spell_and_what_is_no_date_does_not(root):
    spells = {
        node.get("id"): [(spell.get("start"), spell.get("end")) for spell in node.iter(f"{SPACE}spell")]
        for node in root.iter(f"{SPACE}node")
    }
    assert spells[FAST.id] == [("2024-05-01", "2024-05-01")]
    assert spells["entity/nvidia-a100"] == [("2022-01-01", "2022-01-01"), ("2024-05-01", "2024-05-01")]
    assert spells[samples.UNDATED.id] == []
    graph = root.find(f"{SPACE}graph")
    assert (graph.get("mode"), graph.get("timeformat")) == ("dynamic", "date")


def test_every_node_has_a_place_of_its_own(root):
    places = {(at.get("x"), at.get("y")) for at in root.iter("{http://gexf.net/1.3/viz}position")}
    assert len(places) == len(list(root.iter(f"{SPACE}node")))


VIZ = "{http://gexf.net/1.3/viz}"


def test_colours_sizes_and_places_are_in_range(root):
    for color in root.iter(f"{VIZ}color"):
        assert all(0 <= int(color.get(part)) <= 255 for part in "rgb")
    assert all(float(size.get("value")) > 0 for size in root.iter(f"{VIZ}size"))
    assert all(math.isfinite(float(at.get(axis))) for at in root.iter(f"{VIZ}position") for axis in "xyz")


@pytest.mark.parametrize("view", view_names())
def test_a_file_without_its_viz_elements_is_valid_by_the_published_schema(seeds_graph, view):
    folder = Path(os.environ.get("GEXF_SCHEMAS", ROOT.parent / "shared" / "schemas" / "gexf-1.3"))
    if not folder.is_dir():
        pytest.skip("the schema files of GEXF 1.3 are not here: set GEXF_SCHEMAS to the folder specs/1.3 of gephi/gexf")
    from lxml import etree

    schema = etree.XMLSchema(etree.parse(folder / "gexf.xsd"))
    for graph in (cut(seeds_graph, view=view), cut(samples.hostile_graph(), view=view)):
        document = etree.fromstring(text_of(graph).encode(), etree.XMLParser(huge_tree=True))
        for element in list(document.iter(f"{VIZ}*")):
            element.getparent().remove(element)
        schema.assertValid(document)


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
