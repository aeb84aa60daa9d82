"""JSON-LD: a node object a subject within an object a named graph, under the short names of a context that stands at the beginning.

The context is the file ``exports/ontology/context.json``; it is written into the document, so that nothing has to be fetched to read it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

from exports import rdf
from exports.ontology import Term, terms
from kg.graph import KnowledgeGraph
from kg.rdf import ONTOLOGY, PREFIXES, lines
from kg.schema import types

SUFFIXES = (".jsonld",)
LOSES = ""


def dumps(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield the document, a node object at a time."""
    context = json.loads((files("exports.ontology") / "context.json").read_text(encoding="utf-8"))
    yield f'{{\n"@context": {json.dumps(context["@context"], ensure_ascii=False, indent=1)},\n"@graph": ['
    between = "\n"
    known = {term.iri: term for term in terms()}
    for name, triples in rdf.by_graph(lines(graph)):
        yield f'{between}{{"@id": {_json(_name(name))}, "@graph": ['
        nodes = groupby(map(rdf.split, triples), key=lambda row: row[0])
        for number, (subject, rows) in enumerate(nodes):
            yield ",\n" if number else "\n"
            yield _json(_node(subject, [row[1:] for row in rows], known))
        yield "\n]}"
        between = ",\n"
    yield "\n]\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _name(term: str) -> str:
    return rdf.short(term[1:-1]) or term[1:-1]


def _class(term: str) -> str:
    own = term[1:-1].removeprefix(ONTOLOGY)
    return own if own in types() else _name(term)


def _node(subject: str, statements: list[tuple[str, str]], known: dict[str, Term]) -> dict[str, Any]:
    node: dict[str, Any] = {"@id": _name(subject)}
    for predicate, value in statements:
        if predicate[1:-1] == rdf.TYPE:
            node.setdefault("@type", []).append(_class(value))
            continue
        term = known.get(predicate[1:-1])
        if term is not None and value.startswith("<") and term.coercion == "@id":
            _add(node, term.name, _name(value))
            continue
        made: Any = {"@id": _name(value)}
        if not value.startswith("<"):
            text, lang, datatype = rdf.parse_literal(value)
            if term is not None and term.coercion == "@language" and lang:
                _add(node.setdefault(term.name, {}), lang, text)
                continue
            if term is not None and datatype == _datatype(term) and not lang:
                _add(node, term.name, text)
                continue
            made = {"@value": text}
            made |= {"@language": lang} if lang else {}
            made |= {"@type": _name(f"<{datatype}>")} if datatype else {}
        # A value that is not what its term says stands under the full IRI, of which the context says nothing.
        _add(node, predicate[1:-1] if term is not None else _name(predicate), made)
    return node


def _datatype(term: Term) -> str | None:
    if term.coercion.startswith("@"):
        return None
    return term.coercion and PREFIXES["xsd"] + term.coercion.removeprefix("xsd:")


def _add(holder: dict[str, Any], name: str, value: Any) -> None:
    if name not in holder:
        holder[name] = value
    elif isinstance(holder[name], list):
        holder[name].append(value)
    else:
        holder[name] = [holder[name], value]


def count(path: Path) -> str:
    """Parse the file at *path* and say how many statements of how many graphs it holds. Raises SyntaxError."""
    from pyoxigraph import RdfFormat

    return rdf.count(path, RdfFormat.JSON_LD)
