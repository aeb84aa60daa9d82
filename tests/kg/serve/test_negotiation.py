"""Which form of an answer a client gets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.serve.media import page_form, results_form, triples_form
from kg.serve.negotiation import choose, parse_accept
from kg.serve.problems import RequestError

OFFERS = ["application/json", "text/turtle", "text/html"]
FIREFOX = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
JAVA = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2"


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        (None, "application/json"),
        ("", "application/json"),
        ("*/*", "application/json"),
        ("text/*", "text/turtle"),
        ("text/*;q=0.3, text/html", "text/html"),
        ("application/json;q=0, */*", "text/turtle"),
        ("text/turtle;q=0.8, application/json;q=0.9", "application/json"),
        ("TEXT/HTML", "text/html"),
        ('text/html;level="1,2;q=0.1", text/turtle;q=0.9', "text/html"),
        ("image/png", None),
        ("application/json;q=0", None),
        (FIREFOX, "text/html"),
        (JAVA, "text/html"),
        (", ,text/html,", "text/html"),
    ],
)
def test_the_highest_weight_wins_and_the_closest_range_states_it(header, chosen):
    assert choose(header, OFFERS) == chosen


@pytest.mark.parametrize(
    "header",
    ["text", "*/html", "text/html;q", "text/html;q=2", "text/html;q=-1", "text/ html", "@/@", "text/html;q=0.12345"],
)
def test_a_malformed_header_is_refused_and_shown(header):
    with pytest.raises(RequestError, match="malformed") as caught:
        parse_accept(header)
    assert caught.value.status == 400


def test_a_header_of_thousands_of_types_is_refused():
    with pytest.raises(RequestError, match="lists 5000"):
        parse_accept(",".join(["text/html"] * 5000))


@given(st.text())
def test_any_header_is_understood_or_refused(header):
    try:
        chosen = choose(header, OFFERS)
    except RequestError:
        return
    assert chosen in (None, *OFFERS)


def test_rows_are_json_unless_asked_otherwise_and_pages_are_for_people():
    assert results_form(None) == ("json", "application/sparql-results+json")
    assert results_form("application/json") == ("json", "application/json")
    assert results_form("text/csv;q=0.5, text/tab-separated-values")[0] == "tsv"
    assert results_form("text/turtle") is None
    assert results_form("text/turtle", asked="csv") == ("csv", "text/csv")
    assert triples_form("*/*")[0] == "ttl"
    assert page_form(FIREFOX)[0] == "html"
    assert page_form("application/ld+json")[0] == "jsonld"
