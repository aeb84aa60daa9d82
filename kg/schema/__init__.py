"""The types of nodes and the predicates of edges, one data file each, found by their place."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kg.errors import UnknownNameError

#: Where an edge comes from: the text of a paper, a vocabulary row, or a rule over other edges.
ORIGINS = ("paper", "vocabulary", "derived")


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
