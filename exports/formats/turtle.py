"""Turtle: the triples of the graph, a block a subject, with prefixes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from kg.graph import KnowledgeGraph
from kg.rdf import PREFIXES, shorten, triples

SUFFIXES = (".ttl",)
LOSES = "which paper a statement comes from (named graphs)"
# A safe part of what Turtle allows as a local name (section 6.5): no escapes, no slash, no dot at the end.
_LOCAL = re.compile(r"[a-z0-9]+:[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
_TRIPLE = re.compile(r"(<[^>]*>) (<[^>]*>) (.*) \.\n", re.DOTALL)
_DATATYPE = re.compile(r"(.*\^\^)(<[^<>]*>)", re.DOTALL)


def dumps(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield prefixes and one block a subject of *graph*."""
    for prefix in sorted(PREFIXES):
        yield f"@prefix {prefix}: <{PREFIXES[prefix]}> .\n"
    for subject, rows in groupby(map(_split, triples(graph)), key=lambda row: row[0]):
        yield f"\n{_term(subject)}\n"
        blocks = []
        for predicate, same in groupby(rows, key=lambda row: row[1]):
            name = "a" if shorten(predicate[1:-1]) == "rdf:type" else _term(predicate)
            blocks.append(f"    {name} " + " ,\n        ".join(_term(row[2]) for row in same))
        yield " ;\n".join(blocks) + " .\n"


def _split(line: str) -> tuple[str, str, str]:
    match = _TRIPLE.fullmatch(line)
    assert match is not None, line
    return match[1], match[2], match[3]


def _term(term: str) -> str:
    if term.startswith("<"):
        short = shorten(term[1:-1])
        return short if _LOCAL.fullmatch(short) else term
    typed = _DATATYPE.fullmatch(term)
    return typed[1] + _term(typed[2]) if typed and term.endswith(">") else term


def count(path: Path) -> str:
    """Parse the file at *path* and say how many triples it holds. Raises SyntaxError."""
    from pyoxigraph import RdfFormat, parse

    return f"{sum(1 for _ in parse(path=str(path), format=RdfFormat.TURTLE))} triples"
