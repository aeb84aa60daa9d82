"""What every export format must do, whichever there are."""

from __future__ import annotations

import csv
import io
import json
import re
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from pyoxigraph import Literal, RdfFormat, parse

import exports
from exports import format_names, get_format, write
from exports.values import spelt_out, table_text, utf8_text, xml_id
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
    return _of_networkx(nx.read_gexf(path, version="1.3"), key="label")


def _read_cytoscape(path):
    return _of_networkx(nx.cytoscape_graph(json.loads(path.read_text())), key="kind")


def _read_node_link(path):
    graph = json.loads(path.read_text())
    edges = {(row["source"], row["key"], row["target"]) for row in graph["edges"]}
    return {row["id"]: _CLEAN.sub("", row.get("label", "")) for row in graph["nodes"]}, edges, None


def _read_page(path):
    graph = json.loads(re.search(r'type="application/json">(.*?)</script>', path.read_text(), re.DOTALL)[1])
    nodes, labels = graph["nodes"], {predicate.label: name for name, predicate in predicates().items()}
    edges = {(nodes[row["s"]]["n"], labels[graph["kinds"][row["k"]]], nodes[row["t"]]["n"]) for row in graph["edges"]}
    return {node["n"]: _CLEAN.sub("", node["n"]) for node in nodes}, edges, None


def _read_tables(nodes, edges, heads):
    def read(path):
        csv.field_size_limit(2**31 - 1)
        things, links = (
            list(csv.DictReader(io.StringIO((path / name).read_text(), newline=""))) for name in (nodes, edges)
        )
        key, label, *ends = heads
        return (
            {row[key]: _CLEAN.sub("", row[label]) for row in things},
            {(row[ends[0]], row[ends[1]], row[ends[2]]) for row in links},
            None,
        )

    return read


def _read_parquet(path):
    import pyarrow.parquet as pq

    things, links = (pq.read_table(path / f"{name}.parquet").to_pylist() for name in ("nodes", "edges"))
    return (
        {row["id"]: _CLEAN.sub("", row["label"] or "") for row in things},
        {(row["source"], row["kind"], row["target"]) for row in links},
        None,
    )


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
            elif name == "rdfs:label" and getattr(value, "language", None) == "zh":
                # A thing that only Chinese text names has its Chinese label alone.
                labels.setdefault(node_id(source), value.value)
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
    ".cyjs": _read_cytoscape,
    ".json": _read_node_link,
    ".html": _read_page,
    ".gephi": _read_tables("nodes.csv", "edges.csv", ("Id", "Label", "Source", "Kind", "Target")),
    ".neo4j": _read_tables(
        "nodes.csv", "relationships.csv", ("id:ID", "label:string", ":START_ID", ":TYPE", ":END_ID")
    ),
    ".parquet": _read_parquet,
    ".nt": _read_rdf(RdfFormat.N_TRIPLES),
    ".ttl": _read_rdf(RdfFormat.TURTLE),
    ".nq": _read_rdf(RdfFormat.N_QUADS),
    ".trig": _read_rdf(RdfFormat.TRIG),
    ".rdf": _read_rdf(RdfFormat.RDF_XML),
    ".jsonld": _read_rdf(RdfFormat.JSON_LD),
}


def files_of(path):
    """Return the files that stand at *path*: a format of several files writes a directory."""
    return sorted(path.iterdir()) if path.is_dir() else [path]


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
        written.append({file.name if path.is_dir() else "": file.read_bytes() for file in files_of(path)})
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
    if suffix == ".html":
        # The page knows nodes by their labels.
        names = {node: row["label"] or node for node, row in graph.nx.nodes(data=True)}
        assert labels.keys() == set(names.values())
        assert edges == {(names[edge.source], edge.predicate, names[edge.target]) for edge in graph.edges()}
        return
    shown = _shown(suffix)
    assert labels == {kept(node): shown(row["label"]) for node, row in graph.nx.nodes(data=True)}
    assert edges == {(kept(edge.source), edge.predicate, kept(edge.target)) for edge in graph.edges()}


def _shown(suffix):
    if suffix in (".gephi", ".neo4j"):
        return lambda label: table_text(_CLEAN.sub("", label)).replace("\x7f", "")
    return lambda label: _CLEAN.sub("", label)


def _kept_id(suffix):
    if suffix in (".graphml", ".gexf"):
        return lambda node: ET.fromstring(f'<a b="{xml_id(node)}"/>').get("b")
    if suffix in (".gephi", ".neo4j"):
        return lambda node: table_text(spelt_out(node))
    if suffix == ".parquet":
        return utf8_text
    return (lambda node: node) if suffix in (".jsonl", ".json", ".cyjs", ".html") else (lambda node: node_id(iri(node)))


@pytest.mark.parametrize("name", GRAPHS)
def test_evidence_is_read_back_unless_it_is_a_stated_loss(name, graph, tmp_path):
    if "offsets" in get_format(name).LOSES:
        assert exports.draws(get_format(name))
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
    for file in files_of(path):
        if file.suffix not in (".png", ".parquet"):
            assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f]", file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_of_another_kind_is_not_counted(name, tmp_path):
    (tmp_path / "junk").write_bytes(b"\x89PNG\x00\xff")
    with pytest.raises((ValueError, SyntaxError)):
        get_format(name).count(tmp_path / "junk")
