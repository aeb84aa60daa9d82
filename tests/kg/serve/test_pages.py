"""A page at every IRI's path: for people, for programs, and for those who try other paths."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from pyoxigraph import RdfFormat, parse

from kg.rdf import BASE, iri
from kg.serve.guard import HEADERS
from kg.serve.html import path_of
from tests.samples import HOSTILE, hostile_graph

GRAPH = hostile_graph()
NODES = sorted(GRAPH.nx.nodes)


class Elements(HTMLParser):
    """Collects the elements of a page and the text in them."""

    def __init__(self):
        super().__init__()
        self.names, self.attributes, self.text = set(), set(), []

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.text.append(data)


def elements(response):
    made = Elements()
    made.feed(response.text)
    return made


@pytest.mark.parametrize("node", NODES)
def test_every_node_has_a_page_that_holds_no_markup_of_papers(client, node):
    response = client.get(path_of(node), headers={"accept": "text/html"})
    assert response.status_code == 200
    found = elements(response)
    assert not found.names & {"b", "script", "img", "svg", "iframe"}  # the hostile paper is full of <b>
    assert not {name for name in found.attributes if name.startswith("on") or name == "style"}
    label = " ".join(GRAPH.attributes(node)["label"].replace("\x00", "").split())
    assert label.encode(errors="ignore").decode()[:5] in " ".join("".join(found.text).split())


@pytest.mark.parametrize("node", NODES)
@pytest.mark.parametrize(
    ("media_type", "format"),
    [
        ("text/turtle", RdfFormat.TURTLE),
        ("application/n-triples", RdfFormat.N_TRIPLES),
        ("application/ld+json", RdfFormat.JSON_LD),
    ],
)
def test_every_node_is_described_to_programs_at_its_own_path(client, node, media_type, format):
    response = client.get(path_of(node), headers={"accept": media_type})
    assert response.headers["content-type"].partition(";")[0] == media_type
    assert response.headers["vary"] == "Accept"
    said = list(parse(response.content, format=format))
    assert said
    assert all(iri(node) in (triple.subject.value, getattr(triple.object, "value", "")) for triple in said)


def test_things_that_are_no_nodes_of_the_graph_have_pages_too(client):
    for path in ("measure/speedup", "dataset", "software/paperkg-0.1.0", "graph/derived"):
        turtle = client.get(f"/{path}", headers={"accept": "text/turtle"})
        assert BASE + path in {t.subject.value for t in parse(turtle.content, format=RdfFormat.TURTLE)}
        assert path in client.get(f"/{path}", headers={"accept": "text/html"}).text


def test_the_schema_is_served_at_its_own_path(client):
    response = client.get("/schema", headers={"accept": "text/turtle"})
    assert f"{BASE}schema#Hardware" in {t.subject.value for t in parse(response.content, format=RdfFormat.TURTLE)}
    assert "schema#" in client.get("/schema").text
    assert json.loads(client.get("/schema?format=jsonld").text)


def test_a_form_can_be_named_in_the_address(client):
    assert client.get("/entity/nvidia-a100?format=nt", headers={"accept": "text/html"}).text.startswith("<")
    assert client.get("/entity/nvidia-a100", headers={"accept": "image/png"}).status_code == 406
    assert client.get("/entity/nvidia-a100", headers={"accept": "image"}).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/entity/nothing-of-that-name",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%5capp.py",
        "/etc/passwd",
        "/app.py",
        "/page.css/",
        "/entity/%00",
        "/entity/%ff%fe",
        "/entity/a>b<c\"d'e{f}g%0a",
        "/entity/" + "x" * 5000,
        "/api/node/nothing",
        "/api/timeline/../../etc/passwd",
    ],
)
def test_a_path_that_means_nothing_is_not_found(client, path):
    response = client.get(path, headers={"accept": "text/html"})
    assert response.status_code == 404
    assert "root:" not in response.text
    assert response.headers["content-type"].startswith("text/plain")


def test_every_answer_has_the_headers_that_keep_browsers_safe(client):
    for path in (
        "/",
        "/health",
        "/sparql",
        "/entity/nvidia-a100",
        "/nothing",
        "/api/claims",
        "/page.css",
        "/sparql?query=x",
    ):
        response = client.get(path)
        assert {name: response.headers.get(name) for name in HEADERS} == HEADERS, path
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_a_server_on_loopback_answers_under_its_own_names_alone(client):
    assert client.get("/health", headers={"host": "evil.example"}).status_code == 421
    assert client.get("/health", headers={"host": "localhost.evil.example:80"}).status_code == 421
    assert client.get("/health", headers={"host": "LOCALHOST:8000"}).status_code == 200
    assert client.get("/health", headers={"host": "[::1]:8000"}).status_code == 200


def test_no_page_asks_for_anything_elsewhere(client):
    for path in ("/", "/search?q=a", "/sparql?query=ASK{}", "/entity/nvidia-a100"):
        text = client.get(path, headers={"accept": "text/html"}).text
        assert re.findall(r"<(?:script|link|img|form)[^>]+(?:src|href|action)=\"(?!/|data:)[^\"]*\"", text) == []


def test_without_the_explorer_the_front_page_searches_and_says_how_to_get_it(client):
    assert "make explorer" in client.get("/").text
    assert 'href="/entity/mixture-of-experts"' in client.get("/search", params={"q": "混合专家"}).text
    hostile = client.get(
        "/search", params={"q": "<script>alert(1)</script>" + HOSTILE.encode(errors="ignore").decode()}
    )
    assert "<script" not in hostile.text
    assert "<b>" not in hostile.text


def test_health_counts_and_has_asked_a_worker(client):
    assert client.get("/health").json() == {"status": "ok", "papers": 6, "nodes": len(NODES), "answered": True}
