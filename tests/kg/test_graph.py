"""The property graph: what sources say, how it is resolved, found and taken out again."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given

from kg.errors import AmbiguousNameError, UnknownNameError
from kg.graph import KnowledgeGraph, NodeFacts, resolve
from kg.records import Evidence
from tests import samples
from tests.samples import FAST, SLOW, said
from tests.strategies import graphs


@pytest.fixture
def graph():
    return samples.graph()


def small():
    graph = KnowledgeGraph()
    graph.add_node("paper/1", NodeFacts("Paper", "One", date="2024-01-01"), source="paper/1")
    graph.add_node("entity/x", NodeFacts("System", "X"), source="paper/1")
    graph.add_edge("paper/1", "uses", "entity/x", [Evidence("paper/1", "title", 0, 3)])
    return graph


def test_a_name_in_either_language_finds_the_node(graph):
    assert (
        graph.find("混合专家") == graph.find("MoE") == graph.find("Mixture-of-Experts") == "entity/mixture-of-experts"
    )


def test_an_id_finds_itself(graph):
    assert graph.find("entity/fastmix") == "entity/fastmix"


def test_an_unknown_name_is_refused_with_close_names(graph):
    with pytest.raises(UnknownNameError, match="Did you mean 'Megatron-LM'") as caught:
        graph.find("Megatron-ML")
    assert "Known" not in str(caught.value)


def test_an_unknown_type_is_refused(graph):
    with pytest.raises(UnknownNameError, match="node type"):
        graph.find("MoE", type="Technik")


def test_the_type_narrows_what_a_name_and_an_id_find(graph):
    assert graph.find_all("NVIDIA", type="Institution") == ("institution/nvidia",)
    assert graph.find_all("NVIDIA", type="Hardware") == ()
    assert graph.find_all("entity/fastmix", type="Hardware") == ()


def test_the_label_wins_over_the_alias_of_another_node():
    graph = small()
    graph.add_node("entity/y", NodeFacts("System", "Y", aliases=("X",)), source="paper/1")
    assert graph.find("x") == "entity/x"


def test_a_thing_wins_over_a_paper_that_is_called_like_it(graph):
    assert graph.find("SlowMix") == "entity/slowmix"
    assert len(graph.find_all("SlowMix")) == 2


def test_a_name_of_several_nodes_is_refused_with_their_ids():
    graph = small()
    for node in ("entity/y", "entity/z"):
        graph.add_node(node, NodeFacts("System", node, aliases=("W",)), source="paper/1")
    with pytest.raises(AmbiguousNameError, match="entity/y, entity/z"):
        graph.find("W")


def test_a_node_added_later_is_found_at_once():
    graph = small()
    assert graph.find("X") == "entity/x"
    graph.add_node("entity/new", NodeFacts("System", "New"), source="paper/1")
    assert graph.find("New") == "entity/new"
    assert "entity/new" in graph.nx


def test_neighbors_are_narrowed_by_predicate_and_type(graph):
    assert graph.neighbors("Megatron-LM", predicate="comparesWith") == tuple(sorted((FAST.id, samples.UNDATED.id)))
    assert graph.neighbors(FAST.id, type="Hardware") == ("entity/nvidia-a100",)
    with pytest.raises(UnknownNameError):
        graph.neighbors("MoE", predicate="usess")
    with pytest.raises(UnknownNameError):
        graph.neighbors("MoE", type="technique")


def test_an_edge_counts_its_papers_and_knows_the_first_and_the_last(graph):
    edge = graph.nx.edges["institution/02v51f717", "entity/mixture-of-experts", "worksOn"]
    assert (edge["papers"], edge["first"], edge["last"]) == (2, "2023-02-03", "2024-05-01")


def test_evidence_quotes_the_characters_it_points_at(graph):
    (evidence,) = graph.nx.edges[SLOW.id, "entity/mixture-of-experts", "uses"]["evidence"]
    assert graph.quote(evidence) == "混合专家"
    assert graph.quote(Evidence("vocabulary/x.tsv:1")) == ""
    assert graph.quote(Evidence("paper/none", "title", 0, 3)) == ""


def test_adding_the_same_again_changes_nothing():
    graph = small()
    before = said(graph)
    graph.add_edge("paper/1", "uses", "entity/x", [Evidence("paper/1", "title", 0, 3)])
    graph.add_node("entity/x", NodeFacts("System", "X"), source="paper/1")
    assert said(graph) == before


def test_evidence_of_two_papers_stands_side_by_side():
    graph = small()
    graph.add_node("paper/2", NodeFacts("Paper", "Two"), source="paper/2")
    graph.add_edge("paper/1", "uses", "entity/x", [Evidence("paper/2", "title", 0, 3)])
    (edge,) = graph.edges()
    assert [evidence.source for evidence in edge.evidence] == ["paper/1", "paper/2"]


def test_an_edge_to_an_unknown_node_is_refused():
    with pytest.raises(UnknownNameError, match="entity/none"):
        small().add_edge("paper/1", "uses", "entity/none", [Evidence("paper/1")])


def test_an_edge_of_an_unknown_predicate_is_refused():
    with pytest.raises(UnknownNameError, match="predicate"):
        small().add_edge("paper/1", "use", "entity/x", [Evidence("paper/1")])


def test_an_edge_without_evidence_is_refused():
    graph = small()
    with pytest.raises(ValueError, match="needs evidence"):
        graph.add_edge("paper/1", "mentions", "entity/x", [])
    assert len(tuple(graph.edges())) == 1


@pytest.mark.parametrize(("node", "source"), [("", "paper/1"), ("entity/x", "")])
def test_an_empty_id_is_refused(node, source):
    with pytest.raises(ValueError, match="need an id"):
        small().add_node(node, NodeFacts("System", "X"), source=source)


def test_a_node_of_an_unknown_type_is_refused():
    with pytest.raises(UnknownNameError, match="node type"):
        small().add_node("entity/y", NodeFacts("Sytem", "Y"), source="paper/1")


def test_only_a_paper_can_be_retracted(graph):
    for name in ("entity/fastmix", "paper/none", "institution/nvidia"):
        with pytest.raises(UnknownNameError):
            graph.retract(name)


def test_retracting_takes_what_no_other_paper_speaks_of(graph):
    graph.retract(FAST.id)
    assert FAST.id not in graph
    assert "entity/fastmix" not in graph
    assert FAST.claims[0].id not in graph
    assert "entity/mixture-of-experts" in graph
    assert all(e.source != FAST.id for edge in graph.edges() for e in edge.evidence)


@given(graphs())
def test_a_graph_that_lost_a_paper_has_no_loose_edges(graph):
    graph.retract("paper/0")
    assert all(node in graph for edge in graph.edges() for node in (edge.source, edge.target))
    assert all("type" in attributes for _, attributes in graph.nx.nodes(data=True))


@given(graphs())
def test_networkx_holds_all_nodes_and_edges_in_order(graph):
    assert list(graph.nx) == sorted(graph.nx)
    assert sorted((s, key, t) for s, t, key in graph.nx.edges(keys=True)) == [
        (edge.source, edge.predicate, edge.target) for edge in graph.edges()
    ]
    assert len(graph) == len(graph.nx)


def test_networkx_is_made_once_and_anew_after_a_change():
    graph = small()
    first = graph.nx
    assert graph.nx is first
    graph.add_node("entity/y", NodeFacts("System", "Y"), source="paper/1")
    assert graph.nx is not first


def test_reading_attributes_does_not_make_the_networkx_graph(monkeypatch):
    graph = small()
    monkeypatch.setattr(nx, "MultiDiGraph", None)
    assert graph.attributes("entity/x")["label"] == "X"
    assert graph.find("X") == "entity/x"
    assert graph.count()["nodes"] == {"Paper": 1, "System": 1}
    assert graph.quote(Evidence("paper/1", "title", 0, 3)) == "One"


def test_attributes_cannot_be_changed_from_outside():
    graph = small()
    with pytest.raises(TypeError):
        graph.attributes("entity/x")["label"] = "Y"
    with pytest.raises(UnknownNameError):
        graph.attributes("entity/y")


def test_a_vocabulary_word_counts_before_that_of_papers():
    attributes = resolve(
        {
            "paper/1": NodeFacts("Model", "gpt", kind="paper", more=(("country", "US"),)),
            "paper/2": NodeFacts("Model", "gpt", more=(("country", "US"),)),
            "vocabulary/m.tsv:2": NodeFacts("System", "GPT", label_zh="", more=(("country", "CN"),)),
        }
    )
    assert (attributes["type"], attributes["label"], attributes["country"]) == ("System", "GPT", "CN")
    assert attributes["aliases"] == ("gpt",)


def test_what_the_vocabulary_leaves_open_papers_fill():
    attributes = resolve(
        {"paper/1": NodeFacts("Model", "m", "模", kind="llm"), "vocabulary/m.tsv:2": NodeFacts("Model", "M")}
    )
    assert (attributes["label_zh"], attributes["kind"]) == ("模", "llm")


def test_among_papers_the_most_frequent_value_wins_then_the_smallest():
    facts = [NodeFacts("Model", label, more=(("country", label),)) for label in ("b", "a", "b", "c", "c")]
    attributes = resolve({f"paper/{number}": fact for number, fact in enumerate(facts)})
    assert (attributes["label"], attributes["country"]) == ("b", "b")


def test_counting_names_only_what_there_is(graph):
    counts = graph.count()
    assert counts["nodes"]["Paper"] == 5
    assert all(counts["nodes"].values())
    assert all(counts["edges"].values())
    assert counts["edges"] == {
        name: sum(key == name for _, _, key in graph.nx.edges(keys=True)) for name in counts["edges"]
    }


def test_the_graph_finds_paths_and_hands_itself_out_to_rdflib(graph):
    assert graph.paths("Peking University", "CUDA", k=1)[0].nodes[0] == "institution/02v51f717"
    assert len(graph.to_rdflib()) > 100
