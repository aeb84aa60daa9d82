"""What the RDF formats share: the terms of a line, short names, blocks a subject, and counting what a file holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kg.rdf import PREFIXES, shorten

if TYPE_CHECKING:
    from pyoxigraph import RdfFormat

# A safe part of what Turtle allows as a local name (section 6.5): no escapes, no slash, no dot at the end.
_LOCAL = re.compile(r"[a-z0-9]+:[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
_ESCAPE = re.compile(r'\\([\\"nrt])')
_MEANT = {"n": "\n", "r": "\r", "t": "\t"}

TYPE = f"{PREFIXES['rdf']}type"


class Literal(NamedTuple):
    """A literal's text with its language or the IRI of its datatype; both are empty for plain text."""

    text: str
    lang: str
    datatype: str


def split(line: str) -> tuple[str, str, str]:
    """Return subject, predicate and object of an N-Triples *line* as they are written there.

    >>> split('<a:s> <a:p> "a b ." .')
    ('<a:s>', '<a:p>', '"a b ."')
    """
    subject, predicate, rest = line.rstrip("\n").split(" ", 2)  # IRIs hold no space
    return subject, predicate, rest.removesuffix(" .")


def split_quad(line: str) -> tuple[str, str]:
    """Return the N-Quads *line* without its graph, as an N-Triples line, and its graph.

    >>> split_quad('<a:s> <a:p> "x <y> ." <a:g> .')
    ('<a:s> <a:p> "x <y> ." .', '<a:g>')
    """
    triple, _, graph = line.rstrip("\n").removesuffix(" .").rpartition(" ")
    return f"{triple} .", graph


def parse_literal(term: str) -> Literal:
    r"""Return what the N-Triples literal *term* means.

    >>> parse_literal('"a\\n\\"b\\""@en')
    Literal(text='a\n"b"', lang='en', datatype='')
    """
    text, _, tail = term[1:].rpartition('"')
    lang = tail[1:] if tail.startswith("@") else ""
    datatype = tail[3:-1] if tail.startswith("^^") else ""
    return Literal(_ESCAPE.sub(lambda match: _MEANT.get(match[1], match[1]), text), lang, datatype)


@cache
def short(iri: str) -> str:
    """Return *iri* as a prefixed name, or empty where it has none that needs no escapes.

    >>> short("https://w3id.org/paperkg/entity/moe"), short("https://w3id.org/paperkg/category/a%20b")
    ('entity:moe', '')
    """
    name = shorten(iri)
    return name if _LOCAL.fullmatch(name) else ""


def turtle_term(term: str) -> str:
    """Return the N-Triples *term* as Turtle has it, short where it can be.

    >>> turtle_term('"1"^^<http://www.w3.org/2001/XMLSchema#decimal>')
    '"1"^^xsd:decimal'
    """
    if term.startswith("<"):
        return short(term[1:-1]) or term
    if term.endswith(">"):
        text, _, datatype = term.rpartition("^^")
        return f"{text}^^{turtle_term(datatype)}"
    return term


def turtle_prefixes() -> Iterator[str]:
    """Yield the declarations of all prefixes."""
    for prefix in sorted(PREFIXES):
        yield f"@prefix {prefix}: <{PREFIXES[prefix]}> .\n"


def turtle_blocks(triples: Iterable[str], *, indent: str = "") -> Iterator[str]:
    """Yield sorted *triples* (N-Triples lines) as Turtle, a block a subject, after *indent*."""
    for subject, rows in groupby(map(split, triples), key=lambda row: row[0]):
        yield f"\n{indent}{turtle_term(subject)}\n"
        blocks = []
        for predicate, same in groupby(rows, key=lambda row: row[1]):
            name = "a" if predicate[1:-1] == TYPE else turtle_term(predicate)
            values = f" ,\n{indent}        ".join(turtle_term(row[2]) for row in same)
            blocks.append(f"{indent}    {name} {values}")
        yield " ;\n".join(blocks) + " .\n"


def by_graph(quads: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the IRI of every graph of *quads* (N-Quads lines) in angle brackets with its N-Triples lines, all sorted."""
    found: dict[str, list[str]] = {}
    for line in quads:
        triple, graph = split_quad(line)
        found.setdefault(graph, []).append(triple)
    for graph in sorted(found):
        yield graph, sorted(found[graph])


def count(path: Path, format: RdfFormat) -> str:
    """Parse the file at *path* and say how many triples, or quads of how many graphs, it holds. Raises SyntaxError."""
    from pyoxigraph import Quad, parse

    if not format.supports_datasets:
        return f"{sum(1 for _ in parse(path=str(path), format=format))} triples"
    statements, graphs = 0, set()
    for quad in parse(path=str(path), format=format):
        assert isinstance(quad, Quad)
        statements += 1
        graphs.add(quad.graph_name)
    return f"{statements} statements in {len(graphs)} graphs"
