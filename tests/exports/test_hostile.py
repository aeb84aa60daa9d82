"""Hostile labels in every format that draws: all nodes and edges are still there, and what was left out is counted."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile

import pytest
from hypothesis import given, settings

import exports
from exports import cut, draws, format_names, get_format, write
from exports.drawing import drawing
from kg.errors import MissingExtraError
from kg.graph import KnowledgeGraph, NodeFacts
from kg.records import Evidence
from tests import samples
from tests.strategies import graphs

DRAWING = [name for name in format_names() if draws(get_format(name))]
PICTURES = ("png", "svg")
SCRIPT = re.compile(r'<script id="graph" type="application/json">(.*?)</script>', re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("hostile")


@pytest.mark.parametrize("name", [name for name in DRAWING if name not in PICTURES])
def test_any_graph_is_read_back_whole(name, folder):
    @settings(max_examples=25)
    @given(graphs())
    def check(graph):
        told = write(graph, folder / name, format=name)
        assert told.startswith(f"{len(graph.nx)} nodes, {graph.nx.number_of_edges()} edges")

    check()


@pytest.mark.parametrize("name", PICTURES)
def test_any_graph_can_be_drawn(name, folder):
    @settings(max_examples=4)
    @given(graphs())
    def check(graph):
        assert write(graph, folder / name, format=name, view="full").startswith("a picture")

    check()


def test_dollar_signs_are_no_formula(folder):
    graph = KnowledgeGraph()
    graph.add_node("paper/1", NodeFacts("Paper", "$\\frac{$ x_1^ $$"), source="paper/1")
    graph.add_node("entity/a", NodeFacts("System", "$a"), source="paper/1")
    graph.add_edge("paper/1", "uses", "entity/a", [Evidence("paper/1", "title", 0, 1)])
    assert write(graph, folder / "g.svg", view="full") == "a picture"
    assert "$\\frac{$ x_1^ $$" in (folder / "g.svg").read_text()


@pytest.mark.parametrize("name", ["gexf", "graphml", "gephi_csv", "neo4j_csv", "parquet"])
def test_what_is_left_out_is_told(name, folder):
    assert "characters left out that the format cannot hold" in write(
        samples.hostile_graph(), folder / name, format=name
    )
    assert "left out" not in write(samples.graph(), folder / name, format=name)


@pytest.mark.parametrize("name", [name for name in DRAWING if name not in PICTURES])
def test_a_label_of_a_hundred_thousand_characters_is_kept(name, folder):
    graph = KnowledgeGraph()
    label = "<长&\"'😀" * 20_000
    graph.add_node("paper/1", NodeFacts("Paper", label), source="paper/1")
    assert write(graph, folder / name, format=name).startswith("1 nodes, 0 edges")


def test_a_page_holds_nothing_that_a_label_could_start(folder):
    graph = KnowledgeGraph()
    label = "</script><script>alert(1)</script><img src=x onerror=alert(1)><!--"
    graph.add_node("paper/1", NodeFacts("Paper", label, label_zh=label), source="paper/1")
    write(graph, folder / "g.html")
    text = (folder / "g.html").read_text()
    assert text.count("</script>") == 2
    assert "<img" not in text
    assert "<!--" not in text.replace("<!DOCTYPE", "")
    assert json.loads(SCRIPT.search(text)[1])["nodes"][0]["n"] == label


def test_a_page_fetches_nothing(folder):
    write(samples.graph(), folder / "g.html")
    text = (folder / "g.html").read_text()
    assert "default-src 'none'" in text
    assert not re.search(r"""(?:src|href)=|https?:|import\(|url\(|\.innerHTML|eval\(""", SCRIPT.sub("", text))


@pytest.mark.parametrize("name", DRAWING)
def test_every_view_is_written_in_every_format_that_draws(name, folder):
    views = ("comparisons",) if name in PICTURES else exports.view_names()
    for view in views:
        shown = cut(samples.hostile_graph(), view=view)
        told = write(samples.hostile_graph(), folder / name, format=name, view=view)
        assert told.startswith(
            "a picture" if name in PICTURES else f"{len(shown)} nodes, {shown.number_of_edges()} edges"
        )


# -- several files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "files"), [("gephi_csv", 2), ("neo4j_csv", 2), ("parquet", 2)])
def test_several_files_go_into_a_directory_or_a_zip_file_with_the_same_bytes(name, files, tmp_path):
    graph = samples.graph()
    suffix = get_format(name).SUFFIXES[0]
    for number in (1, 2):
        write(graph, tmp_path / f"{number}{suffix}")
        write(graph, tmp_path / f"{number}{suffix}.zip")
    made = {file.name: file.read_bytes() for file in (tmp_path / f"1{suffix}").iterdir()}
    assert len(made) == files
    with zipfile.ZipFile(tmp_path / f"1{suffix}.zip") as archive:
        assert {entry: archive.read(entry) for entry in archive.namelist()} == made
    assert (tmp_path / f"1{suffix}.zip").read_bytes() == (tmp_path / f"2{suffix}.zip").read_bytes()


def test_an_earlier_export_is_replaced_and_a_foreign_directory_is_not(tmp_path):
    target = tmp_path / "g.gephi"
    write(KnowledgeGraph(), target)
    write(samples.graph(), target)
    assert (
        len(list(csv.reader(io.StringIO((target / "nodes.csv").read_text(), newline=""))))
        == len(samples.graph().nx) + 1
    )
    (target / "mine.txt").touch()
    with pytest.raises(FileExistsError, match=r"no earlier export \(it holds mine.txt\)"):
        write(KnowledgeGraph(), target)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["g.gephi"]
    assert len(list(target.iterdir())) == 3


@pytest.mark.parametrize(
    ("name", "package", "extra"), [("parquet", "pyarrow", "parquet"), ("png", "matplotlib", "picture")]
)
def test_a_missing_package_is_told_with_its_install_line(name, package, extra, tmp_path, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=rf"pip install 'paperkg\[{extra}\]'"):
        write(samples.graph(), tmp_path / "g", format=name)
    assert list(tmp_path.iterdir()) == []


def test_a_drawing_is_taken_as_it_is():
    view = cut(samples.graph(), view="techniques")
    assert drawing(view) is view
    assert "".join(get_format("gexf").dumps(view)).count("<node ") == len(view)
