"""Build the graph from extractions and vocabulary terms, and run the rules that derive edges."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from kg.claims import describe
from kg.correcting import Corrector
from kg.graph import VOCABULARY, KnowledgeGraph, NodeFacts
from kg.ids import category_id, institution_id
from kg.names import fold_name
from kg.overrides import Overrides
from kg.records import ROLES, Claim, Entity, Evidence, Extraction, Institution, Mention, Term

# For these measures less is better; for all others more is.
_LESS_IS_BETTER = frozenset(
    {"latency", "training time", "inference time", "memory", "energy", "cost", "communication", "steps", "data size"}
)
_COMPARABLE = frozenset({"System", "Technique", "Model"})


def build(
    extractions: Iterable[Extraction], terms: Mapping[str, Term], overrides: Overrides | None = None
) -> KnowledgeGraph:
    """Return the graph of *extractions*, widened by what the vocabulary *terms* know of the things in it, as *overrides* correct it.

    >>> from kg.records import Document
    >>> graph = build([Extraction("paper/1", Document("A title", "An abstract", "2024-05-01", ("cs.DC",)))], {})
    >>> graph.count()["edges"]
    {'inCategory': 1}
    """
    graph = KnowledgeGraph()
    corrector = Corrector(overrides or Overrides())
    collecting = gc.isenabled()
    gc.disable()  # nothing of what is made here is garbage: collecting it costs as much time as building
    try:
        for extraction in corrector.corrected(sorted(extractions)):
            add_extraction(graph, extraction)
        known = corrector.terms(terms) if overrides else terms
        correct(graph, corrector)
        complete(graph, known)
    finally:
        if collecting:
            gc.enable()
    return graph


def correct(graph: KnowledgeGraph, corrector: Corrector) -> None:
    """Give *graph* the attributes that a person has corrected, and keep which corrections applied to which node."""
    for node, values in corrector.overrides.corrections().items():
        graph.correct(node, values)
    for row in corrector.overrides.of("rename", "retype"):
        graph.correct(row.node, applied=[str(row)])
    for node, rows in corrector.applied.items():
        graph.correct(node, applied=map(str, rows))


def add_extraction(graph: KnowledgeGraph, extraction: Extraction) -> None:
    """Add what *extraction* says to *graph*."""
    paper, document = extraction.id, extraction.document
    more = {
        "abstract": document.abstract,
        "affiliation": document.affiliation,
        "arxiv": document.arxiv,
        "authors": "; ".join(author.name for author in document.authors),
        "categories": " ".join(document.categories),
        "doi": document.doi,
        "records": " ".join(document.sources),
        "subjects": "; ".join(document.subjects),
        "urls": " ".join(document.urls),
        "version": document.version,
    }
    graph.add_node(
        paper,
        NodeFacts(
            "Paper", document.title, date=document.date, more=tuple(sorted((k, v) for k, v in more.items() if v))
        ),
        source=paper,
    )
    add_things(graph, extraction)
    start = 0
    for category in document.categories:
        node, end = category_id(category), start + len(category)
        graph.add_edge(paper, "inCategory", node, [Evidence(paper, "categories", start, end, extractor="reader")])
        start = end + 1
    _add_authors(graph, extraction)
    for institution in extraction.institutions:
        graph.add_edge(paper, "affiliatedWith", institution.id, spans(paper, institution.mentions))
    for entity in extraction.entities:
        graph.add_edge(paper, entity.role, entity.id, spans(paper, entity.mentions))
    own = {entity.id for entity in extraction.entities}
    for claim in extraction.claims:
        _add_claim(graph, paper, claim, own=own)


def _add_authors(graph: KnowledgeGraph, extraction: Extraction) -> None:
    start = 0
    for node, author in zip(extraction.authors, extraction.document.authors, strict=False):
        end = start + len(author.name)
        evidence = Evidence(extraction.id, "authors", start, end, extractor="reader")
        graph.add_edge(extraction.id, "authoredBy", node, [evidence])
        start = end + len("; ")


def spans(paper: str, mentions: Iterable[Mention]) -> list[Evidence]:
    """Return the characters of *mentions* as evidence; where a record states none, the paper as a whole."""
    return [Evidence(paper, m.field, m.start, m.end, m.extractor, m.confidence) for m in mentions] or [Evidence(paper)]


def add_things(graph: KnowledgeGraph, extraction: Extraction) -> None:
    """Add to *graph* what *extraction* says of the nodes that papers share, without its edges."""
    for category in extraction.document.categories:
        graph.add_node(category_id(category), NodeFacts("Category", category), source=extraction.id)
    for node, author in zip(extraction.authors, extraction.document.authors, strict=False):
        more = (("orcid", author.orcid),) if author.orcid else ()
        graph.add_node(node, NodeFacts("Author", author.name, more=more), source=extraction.id)
    for institution in extraction.institutions:
        graph.add_node(institution.id, _institution_facts(institution), source=extraction.id)
    for entity in extraction.entities:
        graph.add_node(entity.id, _entity_facts(entity), source=extraction.id)


def _institution_facts(institution: Institution) -> NodeFacts:
    more = {"ror": institution.ror, "country": institution.country, "parent": institution.parent}
    return NodeFacts(
        "Institution",
        institution.label,
        label_zh=institution.label_zh,
        aliases=tuple(sorted(set(institution.aliases))),
        kind=institution.kind,
        more=tuple(sorted((k, v) for k, v in more.items() if v)),
    )


def _entity_facts(entity: Entity) -> NodeFacts:
    return NodeFacts(
        entity.type,
        entity.label,
        label_zh=entity.label_zh,
        aliases=tuple(sorted({*entity.aliases, *(m.text for m in entity.mentions)})),
        kind=entity.kind,
        more=(("broader", entity.broader),) if entity.broader else (),
    )


def _add_claim(graph: KnowledgeGraph, paper: str, claim: Claim, *, own: Collection[str]) -> None:
    more: dict[str, str | float | int] = {
        "metric": claim.metric,
        "low": claim.value[0],
        "high": claim.value[-1],
        "unit": claim.unit,
        "qudt": claim.qudt,
        "qualifier": claim.qualifier,
        "direction": claim.direction,
        "baseline": claim.baseline,
        "hardware": " | ".join(claim.hardware),
        "subject": claim.subject,
        "sentence": claim.sentence.text,
    }
    facts = NodeFacts("Claim", describe(claim), more=tuple(sorted((k, v) for k, v in more.items() if v != "")))
    graph.add_node(claim.id, facts, source=paper)
    evidence = spans(paper, [claim.mention])
    graph.add_edge(paper, "reports", claim.id, evidence)
    targets = [("subject", claim.subject_id), ("baseline", claim.baseline_id)]
    targets += [("onHardware", hardware) for hardware in claim.hardware_ids]
    for predicate, target in targets:
        # Only what the paper itself names: what stands on other papers goes when they are retracted.
        if target in own:
            graph.add_edge(claim.id, predicate, target, spans(paper, [claim.sentence]))


def complete(graph: KnowledgeGraph, terms: Mapping[str, Term]) -> None:
    """Replace all that vocabularies and rules add to what the papers of *graph* say."""
    graph.clear_vocabulary()
    add_terms(graph, terms)
    add_parents(graph)
    derive(graph)


def add_parents(graph: KnowledgeGraph) -> None:
    """Add ``subOrganizationOf`` between the institutions of *graph*, as the registry of institutions has it."""
    for node in sorted(graph.nodes_of("Institution")):
        parent = str(graph.attributes(node).get("parent", ""))
        if parent and parent != node and parent in graph:
            row = f"{VOCABULARY}registry:{node.partition('/')[2]}"
            graph.add_edge(node, "subOrganizationOf", parent, [Evidence(row, extractor="vocabulary")])


def add_terms(graph: KnowledgeGraph, terms: Mapping[str, Term]) -> None:
    """Add what *terms* know of the nodes of *graph*, and the wider terms, architectures and wholes they lead to."""
    reached = _reach(graph, terms)
    vendors = {terms[node].vendor for node in reached if terms[node].vendor}
    institutions = _institutions(graph) if vendors else {}
    makers = {vendor: _maker(graph, vendor, institutions.get(fold_name(vendor), [])) for vendor in sorted(vendors)}
    for node in sorted(reached):
        term = terms[node]
        facts = NodeFacts(
            term.type,
            term.name,
            label_zh=term.zh[0] if term.zh else "",
            aliases=tuple(sorted({*term.aliases, *term.zh})),
            kind=term.kind,
            more=tuple(sorted(term.facts)),
        )
        graph.add_node(node, facts, source=VOCABULARY + term.row)
        if term.vendor and term.type == "Hardware":
            graph.add_node(makers[term.vendor], NodeFacts("Institution", term.vendor), source=VOCABULARY + term.row)
    for node in sorted(reached):
        term = terms[node]
        pairs = [("broader", other) for other in term.broader]
        pairs += [("partOf", other) for other in term.part_of]
        pairs += [("hasArchitecture", term.architecture)] if term.architecture else []
        pairs += [("manufacturedBy", makers[term.vendor])] if term.vendor and term.type == "Hardware" else []
        for predicate, other in pairs:
            if other in graph and other != node:
                graph.add_edge(node, predicate, other, [Evidence(VOCABULARY + term.row, extractor="vocabulary")])
    for node, paper, wider in _narrower(graph):
        if wider in graph and wider != node:
            graph.add_edge(node, "broader", wider, _said(graph, paper, node))


def _narrower(graph: KnowledgeGraph) -> list[tuple[str, str, str]]:
    """Return (node, paper, term) of every name of a paper that narrows a term by a modifier, sorted."""
    return sorted(
        (node, source, str(value))
        for node, said in graph.said()
        for source, facts in said.items()
        for key, value in facts.more
        if key == "broader" and value
    )


def _said(graph: KnowledgeGraph, paper: str, node: str) -> list[Evidence]:
    """Return the characters by which *paper* names *node*."""
    return [e for role in ROLES for e in graph.edge_evidence(paper, role, node)]


def _reach(graph: KnowledgeGraph, terms: Mapping[str, Term]) -> set[str]:
    narrowed = {term for _, _, term in _narrower(graph)}
    waiting = sorted(node for node in terms if node in graph or node in narrowed)
    reached = set(waiting)
    while waiting:
        term = terms[waiting.pop()]
        linked = {*term.broader, *term.part_of, *([term.architecture] if term.architecture else [])}
        found = sorted((linked & terms.keys()) - reached)
        reached.update(found)
        waiting += found
    return reached


def _institutions(graph: KnowledgeGraph) -> dict[str, list[str]]:
    """Return the institutions of *graph* by their folded names, sorted."""
    found: dict[str, list[str]] = {}
    for node in sorted(graph.nodes_of("Institution")):
        row = graph.attributes(node)
        for form in sorted({fold_name(name) for name in (row["label"], row["label_zh"], *row["aliases"]) if name}):
            found.setdefault(form, []).append(node)
    return found


def _maker(graph: KnowledgeGraph, name: str, found: Sequence[str]) -> str:
    """Return the institution that *name* means, one of those *found* under that name where one can be told."""
    labelled = [node for node in found if fold_name(graph.attributes(node)["label"]) == fold_name(name)]
    for nodes in (labelled, found):
        if len(nodes) == 1:
            return nodes[0]
    return institution_id(ror="", name=name)


def derive(graph: KnowledgeGraph) -> None:
    """Replace the derived edges of *graph* by what the rules say of it now.

    ``worksOn``: a paper of the institution introduces or uses the technique or system. ``collaboratesWith``: two institutions stand on one
    paper. ``outperforms``: a claim names a baseline that its subject, or else the one thing the paper introduces, improves on.
    """
    graph.clear_derived()
    outgoing: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for (source, predicate, target), _ in graph.evidence():
        outgoing[source][predicate].append(target)
    derived: list[tuple[str, str, str, Evidence]] = []
    for paper in sorted(node for node in outgoing if graph.attributes(node)["type"] == "Paper"):
        out = outgoing[paper]
        institutions = out["affiliatedWith"]
        for institution in institutions:
            derived += [
                (institution, "worksOn", entity, Evidence(paper, extractor="rule:worksOn"))
                for entity in (*out["introduces"], *out["uses"])
                if graph.attributes(entity)["type"] in ("Technique", "System")
            ]
            derived += [
                (institution, "collaboratesWith", other, Evidence(paper, extractor="rule:collaboratesWith"))
                for other in institutions
                if other != institution
            ]
        own = [entity for entity in out["introduces"] if graph.attributes(entity)["type"] in _COMPARABLE]
        for claim in out["reports"]:
            winner = _winner(graph.attributes(claim), outgoing[claim]["subject"], own=own)
            derived += [
                (winner, "outperforms", loser, Evidence(paper, extractor="rule:outperforms"))
                for loser in outgoing[claim]["baseline"]
                if winner and loser != winner and loser not in own and graph.attributes(loser)["type"] in _COMPARABLE
            ]
    for source, predicate, target, evidence in derived:
        graph.add_edge(source, predicate, target, [evidence])


def _winner(claim: Mapping[str, object], subjects: list[str], *, own: list[str]) -> str:
    better = "decrease" if claim.get("metric") in _LESS_IS_BETTER else "increase"
    if claim.get("direction") != better:
        return ""
    named = [subject for subject in subjects if subject in own]
    if named:
        return named[0]
    return own[0] if len(own) == 1 else ""
