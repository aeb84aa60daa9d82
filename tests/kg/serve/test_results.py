"""Rows as text, compared with what Oxigraph itself writes and reads."""

from __future__ import annotations

import json

import pytest
from pyoxigraph import QueryResultsFormat, Store, parse_query_results

from kg.serve.results import dumps_answer, dumps_rows

FORMS = {"json": QueryResultsFormat.JSON, "xml": QueryResultsFormat.XML, "tsv": QueryResultsFormat.TSV}
QUERY = r"""SELECT * { VALUES (?a ?b) {
  (<http://a/b?c=d&e> "plain") ("中文"@zh 1) (1.5 true) (UNDEF "a\tb\nc\r\"<&>\\") ("1"^^<http://a/t> 1e3) (UNDEF UNDEF) } }"""


def answered(query):
    result = Store().query(query)
    columns = [variable.value for variable in result.variables]
    return columns, [[solution[name] for name in columns] for solution in result]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "query", [QUERY, "SELECT (TRIPLE(<a:a>, <a:b>, 'x') AS ?t) (BNODE() AS ?b) {}", "SELECT ?n { FILTER(false) }"]
)
def test_what_is_written_is_read_back(form, query):
    columns, rows = answered(query)
    read = parse_query_results(dumps_rows(columns, rows, form=form), format=FORMS[form])
    assert [variable.value for variable in read.variables] == columns
    assert [[solution[name] for name in columns] for solution in read] == rows


def test_csv_is_what_oxigraph_writes():
    columns, rows = answered(QUERY)
    theirs = Store().query(QUERY).serialize(format=QueryResultsFormat.CSV).decode()
    assert dumps_rows(columns, rows, form="csv").replace("\r\n", "\n") == theirs.replace("\r\n", "\n")


def test_characters_that_xml_cannot_hold_do_not_break_it():
    columns, rows = answered('SELECT ("a\\u0001b" AS ?x) {}')
    (solution,) = parse_query_results(dumps_rows(columns, rows, form="xml"), format=QueryResultsFormat.XML)
    assert solution["x"].value == "a\ufffdb"


@pytest.mark.parametrize("form", ["json", "xml"])
def test_an_answer_to_ask_is_read_back(form):
    assert bool(parse_query_results(dumps_answer(True, form=form), format=FORMS[form]))
    assert not bool(parse_query_results(dumps_answer(False, form=form), format=FORMS[form]))


def test_unbound_variables_are_left_out_of_json():
    columns, rows = answered("SELECT ?a ?b { VALUES (?a ?b) { (1 UNDEF) } }")
    assert list(json.loads(dumps_rows(columns, rows, form="json"))["results"]["bindings"][0]) == ["a"]
