"""Paths: the cheapest simple walks within a number of hops, with the sentence behind every hop."""

from __future__ import annotations

from itertools import islice, pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import UnknownNameError
from kg.graph import KnowledgeGraph, NodeFacts
from kg.paths import _walks, find_paths, highlight, mark, project, sentence_of
from kg.records import Evidence
from tests import samples
from tests.samples import FAST, SLOW


@pytest.fixture(scope="module")
def graph():
    return samples.graph()


def test_the_best_path_goes_over_a_shared_paper(graph):
    (path,) = find_paths(graph, "Peking University", "H100", k=1)
    assert path.nodes == ("institution/02v51f717", SLOW.id, "entity/nvidia-h100")
    assert [(hop.predicate, hop.forward) for hop in path.hops] == [("affiliatedWith", False), ("evaluatedOn", True)]


def test_names_of_both_languages_give_the_same_paths(graph):
    assert find_paths(graph, "北京大学", "混合专家") == find_paths(graph, "Peking University", "MoE")


def test_every_hop_of_a_paper_has_its_sentence(graph):
    for path in find_paths(graph, "Peking University", "CUDA", k=5):
        for hop in path.hops:
            assert bool(hop.sentence) == (not hop.evidence.source.startswith("vocabulary/"))
            assert graph.quote(hop.evidence) in hop.sentence


def test_the_sentence_is_that_of_the_mention_not_the_whole_abstract(graph):
    evidence = graph.nx.edges[FAST.id, "entity/nvidia-a100", "evaluatedOn"]["evidence"][0]
    assert sentence_of(graph, evidence) == "It is 1.5x faster than Megatron-LM on A100."
    assert mark(graph, evidence) == "It is 1.5x faster than Megatron-LM on «A100»."


def test_evidence_that_is_no_text_has_no_sentence(graph):
    for evidence in (Evidence("vocabulary/hardware/gpu.tsv:2"), Evidence(FAST.id)):
        assert sentence_of(graph, evidence) == mark(graph, evidence) == ""


def test_only_the_mention_itself_is_marked_not_the_same_letters_elsewhere():
    graph = KnowledgeGraph()
    graph.add_node("paper/1", NodeFacts("Paper", "HTTP and TP"), source="paper/1")
    assert mark(graph, Evidence("paper/1", "title", 9, 11)) == "HTTP and «TP»"
    assert highlight("HTTP and TP", "TP") == "HT«TP» and «TP»"


def test_a_node_can_be_avoided_but_not_an_end(graph):
    assert all(FAST.id not in path.nodes for path in find_paths(graph, "北京大学", "MoE", avoid=[FAST.id], k=9))
    assert find_paths(graph, "北京大学", "MoE", avoid=["MoE"])


def test_no_path_is_an_empty_answer_an_unknown_name_an_error(graph):
    assert find_paths(graph, "MoE", "MoE") == ()
    assert find_paths(graph, "MoE", "A Survey of Nothing") == ()
    assert find_paths(graph, "MoE", "北京大学", max_hops=1) == ()
    with pytest.raises(UnknownNameError):
        find_paths(graph, "MoE", "nobody")
    with pytest.raises(UnknownNameError):
        find_paths(graph, "MoE", "CUDA", avoid=["nobody"])


def test_claims_categories_and_derived_edges_are_no_steps(graph):
    nodes = set(project(graph))
    assert not any(node.startswith(("claim/", "category/")) for node in nodes)
    assert not project(graph).has_edge("institution/02v51f717", "entity/mixture-of-experts")


def test_paths_come_cheapest_first_and_a_hub_costs_more(graph):
    costs = [path.cost for path in find_paths(graph, "NVIDIA", "MoE", k=9)]
    assert costs == sorted(costs)
    projection = project(graph)
    by_degree = sorted(projection.edges, key=lambda edge: projection.degree[edge[0]] * projection.degree[edge[1]])
    assert projection.edges[by_degree[0]]["cost"] < projection.edges[by_degree[-1]]["cost"]


weighted = st.builds(
    lambda pairs, costs: (pairs, costs),
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=16),
    st.lists(st.integers(1, 5), min_size=16, max_size=16),
)


@given(weighted, st.integers(1, 6))
def test_all_simple_paths_within_the_hops_are_found_cheapest_first(drawn, max_hops):
    pairs, costs = drawn
    projection = nx.Graph()
    for (here, there), cost in zip(pairs, costs, strict=False):
        if here != there:
            projection.add_edge(str(here), str(there), cost=float(cost))
    projection.add_nodes_from(("0", "1"))
    walks = list(_walks(projection, "0", "1", max_hops=max_hops))
    assert len(set(walks)) == len(walks)
    assert set(walks) == {tuple(path) for path in nx.all_simple_paths(projection, "0", "1", cutoff=max_hops)}
    lengths = [sum(projection.edges[edge]["cost"] for edge in pairwise(walk)) for walk in walks]
    assert lengths == sorted(lengths)


def test_asking_for_more_paths_than_there_are_ends_in_a_graph_with_countless_longer_ones():
    projection = nx.complete_graph([f"n{number}" for number in range(40)])
    nx.set_edge_attributes(projection, 1.0, "cost")
    projection.add_edge("start", "n0", cost=1.0)
    projection.add_edge("n0", "end", cost=9.0)
    assert list(islice(_walks(projection, "start", "end", max_hops=6), 3)) == [("start", "n0", "end")]


def test_nodes_beyond_the_hops_are_no_obstacle():
    projection = nx.path_graph([f"n{number}" for number in range(5000)])
    nx.set_edge_attributes(projection, 1.0, "cost")
    assert list(_walks(projection, "n0", "n4999", max_hops=6)) == []
    assert list(_walks(projection, "n0", "n3", max_hops=3)) == [("n0", "n1", "n2", "n3")]
