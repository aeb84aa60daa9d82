"""Make the store of a graph from that of another which differs in a few papers, and put it in its place.

The old store's files are linked, not copied; of the quads, those are replaced that the changed papers decide: their own named graphs,
the nodes of which something else is said now, the vocabularies' graph, what the rules derive from these papers, and the description.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.correcting import Corrector
from kg.graph import Edge, KnowledgeGraph, NodeFacts
from kg.rdf import (
    DATASET,
    DERIVED,
    DESCRIPTION,
    NODES,
    VOCABULARIES,
    described,
    edge_quads,
    expand,
    iri,
    measure_quads,
    mention_quads,
    node_id,
    node_quads,
    quads,
)
from kg.records import Evidence, Extraction
from kg.schema import predicates, types
from kg.store.asking import open_store
from kg.store.log import Log
from kg.store.outline import Excerpt, Outline, types_of
from kg.store.quads import is_used

if TYPE_CHECKING:
    from pyoxigraph import Quad, Store

    from kg.store.commit import Writer

Key = tuple[str, str, str]

# Where more of the papers change than this, all of the graph is built anew: it takes no longer then.
_MOST = 0.25


def update(writer: Writer, before: Log, after: Log, *, version: str, recipe: Mapping[str, Any]) -> None:
    """Let the graph of *after*, whose terms are all that the vocabularies have, take the place of that of *before*, which stands there.

    Papers that are the same in both are the same objects in both.
    """
    was, now = before.extractions, after.extractions
    changed = {paper for paper in was.keys() | now.keys() if was.get(paper) is not now.get(paper)}
    if not changed:
        return
    if len(changed) > max(1, len(now) * _MOST):
        writer.build(
            list(now.values()),
            after.terms,
            version=version,
            names=after.names,
            recipe=recipe,
            overrides=after.overrides,
        )
        return
    assert writer.manifest is not None
    outline = Outline(before.overrides)
    outline.change(was.values(), before.terms)
    said = outline.facts
    arrived = [now[paper] for paper in sorted(changed & now.keys())]
    touched = outline.change(arrived, after.terms, gone=changed)
    old_types = types_of(said, touched, before.overrides)
    new_types = types_of(outline.facts, touched, after.overrides)
    turned = {node for node in old_types.keys() & new_types.keys() if old_types[node] != new_types[node]}
    derived_from = changed | (_naming(turned, now.values(), after) if turned else set())
    old = Excerpt.of((was[p] for p in sorted(derived_from & was.keys())), before.overrides, said)
    new = Excerpt.of((now[p] for p in sorted(derived_from & now.keys())), after.overrides, outline.facts)

    with open_store(writer.path) as store:
        delta = _Delta(store)
        delta.papers(changed, Excerpt.of(arrived, after.overrides, outline.facts).graph)
        delta.nodes(touched, outline)
        delta.measures(claim.metric for found in _corrected(now.values(), after) for claim in found.claims)
        delta.vocabularies(outline.edges())
        dates = {paper: found.document.date for paper, found in now.items()}
        derived = delta.derived(derived_from, old.edges("derived"), new.edges("derived"), dates=dates)
        turned_to = Counter(new_types.values())
        turned_to.subtract(old_types.values())
        counts = _counts(
            writer.manifest.counts, outline, old=old, new=new, turned=turned_to, derived=derived, after=after
        )
        used = {term.id: term for term in after.terms.values() if is_used(term, outline.graph, after.overrides)}
        writer.commit(
            Log(now, after.names, used, after.overrides, after.lines),
            counts=counts,
            fill=lambda folder: delta.fill(folder, _Summary.of(now.values(), counts)),
            version=version,
            recipe=recipe,
        )


def _corrected(extractions: Iterable[Extraction], log: Log) -> Iterable[Extraction]:
    return Corrector(log.overrides).corrected(extractions) if log.overrides else extractions


def _naming(nodes: Collection[str], extractions: Iterable[Extraction], log: Log) -> set[str]:
    """Return the papers that name one of *nodes*."""
    return {found.id for found in _corrected(extractions, log) if any(e.id in nodes for e in found.entities)}


def _counts(
    before: Mapping[str, Mapping[str, int]],
    outline: Outline,
    *,
    old: Excerpt,
    new: Excerpt,
    turned: Counter[str],
    derived: Counter[str],
    after: Log,
) -> dict[str, dict[str, int]]:
    """Return the counts of the graph that was counted *before*: *turned* nodes of each type and *derived* edges of each kind are more now."""
    nodes = Counter(before["nodes"])
    nodes.update(turned)
    nodes["Paper"] = len(after.extractions)
    nodes["Claim"] = len({c.id for found in _corrected(after.extractions.values(), after) for c in found.claims})
    edges = Counter(before["edges"])
    for name, predicate in predicates().items():
        if predicate.origin == "vocabulary":
            edges[name] = 0
    edges.update(edge.predicate for edge in outline.edges())
    edges.update(new.counted())
    edges.subtract(old.counted())
    edges.update(derived)
    return {
        "nodes": {name: nodes[name] for name in types() if nodes[name]},
        "edges": {name: edges[name] for name in predicates() if edges[name]},
    }


class _Summary(KnowledgeGraph):
    """The papers of a graph alone, which know how much the whole graph holds: all that its description speaks of."""

    def __init__(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        super().__init__()
        self._counts = counts

    @classmethod
    def of(cls, extractions: Iterable[Extraction], counts: Mapping[str, Mapping[str, int]]) -> _Summary:
        summary = cls(counts)
        for extraction in extractions:
            facts = NodeFacts("Paper", extraction.document.title, date=extraction.document.date)
            summary.add_node(extraction.id, facts, source=extraction.id)
        return summary

    def count(self) -> dict[str, dict[str, int]]:
        return {kind: dict(counted) for kind, counted in self._counts.items()}

    def __len__(self) -> int:
        return sum(self._counts["nodes"].values())


class _Delta:
    """Gathers which quads of *store* go and which come."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._gone: set[Quad] = set()
        self._come: set[Quad] = set()

    def _replace(self, gone: Iterable[Quad], come: Iterable[str]) -> None:
        self._gone.update(gone)
        self._come.update(_parse(come))

    def _of(self, subject: str | None, context: str) -> Iterable[Quad]:
        from pyoxigraph import NamedNode

        return self._store.quads_for_pattern(NamedNode(subject) if subject else None, None, None, NamedNode(context))

    def papers(self, changed: Collection[str], excerpt: KnowledgeGraph) -> None:
        """Replace the named graphs of the papers *changed* by what *excerpt*, the graph of those that are left, says."""
        for paper in sorted(changed):
            self._gone.update(self._of(None, iri(paper)))
        shared = {NODES, VOCABULARIES, DERIVED, DESCRIPTION}
        found = _parse([*quads(excerpt), *mention_quads(excerpt)])
        self._come.update(quad for quad in found if _value(quad.graph_name) not in shared)

    def nodes(self, touched: Collection[str], outline: Outline) -> None:
        """Replace what is said of the nodes *touched*."""
        for node in sorted(touched):
            said = node_quads(node, outline.graph.attributes(node)) if node in outline.graph else ()
            self._replace(self._of(iri(node), NODES), said)

    def measures(self, metrics: Iterable[str]) -> None:
        """Replace the measures by those of *metrics*."""
        from pyoxigraph import NamedNode

        type_, class_ = NamedNode(expand("rdf:type")), NamedNode(expand("mls:EvaluationMeasure"))
        for known in list(self._store.quads_for_pattern(None, type_, class_, NamedNode(NODES))):
            self._gone.update(self._of(_value(known.subject), NODES))
        self._come.update(_parse(measure_quads(metrics)))

    def vocabularies(self, edges: Iterable[Edge]) -> None:
        """Replace all that vocabularies say by *edges*."""
        self._replace(self._of(None, VOCABULARIES), (line for edge in edges for line in edge_quads(edge)))

    def derived(
        self,
        papers: Collection[str],
        old: Mapping[Key, Edge],
        new: Mapping[Key, Edge],
        *,
        dates: Mapping[str, str],
    ) -> Counter[str]:
        """Replace what is derived from *papers*, *old*, by *new*; return by predicate how many edges more there are.

        *dates* are those of all papers: an edge says since when there is a reason for it.
        """
        more: Counter[str] = Counter()
        reason = expand("prov:wasDerivedFrom")
        for key in sorted(old.keys() | new.keys()):
            stated = _parse(edge_quads(old[key] if key in old else new[key]))
            (statement,) = {_value(quad.subject) for quad in stated if quad.predicate.value == reason}
            known = list(self._of(statement, DERIVED))
            sources = {node_id(_value(quad.object)) for quad in known if quad.predicate.value == reason}
            others = sources - set(papers)
            evidence = {Evidence(paper, extractor=f"rule:{key[1]}") for paper in others}
            evidence.update(new[key].evidence if key in new else ())
            self._gone.update(known)
            self._gone.update(quad for quad in stated if _value(quad.subject) != statement)
            if evidence:
                self._come.update(_parse(edge_quads(_dated(key, evidence, dates))))
            more[key[1]] += bool(evidence) - bool(sources)
        return more

    def fill(self, folder: Path, summary: _Summary) -> None:
        """Make in *folder* the store with the changes, and with the description of the graph of *summary*."""
        from pyoxigraph import NamedNode, RdfFormat
        from pyoxigraph import Store as Opened

        description = NamedNode(DESCRIPTION)
        stated = list(self._store.quads_for_pattern(None, None, None, description))
        (total,) = (
            _value(quad.object)
            for quad in stated
            if (_value(quad.subject), quad.predicate.value) == (DATASET, expand("void:triples"))
        )
        triples = int(total) - len(stated)
        self._gone -= self._come
        triples += sum(not _says(self._store, quad) for quad in _by_triple(self._come))
        self._store.backup(str(folder))
        made = Opened(str(folder))
        made.remove_graph(description)
        for quad in self._gone:
            made.remove(quad)
        made.extend(self._come)
        triples -= sum(not _says(made, quad) for quad in _by_triple(self._gone))
        text = "\n".join(described(summary, triples=triples)) + "\n"
        made.load(BytesIO(text.encode()), format=RdfFormat.N_QUADS)
        made.flush()


def _dated(key: Key, evidence: Iterable[Evidence], dates: Mapping[str, str]) -> Edge:
    """Return the derived edge *key* as a graph hands it out, with how many papers give a reason for it, and of which days."""
    reasons = tuple(sorted(evidence))
    papers = {reason.source for reason in reasons}
    days = sorted(dates[paper] for paper in papers if dates[paper])
    first, last = (days[0], days[-1]) if days else ("", "")
    return Edge(*key, papers=len(papers), first=first, last=last, evidence=reasons)


def _value(term: Any) -> str:
    """Return the text of *term*; no quad of ours holds a triple or stands in the default graph."""
    return str(term.value)


def _parse(lines: Iterable[str]) -> set[Quad]:
    from pyoxigraph import RdfFormat, parse

    return set(parse("\n".join(lines), format=RdfFormat.N_QUADS))


def _by_triple(found: Iterable[Quad]) -> Iterable[Quad]:
    """Return of *found* one quad a triple."""
    return {quad.triple: quad for quad in found}.values()


def _says(store: Store, quad: Quad) -> bool:
    """Return whether any graph of *store* but the description says what *quad* does."""
    found = store.quads_for_pattern(quad.subject, quad.predicate, quad.object, None)
    return any(_value(other.graph_name) != DESCRIPTION for other in found)
