"""The service description of the endpoint (SPARQL 1.1 Service Description), as N-Triples lines."""

from __future__ import annotations

from kg.rdf import BASE, DATASET, PREFIXES, VERSION, expand, literal

_SD = "http://www.w3.org/ns/sparql-service-description#"
_FORMATS = "http://www.w3.org/ns/formats/"
_RESULTS = ("SPARQL_Results_JSON", "SPARQL_Results_XML", "SPARQL_Results_CSV", "SPARQL_Results_TSV")
_TRIPLES = ("Turtle", "N-Triples", "JSON-LD", "RDF_XML")
_GRAPHS = ("nodes", "vocabularies", "derived", "dataset")


def service(endpoint: str) -> list[str]:
    """Return the description of the endpoint with the IRI *endpoint*, sorted.

    >>> len(service("http://localhost/sparql")) > 20
    True
    """
    this, dataset, default = f"<{endpoint}#service>", f"<{endpoint}#dataset>", f"<{endpoint}#default-graph>"
    type_ = f"<{PREFIXES['rdf']}type>"
    comment = "One named graph a paper, whose IRI is the paper's; the default graph is the union of all named graphs."
    rows = [
        (this, type_, f"<{_SD}Service>"),
        (this, f"<{_SD}endpoint>", f"<{endpoint}>"),
        (this, f"<{_SD}supportedLanguage>", f"<{_SD}SPARQL11Query>"),
        (this, f"<{_SD}feature>", f"<{_SD}UnionDefaultGraph>"),
        (this, f"<{_SD}defaultDataset>", dataset),
        (this, f"<{expand('dcterms:title')}>", literal(f"paperkg {VERSION}", lang="en")),
        (dataset, type_, f"<{_SD}Dataset>"),
        (dataset, f"<{expand('rdfs:comment')}>", literal(comment, lang="en")),
        (dataset, f"<{_SD}defaultGraph>", default),
        (default, type_, f"<{_SD}Graph>"),
        (default, f"<{expand('dcterms:source')}>", f"<{DATASET}>"),
    ]
    rows += [(this, f"<{_SD}resultFormat>", f"<{_FORMATS}{name}>") for name in (*_RESULTS, *_TRIPLES)]
    for name in _GRAPHS:
        graph = f"<{endpoint}#graph-{name}>"
        rows += [
            (dataset, f"<{_SD}namedGraph>", graph),
            (graph, type_, f"<{_SD}NamedGraph>"),
            (graph, f"<{_SD}name>", f"<{BASE}graph/{name}>"),
        ]
    return sorted(f"{subject} {predicate} {value} ." for subject, predicate, value in rows)
