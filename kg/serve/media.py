"""The forms of answers: their short names, their media types and what else clients call them."""

from __future__ import annotations

from collections.abc import Mapping

from kg.serve.negotiation import choose

#: Forms of the rows of a SELECT and the answer of an ASK; the first one is what a client without a wish gets.
RESULTS = {
    "json": "application/sparql-results+json",
    "xml": "application/sparql-results+xml",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "html": "text/html",
}
#: Forms of triples.
TRIPLES = {
    "ttl": "text/turtle",
    "nt": "application/n-triples",
    "jsonld": "application/ld+json",
    "rdf": "application/rdf+xml",
    "html": "text/html",
}
#: Forms of a page: the same, read by people first.
PAGES = {"html": TRIPLES["html"], **TRIPLES}
_RESULT_NAMES = {"application/json": "json", "application/xml": "xml", "text/xml": "xml"}
_TRIPLE_NAMES = {
    "application/x-turtle": "ttl",
    "application/turtle": "ttl",
    "text/plain": "nt",
    "application/json": "jsonld",
    "application/xml": "rdf",
    "text/xml": "rdf",
}
_TEXT = ("text/", "application/n-triples", "application/sparql-results+xml", "application/rdf+xml", "application/xml")


def results_form(accept: str | None, *, asked: str = "") -> tuple[str, str] | None:
    """Return the form of rows that a client gets and its media type: *asked* by its short name, or by its Accept header."""
    return _form(accept, RESULTS, _RESULT_NAMES, asked=asked)


def triples_form(accept: str | None, *, asked: str = "") -> tuple[str, str] | None:
    """Return the form of triples that a client gets and its media type, as results_form does.

    >>> triples_form("application/rdf+xml, text/turtle;q=0.5"), triples_form(None), triples_form("image/png")
    (('rdf', 'application/rdf+xml'), ('ttl', 'text/turtle'), None)
    """
    return _form(accept, TRIPLES, _TRIPLE_NAMES, asked=asked)


def page_form(accept: str | None, *, asked: str = "") -> tuple[str, str] | None:
    """Return the form of a page that a client gets and its media type, as results_form does."""
    return _form(accept, PAGES, _TRIPLE_NAMES, asked=asked)


def _form(accept: str | None, forms: Mapping[str, str], names: dict[str, str], *, asked: str) -> tuple[str, str] | None:
    if asked in forms:
        return asked, forms[asked]
    by_type = {media_type: form for form, media_type in forms.items()} | names
    chosen = choose(accept, list(by_type))
    return None if chosen is None else (by_type[chosen], chosen)


def content_type(media_type: str) -> str:
    """Return *media_type* as a Content-Type header has it.

    >>> content_type("text/csv"), content_type("application/ld+json")
    ('text/csv; charset=utf-8', 'application/ld+json')
    """
    return f"{media_type}; charset=utf-8" if media_type.startswith(_TEXT) else media_type
