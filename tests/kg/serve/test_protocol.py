"""The SPARQL 1.1 Protocol as the application speaks it."""

from __future__ import annotations

import json

import pytest
from pyoxigraph import QueryResultsFormat, RdfFormat, parse, parse_query_results
from rdflib import Graph

from kg.rdf import BASE, PREFIXES

TITLES = "SELECT ?title { ?paper a kg:Paper ; dcterms:title ?title } ORDER BY ?title"
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
CONSTRUCT = "CONSTRUCT { ?p dcterms:title ?t } WHERE { ?p dcterms:title ?t }"
RESULTS = {
    "application/sparql-results+json": QueryResultsFormat.JSON,
    "application/sparql-results+xml": QueryResultsFormat.XML,
    "text/tab-separated-values": QueryResultsFormat.TSV,
}
TRIPLES = {
    "text/turtle": RdfFormat.TURTLE,
    "application/n-triples": RdfFormat.N_TRIPLES,
    "application/ld+json": RdfFormat.JSON_LD,
    "application/rdf+xml": RdfFormat.RDF_XML,
}


def ask(client, query, **more):
    return client.get("/sparql", params={"query": query, **more})


def number(response):
    assert response.status_code == 200, response.text
    return int(response.json()["results"]["bindings"][0]["n"]["value"])


def by_get(client, query):
    return client.get("/sparql", params={"query": query})


def by_form(client, query):
    return client.post("/sparql", data={"query": query})


def directly(client, query):
    return client.post(
        "/sparql", content=query.encode(), headers={"content-type": "application/sparql-query; charset=UTF-8"}
    )


@pytest.mark.parametrize("way", [by_get, by_form, directly])
def test_a_query_comes_in_three_ways(client, way):
    response = way(client, TITLES)
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/sparql-results+json"
    assert len(response.json()["results"]["bindings"]) == 6


@pytest.mark.parametrize("media_type", RESULTS)
def test_rows_come_in_the_form_that_is_accepted(client, media_type):
    response = client.get("/sparql", params={"query": TITLES}, headers={"accept": f"image/png, {media_type};q=0.4"})
    assert response.headers["content-type"].partition(";")[0] == media_type
    read = list(parse_query_results(response.content, format=RESULTS[media_type]))
    assert "SlowMix" in {row["title"].value for row in read}


def test_csv_has_plain_values(client):
    response = client.get("/sparql", params={"query": TITLES}, headers={"accept": "text/csv"})
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    assert "SlowMix" in response.text.splitlines()


@pytest.mark.parametrize("media_type", TRIPLES)
@pytest.mark.parametrize("query", [CONSTRUCT, "DESCRIBE entity:nvidia-a100"])
def test_triples_come_in_the_form_that_is_accepted(client, media_type, query):
    response = client.get("/sparql", params={"query": query}, headers={"accept": media_type})
    assert response.headers["content-type"].partition(";")[0] == media_type
    assert len(list(parse(response.content, format=TRIPLES[media_type]))) > 5


def test_turtle_is_the_same_each_time_and_declares_what_it_uses(client):
    first, second = (ask(client, "DESCRIBE entity:nvidia-a100").text for _ in range(2))
    assert first == second
    assert "@prefix entity:" in first
    assert "@prefix dcat:" not in first


def test_ask_answers_true_or_false(client):
    assert ask(client, "ASK { ?p a kg:Paper }").json()["boolean"] is True
    assert ask(client, "ASK { ?p a kg:Nothing }", format="xml").text.count("<boolean>false</boolean>") == 1


def test_a_person_gets_a_page_with_the_rows(client):
    response = client.get("/sparql", params={"query": TITLES}, headers={"accept": "text/html"})
    assert response.headers["content-type"].startswith("text/html")
    assert "SlowMix" in response.text


def test_a_query_that_answers_rows_is_not_acceptable_as_turtle(client):
    assert client.get("/sparql", params={"query": TITLES}, headers={"accept": "text/turtle"}).status_code == 406
    assert client.get("/sparql", params={"query": CONSTRUCT}, headers={"accept": "text/csv"}).status_code == 406
    assert client.get("/sparql", params={"query": TITLES}, headers={"accept": "image/png"}).status_code == 406


@pytest.mark.parametrize("accept", ["text", ";;;", "text/html;q=9", "a/b/c", '"', "*/x"])
def test_a_malformed_accept_header_is_a_client_error(client, accept):
    response = client.get("/sparql", params={"query": TITLES}, headers={"accept": accept})
    assert response.status_code == 400
    assert "Accept" in response.text


# -- which graphs are asked ------------------------------------------------------------------------------------------------------


def test_the_default_graph_is_the_union_unless_the_request_names_graphs(client):
    derived = BASE + "graph/derived"
    whole = number(ask(client, COUNT))
    part = number(ask(client, COUNT, **{"default-graph-uri": derived}))
    assert 0 < part < whole
    assert number(ask(client, f"SELECT (COUNT(*) AS ?n) FROM <{derived}> {{ ?s ?p ?o }}")) == part
    two = client.get(
        "/sparql",
        params=[("query", COUNT), ("default-graph-uri", derived), ("default-graph-uri", BASE + "graph/nodes")],
    )
    assert part < number(two) < whole


def test_the_request_overrides_the_graphs_of_the_query(client):
    query = f"SELECT (COUNT(*) AS ?n) FROM <{BASE}graph/nodes> {{ ?s ?p ?o }}"
    derived = BASE + "graph/derived"
    assert number(ask(client, query, **{"default-graph-uri": derived})) == number(
        ask(client, COUNT, **{"default-graph-uri": derived})
    )


def test_named_graphs_are_those_of_the_request_and_the_default_graph_is_empty_then(client):
    derived = BASE + "graph/derived"
    named = "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }"
    part = number(ask(client, named, **{"named-graph-uri": derived}))
    assert part == number(ask(client, COUNT, **{"default-graph-uri": derived}))
    assert number(ask(client, COUNT, **{"named-graph-uri": derived})) == 0
    assert number(ask(client, named, **{"default-graph-uri": derived})) == 0


def test_graphs_are_named_in_the_address_of_a_direct_post_and_in_a_form(client):
    derived = BASE + "graph/derived"
    direct = client.post(
        "/sparql",
        params={"default-graph-uri": derived},
        content=COUNT,
        headers={"content-type": "application/sparql-query"},
    )
    form = client.post("/sparql", data={"query": COUNT, "default-graph-uri": derived})
    assert number(direct) == number(form) == number(ask(client, COUNT, **{"default-graph-uri": derived}))


@pytest.mark.parametrize("graph", ["", "relative", "http://a b/", "http://a/<>", "-:x"])
def test_a_graph_that_is_no_iri_is_a_client_error(client, graph):
    assert ask(client, COUNT, **{"default-graph-uri": graph}).status_code == 400


# -- what is refused ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("SELECT ?x {\n ?x foo:bar 1 }", "Line 2, column 5 of the query: unknown prefix foo:"),
        ("SELECT ?x { ?x ", "Line 1, column 16 of the query: something is missing before the end"),
        ("", "Line 1, column 1"),
        ("SELEC ?x {}", "Line 1, column 10 "),
        ("INSERT DATA { <a:a> <a:b> <a:c> }", "is not expected"),
        ("LOAD <file:///etc/passwd>", "is not expected"),
        ("CLEAR ALL", "Line 1, column 10 of the query"),
        ("SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }", "SERVICE"),
        ("SELECT * { SERV\\u0049CE <http://127.0.0.1:1/> { ?s ?p ?o } }", "SERVICE"),
        ("SELECT * { ?s ?p '\ud83d' }", "UTF-8"),
    ],
)
def test_a_query_that_is_none_is_refused_with_the_reason(client, query, told):
    text = query.encode(errors="surrogatepass")
    response = client.post("/sparql", content=text, headers={"content-type": "application/sparql-query"})
    assert response.status_code == 400
    assert told in response.text
    assert "Traceback" not in response.text


def test_updates_are_forbidden_whichever_way_they_come(client):
    update = "DELETE WHERE { ?s ?p ?o }"
    assert client.post("/sparql", data={"update": update}).status_code == 403
    assert client.get("/sparql", params={"update": update}).status_code == 403
    direct = client.post("/sparql", content=update, headers={"content-type": "application/sparql-update"})
    assert direct.status_code == 403
    assert "read-only" in direct.text


def test_other_methods_and_content_types_are_refused(client):
    assert client.put("/sparql").status_code == 405
    assert client.delete("/entity/nvidia-a100").status_code == 405
    assert client.post("/sparql", files={"query": TITLES}).status_code == 415
    assert client.post("/sparql", json={"query": TITLES}).status_code == 415
    latin = client.post(
        "/sparql", content=TITLES, headers={"content-type": "application/sparql-query; charset=latin-1"}
    )
    assert latin.status_code == 415


def test_one_request_has_one_query(client):
    assert client.post("/sparql", data={}).status_code == 415
    assert client.get("/sparql", params=[("query", TITLES), ("query", COUNT)]).status_code == 400
    assert client.get("/sparql?query=%ff").status_code == 400


def test_a_query_that_is_too_long_is_refused_before_it_is_read(client):
    huge = "SELECT * { ?s ?p '" + "x" * 10_000_000 + "' }"
    direct = client.post("/sparql", content=huge, headers={"content-type": "application/sparql-query"})
    chunked = client.post(
        "/sparql", content=iter([huge.encode()]), headers={"content-type": "application/sparql-query"}
    )
    form = client.post("/sparql", data={"query": huge})
    assert {direct.status_code, chunked.status_code, form.status_code} == {413}


def test_an_answer_of_too_many_rows_is_an_error_and_no_part_of_an_answer(client):
    response = ask(client, "SELECT * { ?a ?b ?c . ?d ?e ?f }")
    assert response.status_code == 422
    assert "more than 1000 rows" in response.text
    response = ask(client, "CONSTRUCT { ?a ?b ?f } WHERE { ?a ?b ?c . ?d ?e ?f }")
    assert response.status_code == 422
    assert "triples" in response.text


def test_a_query_that_kills_its_worker_is_a_client_error_and_others_are_answered(client):
    nested = "ASK { FILTER(" + "(" * 30_000 + "1" + ")" * 30_000 + ") }"
    assert client.post("/sparql", data={"query": nested}).status_code == 422
    for _ in range(4):
        assert len(ask(client, TITLES).json()["results"]["bindings"]) == 6


# -- the description ---------------------------------------------------------------------------------------------------------------


def test_without_a_query_the_endpoint_describes_itself(client):
    sd = "http://www.w3.org/ns/sparql-service-description#"
    response = client.get("/sparql")
    assert response.headers["content-type"].startswith("text/turtle")
    graph = Graph().parse(data=response.text, format="turtle")
    rows = list(
        graph.query(f"SELECT ?e {{ ?s a <{sd}Service> ; <{sd}endpoint> ?e ; <{sd}feature> <{sd}UnionDefaultGraph> }}")
    )
    assert [str(row.e) for row in rows] == ["http://localhost/sparql"]
    assert json.loads(client.get("/sparql", headers={"accept": "application/ld+json"}).text)
    assert "<textarea" in client.get("/sparql", headers={"accept": "text/html"}).text


def test_the_named_graphs_of_the_description_can_be_asked(client):
    sd = "http://www.w3.org/ns/sparql-service-description#"
    graph = Graph().parse(data=client.get("/sparql").text, format="turtle")
    names = [str(row.name) for row in graph.query(f"SELECT ?name {{ ?d <{sd}namedGraph>/<{sd}name> ?name }}")]
    assert len(names) == 4
    for name in names:
        assert number(ask(client, COUNT, **{"default-graph-uri": name})) > 0


def test_every_known_prefix_needs_no_declaration(client):
    for name in PREFIXES:
        assert ask(client, f"ASK {{ ?s {name}:x ?o }}").status_code == 200
