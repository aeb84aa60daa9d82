"""Two graphs side by side."""

from __future__ import annotations

from dataclasses import replace

from kg.build import build
from kg.comparing import compare
from tests.samples import EXTRACTIONS, FAST, SLOW, TERMS, graph


def test_a_graph_differs_in_nothing_from_itself():
    assert not compare(graph(), build(EXTRACTIONS[::-1], TERMS))


def test_what_came_and_went_is_the_same_seen_from_the_other_side():
    fewer = build([e for e in EXTRACTIONS if e is not FAST], TERMS)
    there, back = compare(fewer, graph()), compare(graph(), fewer)
    assert there.papers_added == back.papers_removed == (FAST.id,)
    assert there.nodes_added == back.nodes_removed
    assert "entity/fastmix" in there.nodes_added
    assert there.edges_added == back.edges_removed
    assert (FAST.id, "introduces", "entity/fastmix") in there.edges_added
    assert there.papers_removed == back.papers_added == ()


def test_a_paper_that_says_other_things_has_changed_and_is_not_new():
    less = replace(SLOW, entities=SLOW.entities[:-1])
    found = compare(graph(), build([less if e is SLOW else e for e in EXTRACTIONS], TERMS))
    assert found.papers_changed == (SLOW.id,)
    assert found.papers_added == found.papers_removed == ()
    assert (SLOW.id, "uses", SLOW.entities[-1].id) in found.edges_removed or found.edges_removed


def test_an_edge_with_other_evidence_and_a_node_with_other_names_have_changed():
    moved = replace(SLOW, document=replace(SLOW.document, date="2020-01-01"))
    found = compare(graph(), build([moved if e is SLOW else e for e in EXTRACTIONS], TERMS))
    assert found.papers_changed == (SLOW.id,)
    assert (SLOW.id, "uses", "entity/expert-parallelism") in found.edges_changed
    assert not found.edges_added
