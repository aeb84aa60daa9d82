"""Gephi, graphology, networkx and igraph read every view of the seeds, and say the same of it."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

from exports import cut, view_names, write
from exports.values import columns, xml_id
from tests.clients import CACHE, HERE, java, require, run

VIEWS = view_names()
GEPHI = {"string": "String", "integer": {"Integer", "Long"}, "double": "Double"}


@pytest.fixture(scope="session")
def views(seeds_graph):
    """Every view of the seeds by its name."""
    return {name: cut(seeds_graph, view=name) for name in VIEWS}


@pytest.fixture(scope="session")
def files(seeds_graph, tmp_path_factory):
    """Every view of the seeds in the formats of these programs, by view and suffix."""
    folder = tmp_path_factory.mktemp("drawings")
    made = {(v, s): folder / f"{v}{s}" for v in VIEWS for s in (".gexf", ".graphml", ".gephi", ".json", ".cyjs")}
    for (view, _), path in made.items():
        write(seeds_graph, path, view=view)
    return made


@pytest.fixture(scope="session")
def gephi(files):
    """What Gephi says of each file."""
    paths = [path for (_, suffix), path in files.items() if suffix in (".gexf", ".graphml", ".gephi")]
    lines = java(HERE / "gephi", "GephiImport.java", *paths).splitlines()
    rows = [json.loads(line) for line in lines if line.startswith("{")]
    return {(Path(row["path"]).stem, Path(row["path"]).suffix): row for row in rows}


@pytest.fixture(scope="session")
def graphology(files):
    """What graphology's readers, those of Gephi Lite, say of each file."""
    require("node", "npm")
    folder = HERE / "graphology"
    target = CACHE / "graphology-0.26.0-0.13.2-0.5.2"
    if not (target / "node_modules").is_dir():
        partial = target.with_name(f"{target.name}.{os.getpid()}")
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        shutil.copy(folder / "package.json", partial)
        run("npm", "install", "--silent", "--no-audit", "--no-fund", cwd=partial)
        # Another worker may have been faster: one of the two is enough.
        if not target.exists():
            partial.rename(target)
        shutil.rmtree(partial, ignore_errors=True)
    paths = [path for (_, suffix), path in files.items() if suffix in (".gexf", ".graphml")]
    rows = [json.loads(line) for line in run("node", folder / "read.js", target, *paths).stdout.splitlines()]
    return {(Path(row["path"]).stem, Path(row["path"]).suffix): row for row in rows}


def labels_of(view):
    return {node: row["label"] for node, row in view.nodes(data=True)}


def kinds_of(view):
    return dict(Counter(key for *_, key in view.edges(keys=True)))


def weight_of(view):
    return sum(weight for *_, weight in view.edges(data="weight"))


def triples_of(view):
    """Return the edges of *view* with their weights; the ends of an undirected one in order."""
    return sorted(
        (*((s, t) if view.is_directed() else sorted((s, t))), key, row["weight"])
        for s, t, key, row in view.edges(keys=True, data=True)
    )


@pytest.mark.parametrize("suffix", [".gexf", ".graphml", ".gephi"])
@pytest.mark.parametrize("view", VIEWS)
def test_gephi_imports_everything_without_a_murmur(views, gephi, view, suffix):
    found, expected = gephi[view, suffix], views[view]
    assert found["issues"] == []
    assert (found["nodes"], found["edges"]) == (len(expected), expected.number_of_edges())
    assert found["directed"] == (found["edges"] if expected.is_directed() else 0)
    assert found["labels"] == labels_of(expected)
    assert found["edgeLabels"] == found["edges"]
    assert found["weight"] == weight_of(expected)


@pytest.mark.parametrize("suffix", [".gexf", ".gephi"])
@pytest.mark.parametrize("view", VIEWS)
def test_gephi_knows_the_kinds_of_edges_and_its_timeline_the_dates(views, gephi, view, suffix):
    found, expected = gephi[view, suffix], views[view]
    assert found["kinds"] == kinds_of(expected)
    days = sorted(day for _, row in expected.nodes(data=True) for day in row.get("dates", ()))
    assert found["timeBounds"] == [days[0], days[-1]]
    assert found["dated"] == sum("dates" in row for _, row in expected.nodes(data=True))
    if suffix == ".gexf":
        assert found["timeFormat"] == "DATE"


@pytest.mark.parametrize("view", VIEWS)
def test_gephi_shows_places_and_colours_on_opening(views, gephi, view):
    found, expected = gephi[view, ".gexf"], views[view]
    assert found["placed"] >= found["nodes"] - 1
    assert found["colors"] == len({row["type"] for _, row in expected.nodes(data=True)})


@pytest.mark.parametrize("suffix", [".gexf", ".graphml", ".gephi"])
@pytest.mark.parametrize("view", VIEWS)
def test_gephi_gives_every_column_its_type(views, gephi, view, suffix):
    expected = views[view]
    nodes = columns(row for _, row in expected.nodes(data=True))
    edges = columns(row for *_, row in expected.edges(data=True))
    own = {".gexf": {"label", "weight", "dates"}, ".graphml": {"label", "weight"}}
    left_out = own.get(suffix, {"label", "weight", "dates", "first", "last"})
    for declared, found in ((nodes, "nodeColumns"), (edges, "edgeColumns")):
        for column in declared:
            if column.name in left_out:
                continue
            type_ = gephi[view, suffix][found][column.name]
            # Of a table Gephi guesses the types: text that looks like numbers throughout becomes numbers.
            assert type_ in GEPHI[column.type] or suffix == ".gephi", column


@pytest.mark.parametrize("suffix", [".gexf", ".graphml"])
@pytest.mark.parametrize("view", VIEWS)
def test_graphology_reads_the_same(views, graphology, view, suffix):
    found, expected = graphology[view, suffix], views[view]
    assert (found["nodes"], found["edges"]) == (len(expected), expected.number_of_edges())
    assert found["directed"] == expected.is_directed()
    assert found["labels"] == labels_of(expected)
    assert found["kinds"] == kinds_of(expected)
    assert found["weight"] == weight_of(expected)
    for columns_, types in (
        (columns(row for _, row in expected.nodes(data=True)), found["nodeTypes"]),
        (columns(row for *_, row in expected.edges(data=True)), found["edgeTypes"]),
    ):
        declared = {c.name: ["string"] if c.type == "string" else ["number"] for c in columns_}
        if suffix == ".gexf":
            declared.pop("dates")
        assert {name: types[name] for name in declared} == declared
    if suffix == ".gexf":
        assert found["placed"] == found["nodes"]


@pytest.mark.parametrize("view", VIEWS)
def test_networkx_reads_the_same_from_all(views, files, view):
    expected = views[view]
    json_ = json.loads(files[view, ".json"].read_text())
    cytoscape = json.loads(files[view, ".cyjs"].read_text())
    read = {
        "graphml": nx.read_graphml(files[view, ".graphml"], force_multigraph=True),
        "gexf": nx.read_gexf(files[view, ".gexf"], version="1.3"),
        "node-link": nx.node_link_graph(json_, edges="edges"),
        "cytoscape": nx.cytoscape_graph(cytoscape),
    }
    for name, found in read.items():
        assert found.is_directed() == expected.is_directed(), name
        assert {node: row["label"] for node, row in found.nodes(data=True)} == labels_of(expected), name
        weights = sorted((sorted((s, t)), weight) for s, t, weight in found.edges(data="weight"))
        assert weights == sorted((sorted((s, t)), weight) for s, t, weight in expected.edges(data="weight")), name
    for name in ("graphml", "cytoscape"):
        assert Counter(kind for *_, kind in read[name].edges(data="kind")) == kinds_of(expected), name
    rows = {
        node: {k: list(v) if isinstance(v, tuple) else v for k, v in row.items()}
        for node, row in expected.nodes(data=True)
    }
    assert dict(read["node-link"].nodes(data=True)) == rows
    assert triples_of(read["node-link"]) == triples_of(expected)


@pytest.mark.parametrize("view", VIEWS)
def test_igraph_reads_the_same(views, files, view):
    igraph = pytest.importorskip("igraph") if os.environ.get("CI") != "true" else __import__("igraph")
    found, expected = igraph.Graph.Read_GraphML(str(files[view, ".graphml"])), views[view]
    assert found.is_directed() == expected.is_directed()
    assert dict(zip(found.vs["id"], found.vs["label"], strict=True)) == {
        xml_id(node): label for node, label in labels_of(expected).items()
    }
    ids = found.vs["id"]
    edges = zip(found.get_edgelist(), found.es["kind"], found.es["weight"], strict=True)
    ends = ((ids[s], ids[t]) if expected.is_directed() else sorted((ids[s], ids[t])) for s, t in found.get_edgelist())
    assert sorted((*end, kind, weight) for end, (_, kind, weight) in zip(ends, edges, strict=True)) == triples_of(
        expected
    )
    assert {type(papers) for papers in found.es["papers"]} <= {float, int}
