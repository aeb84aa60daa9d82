"""Views: what each shows of a small graph, and what the filters leave."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exports import DateError, WholeGraphError, check_date, cut, get_view, view_names, write
from exports.dates import between
from exports.layout import FORCED, places
from kg.build import build
from kg.errors import UnknownNameError
from kg.records import Evidence
from tests import samples
from tests.samples import EXTRACTIONS, FAST, LAB, SLOW, TERMS
from tests.strategies import corpora

VIEWS = view_names()


@pytest.fixture(scope="module")
def graph():
    return samples.graph()


def edges_of(view):
    return {(s, key, t): row for s, t, key, row in view.edges(keys=True, data=True)}


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_can_be_drawn(graph, name):
    view = cut(graph, view=name)
    assert list(view) == sorted(view)
    for _, row in view.nodes(data=True):
        assert row["type"]
        assert row["label"]
    for *_, key, row in view.edges(keys=True, data=True):
        assert key
        assert row["label"]
        assert row["weight"] >= 1
        assert row["sources"] == tuple(sorted(row["sources"]))
    values = [v for row in (*dict(view.nodes(data=True)).values(), *edges_of(view).values()) for v in row.values()]
    assert {type(value) for value in values} <= {str, int, float, tuple}
    assert all(value not in ("", ()) for value in values)


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_leaves_the_graph_as_it_was_and_ignores_the_order_of_papers(graph, name):
    before = samples.said(graph)
    view = cut(graph, view=name)
    assert samples.said(graph) == before
    other = cut(build(EXTRACTIONS[::-1], TERMS), view=name)
    assert list(view.nodes(data=True)) == list(other.nodes(data=True))
    assert list(view.edges(keys=True, data=True)) == list(other.edges(keys=True, data=True))


def test_full_has_everything_with_the_words_behind_each_edge(graph):
    view = cut(graph)
    assert sorted(view) == sorted(graph.nx)
    assert set(edges_of(view)) == {(e.source, e.predicate, e.target) for e in graph.edges()}
    row = edges_of(view)[FAST.id, "comparesWith", "entity/megatron-lm"]
    assert (row["sources"], row["quotes"], row["papers"], row["label_zh"]) == ((FAST.id,), ("Megatron-LM",), 1, "对比")


def test_entities_are_linked_through_the_papers_about_both(graph):
    view = cut(graph, view="entities")
    assert not view.is_directed()
    assert {row["type"] for _, row in view.nodes(data=True)} >= {"Hardware", "Institution", "System", "Technique"}
    row = view["entity/nvidia-a100"]["institution/nvidia"]["sharedPapers"]
    assert (row["weight"], row["sources"]) == (2.0, tuple(sorted((FAST.id, LAB.id))))
    assert (row["first"], row["last"]) == ("2022-01-01", "2024-05-01")


def test_techniques_are_linked_where_papers_use_both_and_a_mere_mention_links_nothing(graph):
    found = edges_of(cut(graph, view="techniques"))
    (row,) = found.values()
    assert row["sources"] == (SLOW.id,)


def test_institutions_are_linked_once_whichever_stands_first(graph):
    view = cut(graph, view="institutions")
    assert {row["type"] for _, row in view.nodes(data=True)} == {"Institution"}
    assert sorted(row["sources"] for row in edges_of(view).values()) == sorted([(FAST.id,), (LAB.id,)])


def test_comparisons_say_by_how_much_and_on_what(graph):
    view = cut(graph, view="comparisons")
    (row,) = [row for (s, _, t), row in edges_of(view).items() if (s, t) == ("entity/fastmix", "entity/megatron-lm")]
    assert view.is_directed()
    assert row["hardware"] == ("NVIDIA A100",)
    assert len(row["figures"]) == 1
    assert "1.5" in row["figures"][0]
    assert row["quotes"] == (FAST.document.abstract,)


def test_types_and_papers_cut_nodes_with_their_edges(graph):
    assert {row["type"] for _, row in cut(graph, types=("System", "Paper")).nodes(data=True)} == {"System", "Paper"}
    view = cut(graph, view="entities", min_papers=2)
    assert all(row["papers"] >= 2 for _, row in view.nodes(data=True))
    assert {"entity/nvidia-a100", "institution/nvidia"} <= set(view)
    assert FAST.id in cut(graph, min_papers=9)


def test_unknown_views_and_types_are_refused_with_the_close_ones(graph):
    with pytest.raises(UnknownNameError, match="Did you mean 'techniques'"):
        get_view("technique")
    with pytest.raises(UnknownNameError, match="Did you mean 'Technique'"):
        cut(graph, types=("Tecnique",))


@pytest.mark.parametrize(
    ("options", "asked"),
    [({"view": "entities"}, "view 'entities'"), ({"types": ("Task",)}, "types"), ({"min_papers": 2}, "several papers")],
)
def test_rdf_takes_the_whole_graph_only(graph, tmp_path, options, asked):
    with pytest.raises(WholeGraphError, match=rf"turtle takes the whole graph, not .*{asked}.*Formats that do: .*gexf"):
        write(graph, tmp_path / "g.ttl", **options)
    assert list(tmp_path.iterdir()) == []
    assert write(graph, tmp_path / "g.ttl", view="full", since="2024")


@settings(max_examples=40)
@given(corpora, st.sampled_from(("", "2000", "1500-06")), st.sampled_from(("", "2010", "5000-01-01")))
def test_a_span_of_years_is_the_graph_that_its_papers_alone_would_give(extractions, since, until):
    kept = [
        e
        for e in extractions
        if e.document.date
        and (not since or e.document.date >= since)
        and (not until or e.document.date[: len(until)] <= until)
    ]
    found = between(build(extractions, TERMS), since=since, until=until)
    if since or until:
        assert samples.said(found) == samples.said(build(kept, TERMS))


def test_a_span_of_the_small_corpus_is_what_a_build_of_its_papers_gives(graph):
    assert samples.said(between(graph, since="2023")) == samples.said(build([FAST, SLOW], TERMS))
    assert samples.said(between(graph, until="2022-01")) == samples.said(build([LAB, samples.LONELY], TERMS))


@pytest.mark.parametrize("date", ["24", "2024-13", "2024-02-30", "May", "2024-1"])
def test_what_is_no_date_is_refused(graph, tmp_path, date):
    with pytest.raises(DateError, match="is no date"):
        check_date(date)
    with pytest.raises(DateError):
        write(graph, tmp_path / "g.gexf", since=date)


# -- places ----------------------------------------------------------------------------------------------------------------


def test_linked_nodes_stand_closer_than_others():
    graph = nx.MultiGraph()
    for group in "abc":
        graph.add_nodes_from(f"{group}{i}" for i in range(8))
        graph.add_edges_from((f"{group}{i}", f"{group}{j}", "k", {"weight": 1.0}) for i in range(8) for j in range(i))
    graph.add_edge("a0", "b0", key="k", weight=1.0)
    at = places(graph)

    def apart(one, other):
        return ((at[one][0] - at[other][0]) ** 2 + (at[one][1] - at[other][1]) ** 2) ** 0.5

    within = [apart(f"{g}{i}", f"{g}{j}") for g in "abc" for i in range(8) for j in range(i)]
    between_ = [apart(f"a{i}", f"c{j}") for i in range(8) for j in range(8)]
    assert sum(within) / len(within) < 0.6 * sum(between_) / len(between_)


def test_nodes_do_not_lie_on_each_other_and_many_are_placed_at_once():
    graph = nx.MultiGraph()
    graph.add_nodes_from(f"n{i:05}" for i in range(FORCED + 500))
    graph.add_edges_from((f"n{i:05}", f"n{i // 7:05}", "k", {"weight": 1.0}) for i in range(1, FORCED + 500))
    assert len(set(places(graph).values())) > 0.99 * len(graph)


def test_nothing_and_one_node_are_placed():
    graph = nx.MultiGraph()
    assert places(graph) == {}
    graph.add_node("a")
    assert places(graph) == {"a": (0.0, 0.0)}


def test_an_edge_without_a_paper_keeps_its_weight(graph):
    view = cut(graph)
    assert edges_of(view)["entity/nvidia-a100", "hasArchitecture", "entity/ampere"]["weight"] == 1.0
    assert isinstance(next(iter(graph.edges())).evidence[0], Evidence)
