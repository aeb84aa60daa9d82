"""The property graph: typed nodes, edges with evidence, over one networkx MultiDiGraph.

What a source (a paper, a vocabulary row) says of a node is kept apart by source, and every edge keeps its set of evidence. Both are
joined by union, so that merging is commutative, associative and idempotent and a paper can be taken out exactly. The networkx graph with
the resolved attributes is made from them on demand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import networkx as nx

from kg.errors import AmbiguousNameError, UnknownNameError
from kg.names import fold_name
from kg.records import Evidence
from kg.schema import get_predicate, predicates, types

if TYPE_CHECKING:
    from rdflib import Dataset

    from kg.paths import Path

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
    """A graph of papers and what they name. Build one with kg.build or kg.load; read it through *nx* and the methods.

    >>> graph = KnowledgeGraph()
    >>> graph.add_node("paper/1", NodeFacts("Paper", "A title", date="2024-05-01"), source="paper/1")
    >>> graph.add_node("entity/moe", NodeFacts("Technique", "mixture of experts", "混合专家", ("MoE",)), source="paper/1")
    >>> graph.add_edge("paper/1", "uses", "entity/moe", [Evidence("paper/1", "title", 0, 1)])
    >>> graph.find("混合专家"), graph.neighbors("MoE", predicate="uses")
    ('entity/moe', ('paper/1',))
    >>> graph.nx.edges["paper/1", "entity/moe", "uses"]["first"]
    '2024-05-01'
    """

    def __init__(self) -> None:
        self._facts: dict[str, dict[str, NodeFacts]] = {}
        self._evidence: dict[tuple[str, str, str], set[Evidence]] = {}
        self._derived: dict[tuple[str, str, str], set[Evidence]] = {}
        # What a person has corrected: attributes by node, and the corrections that applied, in words.
        self._corrections: dict[str, dict[str, str]] = {}
        self._applied: dict[str, set[str]] = {}
        # Made on demand from the above: the attributes of each node, the networkx graph, the names.
        self._resolved: dict[str, dict[str, Any]] = {}
        self._nx: nx.MultiDiGraph[str] | None = None
        self._names: dict[str, set[str]] | None = None

    # -- writing -------------------------------------------------------------------------------------------------------------

    def add_node(self, node: str, facts: NodeFacts, *, source: str) -> None:
        """Record what *source* says of *node*; of two different statements of one source the greater one stays."""
        if facts.type not in types():
            raise UnknownNameError("node type", facts.type, types())
        if not node or not source:
            raise ValueError("a node and the source that speaks of it need an id")
        said = self._facts.setdefault(node, {})
        said[source] = max(facts, said[source]) if source in said else facts
        self._stale(node)

    def add_edge(self, source: str, predicate: str, target: str, evidence: Iterable[Evidence]) -> None:
        """Add *evidence* to the edge *source* → *target*.

        Raises UnknownNameError unless both nodes exist, and ValueError where there is no evidence.
        """
        origin = get_predicate(predicate).origin
        for node in (source, target):
            if node not in self._facts:
                raise UnknownNameError("node", node)
        added = set(evidence)
        if not added:
            raise ValueError(f"{source} {predicate} {target}: an edge needs evidence")
        edges = self._derived if origin == "derived" else self._evidence
        edges.setdefault((source, predicate, target), set()).update(added)
        self._nx = None

    def correct(self, node: str, attributes: Mapping[str, str] | None = None, *, applied: Iterable[str] = ()) -> None:
        """Let *attributes* (label, label_zh, type) of *node* be what a person says, and keep how the corrections *applied* read."""
        if attributes:
            self._corrections.setdefault(node, {}).update(attributes)
        self._applied.setdefault(node, set()).update(applied)
        self._stale(node)

    def corrections(self) -> Iterator[tuple[str, Mapping[str, str], tuple[str, ...]]]:
        """Yield (node, corrected attributes, corrections that applied in words) of the nodes of the graph that were corrected, sorted."""
        for node in sorted(self._applied.keys() & self._facts.keys()):
            yield node, self._corrections.get(node, {}), tuple(sorted(self._applied[node]))

    def clear_derived(self) -> None:
        """Drop every derived edge, before the rules run anew."""
        self._derived.clear()
        self._nx = None

    def clear_vocabulary(self) -> None:
        """Drop everything the vocabularies say, before it is added anew for the nodes that are left."""
        self._drop(lambda source: source.startswith(VOCABULARY))

    def retract(self, paper: str) -> None:
        """Take out everything that *paper* says, and the nodes that no other paper speaks of.

        What vocabularies and rules add is dropped as well, since it depends on what is left: see kg.build.complete.
        """
        if not self.says(paper, paper):
            raise UnknownNameError("paper", paper, (node for node in self._facts if self.says(node, node)))
        self._drop(lambda source: source == paper or source.startswith(VOCABULARY))

    def forget(self, sources: Collection[str]) -> None:
        """Take out everything that *sources* say and all that vocabularies and rules add, and the nodes that no other source speaks of."""
        self._drop(lambda source: source in sources or source.startswith(VOCABULARY))

    def _drop(self, dropped: Callable[[str], bool]) -> None:
        for node, said in list(self._facts.items()):
            kept = {source: facts for source, facts in said.items() if not dropped(source)}
            if len(kept) == len(said):
                continue
            if kept:
                self._facts[node] = kept
            else:
                del self._facts[node]
            self._stale(node)
        for key, evidence in list(self._evidence.items()):
            left = {e for e in evidence if not dropped(e.source)}
            if left and key[0] in self._facts and key[2] in self._facts:
                self._evidence[key] = left
            else:
                del self._evidence[key]
        self.clear_derived()

    def _stale(self, node: str) -> None:
        self._resolved.pop(node, None)
        self._nx = None
        self._names = None

    # -- reading -------------------------------------------------------------------------------------------------------------

    @property
    def nx(self) -> nx.MultiDiGraph[str]:
        """The graph as networkx: resolved node attributes, edge key = predicate. Do not change it."""
        if self._nx is None:
            graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
            for node in sorted(self._facts):
                graph.add_node(node, **self.attributes(node))
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

    def attributes(self, node: str) -> Mapping[str, Any]:
        """Return the attributes of the node with the id *node*, as *nx* has them, without making all of *nx*.

        Raises UnknownNameError.
        """
        if node not in self._resolved:
            if node not in self._facts:
                raise UnknownNameError("node", node, self._facts)
            resolved = resolve(self._facts[node])
            self._resolved[node] = (
                _corrected(resolved, self._corrections[node]) if node in self._corrections else resolved
            )
        return MappingProxyType(self._resolved[node])

    def facts(self) -> Iterator[tuple[str, str, NodeFacts]]:
        """Yield (node, source, facts), sorted."""
        for node in sorted(self._facts):
            for source, facts in sorted(self._facts[node].items()):
                yield node, source, facts

    def said(self) -> Iterator[tuple[str, Mapping[str, NodeFacts]]]:
        """Yield each node with what every source says of it, in no order that means anything."""
        for node, said in self._facts.items():
            yield node, MappingProxyType(said)

    def nodes_of(self, type: str) -> Iterator[str]:
        """Yield the nodes of *type*, in no order that means anything."""
        for node, said in self._facts.items():
            if any(facts.type == type for facts in said.values()) and self.attributes(node)["type"] == type:
                yield node

    def edges(self) -> Iterator[Edge]:
        """Yield every edge, sorted by source, predicate and target."""
        for source, predicate, target in sorted((*self._evidence, *self._derived)):
            key = (source, predicate, target)
            evidence = tuple(sorted(self._evidence.get(key) or self._derived[key]))
            papers = sorted({e.source for e in evidence if not e.source.startswith(VOCABULARY)})
            dates = sorted(
                date for paper in papers if paper in self._facts and (date := self.attributes(paper)["date"])
            )
            yield Edge(
                source,
                predicate,
                target,
                papers=len(papers),
                first=dates[0] if dates else "",
                last=dates[-1] if dates else "",
                evidence=evidence,
            )

    def evidence(self) -> Iterator[tuple[tuple[str, str, str], frozenset[Evidence]]]:
        """Yield ((source, predicate, target), evidence) of every edge that is not derived, sorted."""
        for key in sorted(self._evidence):
            yield key, frozenset(self._evidence[key])

    def edge_evidence(self, source: str, predicate: str, target: str) -> frozenset[Evidence]:
        """Return the evidence of one edge; none where there is no such edge."""
        key = (source, predicate, target)
        return frozenset(self._evidence.get(key) or self._derived.get(key) or ())

    def says(self, node: str, source: str) -> bool:
        """Return whether *source* says something of *node*."""
        return source in self._facts.get(node, {})

    def __contains__(self, node: str) -> bool:
        return node in self._facts

    def __len__(self) -> int:
        return len(self._facts)

    def find(self, name: str, *, type: str | None = None) -> str:
        """Return the id of the node that *name* means: an id, a label in either language, or another name of it.

        Raises UnknownNameError if there is none and AmbiguousNameError if several nodes have that name and no single one has it as label.
        """
        found = self.find_all(name, type=type)
        if not found:
            raise UnknownNameError("node", name, self._known_names())
        if len(found) > 1:
            folded = fold_name(name)
            labelled = [
                node
                for node in found
                if folded in {fold_name(self.attributes(node)[key]) for key in ("label", "label_zh")}
            ]
            # A paper may be called like the thing it is about: the name means the thing.
            things = [node for node in labelled if self.attributes(node)["type"] not in ("Paper", "Claim")]
            for nodes in (labelled, things):
                if len(nodes) == 1:
                    return nodes[0]
            raise AmbiguousNameError(name, labelled or found)
        return found[0]

    def find_all(self, name: str, *, type: str | None = None) -> tuple[str, ...]:
        """Return the ids of all nodes called *name*, sorted; none if there is none."""
        if type is not None and type not in types():
            raise UnknownNameError("node type", type, types())
        if self._names is None:
            self._names = {}
            for node in sorted(self._facts):
                attributes = self.attributes(node)
                for form in (attributes["label"], attributes["label_zh"], *attributes["aliases"]):
                    if form:
                        self._names.setdefault(fold_name(form), set()).add(node)
        found = {name} if name in self._facts else self._names.get(fold_name(name), set())
        return tuple(sorted(node for node in found if type is None or self.attributes(node)["type"] == type))

    def _known_names(self) -> list[str]:
        known = (self.attributes(node) for node in self._facts)
        return [name for row in known for name in (row["label"], row["label_zh"], *row["aliases"])]

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
            if (predicate is None or key == predicate) and (type is None or self.attributes(other)["type"] == type)
        }
        return tuple(sorted(near))

    def paths(
        self,
        start: str,
        end: str,
        *,
        k: int = 3,
        max_hops: int = 6,
        avoid: Collection[str] = (),
        via: Collection[str] = (),
        since: str = "",
        until: str = "",
    ) -> tuple[Path, ...]:
        """Return the *k* best paths between the nodes called *start* and *end*: see kg.paths.find_paths."""
        from kg.paths import find_paths

        return find_paths(self, start, end, k=k, max_hops=max_hops, avoid=avoid, via=via, since=since, until=until)

    def match(self, cypher: str) -> Iterator[dict[str, str | None]]:
        """Return an iterator over what the Cypher pattern *cypher* matches: see kg.cypher.match."""
        from kg.cypher import match

        return iter(match(self, cypher))

    def to_rdflib(self) -> Dataset:
        """Return the graph as an rdflib Dataset with one named graph a paper, whose default graph is the union of all.

        >>> KnowledgeGraph().to_rdflib().query("ASK { ?dataset a void:Dataset }").askAnswer
        True
        """
        from kg.rdf import to_rdflib

        return to_rdflib(self)

    def quote(self, evidence: Evidence) -> str:
        """Return the characters that *evidence* points at; empty for evidence that is no text."""
        return self.text(evidence.source, evidence.field)[evidence.start : evidence.end]

    def text(self, paper: str, field: str) -> str:
        """Return the raw text of *field* of *paper*; empty where there is none."""
        if not field or paper not in self._facts:
            return ""
        attributes = self.attributes(paper)
        return str(attributes["label"] if field == "title" else attributes.get(field, ""))

    def count(self) -> dict[str, dict[str, int]]:
        """Return how many nodes each type and how many edges each predicate has."""
        nodes = Counter(self.attributes(node)["type"] for node in self._facts)
        edges = Counter(predicate for _, predicate, _ in (*self._evidence, *self._derived))
        return {
            "nodes": {name: nodes[name] for name in types() if nodes[name]},
            "edges": {name: edges[name] for name in predicates() if edges[name]},
        }


def resolve(said: Mapping[str, NodeFacts]) -> dict[str, Any]:
    """Return the attributes of a node about which each source of *said* says something.

    A vocabulary's word counts before that of papers; among papers the most frequent value wins, then the smallest. A source that states no
    label knows other names of the node alone: what the node is called and is, others say where there are any.

    >>> resolve({"paper/1": NodeFacts("Model", "gpt", aliases=("GPT",)), "vocabulary/x.tsv:2": NodeFacts("Model", "GPT")})["label"]
    'GPT'
    """
    ordered = [facts for _, facts in sorted(said.items())]
    vocabulary = [facts for source, facts in sorted(said.items()) if source.startswith(VOCABULARY)]
    trusted = vocabulary or ordered
    label = _usual(facts.label for facts in trusted) or _usual(facts.label for facts in ordered)
    label_zh = _usual(facts.label_zh for facts in trusted) or _usual(facts.label_zh for facts in ordered)
    aliases = {alias for facts in ordered for alias in (*facts.aliases, facts.label, facts.label_zh) if alias}
    label = label or min(aliases, default="")
    named = [facts for facts in trusted if facts.label] or [facts for facts in ordered if facts.label] or trusted
    attributes: dict[str, Any] = {
        "type": _usual(facts.type for facts in named),
        "label": label,
        "label_zh": label_zh,
        "aliases": tuple(sorted(aliases - {label, label_zh})),
        "kind": _usual(facts.kind for facts in trusted) or _usual(facts.kind for facts in ordered),
        "date": max(facts.date for facts in ordered),
    }
    more: dict[str, Counter[str | float | int]] = {}
    for group in (vocabulary, ordered):
        known = set(more)
        for facts in group:
            for key, value in facts.more:
                if key not in known:
                    more.setdefault(key, Counter())[value] += 1
    for key, counted in sorted(more.items()):
        attributes[key] = min(counted, key=lambda value: (-counted[value], str(value)))
    return attributes


def _corrected(attributes: dict[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    """Return *attributes* with the corrected *values*; the labels that they take the place of are other names now."""
    made = {**attributes, **values}
    names = {*attributes["aliases"], attributes["label"], attributes["label_zh"]}
    made["aliases"] = tuple(sorted(names - {made["label"], made["label_zh"], ""}))
    return made


def _usual(values: Iterable[str]) -> str:
    counted = Counter(value for value in values if value)
    return min(counted, key=lambda value: (-counted[value], value)) if counted else ""
