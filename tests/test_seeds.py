"""The graph of the seeds as a whole: all papers are there, and every edge says where it comes from."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

import exports
from kg import store
from kg.schema import get_predicate, types
from tests.samples import said

ROOT = Path(__file__).resolve().parents[1]


def edges_of(graph, origin):
    found = [edge for edge in graph.edges() if get_predicate(edge.predicate).origin == origin]
    assert found
    return found


def test_every_record_of_the_seeds_is_a_paper_with_date_and_categories(seeds_graph):
    dated = sum(
        line[:4].isdigit() and line[4:5] == "-" and len(line.split()) > 1
        for file in sorted((ROOT / "seeds").glob("*.txt"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if len(line) < 80
    )
    papers = {node: row for node, row in seeds_graph.nx.nodes(data=True) if row["type"] == "Paper"}
    assert len(papers) == dated == 137
    assert all(row["date"] and row["categories"] and row["abstract"] for row in papers.values())


def test_every_paper_with_an_affiliation_line_has_an_institution(seeds_graph):
    without = [
        row["label"]
        for node, row in seeds_graph.nx.nodes(data=True)
        if row.get("affiliation")
        and not [k for _, _, k in seeds_graph.nx.out_edges(node, keys=True) if k == "affiliatedWith"]
    ]
    # Its line names an independent researcher, who is no institution.
    assert without == ["DEEP-GAP: Deep-learning Evaluation of Execution Parallelism in GPU Architectural Performance"]


def test_every_edge_of_a_paper_quotes_the_characters_of_a_mention(seeds_graph, seeds_extractions):
    quoted = {}
    for paper, extraction in seeds_extractions.items():
        found = [m for record in (*extraction.institutions, *extraction.entities) for m in record.mentions]
        found += [m for claim in extraction.claims for m in (claim.mention, claim.sentence)]
        for mention in found:
            assert extraction.document.field(mention.field)[mention.start : mention.end] == mention.text
            quoted[paper, mention.field, mention.start, mention.end] = mention.text
        for category in extraction.document.categories:
            start = f"{' '.join(extraction.document.categories)} ".index(f"{category} ")
            quoted[paper, "categories", start, start + len(category)] = category
    for edge in edges_of(seeds_graph, "paper"):
        assert edge.evidence
        for evidence in edge.evidence:
            text = quoted[evidence.source, evidence.field, evidence.start, evidence.end]
            assert text.strip()
            assert seeds_graph.quote(evidence) == text
            assert 0 < evidence.confidence <= 1
            assert evidence.extractor


def test_every_edge_of_a_vocabulary_names_a_row_that_stands_there(seeds_graph):
    gazetteers = files("extractors.gazetteers")
    for edge in edges_of(seeds_graph, "vocabulary"):
        for evidence in edge.evidence:
            row = evidence.source.removeprefix("vocabulary/")
            if row == evidence.source:  # a paper's own name for a narrower thing, by the characters of that name
                assert edge.predicate == "broader"
                name = seeds_graph.quote(evidence)
                attributes = seeds_graph.attributes(edge.source)
                assert name in {attributes["label"], attributes["label_zh"], *attributes["aliases"]}
                continue
            if edge.predicate == "subOrganizationOf":
                assert row == f"registry:{edge.source.partition('/')[2]}"
                continue
            file, _, line = row.rpartition(":")
            cells = (gazetteers / file).read_text(encoding="utf-8").split("\n")[int(line) - 1].split("\t")
            assert cells[0].strip() == seeds_graph.nx.nodes[edge.source]["label"]


def test_every_derived_edge_names_its_rule_and_a_paper(seeds_graph):
    for edge in edges_of(seeds_graph, "derived"):
        for evidence in edge.evidence:
            assert evidence.extractor == f"rule:{edge.predicate}"
            assert seeds_graph.nx.nodes[evidence.source]["type"] == "Paper"


def test_every_edge_keeps_the_domain_and_range_of_its_predicate(seeds_graph):
    nodes = seeds_graph.nx.nodes
    wrong = [
        (edge.source, edge.predicate, edge.target)
        for edge in seeds_graph.edges()
        if nodes[edge.source]["type"] not in get_predicate(edge.predicate).domain
        or nodes[edge.target]["type"] not in get_predicate(edge.predicate).range
    ]
    assert wrong == []


def test_the_id_of_every_node_stands_in_the_namespace_of_its_type(seeds_graph):
    for node, row in seeds_graph.nx.nodes(data=True):
        assert node.startswith(types()[row["type"]].namespace + "/")
        assert row["label"].strip()


def test_nothing_is_its_own_wider_term_or_part(seeds_graph):
    import networkx as nx

    for predicate in ("broader", "partOf", "subOrganizationOf"):
        tree = nx.DiGraph((s, t) for s, t, key in seeds_graph.nx.edges(keys=True) if key == predicate)
        assert nx.is_directed_acyclic_graph(tree), predicate


def test_the_graph_on_disk_is_the_graph_in_memory(seeds_graph, seeds_path):
    assert said(store.load(seeds_path)) == said(seeds_graph)
    manifest = json.loads((seeds_path / "manifest.json").read_text())
    assert manifest["counts"] == seeds_graph.count()


@pytest.mark.parametrize("name", exports.format_names())
def test_every_export_of_the_seeds_is_read_back(seeds_graph, tmp_path, name):
    assert exports.write(seeds_graph, tmp_path / f"g{exports.get_format(name).SUFFIXES[0]}", format=name)


def test_every_paper_can_be_retracted_exactly(seeds_extractions, seeds_graph):
    from kg import pipeline
    from kg.build import build, complete
    from kg.merge import merge

    terms = pipeline.terms()
    for gone in sorted(seeds_extractions)[::40]:
        graph = merge(seeds_graph)
        complete(graph, terms)
        assert said(graph) == said(seeds_graph)
        graph.retract(gone)
        complete(graph, terms)
        assert said(graph) == said(build([e for e in seeds_extractions.values() if e.id != gone], terms))
