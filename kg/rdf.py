"""Property graph to RDF: the only module that chooses IRIs.

Each paper's statements stand in a named graph whose IRI is the paper; the nodes, what the vocabularies know and what rules derive have
named graphs of their own, and so does the description of the whole. No blank nodes; lines sorted; nothing but text is made here, so that no RDF library is needed to write.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from kg.claims import number
from kg.graph import VOCABULARY, Edge, KnowledgeGraph
from kg.ids import digest
from kg.schema import dataset, predicates, types

if TYPE_CHECKING:
    from rdflib import Dataset

BASE = "https://w3id.org/paperkg/"
ONTOLOGY = BASE + "schema#"
NODES = BASE + "graph/nodes"
VOCABULARIES = BASE + "graph/vocabularies"
DERIVED = BASE + "graph/derived"
DESCRIPTION = BASE + "graph/dataset"
DATASET = BASE + "dataset"
#: The version of this package, by its name and not by an import statement: the package knows every layer, and layers above are not for us.
VERSION: str = importlib.import_module("kg").__version__

#: Prefixes that queries may use without declaring them and that exports declare.
PREFIXES = {
    "author": BASE + "author/",
    "category": BASE + "category/",
    "claim": BASE + "claim/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "dcterms": "http://purl.org/dc/terms/",
    "entity": BASE + "entity/",
    "fabio": "http://purl.org/spar/fabio/",
    "institution": BASE + "institution/",
    "it6": "http://data.europa.eu/it6/",
    "kg": ONTOLOGY,
    "measure": BASE + "measure/",
    "mention": BASE + "mention/",
    "mls": "http://www.w3.org/ns/mls#",
    "oa": "http://www.w3.org/ns/oa#",
    "org": "http://www.w3.org/ns/org#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "paper": BASE + "paper/",
    "prov": "http://www.w3.org/ns/prov#",
    "qudt": "http://qudt.org/schema/qudt/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "https://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "statement": BASE + "statement/",
    "void": "http://rdfs.org/ns/void#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
_QUDT_UNIT = "http://qudt.org/vocab/unit/"
_ROR = "https://ror.org/"
_ARXIV = "https://arxiv.org/abs/"
_DOI = "https://doi.org/"
_ORCID = "https://orcid.org/"
# A web address whose host and port every RDF library takes; what follows them is quoted but for the signs that part it.
_URL = re.compile(r"https?://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?([/?][^\s\ud800-\udfff]*)?")
_URL_SIGNS = "/:?=&%,;+@!$*()'~"
_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
# Characters that N-Triples wants escaped, and those that no XML or RDF text may hold at all.
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile(r'[\\"\n\r\t]')
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
#: Each list's one number grows with every character that is left out of a literal: how a writer learns how many were.
LEFT_OUT: ContextVar[tuple[list[int], ...]] = ContextVar("LEFT_OUT", default=())
#: The time that a description states, in place of the environment's SOURCE_DATE_EPOCH: for comparing with what was written earlier.
EPOCH: ContextVar[str | None] = ContextVar("EPOCH", default=None)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")
_FACT_DATATYPES = {"memory_gb": "decimal", "bandwidth_gbs": "decimal", "released": "date"}


def iri(node: str) -> str:
    """Return the IRI of the node whose id is *node*.

    >>> iri("entity/nvidia-a100")
    'https://w3id.org/paperkg/entity/nvidia-a100'
    """
    return BASE + _quote(node)


def _quote(text: str) -> str:
    return quote(text, safe="/-._~", errors="backslashreplace")


def node_id(iri_: str) -> str:
    """Return the id of the node whose IRI is *iri_*, or *iri_* itself where it is none of ours.

    >>> node_id("https://w3id.org/paperkg/entity/nvidia-a100")
    'entity/nvidia-a100'
    """
    return unquote(iri_.removeprefix(BASE)) if iri_.startswith(BASE) else iri_


def expand(name: str) -> str:
    """Return the IRI of the prefixed *name*.

    >>> expand("skos:broader")
    'http://www.w3.org/2004/02/skos/core#broader'
    """
    prefix, _, local = name.partition(":")
    return PREFIXES[prefix] + local


def shorten(iri_: str) -> str:
    """Return *iri_* with the prefix of the longest namespace that it begins with, or unchanged.

    >>> shorten("http://www.w3.org/2004/02/skos/core#broader")
    'skos:broader'
    """
    fitting = [(len(space), prefix) for prefix, space in PREFIXES.items() if iri_.startswith(space)]
    if not fitting:
        return iri_
    length, prefix = max(fitting)
    return f"{prefix}:{iri_[length:]}"


def literal(text: str, *, lang: str = "", datatype: str = "") -> str:
    r"""Return *text* as an N-Triples literal; characters that RDF cannot hold are left out.

    >>> print(literal('a "quoted"\x00 word', lang="en"))
    "a \"quoted\" word"@en
    """
    clean, dropped = _FORBIDDEN.subn("", text)
    if dropped:
        for count in LEFT_OUT.get():
            count[0] += dropped
    quoted = '"' + _ESCAPED.sub(lambda match: _ESCAPES[match[0]], clean) + '"'
    if lang:
        return f"{quoted}@{lang}"
    return f"{quoted}^^<{PREFIXES['xsd']}{datatype}>" if datatype else quoted


def _number(value: float) -> str:
    text = number(value)
    if _DECIMAL.fullmatch(text):
        return literal(text, datatype="decimal")
    return literal({"inf": "INF", "-inf": "-INF", "nan": "NaN"}.get(text, text), datatype="double")


def _typed(text: str, *, datatype: str) -> str:
    form = {"date": _DATE, "decimal": _DECIMAL}[datatype]
    return literal(text, datatype=datatype if form.fullmatch(text) else "")


def _language(text: str) -> str:
    return "zh" if re.search("[\u3400-\u9fff]", text) else "en"


def quads(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield the graph as N-Quads lines without line ends, in the order of nodes and edges.

    >>> sum(1 for _ in quads(KnowledgeGraph()))
    0
    """
    for node, attributes in graph.nx.nodes(data=True):
        own = attributes["type"] in ("Paper", "Claim")
        context = NODES
        if attributes["type"] == "Paper":
            context = iri(node)
        elif own:
            context = iri(_reporter(graph, node))
        yield from node_quads(node, attributes, context=context)
    yield from measure_quads(row.get("metric", "") for _, row in graph.nx.nodes(data=True) if row["type"] == "Claim")
    for edge in graph.edges():
        yield from edge_quads(edge)


def node_quads(node: str, attributes: Mapping[str, Any], *, context: str = NODES) -> Iterator[str]:
    """Yield what the graph called *context* says of *node*, which has *attributes*, as N-Quads lines without line ends."""
    for predicate, value in _describe(attributes):
        yield f"<{iri(node)}> <{predicate}> {value} <{context}> ."


def measure_quads(metrics: Iterable[str]) -> Iterator[str]:
    """Yield what the measures called *metrics* are, as N-Quads lines without line ends, sorted by name."""
    for metric in sorted(set(map(str, metrics)) - {""}):
        yield f"<{_measure(metric)}> <{expand('rdf:type')}> <{expand('mls:EvaluationMeasure')}> <{NODES}> ."
        yield f"<{_measure(metric)}> <{expand('skos:prefLabel')}> {literal(metric, lang='en')} <{NODES}> ."


def described(graph: KnowledgeGraph, *, triples: int) -> Iterator[str]:
    """Yield the description of the data set as N-Quads lines without line ends: counts, licence, version, and the run that made it.

    *triples* is how many the graphs that are described hold; the total that is stated counts those of the description too. No time is
    stated unless the environment gives one as SOURCE_DATE_EPOCH (seconds), as builds that must be repeatable do.

    >>> len(list(described(KnowledgeGraph(), triples=0))) > 20
    True
    """
    papers = sorted(node for node, row in graph.nx.nodes(data=True) if row["type"] == "Paper")
    dates = sorted(date for paper in papers if _DATE.fullmatch(date := str(graph.attributes(paper)["date"])))
    statements = [*_described_dataset(), *_described_counts(graph), *_described_run(papers)]
    if dates:
        statements += [
            (DATASET, "dcterms:temporal", f"<{DATASET}/period>"),
            (f"{DATASET}/period", "rdf:type", f"<{expand('dcterms:PeriodOfTime')}>"),
            (f"{DATASET}/period", "dcat:startDate", literal(dates[0], datatype="date")),
            (f"{DATASET}/period", "dcat:endDate", literal(dates[-1], datatype="date")),
        ]
    statements.append((DATASET, "void:triples", _integer(triples + len(statements) + 1)))
    for subject, predicate, value in statements:
        yield f"<{subject}> <{expand(predicate)}> {value} <{DESCRIPTION}> ."


def _described_dataset() -> Iterator[tuple[str, str, str]]:
    texts = dataset()
    for class_ in ("void:Dataset", "dcat:Dataset", "prov:Entity"):
        yield DATASET, "rdf:type", f"<{expand(class_)}>"
    for name in ("title", "description", "rights"):
        for lang in ("en", "zh"):
            yield DATASET, f"dcterms:{name}", literal(texts[name][lang], lang=lang)
    yield DATASET, "dcterms:license", f"<{texts['license']}>"
    yield DATASET, "dcat:version", literal(VERSION)
    yield DATASET, "void:uriSpace", literal(BASE)
    for prefix in (
        "dcterms",
        "fabio",
        "it6",
        "kg",
        "mls",
        "oa",
        "org",
        "owl",
        "prov",
        "qudt",
        "rdfs",
        "schema",
        "skos",
    ):
        yield DATASET, "void:vocabulary", f"<{PREFIXES[prefix]}>"
    for name in ("nodes", "vocabularies", "derived", "dataset"):
        part = f"{BASE}graph/{name}"
        yield DATASET, "void:subset", f"<{part}>"
        yield part, "rdf:type", f"<{expand('void:Dataset')}>"
        for lang in ("en", "zh"):
            yield part, "dcterms:title", literal(texts["graphs"][name][lang], lang=lang)


def _described_counts(graph: KnowledgeGraph) -> Iterator[tuple[str, str, str]]:
    counted = graph.count()
    yield DATASET, "void:entities", _integer(len(graph))
    for name, number_ in counted["nodes"].items():
        part = f"{DATASET}/class/{name}"
        yield DATASET, "void:classPartition", f"<{part}>"
        yield part, "void:class", f"<{ONTOLOGY}{name}>"
        yield part, "void:entities", _integer(number_)
    for name, number_ in counted["edges"].items():
        part = f"{DATASET}/property/{name}"
        yield DATASET, "void:propertyPartition", f"<{part}>"
        yield part, "void:property", f"<{ONTOLOGY}{name}>"
        yield part, "void:triples", _integer(number_)


def _described_run(papers: list[str]) -> Iterator[tuple[str, str, str]]:
    ended = _given_time()
    run = f"{BASE}run/{digest(VERSION, ended, *papers)}"
    program = f"{BASE}software/paperkg-{VERSION}"
    yield DATASET, "prov:wasGeneratedBy", f"<{run}>"
    yield run, "rdf:type", f"<{expand('prov:Activity')}>"
    yield run, "prov:wasAssociatedWith", f"<{program}>"
    for paper in papers:
        yield run, "prov:used", f"<{iri(paper)}>"
    if ended:
        yield run, "prov:endedAtTime", literal(ended, datatype="dateTime")
        yield DATASET, "dcterms:modified", literal(ended, datatype="dateTime")
    yield program, "rdf:type", f"<{expand('prov:SoftwareAgent')}>"
    yield program, "dcterms:title", literal("paperkg")
    yield program, "owl:versionInfo", literal(VERSION)


def _given_time() -> str:
    given = os.environ.get("SOURCE_DATE_EPOCH", "") if EPOCH.get() is None else EPOCH.get() or ""
    if not re.fullmatch(r"[0-9]{1,11}", given):
        return ""
    return datetime.fromtimestamp(int(given), tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _integer(value: int) -> str:
    return literal(str(value), datatype="nonNegativeInteger")


def _reporter(graph: KnowledgeGraph, claim: str) -> str:
    reporters = (source for source, _, key in graph.nx.in_edges(claim, keys=True) if key == "reports")
    return min(reporters, default="graph/nodes")


def _describe(attributes: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    type_ = types()[attributes["type"]]
    yield expand("rdf:type"), f"<{ONTOLOGY}{type_.name}>"
    for class_ in type_.classes:
        yield expand("rdf:type"), f"<{expand(class_)}>"
    if type_.name == "Paper":
        yield from _describe_paper(attributes)
        return
    if type_.name == "Claim":
        yield from _describe_claim(attributes)
        return
    # A thing that only Chinese text names has no English label: its name is not passed off as one.
    language = _language(attributes["label"])
    yield expand("skos:prefLabel"), literal(attributes["label"], lang=language)
    yield expand("rdfs:label"), literal(attributes["label"], lang=language)
    if attributes["label_zh"] and language == "en":
        yield expand("skos:prefLabel"), literal(attributes["label_zh"], lang="zh")
        yield expand("rdfs:label"), literal(attributes["label_zh"], lang="zh")
    for alias in attributes["aliases"]:
        yield expand("skos:altLabel"), literal(alias, lang=_language(alias))
    if attributes["kind"]:
        yield ONTOLOGY + "kind", literal(attributes["kind"])
    if attributes.get("ror"):
        yield expand("owl:sameAs"), f"<{_ROR}{_quote(attributes['ror'])}>"
    if attributes.get("orcid"):
        yield expand("owl:sameAs"), f"<{_ORCID}{_quote(attributes['orcid'])}>"
    if attributes.get("country"):
        yield ONTOLOGY + "country", literal(attributes["country"])
    for fact, datatype in _FACT_DATATYPES.items():
        if value := str(attributes.get(fact, "")):
            yield ONTOLOGY + _camel(fact), _typed(value, datatype=datatype)
    if attributes.get("source"):
        yield expand("dcterms:source"), literal(str(attributes["source"]))
    if type_.name == "Category":
        yield expand("skos:notation"), literal(attributes["label"])


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _describe_paper(attributes: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield expand("dcterms:title"), literal(attributes["label"], lang="en")
    yield expand("rdfs:label"), literal(attributes["label"], lang="en")
    if _DATE.fullmatch(attributes["date"]):
        yield expand("dcterms:issued"), literal(attributes["date"], datatype="date")
    abstract = attributes.get("abstract", "")
    if abstract:
        yield expand("dcterms:abstract"), literal(abstract, lang=_language(abstract))
    if attributes.get("affiliation"):
        yield ONTOLOGY + "affiliationLine", literal(attributes["affiliation"])
    if attributes.get("categories"):
        yield ONTOLOGY + "categoryLine", literal(attributes["categories"])
    if attributes.get("arxiv"):
        yield expand("owl:sameAs"), f"<{_ARXIV}{_quote(attributes['arxiv'])}>"
    if attributes.get("doi"):
        yield expand("owl:sameAs"), f"<{_DOI}{_quote(attributes['doi'])}>"
    for key, name in (("authors", "authorLine"), ("subjects", "subjectLine"), ("records", "recordLine")):
        if attributes.get(key):
            yield ONTOLOGY + name, literal(attributes[key])
    if attributes.get("version"):
        yield expand("schema:version"), literal(attributes["version"])
    for url in str(attributes.get("urls", "")).split():
        if _URL.fullmatch(url):
            yield expand("schema:url"), f"<{_PERCENT.sub('%25', quote(url, safe=_URL_SIGNS))}>"


def _measure(metric: str) -> str:
    return iri("measure/" + metric.replace(" ", "-"))


def _describe_claim(attributes: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield expand("rdfs:label"), literal(attributes["label"], lang="en")
    if metric := str(attributes.get("metric", "")):
        yield expand("mls:specifiedBy"), f"<{_measure(metric)}>"
        yield ONTOLOGY + "metric", literal(metric)
    for name in ("low", "high"):
        if name in attributes:
            yield expand("qudt:numericValue"), _number(float(attributes[name]))
            yield ONTOLOGY + name, _number(float(attributes[name]))
    if attributes.get("qudt"):
        yield expand("qudt:unit"), f"<{_QUDT_UNIT}{_quote(attributes['qudt'])}>"
    for key, predicate in (
        ("unit", "unit"),
        ("qualifier", "qualifier"),
        ("direction", "direction"),
        ("baseline", "baselineText"),
        ("subject", "subjectText"),
        ("hardware", "hardwareText"),
        ("sentence", "sentence"),
    ):
        if attributes.get(key):
            yield ONTOLOGY + predicate, literal(str(attributes[key]))


def edge_quads(edge: Edge) -> Iterator[str]:
    """Yield *edge* in every graph that states it, and what it rests on where that is no paper, as N-Quads lines without line ends."""
    source, target = iri(edge.source), iri(edge.target)
    predicate = predicates()[edge.predicate]
    names = [ONTOLOGY + predicate.name, *map(expand, predicate.iris)]
    for context in _contexts(edge, origin=predicate.origin):
        for name in names:
            yield f"<{source}> <{name}> <{target}> <{context}> ."
    if predicate.origin != "paper":
        row = f"{edge.source} {edge.predicate} {edge.target}"
        node = f"{BASE}statement/{digest(row)}"
        context = DERIVED if predicate.origin == "derived" else VOCABULARIES
        yield f"<{node}> <{expand('rdf:type')}> <{expand('rdf:Statement')}> <{context}> ."
        yield f"<{node}> <{expand('rdf:subject')}> <{source}> <{context}> ."
        yield f"<{node}> <{expand('rdf:predicate')}> <{ONTOLOGY}{predicate.name}> <{context}> ."
        yield f"<{node}> <{expand('rdf:object')}> <{target}> <{context}> ."
        if edge.papers:
            yield f"<{node}> <{ONTOLOGY}papers> {_integer(edge.papers)} <{context}> ."
        for name, day in (("first", edge.first), ("last", edge.last)):
            if _DATE.fullmatch(day):
                yield f"<{node}> <{ONTOLOGY}{name}> {literal(day, datatype='date')} <{context}> ."
        for evidence in edge.evidence:
            yield f"<{node}> <{expand('prov:wasDerivedFrom')}> <{iri(evidence.source)}> <{context}> ."
            if evidence.source.startswith(VOCABULARY):
                yield f"<{node}> <{ONTOLOGY}row> {literal(evidence.source.removeprefix(VOCABULARY))} <{context}> ."
            yield f"<{node}> <{ONTOLOGY}extractor> {literal(evidence.extractor)} <{context}> ."


def _contexts(edge: Edge, *, origin: str) -> list[str]:
    if origin == "derived":
        return [DERIVED]
    if origin == "vocabulary":
        return [VOCABULARIES]
    return [iri(paper) for paper in sorted({evidence.source for evidence in edge.evidence})]


def mention_quads(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield the Web Annotations that lead every paper edge to its characters, as N-Quads lines without line ends."""
    for edge in graph.edges():
        if predicates()[edge.predicate].origin != "paper":
            continue
        for evidence in edge.evidence:
            if not evidence.end:
                continue
            paper = iri(evidence.source)
            parts = (edge.target, evidence.field, str(evidence.start), str(evidence.end), evidence.extractor)
            node = f"{BASE}mention/{digest(evidence.source, *parts)}"
            quoted = literal(graph.quote(evidence))
            statements = [
                (node, "rdf:type", f"<{expand('oa:Annotation')}>"),
                (node, "oa:hasBody", f"<{iri(edge.target)}>"),
                (node, "oa:hasTarget", f"<{node}/target>"),
                (node, "kg:extractor", literal(evidence.extractor)),
                (node, "kg:confidence", literal(f"{evidence.confidence:.4g}", datatype="decimal")),
                (f"{node}/target", "rdf:type", f"<{expand('oa:SpecificResource')}>"),
                (f"{node}/target", "oa:hasSource", f"<{paper}>"),
                (f"{node}/target", "kg:field", literal(evidence.field)),
                (f"{node}/target", "oa:hasSelector", f"<{node}/position>"),
                (f"{node}/target", "oa:hasSelector", f"<{node}/quote>"),
                (f"{node}/position", "rdf:type", f"<{expand('oa:TextPositionSelector')}>"),
                (f"{node}/position", "oa:start", literal(str(evidence.start), datatype="nonNegativeInteger")),
                (f"{node}/position", "oa:end", literal(str(evidence.end), datatype="nonNegativeInteger")),
                (f"{node}/quote", "rdf:type", f"<{expand('oa:TextQuoteSelector')}>"),
                (f"{node}/quote", "oa:exact", quoted),
            ]
            for subject, predicate, value in statements:
                yield f"<{subject}> <{expand(predicate)}> {value} <{paper}> ."


def lines(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield all N-Quads lines of *graph* and its description with line ends, sorted, each once."""
    found = {*quads(graph), *mention_quads(graph)}
    found.update(described(graph, triples=len({_without_context(line) for line in found})))
    for line in sorted(found):
        yield line + "\n"


def triples(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield all N-Triples lines of *graph* with line ends, sorted, each once: the union of its named graphs."""
    found = {_without_context(line) for line in (*quads(graph), *mention_quads(graph))}
    found.update([_without_context(line) for line in described(graph, triples=len(found))])
    for line in sorted(found):
        yield line + "\n"


def _without_context(line: str) -> str:
    return line[: line.rindex(" <")] + " ."


def to_rdflib(graph: KnowledgeGraph) -> Dataset:
    """Return *graph* as an rdflib Dataset: its named graphs kept, its default graph the union of all, prefixes bound.

    >>> from kg.graph import NodeFacts
    >>> graph = KnowledgeGraph()
    >>> graph.add_node("paper/1", NodeFacts("Paper", "A title"), source="paper/1")
    >>> [str(row.title) for row in to_rdflib(graph).query("SELECT ?title { ?paper a kg:Paper ; dcterms:title ?title }")]
    ['A title']
    """
    from pyoxigraph import Literal as Parsed
    from pyoxigraph import RdfFormat, parse
    from rdflib import Dataset, Literal, URIRef

    names: dict[str, URIRef] = {}

    def name(value: str) -> URIRef:
        return names.setdefault(value, URIRef(value))

    def term(value: Any) -> URIRef | Literal:
        if not isinstance(value, Parsed):
            return name(value.value)
        if value.language:
            return Literal(value.value, lang=value.language)
        datatype = value.datatype.value
        # A plain literal is one of xsd:string, which rdflib writes and compares as another thing if it is named.
        plain = datatype == PREFIXES["xsd"] + "string"
        return Literal(value.value, datatype=None if plain else name(datatype), normalize=False)

    dataset = Dataset(default_union=True)
    for prefix in sorted(PREFIXES):
        dataset.bind(prefix, PREFIXES[prefix], replace=True)
    # rdflib reads N-Quads at a tenth of the speed of this.
    for quad in parse("".join(lines(graph)), format=RdfFormat.N_QUADS):
        context = dataset.graph(name(quad.graph_name.value))
        context.add((name(quad.subject.value), name(quad.predicate.value), term(quad.object)))
    return dataset


def prefix_declarations(names: Iterable[str] = PREFIXES) -> str:
    """Return SPARQL PREFIX lines for *names*.

    >>> print(prefix_declarations(["skos"]).strip())
    PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
    """
    return "".join(f"PREFIX {name}: <{PREFIXES[name]}>\n" for name in sorted(names))
