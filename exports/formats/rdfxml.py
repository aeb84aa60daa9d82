"""RDF/XML: the triples of the graph for programs that read no other RDF, one element a subject."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from exports import rdf
from exports.values import xml_text
from kg.graph import KnowledgeGraph
from kg.rdf import PREFIXES, shorten, triples

SUFFIXES = (".rdf", ".owl")
LOSES = "which paper a statement comes from (named graphs)"


def dumps(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield the document, an element a subject."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF\n'
    yield "\n".join(f'    xmlns:{prefix}="{xml_text(PREFIXES[prefix])}"' for prefix in sorted(PREFIXES))
    yield ">\n"
    for subject, rows in groupby(map(rdf.split, triples(graph)), key=lambda row: row[0]):
        statements = [(shorten(predicate[1:-1]), value) for _, predicate, value in rows]
        # The element is named after our own class of the subject, or the first published one.
        classes = [short for name, value in statements if name == "rdf:type" and (short := rdf.short(value[1:-1]))]
        class_ = min(classes, key=lambda name: (not name.startswith("kg:"), name), default="rdf:Description")
        yield f'  <{class_} rdf:about="{xml_text(subject[1:-1])}">\n'
        for name, value in statements:
            if name != "rdf:type" or shorten(value[1:-1]) != class_:
                yield _element(name, value)
        yield f"  </{class_}>\n"
    yield "</rdf:RDF>\n"


def _element(name: str, value: str) -> str:
    if value.startswith("<"):
        return f'    <{name} rdf:resource="{xml_text(value[1:-1])}"/>\n'
    text, lang, datatype = rdf.parse_literal(value)
    kind = f' xml:lang="{lang}"' if lang else ""
    kind += f' rdf:datatype="{xml_text(datatype)}"' if datatype else ""
    return f"    <{name}{kind}>{xml_text(text)}</{name}>\n"


def count(path: Path) -> str:
    """Parse the file at *path* and say how many triples it holds. Raises SyntaxError."""
    from pyoxigraph import RdfFormat

    return rdf.count(path, RdfFormat.RDF_XML)
