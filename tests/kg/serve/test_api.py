"""The JSON interface of the explorer."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from kg import store
from kg.serve.api import examples


def get(client, path, **query):
    response = client.get(f"/api/{path}", params=query)
    assert response.status_code == 200, response.text
    return response.json()


def ids(rows):
    return [row["id"] for row in rows]


@pytest.mark.parametrize("name", ["北京大学", "peking university", "Peking Univ", "02v51f717", "institution/02v51f717"])
def test_search_finds_names_in_either_language_and_ids(client, name):
    found = get(client, "search", q=name)["results"]
    if name == "02v51f717":
        assert found == []  # an id is found whole
    else:
        assert found[0]["id"] == "institution/02v51f717"


def test_search_puts_the_same_name_first_and_narrows_by_type(client):
    assert ids(get(client, "search", q="MoE")["results"])[0] == "entity/mixture-of-experts"
    assert {row["type"] for row in get(client, "search", q="a", type="Paper")["results"]} == {"Paper"}
    assert len(get(client, "search", q="a", limit=2)["results"]) == 2
    assert client.get("/api/search?type=Nothing").status_code == 400
    assert client.get("/api/search", params={"q": "x" * 1000}).status_code == 413
    assert get(client, "search", q="")["results"] == []


def test_a_node_has_its_edges_with_the_sentence_cut_around_the_mention(client):
    node = get(client, "node/entity/nvidia-a100")
    assert node["type"] == "Hardware"
    (group,) = [g for g in node["groups"] if g["predicate"] == "evaluatedOn"]
    assert (group["forward"], group["total"]) == (False, 2)
    edge = next(edge for edge in group["edges"] if edge["other"]["label"].startswith("FastMix"))
    (quote,) = edge["evidence"]
    assert (quote["before"], quote["mention"], quote["after"]) == (
        "It is 1.5x faster than Megatron-LM on ",
        "A100",
        ".",
    )


def test_the_neighbourhood_has_the_edges_among_its_nodes_and_can_be_narrowed(client):
    near = get(client, "neighbors/institution/02v51f717")
    shown = set(ids(near["nodes"]))
    assert "institution/02v51f717" in shown
    assert all(edge["source"] in shown and edge["target"] in shown for edge in near["edges"])
    assert any("02v51f717" not in edge["source"] + edge["target"] for edge in near["edges"])
    papers = get(client, "neighbors/institution/02v51f717", type="Paper")["nodes"]
    assert {row["type"] for row in papers} == {"Paper", "Institution"}
    late = get(client, "neighbors/institution/02v51f717", type="Paper", since="2024")["nodes"]
    assert {row["date"][:4] for row in late if row["type"] == "Paper"} == {"2024"}
    assert near["total"] == len(near["nodes"]) - 1
    assert len(get(client, "neighbors/institution/02v51f717", limit=1)["nodes"]) == 2
    assert {
        edge["predicate"] for edge in get(client, "neighbors/entity/nvidia-a100", predicate="evaluatedOn")["edges"]
    } == {"evaluatedOn"}


def test_the_overview_is_of_connected_things_that_papers_speak_of(client):
    found = get(client, "overview")
    shown = set(ids(found["nodes"]))
    assert "entity/nvidia-a100" in shown
    assert not {row["type"] for row in found["nodes"]} & {"Paper", "Claim", "Category"}
    assert shown == {edge[end] for edge in found["edges"] for end in ("source", "target")}
    assert len(get(client, "overview", limit=3)["nodes"]) == 3


def test_paths_are_those_of_kg_path_with_their_sentences(client, small_path):
    graph = store.load(small_path)
    found = get(client, "path", **{"from": "北京大学", "to": "MoE", "k": 2})
    assert [ids(path["nodes"]) for path in found["paths"]] == [
        list(path.nodes) for path in graph.paths("北京大学", "MoE", k=2)
    ]
    hop = found["paths"][0]["hops"][0]
    assert hop["evidence"]["mention"] == "Peking University"
    avoided = get(client, "path", **{"from": "北京大学", "to": "MoE", "not": "SlowMix"})
    assert avoided["paths"]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"from": "北京大学"}, 400),
        ({"from": "北京大学", "to": "Nobody"}, 404),
        ({"from": "北京大学", "to": "MoE", "k": "0"}, 400),
        ({"from": "北京大学", "to": "MoE", "max_hops": "99"}, 400),
        ({"from": "北京大学", "to": "MoE", "k": "²"}, 400),
    ],
)
def test_a_path_that_cannot_be_asked_for_is_a_client_error(client, query, status):
    assert client.get("/api/path", params=query).status_code == status


def test_claims_say_who_beats_what_on_which_gpu(client):
    rows = get(client, "claims", q="fastmix a100")["claims"]
    assert [
        (r["subject"][0]["label"], r["high"], r["unit"], r["baseline"][0]["label"], r["hardware"][0]["label"])
        for r in rows
    ] == [("FastMix", 1.5, "x", "Megatron-LM", "NVIDIA A100")]
    assert get(client, "claims", q="nothing of the kind")["total"] == 0
    assert all(row["baseline"] for row in get(client, "claims", baseline="1")["claims"])


def test_claims_are_downloaded_as_csv_without_formulas(client):
    response = client.get("/api/claims.csv")
    assert "attachment" in response.headers["content-disposition"]
    rows = list(csv.DictReader(StringIO(response.text.removeprefix("\ufeff"))))
    assert "FastMix" in {row["subject"] for row in rows}
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "+", "-", "@"))]


def test_a_cell_that_is_a_formula_is_made_text():
    from kg.serve.claimed import COLUMNS, table

    row = dict.fromkeys(COLUMNS, "") | {
        "subject": [{"label": "=1+1"}],
        "baseline": [],
        "hardware": [],
        "paper": {"label": "@x"},
        "low": -1.5,
    }
    (found,) = csv.DictReader(StringIO(table([row])))
    assert (found["subject"], found["paper"], found["low"]) == ("'=1+1", "'@x", "-1.5")


def test_the_course_of_a_thing_counts_papers_by_year_and_takes_in_what_is_narrower(client):
    course = get(client, "timeline/entity/nvidia-a100")
    assert [(year["year"], year["papers"]) for year in course["years"]] == [("2022", 1), ("2024", 1)]
    assert [row["paper"]["date"] for row in course["papers"]] == ["2022-01-01", "2024-05-01"]
    assert get(client, "timeline/entity/ampere")["total"] == 0
    wide = get(client, "timeline/entity/ampere", narrower="1")
    assert [row["said"][0]["about"]["id"] for row in wide["papers"]] == ["entity/nvidia-a100"] * 2


def test_the_evidence_of_an_edge_is_quoted(client):
    asked = {"source": "entity/fastmix", "predicate": "outperforms", "target": "entity/megatron-lm"}
    assert get(client, "evidence", **asked)["total"] == 1
    assert get(client, "evidence", **asked | {"target": "entity/nothing"}) == {"total": 0, "evidence": []}


def test_the_interface_says_what_there_is(client):
    meta = get(client, "meta")
    assert meta["years"] == ["2020", "2024"]
    assert {"name": "Hardware", "label": "Hardware", "label_zh": "硬件", "color": "#27ae60"} in meta["types"]
    assert [row["name"] for row in meta["examples"]] == [row["name"] for row in examples()]


@pytest.mark.parametrize("example", examples(), ids=lambda row: row["name"])
def test_every_example_has_an_answer_in_the_seeds(seeds_path, example):
    assert example["label"].endswith("?")
    assert example["label_zh"].endswith("？")
    assert store.query(seeds_path, example["query"]).rows
