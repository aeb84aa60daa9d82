"""The ontology and the shapes: made from the schema, complete, and each shape catches what breaks it."""

from __future__ import annotations

from itertools import count

import pytest
from pyoxigraph import RdfFormat, parse
from rdflib import RDF, RDFS, XSD, BNode, Graph, Literal, Namespace, URIRef
from rdflib.collection import Collection
from rdflib.namespace import OWL, SKOS

from exports.ontology import SHAPES, ontology, shapes
from kg.rdf import DESCRIPTION, ONTOLOGY, expand, lines, shorten, triples
from kg.schema import predicates, properties, types
from tests.clients import HERE, java

KG = Namespace(ONTOLOGY)
SH = Namespace("http://www.w3.org/ns/shacl#")
EX = Namespace("https://example.org/")


@pytest.fixture(scope="module")
def owl():
    return Graph().parse(data=ontology(), format="turtle")


@pytest.fixture(scope="module")
def shacl():
    return Graph().parse(data=shapes(), format="turtle")


def class_of(name):
    return URIRef(expand(name if ":" in name else f"kg:{name}"))


def members(graph, node):
    """The classes that *node* is: itself, or those it is the union of."""
    union = graph.value(node, OWL.unionOf)
    return {node} if union is None else set(Collection(graph, union))


# -- the ontology ----------------------------------------------------------------------------------------------------------------


def test_everything_of_our_own_has_labels_and_definitions_in_both_languages(owl):
    own = {s for s in owl.subjects(RDF.type) if str(s).startswith(ONTOLOGY)}
    assert {str(s).removeprefix(ONTOLOGY) for s in own} == {
        "Entity", "origin", *types(), *predicates(), *(n for n, p in properties().items() if p.iri.startswith("kg:"))
    }  # fmt: skip
    for one in own:
        for name in (RDFS.label, SKOS.definition):
            assert sorted(value.language for value in owl.objects(one, name)) == ["en", "zh"], one


def test_a_class_is_a_kind_of_the_published_ones(owl):
    for name, type_ in types().items():
        assert set(map(class_of, type_.classes)) <= set(owl.objects(KG[name], RDFS.subClassOf))
        assert ((KG[name], RDFS.subClassOf, KG.Entity) in owl) == type_.entity


def test_a_predicate_has_domain_range_and_the_published_properties_it_means(owl):
    for name, predicate in predicates().items():
        assert members(owl, owl.value(KG[name], RDFS.domain)) == set(map(class_of, predicate.domain))
        assert members(owl, owl.value(KG[name], RDFS.range)) == set(map(class_of, predicate.range))
        assert set(owl.objects(KG[name], RDFS.subPropertyOf)) == set(map(class_of, predicate.iris))
        assert ((KG[name], RDF.type, OWL.SymmetricProperty) in owl) == predicate.symmetric


def test_nothing_is_used_in_the_ontology_that_it_does_not_declare(owl):
    used = {o for p in (RDFS.subClassOf, RDFS.subPropertyOf, RDFS.domain) for o in owl.objects(None, p)}
    used |= {member for union in owl.objects(None, OWL.unionOf) for member in Collection(owl, union)}
    own = {one for one in used if isinstance(one, URIRef) and not str(one).startswith(str(XSD))}
    assert own <= set(owl.subjects(RDF.type))


def test_every_property_of_the_seeds_is_in_the_schema_on_the_nodes_it_is_for(seeds_graph):
    about = {}
    for quad in parse("".join(lines(seeds_graph)), format=RdfFormat.N_QUADS):
        if quad.graph_name.value != DESCRIPTION:
            about.setdefault(quad.subject.value, {}).setdefault(shorten(quad.predicate.value), []).append(
                quad.object.value
            )
    allowed = {"rdf:type": set(types()) | {name for one in properties().values() for name in one.domain}}
    for predicate in predicates().values():
        for name in (f"kg:{predicate.name}", *predicate.iris):
            allowed.setdefault(name, set()).update(predicate.domain)
    for property_ in properties().values():
        allowed.setdefault(property_.iri, set()).update(property_.domain)
    for subject, said in about.items():
        of = {shorten(iri).removeprefix("kg:") for iri in said["rdf:type"]}
        assert [name for name in said if not allowed.get(name, set()) & of] == [], subject


# -- the shapes ------------------------------------------------------------------------------------------------------------------

_number = count()


class Broken:
    """A graph of valid nodes, one of each class, and of broken ones, with what must be found in them."""

    def __init__(self):
        self.graph = Graph()
        self.expected = set()
        classes = [*types(), *(name for one in properties().values() for name in one.domain if ":" in name)]
        self.valid = {name: EX[f"valid/{name.replace(':', '-')}"] for name in dict.fromkeys(classes)}
        for name, node in self.valid.items():
            self.describe(name, node)

    def value(self, property_):
        """A value that *property_* may have."""
        if property_.range:
            return self.valid[property_.range[0]]
        if property_.values:
            return Literal(property_.values[0])
        return {
            "text": Literal("text", lang="en"),
            "string": Literal("US"),
            "date": Literal("2024-05-01", datatype=XSD.date),
            "decimal": Literal("0.5", datatype=XSD.decimal),
            "number": Literal("1", datatype=XSD.decimal),
            "count": Literal("1", datatype=XSD.nonNegativeInteger),
            "iri": EX.anything,
        }[property_.value]

    def describe(self, name, node, *, without=""):
        self.graph.add((node, RDF.type, class_of(name)))
        if name in types():
            for class_ in types()[name].classes:
                if class_ != without:
                    self.graph.add((node, RDF.type, class_of(class_)))
        for property_ in properties().values():
            if name in property_.domain and property_.required and property_.iri != without:
                self.graph.add((node, class_of(property_.iri), self.value(property_)))

    def breaks(self, name, iri, component, *values, without=""):
        """Add a node of the class *name* that has *values* for *iri*, which breaks a constraint of the kind *component*."""
        node = EX[f"broken/{next(_number)}"]
        self.describe(name, node, without=without or iri)
        for value in values:
            self.graph.add((node, class_of(iri), value))
        self.expect(node, iri, component)
        return node

    def expect(self, node, iri, component):
        self.expected.add((str(node), expand(iri) if iri else "", f"{SH}{component}ConstraintComponent"))


def breaks_of(property_, name, broken):
    iri, value = property_.iri, broken.value(property_)
    if property_.required:
        broken.breaks(name, iri, "MinCount")
    if property_.value == "text":
        broken.breaks(name, iri, "Datatype", Literal("text"))
        broken.breaks(name, iri, "LanguageIn", Literal("texte", lang="fr"))
        broken.breaks(name, iri, "MinLength", Literal("", lang="en"))
        if not property_.many:
            broken.breaks(name, iri, "UniqueLang", value, Literal("other", lang="en"))
    elif not property_.many:
        other = {
            "node": EX.other,
            "iri": EX.other,
            "string": Literal("GB"),
            "date": Literal("2024-05-02", datatype=XSD.date),
        }
        other |= {"count": Literal("0", datatype=XSD.nonNegativeInteger)}
        more = Literal("0.25", datatype=XSD.decimal)
        broken.breaks(name, iri, "MaxCount", value, other.get(property_.value, more))
    if property_.value in ("node", "iri"):
        broken.breaks(name, iri, "NodeKind", Literal("text"))
    elif property_.value == "number":
        broken.breaks(name, iri, "Or", Literal("many"))
    elif property_.value == "string":
        broken.breaks(name, iri, "Datatype", Literal("US", lang="en"))
        if not property_.values:
            broken.breaks(name, iri, "MinLength", Literal(""))
    elif property_.value != "text":
        broken.breaks(name, iri, "Datatype", Literal("soon"))
    if property_.range:
        broken.breaks(name, iri, "Class" if len(property_.range) == 1 else "Or", EX.unknown)
    if property_.values:
        broken.breaks(name, iri, "In", Literal("other"))
    if property_.pattern:
        broken.breaks(name, iri, "Pattern", Literal("usa"))
    if property_.minimum is not None:
        broken.breaks(name, iri, "MinInclusive", Literal("-1", datatype=XSD.decimal))
    if property_.maximum is not None:
        broken.breaks(name, iri, "MaxInclusive", Literal("1.5", datatype=XSD.decimal))
    if property_.until:
        broken.breaks(name, iri, "LessThanOrEquals", Literal("9", datatype=broken.value(property_).datatype))


@pytest.fixture(scope="module")
def broken():
    made = Broken()
    for property_ in properties().values():
        for name in property_.domain:
            breaks_of(property_, name, made)
    for name, type_ in types().items():
        for class_ in type_.classes:
            node = EX[f"broken/{next(_number)}"]
            made.describe(name, node, without=class_)
            made.expect(node, "rdf:type", "HasValue")
    for name in made.valid:
        node = BNode()
        made.describe(name, node)
        made.expected.add(("_:", "", f"{SH}NodeKindConstraintComponent"))
    for name, predicate in predicates().items():
        kind = "Class" if len(predicate.range) == 1 else "Or"
        iri, source, target = f"kg:{name}", predicate.domain[0], made.valid[predicate.range[0]]
        made.breaks(source, iri, kind, EX.unknown)
        made.breaks(source, iri, "NodeKind", Literal("text"))
        if predicate.iris:
            made.breaks(source, iri, "Equals", target)
        stranger = EX[f"broken/{next(_number)}"]
        made.graph.add((stranger, KG[name], target))
        made.expect(stranger, "", "Class" if len(predicate.domain) == 1 else "Or")
    return made


def results(report):
    """What a SHACL report says: focus node, path and kind of constraint of every result."""
    found = set()
    for result in report.subjects(RDF.type, SH.ValidationResult):
        focus = report.value(result, SH.focusNode)
        path = report.value(result, SH.resultPath)
        name = "_:" if isinstance(focus, BNode) else str(focus)
        found.add((name, str(path or ""), str(report.value(result, SH.sourceConstraintComponent))))
    return found


@pytest.fixture(scope="module")
def found(broken, shacl):
    from pyshacl import validate

    conforms, report, _ = validate(broken.graph, shacl_graph=shacl)
    assert not conforms
    return results(report)


def test_valid_nodes_of_every_class_break_nothing(shacl):
    from pyshacl import validate

    conforms, _, text = validate(Broken().graph, shacl_graph=shacl)
    assert conforms, text


def test_every_shape_catches_what_breaks_it(broken, found):
    assert sorted(broken.expected - found) == []


def test_every_constraint_of_every_shape_is_among_those_broken(broken, shacl):
    kinds = {
        SH.minCount: "MinCount", SH.maxCount: "MaxCount", SH.datatype: "Datatype", SH.languageIn: "LanguageIn", SH.minLength: "MinLength",
        SH.uniqueLang: "UniqueLang", SH.nodeKind: "NodeKind", SH["or"]: "Or", SH["class"]: "Class", SH["in"]: "In", SH.pattern: "Pattern",
        SH.minInclusive: "MinInclusive", SH.maxInclusive: "MaxInclusive", SH.lessThanOrEquals: "LessThanOrEquals",
        SH.equals: "Equals", SH.hasValue: "HasValue",
    }  # fmt: skip
    about = {SH.path, SH.name, SH.property, SH.targetClass, SH.targetSubjectsOf, RDF.type}
    tried = {(path, component) for _, path, component in broken.expected}
    stated = set()
    for shape in shacl.subjects(RDF.type, SH.NodeShape):
        for part in (shape, *shacl.objects(shape, SH.property)):
            names = set(shacl.predicates(part)) - about
            assert names <= set(kinds)
            path = str(shacl.value(part, SH.path) or "")
            stated |= {(path, f"{SH}{kinds[name]}ConstraintComponent") for name in names}
    assert sorted(stated - tried) == []


def test_there_is_a_shape_for_every_type_and_every_predicate(shacl):
    named = {str(shape).removeprefix(SHAPES) for shape in shacl.subjects(RDF.type, SH.NodeShape)}
    assert named >= {*types(), *predicates()}
    assert len(set(shacl.objects(None, SH.targetClass))) + len(predicates()) == len(named)


def test_the_seeds_break_no_shape(seeds_graph, shacl):
    from pyshacl import validate

    data = Graph().parse(data="".join(triples(seeds_graph)), format="nt")
    conforms, _, text = validate(data, shacl_graph=shacl)
    assert conforms, text[:2000]


def test_jena_finds_the_same_in_the_broken_graph(broken, found, tmp_path):
    (tmp_path / "shapes.ttl").write_text(shapes(), encoding="utf-8")
    broken.graph.serialize(tmp_path / "broken.nt", format="nt", encoding="utf-8")
    told = java(HERE / "jena", "Read.java", "shacl", tmp_path / "shapes.ttl", tmp_path / "broken.nt").splitlines()
    assert told[0].split("\t")[2] == "false"
    by_jena = {tuple(cell.strip("<>") for cell in line.split("\t")[1:]) for line in told[1:]}
    assert by_jena == found
