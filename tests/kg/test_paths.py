"""Paths: the cheapest simple walks within a number of hops, with the sentence behind every hop."""

from __future__ import annotations

from itertools import islice, pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import UnknownNameError
from kg.graph import KnowledgeGraph, NodeFacts
from kg.paths import find_paths, highlight, iter_paths, mark, project, sentence_of
from kg.records import Evidence
from kg.walks import Projection, find_walks
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
    projection = project(graph)
    assert not any(node.startswith(("claim/", "category/")) for node in projection.nodes)
    near = {projection.nodes[other] for other in projection.near[projection.index["institution/02v51f717"]]}
    assert SLOW.id in near
    assert "entity/mixture-of-experts" not in near


def test_paths_come_cheapest_first_and_a_hub_costs_more(graph):
    costs = [path.cost for path in find_paths(graph, "NVIDIA", "MoE", k=9)]
    assert costs == sorted(costs)
    projection = project(graph)
    edges = [(here, *step) for here, steps in enumerate(projection.near) for step in steps.items()]
    edges.sort(key=lambda edge: len(projection.near[edge[0]]) * len(projection.near[edge[1]]))
    assert edges[0][2] < edges[-1][2]


def walks_of(graph, first, last, *, max_hops):
    """Yield the walks that find_walks finds in *graph*, a networkx graph with costs on its edges."""
    nodes = tuple(sorted(graph))
    index = {node: number for number, node in enumerate(nodes)}
    near = tuple(
        {other: cost for cost, other in sorted((edge["cost"], index[other]) for other, edge in graph.adj[node].items())}
        for node in nodes
    )
    for walk in find_walks(Projection(nodes, index, near), index[first], index[last], max_hops=max_hops):
        yield tuple(nodes[number] for number in walk)


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
    walks = list(walks_of(projection, "0", "1", max_hops=max_hops))
    assert len(set(walks)) == len(walks)
    assert set(walks) == {tuple(path) for path in nx.all_simple_paths(projection, "0", "1", cutoff=max_hops)}
    lengths = [sum(projection.edges[edge]["cost"] for edge in pairwise(walk)) for walk in walks]
    assert lengths == sorted(lengths)


def test_asking_for_more_paths_than_there_are_ends_in_a_graph_with_countless_longer_ones():
    projection = nx.complete_graph([f"n{number}" for number in range(40)])
    nx.set_edge_attributes(projection, 1.0, "cost")
    projection.add_edge("start", "n0", cost=1.0)
    projection.add_edge("n0", "end", cost=9.0)
    assert list(islice(walks_of(projection, "start", "end", max_hops=6), 3)) == [("start", "n0", "end")]


def test_nodes_beyond_the_hops_are_no_obstacle():
    projection = nx.path_graph([f"n{number}" for number in range(5000)])
    nx.set_edge_attributes(projection, 1.0, "cost")
    assert list(walks_of(projection, "n0", "n4999", max_hops=6)) == []
    assert list(walks_of(projection, "n0", "n3", max_hops=3)) == [("n0", "n1", "n2", "n3")]


def test_only_papers_and_nodes_of_the_given_types_are_passed(graph):
    def passed(**options):
        return {
            node.partition("/")[0]
            for path in find_paths(graph, "NVIDIA", "MoE", k=9, **options)
            for node in path.nodes[1:-1]
        }

    assert "entity" in passed()
    assert passed(via=["Institution"]) == {"paper", "institution"}
    types = {
        graph.attributes(node)["type"]
        for path in find_paths(graph, "NVIDIA", "MoE", k=9, via=["Hardware", "Technique"])
        for node in path.nodes[1:-1]
    }
    assert types <= {"Paper", "Hardware", "Technique"}
    with pytest.raises(UnknownNameError, match="node type"):
        find_paths(graph, "NVIDIA", "MoE", via=["Gadget"])


def test_papers_of_other_days_are_not_passed(graph):
    def papers(**options):
        return {
            node
            for path in find_paths(graph, "北京大学", "MoE", k=9, **options)
            for node in path.nodes
            if node[0] == "p"
        }

    assert {FAST.id, SLOW.id} <= papers()
    assert papers(since="2024") == {FAST.id}
    assert SLOW.id in papers(until="2023-02-03")
    assert FAST.id not in papers(until="2023")
    assert papers(since="2023-02", until="2023") == {SLOW.id}
    assert find_paths(graph, "NVIDIA", FAST.document.title, until="2023") == ()
    for wrong in ("yesterday", "2024-1", "20245"):
        with pytest.raises(ValueError, match="is no date"):
            find_paths(graph, "MoE", "CUDA", since=wrong)


def test_paths_come_one_by_one(graph):
    paths = iter_paths(graph, "NVIDIA", "MoE")
    first = next(paths)
    assert (first,) == find_paths(graph, "NVIDIA", "MoE", k=1)
    assert next(paths).cost >= first.cost


def test_the_projection_is_made_once_and_anew_when_the_graph_changes():
    graph = samples.graph()
    assert project(graph) is project(graph)
    before = len(project(graph).nodes)
    graph.retract(SLOW.id)
    assert len(project(graph).nodes) < before


def test_a_hub_is_not_walked_through_neighbour_by_neighbour():
    """A star of many leaves between the ends: few of its edges are looked at."""
    edges = [("hub", f"leaf{number:05}") for number in range(20_000)]
    edges += [("start", "hub"), ("hub", "end"), ("start", "a"), ("a", "b"), ("b", "end")]
    projection = Projection.of(edges, lambda here, there: 1 + here * there)
    asked = []
    walks = find_walks(
        projection,
        projection.index["start"],
        projection.index["end"],
        max_hops=6,
        passable=lambda number: asked.append(number) or True,
    )
    assert [projection.nodes[number] for number in next(walks)] == ["start", "a", "b", "end"]
    assert len(asked) < 1000
