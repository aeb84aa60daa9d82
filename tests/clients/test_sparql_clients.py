"""SPARQL clients of other people ask a running ``kg serve`` and get the rows of ``kg query``."""

from __future__ import annotations

import json
import os
import subprocess

import pytest
from click.testing import CliRunner

from kg.cli import main
from kg.rdf import prefix_declarations
from kg.serve.api import examples
from tests.clients import HERE, packages, require, run
from tests.kg.serve.conftest import serving

QUERIES = {row["name"]: prefix_declarations() + row["query"] for row in examples()}
QUERIES["strange-letters"] = (
    prefix_declarations() + 'SELECT ?name { ?s skos:prefLabel ?name FILTER (lang(?name) = "zh") }'
)
RUNAWAY = "SELECT * {?a ?p ?b . ?c ?q ?d . ?e ?r ?f}"


@pytest.fixture(scope="module")
def endpoint(seeds_path):
    with serving(seeds_path, "--workers", "2", "--timeout", "5") as url:
        yield f"{url}/sparql"


@pytest.fixture(scope="module")
def expected(seeds_path):
    """The rows that ``kg query`` prints, by query."""

    def rows(query):
        result = CliRunner().invoke(main, ["query", str(seeds_path), query, "--format", "json"])
        assert result.exit_code == 0, result.output
        return sorted(tuple(row.values()) for row in json.loads(result.output))

    return {name: rows(query) for name, query in QUERIES.items()}


def from_json(text):
    found = json.loads(text)
    columns = found["head"]["vars"]
    return sorted(tuple(row[n]["value"] if n in row else None for n in columns) for row in found["results"]["bindings"])


def key(rows):
    return sorted(rows, key=repr)


@pytest.mark.parametrize("name", QUERIES)
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("form", ["json", "xml"])
def test_sparqlwrapper_gets_the_same_rows(endpoint, expected, name, method, form):
    import SPARQLWrapper

    client = SPARQLWrapper.SPARQLWrapper(endpoint)
    client.setMethod(method)
    client.setReturnFormat(form)
    client.setQuery(QUERIES[name])
    answer = client.query()
    if form == "json":
        found = answer.convert()
        rows = [
            tuple(r[n]["value"] if n in r else None for n in found["head"]["vars"])
            for r in found["results"]["bindings"]
        ]
    else:
        from pyoxigraph import QueryResultsFormat, parse_query_results

        found = parse_query_results(answer.response.read(), format=QueryResultsFormat.XML)
        names = [variable.value for variable in found.variables]
        rows = [tuple(row[n].value if row[n] else None for n in names) for row in found]
    assert key(rows) == key(expected[name])


@pytest.mark.parametrize("form", ["turtle", "json-ld", "xml", "n3"])
def test_sparqlwrapper_gets_triples_in_its_forms(endpoint, form):
    import SPARQLWrapper

    client = SPARQLWrapper.SPARQLWrapper(endpoint)
    client.setReturnFormat(form)
    client.setQuery(prefix_declarations() + "DESCRIBE entity:nvidia-a100")
    if form == "n3":
        # What it accepts under that name is more than Turtle; what it gets is Turtle.
        client.addCustomHttpHeader("Accept", "text/turtle")
    answer = client.query()
    assert answer.response.status == 200
    assert len(answer.response.read()) > 500


@pytest.mark.parametrize("name", QUERIES)
@pytest.mark.parametrize("method", ["GET", "POST", "POST_FORM"])
def test_the_sparqlstore_of_rdflib_gets_the_same_rows(endpoint, expected, name, method):
    from rdflib import Graph
    from rdflib.plugins.stores.sparqlstore import SPARQLStore

    graph = Graph(store=SPARQLStore(endpoint, method=method))
    rows = [tuple(None if cell is None else str(cell) for cell in row) for row in graph.query(QUERIES[name])]
    assert key(rows) == key(expected[name])


def test_the_sparqlstore_of_rdflib_walks_the_graph(endpoint):
    from rdflib import Graph, URIRef
    from rdflib.plugins.stores.sparqlstore import SPARQLStore

    from kg.rdf import expand, iri

    graph = Graph(store=SPARQLStore(endpoint))
    makers = {
        str(node) for node in graph.objects(URIRef(iri("entity/nvidia-a100")), URIRef(expand("kg:manufacturedBy")))
    }
    assert makers == {iri("institution/03jdj4y14")}


@pytest.mark.parametrize("name", QUERIES)
def test_curl_gets_the_same_rows(endpoint, expected, name):
    require("curl")
    by_get = run("curl", "-sfG", endpoint, "--data-urlencode", f"query={QUERIES[name]}").stdout
    by_form = run("curl", "-sf", endpoint, "--data-urlencode", f"query={QUERIES[name]}").stdout
    headers = ("-H", "Content-Type: application/sparql-query", "-H", "Accept: application/json")
    directly = run("curl", "-sf", endpoint, *headers, "--data-binary", QUERIES[name]).stdout
    for text in (by_get, by_form, directly):
        assert key(from_json(text)) == key(expected[name])


@pytest.mark.parametrize("name", ["2-h100", "5-gpus-by-year", "7-nvidia", "strange-letters"])
def test_comunica_gets_the_same_rows(endpoint, expected, name):
    folder = packages(HERE / "comunica")
    text = run(
        "node", folder / "ask.js", endpoint, input=QUERIES[name], env=os.environ | {"NODE_NO_WARNINGS": "1"}
    ).stdout
    assert key(from_json(text)) == key(expected[name])


def test_the_runaway_query_is_cut_while_curl_is_answered(endpoint):
    require("curl")
    count = "SELECT (COUNT(*) AS ?n) {?a ?p ?b . ?c ?q ?d . ?e ?r ?f}"
    codes = {}
    running = {
        query: subprocess.Popen(
            ["curl", "-sG", "-o", os.devnull, "-w", "%{http_code}", endpoint, "--data-urlencode", f"query={query}"],
            stdout=subprocess.PIPE,
            text=True,
        )
        for query in (RUNAWAY, count)
    }
    for query, process in running.items():
        codes[query] = process.communicate()[0]
    # The rows run over their limit before the time does; counting them makes none.
    assert codes == {RUNAWAY: "422", count: "503"}
    assert from_json(
        run("curl", "-sfG", endpoint, "--data-urlencode", "query=SELECT ?x { VALUES ?x { 1 } }").stdout
    ) == [("1",)]
