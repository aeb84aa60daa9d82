"""The laws of merging."""

from __future__ import annotations

from hypothesis import given

from kg.build import build, complete
from kg.graph import KnowledgeGraph
from kg.merge import merge
from tests.samples import EXTRACTIONS, TERMS, said
from tests.strategies import corpora, graphs


@given(graphs(), graphs())
def test_merging_is_commutative(one, other):
    assert said(merge(one, other)) == said(merge(other, one))


@given(graphs(), graphs(), graphs())
def test_merging_is_associative(one, two, three):
    assert said(merge(merge(one, two), three)) == said(merge(one, merge(two, three)))


@given(graphs())
def test_merging_is_idempotent_and_the_empty_graph_changes_nothing(graph):
    assert said(merge(graph, graph)) == said(merge(graph, KnowledgeGraph())) == said(graph)


@given(graphs(), graphs())
def test_merging_keeps_the_evidence_of_both_sides_and_leaves_them_as_they_were(one, other):
    before = said(one), said(other)
    joined = dict(merge(one, other).evidence())
    for graph in (one, other):
        for key, evidence in graph.evidence():
            assert evidence <= joined[key]
    assert (said(one), said(other)) == before


@given(corpora, corpora)
def test_two_graphs_merged_and_completed_are_the_graph_of_both_corpora(one, other):
    papers = {extraction.id: extraction for extraction in (*one, *other)}
    other = [papers[extraction.id] for extraction in other]
    one = [papers[extraction.id] for extraction in one]
    joined = merge(build(one, TERMS), build(other, TERMS))
    complete(joined, TERMS)
    assert said(joined) == said(build(papers.values(), TERMS))


def test_derived_edges_are_not_carried_over_but_derived_anew():
    graph = build(EXTRACTIONS, TERMS)
    joined = merge(graph)
    assert "worksOn" in graph.count()["edges"]
    assert "worksOn" not in joined.count()["edges"]
    complete(joined, TERMS)
    assert said(joined) == said(graph)
