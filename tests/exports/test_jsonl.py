"""JSON lines: everything, evidence included."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from exports import get_format
from kg.records import Evidence
from tests import samples
from tests.strategies import graphs


def rows_of(graph):
    return [json.loads(line) for line in "".join(get_format("jsonl").dumps(graph)).split("\n") if line]


@given(graphs())
def test_all_attributes_and_all_evidence_are_read_back(graph):
    rows = rows_of(graph)
    nodes = {row.pop("node"): row for row in rows if "node" in row}
    expected = {
        node: {**attributes, "aliases": list(attributes["aliases"])} for node, attributes in graph.nx.nodes(data=True)
    }
    assert nodes == expected
    edges = {
        (row["source"], row["edge"], row["target"]): tuple(Evidence(*values) for values in row["evidence"])
        for row in rows
        if "edge" in row
    }
    assert edges == {(edge.source, edge.predicate, edge.target): edge.evidence for edge in graph.edges()}


@given(graphs())
def test_every_line_is_utf_8_and_one_object(graph):
    text = "".join(get_format("jsonl").dumps(graph))
    text.encode()
    assert len(rows_of(graph)) == len(graph.nx) + len(graph.nx.edges)


def test_an_edge_has_its_dates():
    (row,) = [
        row
        for row in rows_of(samples.graph())
        if row.get("edge") == "worksOn" and row["target"] == "entity/expert-parallelism"
    ]
    assert (row["papers"], row["first"], row["last"]) == (1, "2023-02-03", "2023-02-03")


def test_counting_reads_every_line(tmp_path):
    (tmp_path / "g.jsonl").write_text('{"node":"a"}\n{"edge":"b"}\n')
    assert get_format("jsonl").count(tmp_path / "g.jsonl") == "1 nodes, 1 edges"
    (tmp_path / "g.jsonl").write_text('{"node":"a"}\n{"edge"\n')
    with pytest.raises(ValueError, match="delimiter"):
        get_format("jsonl").count(tmp_path / "g.jsonl")
