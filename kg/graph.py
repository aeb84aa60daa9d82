"""The property graph: typed nodes, edges with evidence, over one networkx MultiDiGraph.

What a source (a paper, a vocabulary row) says of a node is kept apart by source, and every edge keeps its set of evidence. Both are
joined by union, so that merging is commutative, associative and idempotent and a paper can be taken out exactly. The networkx graph with
the resolved attributes is made from them on demand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import networkx as nx

from kg.errors import AmbiguousNameError, UnknownNameError
from kg.names import fold_name
from kg.records import Evidence
from kg.schema import get_predicate, predicates, types

VOCABULARY = "vocabulary/"


@dataclass(frozen=True, slots=True, order=True)
class NodeFacts:
    """What one source says of a node; *more* holds further attributes by name, sorted."""

    type: str
    label: str
    label_zh: str = ""
    aliases: tuple[str, ...] = ()
    kind: str = ""
    date: str = ""
    more: tuple[tuple[str, str | float | int], ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """An edge as the graph hands it out; *papers* counts its sources that are papers, *first* and *last* are their dates."""

    source: str
    predicate: str
    target: str
    papers: int = 0
    first: str = ""
    last: str = ""
    evidence: tuple[Evidence, ...] = ()


class KnowledgeGraph:
    """A graph of papers and what they name. Build one with kg.build or kg.load; read it through *nx* and the methods."""

    def __init__(self) -> None:
        self._facts: dict[str, dict[str, NodeFacts]] = {}
        self._evidence: dict[tuple[str, str, str], set[Evidence]] = {}
        self._derived: dict[tuple[str, str, str], set[Evidence]] = {}
        self._nx: nx.MultiDiGraph[str] | None = None
        self._names: dict[str, set[str]] | None = None

    # -- writing -------------------------------------------------------------------------------------------------------------

    def add_node(self, node: str, facts: NodeFacts, *, source: str) -> None:
        """Record what *source* says of *node*; of two different statements of one source the greater one stays."""
        if facts.type not in types():
            raise UnknownNameError("node type", facts.type, types())
        said = self._facts.setdefault(node, {})
        said[source] = max(facts, said[source]) if source in said else facts
        self._stale()

    def add_edge(self, source: str, predicate: str, target: str, evidence: Iterable[Evidence]) -> None:
        """Add *evidence* to the edge *source* → *target*. Both nodes must exist, else UnknownNameError is raised."""
        origin = get_predicate(predicate).origin
        for node in (source, target):
            if node not in self._facts:
                raise UnknownNameError("node", node)
        edges = self._derived if origin == "derived" else self._evidence
        edges.setdefault((source, predicate, target), set()).update(evidence)
        self._stale()

    def clear_derived(self) -> None:
        """Drop every derived edge, before the rules run anew."""
        self._derived.clear()
        self._stale()

    def clear_vocabulary(self) -> None:
        """Drop everything the vocabularies say, before it is added anew for the nodes that are left."""
        self._drop(lambda source: source.startswith(VOCABULARY))

    def retract(self, paper: str) -> None:
        """Take out everything that *paper* says, and the nodes that no other paper speaks of.

        What vocabularies and rules add is dropped as well, since it depends on what is left: see kg.build.complete.
        """
        if paper not in self._facts:
            raise UnknownNameError("paper", paper)
        self._drop(lambda source: source == paper or source.startswith(VOCABULARY))

    def _drop(self, dropped: Callable[[str], bool]) -> None:
        for key, evidence in list(self._evidence.items()):
            left = {e for e in evidence if not dropped(e.source)}
            if left:
                self._evidence[key] = left
            else:
                del self._evidence[key]
        for node, said in list(self._facts.items()):
            kept = {source: facts for source, facts in said.items() if not dropped(source)}
            if kept:
                self._facts[node] = kept
            else:
                del self._facts[node]
        self.clear_derived()

    def _stale(self) -> None:
        self._nx = None
        self._names = None

    # -- reading -------------------------------------------------------------------------------------------------------------

    @property
    def nx(self) -> nx.MultiDiGraph[str]:
        """The graph as networkx: resolved node attributes, edge key = predicate. Do not change it."""
        if self._nx is None:
            graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
            for node in sorted(self._facts):
                graph.add_node(node, **resolve(self._facts[node]))
            for edge in self.edges():
                graph.add_edge(
                    edge.source,
                    edge.target,
                    key=edge.predicate,
                    papers=edge.papers,
                    first=edge.first,
                    last=edge.last,
                    evidence=edge.evidence,
                )
            self._nx = graph
        return self._nx

    def facts(self) -> Iterator[tuple[str, str, NodeFacts]]:
        """Yield (node, source, facts), sorted."""
        for node in sorted(self._facts):
            for source, facts in sorted(self._facts[node].items()):
                yield node, source, facts

    def edges(self) -> Iterator[Edge]:
        """Yield every edge, sorted by source, predicate and target."""
        for source, predicate, target in sorted((*self._evidence, *self._derived)):
            key = (source, predicate, target)
            evidence = tuple(sorted(self._evidence.get(key) or self._derived[key]))
            papers = sorted({e.source for e in evidence if not e.source.startswith(VOCABULARY)})
            dates = sorted(date for paper in papers if (date := self._date(paper)))
            yield Edge(
                source,
                predicate,
                target,
                papers=len(papers),
                first=dates[0] if dates else "",
                last=dates[-1] if dates else "",
                evidence=evidence,
            )

    def _date(self, paper: str) -> str:
        return max((facts.date for facts in self._facts.get(paper, {}).values()), default="")

    def evidence(self) -> Iterator[tuple[tuple[str, str, str], frozenset[Evidence]]]:
        """Yield ((source, predicate, target), evidence) of every edge that is not derived, sorted."""
        for key in sorted(self._evidence):
            yield key, frozenset(self._evidence[key])

    def says(self, node: str, source: str) -> bool:
        """Return whether *source* says something of *node*."""
        return source in self._facts.get(node, {})

    def __contains__(self, node: str) -> bool:
        return node in self._facts

    def __len__(self) -> int:
        return len(self._facts)

    def find(self, name: str, *, type: str | None = None) -> str:
        """Return the id of the node that *name* means: an id, a label in either language, or another name of it.

        Raises UnknownNameError if there is none and AmbiguousNameError if several nodes have that name and none has it as label.
        """
        found = self.find_all(name, type=type)
        if not found:
            raise UnknownNameError("node", name, self._known_names())
        if len(found) > 1:
            folded = fold_name(name)
            labelled = [
                node
                for node in found
                if folded in {fold_name(self.nx.nodes[node]["label"]), fold_name(self.nx.nodes[node]["label_zh"])}
            ]
            if len(labelled) != 1:
                raise AmbiguousNameError(name, found)
            return labelled[0]
        return found[0]

    def find_all(self, name: str, *, type: str | None = None) -> tuple[str, ...]:
        """Return the ids of all nodes called *name*, sorted; none if there is none."""
        if name in self._facts:
            return (name,)
        if self._names is None:
            self._names = {}
            for node, attributes in self.nx.nodes(data=True):
                for form in (attributes["label"], attributes["label_zh"], *attributes["aliases"]):
                    if form:
                        self._names.setdefault(fold_name(form), set()).add(node)
        found = self._names.get(fold_name(name), set())
        return tuple(sorted(node for node in found if type is None or self.nx.nodes[node]["type"] == type))

    def _known_names(self) -> list[str]:
        return [attributes["label"] for _, attributes in self.nx.nodes(data=True)]

    def neighbors(self, name: str, *, predicate: str | None = None, type: str | None = None) -> tuple[str, ...]:
        """Return the ids of the nodes next to *name* in either direction, over *predicate* and of *type* where given, sorted."""
        if predicate is not None:
            get_predicate(predicate)
        if type is not None and type not in types():
            raise UnknownNameError("node type", type, types())
        node = self.find(name)
        near = {
            other
            for pairs in (self.nx.out_edges(node, keys=True), self.nx.in_edges(node, keys=True))
            for source, target, key in pairs
            for other in (target if source == node else source,)
            if (predicate is None or key == predicate) and (type is None or self.nx.nodes[other]["type"] == type)
        }
        return tuple(sorted(near))

    def quote(self, evidence: Evidence) -> str:
        """Return the characters that *evidence* points at; empty for evidence that is no text."""
        return self.text(evidence.source, evidence.field)[evidence.start : evidence.end]

    def text(self, paper: str, field: str) -> str:
        """Return the raw text of *field* of *paper*; empty where there is none."""
        if not field or paper not in self._facts:
            return ""
        attributes = self.nx.nodes[paper]
        return str(attributes["label"] if field == "title" else attributes.get(field, ""))

    def count(self) -> dict[str, dict[str, int]]:
        """Return how many nodes each type and how many edges each predicate has."""
        nodes = Counter(attributes["type"] for _, attributes in self.nx.nodes(data=True))
        edges = Counter(key for _, _, key in self.nx.edges(keys=True))
        return {
            "nodes": {name: nodes[name] for name in types() if nodes[name]},
            "edges": {name: edges[name] for name in predicates() if edges[name]},
        }


def resolve(said: dict[str, NodeFacts]) -> dict[str, Any]:
    """Return the attributes of a node about which each source of *said* says something.

    A vocabulary's word counts before that of papers; among papers the most frequent value wins, then the smallest.
    """
    ordered = [facts for _, facts in sorted(said.items())]
    vocabulary = [facts for source, facts in sorted(said.items()) if source.startswith(VOCABULARY)]
    trusted = vocabulary or ordered
    label = _usual(facts.label for facts in trusted)
    label_zh = _usual(facts.label_zh for facts in trusted) or _usual(facts.label_zh for facts in ordered)
    aliases = {alias for facts in ordered for alias in (*facts.aliases, facts.label, facts.label_zh) if alias}
    attributes: dict[str, Any] = {
        "type": _usual(facts.type for facts in trusted),
        "label": label,
        "label_zh": label_zh,
        "aliases": tuple(sorted(aliases - {label, label_zh})),
        "kind": _usual(facts.kind for facts in trusted),
        "date": max(facts.date for facts in ordered),
    }
    more: dict[str, list[str | float | int]] = {}
    for facts in ordered:
        for key, value in facts.more:
            more.setdefault(key, []).append(value)
    for key in sorted(more):
        attributes[key] = max(more[key], key=lambda value: (more[key].count(value), str(value)))
    return attributes


def _usual(values: Iterable[str]) -> str:
    counted = Counter(value for value in values if value)
    return min(counted, key=lambda value: (-counted[value], value)) if counted else ""
