"""Building: from extractions and terms to nodes, edges, and what rules derive."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.build import add_extraction, build, complete
from kg.records import Document, Entity, Evidence, Extraction, Mention, Term
from kg.schema import get_predicate
from tests import samples
from tests.samples import EXTRACTIONS, FAST, LAB, SLOW, TERMS, said
from tests.strategies import corpora


@pytest.fixture(scope="module")
def graph():
    return samples.graph()


def edges(graph, predicate):
    return {(s, t) for s, t, key in graph.nx.edges(keys=True) if key == predicate}


@given(corpora, st.randoms(use_true_random=False))
def test_the_order_of_papers_does_not_matter(extractions, random):
    shuffled = list(extractions)
    random.shuffle(shuffled)
    assert said(build(shuffled, TERMS)) == said(build(extractions, TERMS))


@given(corpora.filter(bool), st.data())
def test_a_paper_added_and_retracted_was_never_there(extractions, data):
    gone = data.draw(st.sampled_from(extractions))
    graph = build(extractions, TERMS)
    graph.retract(gone.id)
    complete(graph, TERMS)
    assert said(graph) == said(build([e for e in extractions if e is not gone], TERMS))


@given(corpora)
def test_papers_added_one_by_one_make_the_same_graph(extractions):
    graph = build([], TERMS)
    for extraction in extractions:
        add_extraction(graph, extraction)
        complete(graph, TERMS)
    assert said(graph) == said(build(extractions, TERMS))


@given(corpora)
def test_every_edge_keeps_the_domain_range_and_origin_of_its_predicate(extractions):
    graph = build(extractions, TERMS)
    for edge in graph.edges():
        predicate = get_predicate(edge.predicate)
        origins = {_origin(evidence) for evidence in edge.evidence}
        assert origins == {predicate.origin}
        if predicate.origin == "derived":
            assert graph.nx.nodes[edge.source]["type"] in predicate.domain
            assert graph.nx.nodes[edge.target]["type"] in predicate.range


def _origin(evidence):
    if evidence.extractor.startswith("rule:"):
        return "derived"
    return "vocabulary" if evidence.source.startswith("vocabulary/") else "paper"


def test_only_terms_that_are_named_and_what_they_lead_to_are_in_the_graph(graph):
    assert "entity/ampere" in graph
    assert "entity/model-parallelism" in graph
    assert "entity/never-mentioned" not in graph


def test_vocabulary_edges_name_their_row(graph):
    (evidence,) = graph.nx.edges["entity/nvidia-a100", "entity/ampere", "hasArchitecture"]["evidence"]
    assert evidence.source == "vocabulary/hardware/gpu.tsv:2"
    assert edges(graph, "broader") == {("entity/expert-parallelism", "entity/model-parallelism")}
    assert edges(graph, "partOf") == {("entity/cuda", "entity/cuda-toolkit")}


def test_the_maker_of_hardware_is_the_institution_that_papers_name(graph):
    assert edges(graph, "manufacturedBy") == {
        ("entity/nvidia-a100", "institution/nvidia"),
        ("entity/nvidia-h100", "institution/nvidia"),
    }
    assert graph.nx.nodes["institution/nvidia"]["label_zh"] == "英伟达"


def test_the_maker_is_made_where_no_paper_names_it():
    graph = build([SLOW], TERMS)
    assert edges(graph, "manufacturedBy") == {("entity/nvidia-h100", "institution/nvidia")}


def test_a_sub_organisation_leads_to_its_parent_whatever_the_order_of_papers(graph):
    child, parent = LAB.institutions[0].id, "institution/02v51f717"
    assert edges(graph, "subOrganizationOf") == {(child, parent)}
    assert edges(build([LAB], TERMS), "subOrganizationOf") == set()


def test_works_on_needs_that_the_paper_introduces_or_uses_it(graph):
    works = edges(graph, "worksOn")
    assert ("institution/02v51f717", "entity/fastmix") in works
    assert ("institution/02v51f717", "entity/expert-parallelism") in works
    assert ("institution/nvidia", "entity/expert-parallelism") not in works
    assert ("institution/nvidia", "entity/nvidia-a100") not in works


def test_institutions_of_one_paper_collaborate_in_both_directions(graph):
    pairs = edges(graph, "collaboratesWith")
    assert ("institution/02v51f717", "institution/nvidia") in pairs
    assert {(target, source) for source, target in pairs} == pairs
    assert all(source != target for source, target in pairs)


def test_a_claim_that_names_a_baseline_makes_its_subject_outperform_it(graph):
    assert edges(graph, "outperforms") == {("entity/fastmix", "entity/megatron-lm")}


@pytest.mark.parametrize(
    ("metric", "direction", "wins"),
    [
        ("latency", "decrease", True),
        ("latency", "increase", False),
        ("speedup", "decrease", False),
        ("speedup", "", False),
        ("memory", "decrease", True),
    ],
)
def test_less_is_better_for_some_measures(metric, direction, wins):
    claim = replace(FAST.claims[0], metric=metric, direction=direction)
    graph = build([replace(FAST, claims=(claim,))], TERMS)
    assert bool(edges(graph, "outperforms")) == wins


def test_a_claim_without_subject_speaks_for_the_one_thing_the_paper_introduces():
    claim = replace(FAST.claims[0], subject="", subject_id="")
    assert edges(build([replace(FAST, claims=(claim,))], TERMS), "outperforms") == {
        ("entity/fastmix", "entity/megatron-lm")
    }


def test_a_paper_never_outperforms_what_it_introduces_itself():
    claim = replace(FAST.claims[0], baseline_id="entity/fastmix", subject_id="")
    assert edges(build([replace(FAST, claims=(claim,))], TERMS), "outperforms") == set()


def test_a_claim_leads_only_to_what_its_own_paper_names():
    stray = replace(FAST.claims[0], baseline_id="entity/slowmix")
    graph = build([replace(FAST, claims=(stray,)), SLOW], TERMS)
    assert edges(graph, "baseline") == set()
    graph.retract(SLOW.id)
    complete(graph, TERMS)
    assert said(graph) == said(build([replace(FAST, claims=(stray,))], TERMS))


def test_an_entity_without_mentions_stands_on_the_paper_as_a_whole():
    bare = replace(SLOW, entities=(replace(SLOW.entities[0], mentions=()),))
    (edge,) = [edge for edge in build([bare], {}).edges() if edge.predicate == "introduces"]
    assert [(evidence.source, evidence.end) for evidence in edge.evidence] == [(SLOW.id, 0)]


def test_completing_twice_changes_nothing(graph):
    again = samples.graph()
    complete(again, TERMS)
    assert said(again) == said(graph)


def test_a_paper_with_nothing_in_it_is_still_a_node():
    graph = build([Extraction("paper/x", Document("T", ""))], {})
    assert graph.count() == {"nodes": {"Paper": 1}, "edges": {}}


def test_the_garbage_collector_is_left_as_it_was():
    assert gc.isenabled()
    build(EXTRACTIONS, TERMS)
    assert gc.isenabled()
    gc.disable()
    try:
        build(EXTRACTIONS, TERMS)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_name_that_narrows_a_term_leads_to_it_by_the_papers_own_words():
    term = Term("entity/load-balancing", "Technique", "load balancing", row="technique/x.tsv:2")
    mention = Mention("title", 0, 28, "Topology-Aware Load Balancing"[:28])
    entity = Entity(
        "entity/topology-aware-load-balancing",
        "Technique",
        "topology-aware load balancing",
        role="uses",
        mentions=(mention,),
        broader=term.id,
    )
    graph = build(
        [Extraction("paper/1", Document("Topology-Aware Load Balancing", ""), entities=(entity,))], {term.id: term}
    )
    assert graph.edge_evidence(entity.id, "broader", term.id) == {Evidence("paper/1", "title", 0, 28)}
    graph.retract("paper/1")
    complete(graph, {term.id: term})
    assert len(graph) == 0
