"""The types of nodes, the predicates of edges and the properties of literals, one data file each, found by their place."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kg.errors import UnknownNameError

#: Where an edge comes from: the text of a paper, a vocabulary row, or a rule over other edges.
ORIGINS = ("paper", "vocabulary", "derived")
#: What a property leads to: text with a language, a literal of one XML Schema datatype (number: decimal or double, count: an integer
#: from 0), the IRI of a node whose class is known, or any IRI.
VALUES = ("text", "string", "date", "decimal", "number", "count", "node", "iri")


@dataclass(frozen=True, slots=True, order=True)
class NodeType:
    """A type of node. *namespace* is the first part of its ids, *classes* are RDF classes as prefixed names."""

    name: str
    namespace: str
    entity: bool
    classes: tuple[str, ...]
    color: str
    label: str
    label_zh: str
    definition: str
    definition_zh: str


@dataclass(frozen=True, slots=True, order=True)
class Predicate:
    """A kind of edge between nodes of the types *domain* and *range*; *iris* are published properties it also means."""

    name: str
    domain: tuple[str, ...]
    range: tuple[str, ...]
    origin: str
    iris: tuple[str, ...]
    symmetric: bool
    label: str
    label_zh: str
    definition: str
    definition_zh: str


@dataclass(frozen=True, slots=True, order=True)
class Property:
    """What RDF says of a node beside its edges.

    *domain* and *range* name node types, or published classes as prefixed names; *iri* is the property as a prefixed name. *required*: at
    least one, *many*: more than one (a *text* that is not *many* may still have one value a language). *values* are the only ones allowed;
    *until* is the property whose value is never less.
    """

    name: str
    iri: str
    domain: tuple[str, ...]
    value: str
    range: tuple[str, ...]
    required: bool
    many: bool
    values: tuple[str, ...]
    pattern: str
    minimum: int | None
    maximum: int | None
    until: str
    label: str
    label_zh: str
    definition: str
    definition_zh: str


@cache
def types() -> dict[str, NodeType]:
    """Return all node types by name, sorted.

    >>> types()["Hardware"].label_zh
    '硬件'
    """
    return {
        name: NodeType(
            name=name,
            namespace=table["namespace"],
            entity=table["entity"],
            classes=tuple(table["classes"]),
            color=table["color"],
            label=table["label"]["en"],
            label_zh=table["label"]["zh"],
            definition=table["definition"]["en"],
            definition_zh=table["definition"]["zh"],
        )
        for name, table in _tables("types")
    }


@cache
def predicates() -> dict[str, Predicate]:
    """Return all predicates by name, sorted.

    >>> predicates()["hasArchitecture"].domain
    ('Hardware',)
    """
    return {
        name: Predicate(
            name=name,
            domain=tuple(table["domain"]),
            range=tuple(table["range"]),
            origin=table["origin"],
            iris=tuple(table.get("iris", ())),
            symmetric=table.get("symmetric", False),
            label=table["label"]["en"],
            label_zh=table["label"]["zh"],
            definition=table["definition"]["en"],
            definition_zh=table["definition"]["zh"],
        )
        for name, table in _tables("predicates")
    }


@cache
def properties() -> dict[str, Property]:
    """Return all properties by name, sorted.

    >>> properties()["low"].iri, properties()["title"].iri
    ('kg:low', 'dcterms:title')
    """
    return {
        name: Property(
            name=name,
            iri=table.get("iri", f"kg:{name}"),
            domain=tuple(table["domain"]),
            value=table["value"],
            range=tuple(table.get("range", ())),
            required=table.get("required", False),
            many=table.get("many", False),
            values=tuple(table.get("values", ())),
            pattern=table.get("pattern", ""),
            minimum=table.get("minimum"),
            maximum=table.get("maximum"),
            until=table.get("until", ""),
            label=table["label"]["en"],
            label_zh=table["label"]["zh"],
            definition=table["definition"]["en"],
            definition_zh=table["definition"]["zh"],
        )
        for name, table in _tables("properties")
    }


@cache
def dataset() -> dict[str, Any]:
    """Return the title, description, rights and licence of every data set that is made, as its file states them.

    >>> dataset()["title"]["en"]
    'paperkg knowledge graph'
    """
    return tomllib.loads((files(__package__) / "dataset.toml").read_text(encoding="utf-8"))


def get_predicate(name: str) -> Predicate:
    """Return the predicate called *name*. Raises UnknownNameError."""
    if name not in predicates():
        raise UnknownNameError("predicate", name, predicates())
    return predicates()[name]


def _tables(folder: str) -> list[tuple[str, dict[str, Any]]]:
    found = sorted((file for file in (files(__package__) / folder).iterdir()), key=lambda file: file.name)
    return [
        (file.name.removesuffix(".toml"), tomllib.loads(file.read_text(encoding="utf-8")))
        for file in found
        if file.name.endswith(".toml")
    ]
