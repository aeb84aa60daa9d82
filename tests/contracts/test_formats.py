"""What every export format must do, whichever there are."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from pyoxigraph import Literal, RdfFormat, parse

import exports
from exports import format_names, get_format, write
from exports.values import xml_id
from kg.build import build
from kg.graph import KnowledgeGraph
from kg.rdf import iri, node_id, shorten
from kg.schema import predicates
from tests import samples
from tests.samples import EXTRACTIONS, TERMS, hostile_extraction

FORMATS = format_names()
#: A picture keeps what the eye can take in: its module states that as "everything but …", and it is not read back as a graph.
GRAPHS = [name for name in FORMATS if not get_format(name).LOSES.startswith("everything but ")]
_CLEAN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


# How other programs read a file: its nodes with their labels, its edges, and the characters that its evidence points at.
# Ids are those of the graph but for what the format cannot hold. A new kind of file needs its reader here.


def _read_graphml(path):
    return _of_networkx(nx.read_graphml(path, force_multigraph=True), key="kind")


def _read_gexf(path):
    return _of_networkx(nx.read_gexf(path, version="1.3"), key="predicate")


def _of_networkx(graph, *, key):
    labels = {predicate.label: name for name, predicate in predicates().items()}
    edges = {(s, labels.get(row[key], row[key]), t) for s, t, row in graph.edges(data=True)}
    return {node: _CLEAN.sub("", row["label"]) for node, row in graph.nodes(data=True)}, edges, None


def _read_jsonl(path):
    rows = [json.loads(line) for line in path.read_text().split("\n") if line]
    edges = [row for row in rows if "edge" in row]
    return (
        {row["node"]: _CLEAN.sub("", row["label"]) for row in rows if "node" in row},
        {(row["source"], row["edge"], row["target"]) for row in edges},
        {(row["target"], *evidence[1:4]) for row in edges for evidence in row["evidence"] if evidence[3]},
    )


def _read_rdf(format):
    def read(path):
        labels, edges, about = {}, set(), {}
        for triple in parse(path=str(path), format=format):
            source, name, value = triple.subject.value, shorten(triple.predicate.value), triple.object
            if name == "rdfs:label" and getattr(value, "language", None) == "en":
                labels[node_id(source)] = value.value
            elif name.removeprefix("kg:") in predicates() and not isinstance(value, Literal):
                edges.add((node_id(source), name.removeprefix("kg:"), node_id(value.value)))
            about.setdefault(source, {}).setdefault(name, value.value)
        spans = {
            (
                node_id(row["oa:hasBody"]),
                about[f"{node}/target"]["kg:field"],
                int(about[f"{node}/position"]["oa:start"]),
                int(about[f"{node}/position"]["oa:end"]),
            )
            for node, row in about.items()
            if "oa:hasBody" in row
        }
        return labels, edges, spans

    return read


READERS = {
    ".graphml": _read_graphml,
    ".gexf": _read_gexf,
    ".jsonl": _read_jsonl,
    ".nt": _read_rdf(RdfFormat.N_TRIPLES),
    ".ttl": _read_rdf(RdfFormat.TURTLE),
    ".nq": _read_rdf(RdfFormat.N_QUADS),
    ".trig": _read_rdf(RdfFormat.TRIG),
}


def target(tmp_path, name):
    return tmp_path / f"graph{get_format(name).SUFFIXES[0]}"


@pytest.fixture(scope="module", params=["usual", "hostile"])
def graph(request):
    return samples.graph() if request.param == "usual" else samples.hostile_graph()


@pytest.mark.parametrize("name", FORMATS)
def test_it_states_what_it_is_for_its_suffixes_and_its_losses(name):
    module = get_format(name)
    assert module.__doc__.strip().endswith(".")
    assert module.SUFFIXES
    assert all(re.fullmatch(r"(\.[a-z0-9]+)+", suffix) for suffix in module.SUFFIXES)
    assert isinstance(module.LOSES, str)


def test_no_two_formats_share_a_suffix():
    suffixes = [suffix for name in FORMATS for suffix in get_format(name).SUFFIXES]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize("name", FORMATS)
def test_its_suffix_finds_it(name, tmp_path):
    for suffix in get_format(name).SUFFIXES:
        assert exports.find_format(tmp_path / f"my.graph{suffix}") is get_format(name)


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_graph_is_written_and_read_back(name, tmp_path):
    assert write(KnowledgeGraph(), target(tmp_path, name), format=name)


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_graph_gives_the_same_bytes_whatever_the_order_of_papers(name, tmp_path):
    papers = (*EXTRACTIONS, hostile_extraction())
    written = []
    for number, order in enumerate((papers, papers, papers[::-1])):
        path = tmp_path / f"{number}"
        write(build(order, TERMS), path, format=name)
        written.append(path.read_bytes())
    assert written[0] == written[1] == written[2]


@pytest.mark.parametrize("name", FORMATS)
def test_it_leaves_the_graph_as_it_was(name, graph):
    before = samples.said(graph), {node: dict(row) for node, row in graph.nx.nodes(data=True)}
    list(get_format(name).dumps(graph))
    assert (samples.said(graph), {node: dict(row) for node, row in graph.nx.nodes(data=True)}) == before


@pytest.mark.parametrize("name", GRAPHS)
def test_every_node_label_and_edge_is_read_back_hostile_or_not(name, graph, tmp_path):
    path = target(tmp_path, name)
    write(graph, path, format=name)
    suffix = get_format(name).SUFFIXES[0]
    assert suffix in READERS, f"no reader for {suffix}: add one to READERS"
    labels, edges, _ = READERS[suffix](path)
    kept = _kept_id(suffix)
    assert labels == {kept(node): _CLEAN.sub("", row["label"]) for node, row in graph.nx.nodes(data=True)}
    assert edges == {(kept(edge.source), edge.predicate, kept(edge.target)) for edge in graph.edges()}


def _kept_id(suffix):
    if suffix in (".graphml", ".gexf"):
        return lambda node: ET.fromstring(f'<a b="{xml_id(node)}"/>').get("b")
    return (lambda node: node) if suffix == ".jsonl" else (lambda node: node_id(iri(node)))


@pytest.mark.parametrize("name", GRAPHS)
def test_evidence_is_read_back_unless_it_is_a_stated_loss(name, graph, tmp_path):
    if "offsets" in get_format(name).LOSES:
        assert READERS[get_format(name).SUFFIXES[0]] in (_read_graphml, _read_gexf)
        return
    path = target(tmp_path, name)
    write(graph, path, format=name)
    _, _, spans = READERS[get_format(name).SUFFIXES[0]](path)
    kept = _kept_id(get_format(name).SUFFIXES[0])
    assert spans == {
        (kept(edge.target), evidence.field, evidence.start, evidence.end)
        for edge in graph.edges()
        for evidence in edge.evidence
        if evidence.end
    }


@pytest.mark.parametrize("name", FORMATS)
def test_no_control_character_reaches_the_file(name, tmp_path):
    path = target(tmp_path, name)
    write(samples.hostile_graph(), path, format=name)
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f]", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_of_another_kind_is_not_counted(name, tmp_path):
    (tmp_path / "junk").write_bytes(b"\x89PNG\x00\xff")
    with pytest.raises((ValueError, SyntaxError)):
        get_format(name).count(tmp_path / "junk")
