"""Cypher on the networkx graph: the patterns people know from Neo4j, with types as labels and predicates as relationships."""

from __future__ import annotations

import builtins

import pytest
from click.testing import CliRunner

from kg import store
from kg.cli import main
from kg.cypher import match
from kg.errors import MissingExtraError, QueryError
from tests import samples
from tests.samples import EXTRACTIONS, FAST, SLOW, TERMS


@pytest.fixture(scope="module")
def graph():
    return samples.graph()


def test_a_pattern_finds_what_the_edges_say(graph):
    found = match(graph, "MATCH (p:Paper)-[:introduces]->(s:System) RETURN p.id, s.label")
    assert found.columns == ("p.id", "s.label")
    assert set(found.rows) == {(FAST.id, "FastMix"), (SLOW.id, "SlowMix")}


def test_rows_are_sorted_unless_the_query_orders_them(graph):
    query = "MATCH (p:Paper)-[:evaluatedOn]->(h:Hardware) RETURN h.label"
    rows = match(graph, query).rows
    assert rows == tuple(sorted(rows))
    assert match(graph, f"{query} ORDER BY h.label DESC").rows == rows[::-1]


def test_a_pattern_may_take_several_steps(graph):
    found = match(graph, 'MATCH (a)-[:broader*1..3]->(b) WHERE b.label = "model parallelism" RETURN a.label')
    assert found.rows == (("expert parallelism",),)


def test_nodes_are_shown_as_ids_relationships_as_predicates_missing_properties_as_nothing(graph):
    query = 'MATCH (p:Paper)-[r:comparesWith]->(s) WHERE p.label = "Undated" RETURN p, r, s, s.nosuch'
    (row,) = match(graph, query)
    assert list(row.values()) == [samples.UNDATED.id, "comparesWith", "entity/megatron-lm", None]


def test_the_method_of_a_graph_yields_rows(graph):
    assert next(graph.match('MATCH (t:Technique) WHERE t.label = "mixture of experts" RETURN t.label_zh')) == {
        "t.label_zh": "混合专家"
    }


@pytest.mark.parametrize(
    "cypher", ["MATCH (p", "", "RETURN 1", "MATCH (p:Paper) RETURN q.label", "MATCH (p) RETURN p.x["]
)
def test_what_is_no_pattern_is_refused_with_an_example(graph, cypher):
    with pytest.raises(QueryError, match="A query reads"):
        match(graph, cypher)


def test_a_query_leaves_the_graph_as_it_was(graph):
    before = samples.said(graph)
    match(graph, "MATCH (p:Paper) RETURN p.id")
    assert samples.said(graph) == before
    assert "__labels__" not in graph.nx.nodes[FAST.id]


def test_a_missing_extra_names_its_install_line(graph, monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name == "grandcypher":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match=r"pip install 'paperkg\[cypher\]'"):
        match(graph, "MATCH (p:Paper) RETURN p.id")


def test_the_command_prints_rows_and_exits_1_where_there_are_none(tmp_path):
    path = tmp_path / "g"
    store.save(path, EXTRACTIONS, TERMS, version="test")
    query = 'MATCH (p:Paper)-[:uses]->(t) WHERE t.label = "CUDA" RETURN p.label'
    result = CliRunner().invoke(main, ["match", str(path), query, "--format", "csv"])
    assert (result.exit_code, result.stdout) == (0, f"p.label\n{samples.LAB.document.title}\n")
    assert CliRunner().invoke(main, ["match", str(path), query.replace("CUDA", "none")]).exit_code == 1
    assert CliRunner().invoke(main, ["match", str(path), "MATCH"]).exit_code == 1
