"""What the schema says, for RDF programs: the OWL ontology, the SHACL shapes and the JSON-LD context, all made from ``kg.schema``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from exports import rdf
from kg.rdf import BASE, ONTOLOGY, PREFIXES, VERSION, expand, literal
from kg.schema import ORIGINS, NodeType, Predicate, Property, dataset, predicates, properties, types

#: The namespace of the shapes and their prefix.
SHAPES = BASE + "shapes#"
_PREFIXES = PREFIXES | {"sh": "http://www.w3.org/ns/shacl#", "shapes": SHAPES, "vann": "http://purl.org/vocab/vann/"}
_DATATYPES = {
    "text": ("rdf:langString",),
    "string": ("xsd:string",),
    "date": ("xsd:date",),
    "decimal": ("xsd:decimal",),
    "number": ("xsd:decimal", "xsd:double"),
    "count": ("xsd:nonNegativeInteger",),
}


class Term(NamedTuple):
    """A short name of the JSON-LD context: the *iri* it stands for and what its values are.

    *coercion* is ``@id``, ``@language``, a datatype as a prefixed name, or empty for plain text.
    """

    name: str
    iri: str
    coercion: str


def ontology() -> str:
    """Return the ontology as Turtle: classes, properties of edges and of literals, with labels and definitions in English and Chinese.

    >>> "kg:Hardware a owl:Class" in ontology()
    True
    """
    return _with_prefixes("".join(_axioms()))


def shapes() -> str:
    """Return the SHACL shapes as Turtle: one a node type, one a published class that the data set has nodes of, and one a predicate.

    >>> "sh:targetClass kg:Claim" in shapes()
    True
    """
    return _with_prefixes("".join([*_node_shapes(), *_edge_shapes()]))


def context() -> str:
    """Return the JSON-LD context as JSON text; ``context.json`` beside this module is this text.

    >>> json.loads(context())["@context"]["uses"]
    {'@id': 'kg:uses', '@type': '@id'}
    """
    made: dict[str, object] = dict(sorted(PREFIXES.items()))
    made |= {name: f"kg:{name}" for name in types()}
    for name, iri, coercion in terms():
        short = rdf.short(iri)
        if coercion == "@language":
            made[name] = {"@id": short, "@container": "@language"}
        else:
            made[name] = {"@id": short, "@type": coercion} if coercion else short
    return json.dumps({"@context": made}, ensure_ascii=False, indent=1) + "\n"


def terms() -> list[Term]:
    """Return the short names of all properties, sorted; published properties that edges mean besides keep their prefix.

    >>> Term("low", expand("kg:low"), "xsd:decimal") in terms()
    True
    """
    found = [Term(name, expand(f"kg:{name}"), "@id") for name in predicates()]
    found += [Term(iri, expand(iri), "@id") for predicate in predicates().values() for iri in predicate.iris]
    for name, property_ in properties().items():
        coercion = {"text": "@language", "string": ""}.get(property_.value)
        if coercion is None:
            coercion = _DATATYPES[property_.value][0] if property_.value in _DATATYPES else "@id"
        found.append(Term(name, expand(property_.iri), coercion))
    return sorted(found)


def _with_prefixes(text: str) -> str:
    used = [prefix for prefix in sorted(_PREFIXES) if re.search(rf"(?<![\w<]){prefix}:", text)]
    return "".join(f"@prefix {prefix}: <{_PREFIXES[prefix]}> .\n" for prefix in used) + text


def _class(name: str) -> str:
    return name if ":" in name else f"kg:{name}"


def _block(subject: str, *statements: str) -> str:
    return f"\n{subject} " + " ;\n    ".join(statements) + " .\n"


def _both(predicate: str, en: str, zh: str) -> str:
    return f"{predicate} {literal(en, lang='en')} , {literal(zh, lang='zh')}"


def _union(names: Iterable[str], *, kind: str = "owl:Class") -> str:
    found = sorted(map(_class, names))
    return found[0] if len(found) == 1 else f"[ a {kind} ; owl:unionOf ( {' '.join(found)} ) ]"


# -- the ontology ----------------------------------------------------------------------------------------------------------------


def _axioms() -> Iterator[str]:
    texts = dataset()
    yield _block(
        f"<{ONTOLOGY.removesuffix('#')}>",
        "a owl:Ontology",
        _both("dcterms:title", "Schema of the paperkg knowledge graph", "paperkg 知识图谱的模式"),
        f"dcterms:license <{texts['license']}>",
        f"owl:versionInfo {literal(VERSION)}",
        f"vann:preferredNamespacePrefix {literal('kg')}",
        f"vann:preferredNamespaceUri {literal(ONTOLOGY)}",
    )
    for name in (
        "dcterms:license",
        "dcterms:title",
        "vann:preferredNamespacePrefix",
        "vann:preferredNamespaceUri",
        "skos:definition",
    ):
        yield _block(name, "a owl:AnnotationProperty")
    yield _block(
        "kg:origin",
        "a owl:AnnotationProperty",
        _both("rdfs:label", "origin", "来源类型"),
        _both(
            "skos:definition",
            f"Where edges of this property come from: {', '.join(ORIGINS)}.",
            f"该属性的边从何而来：{'、'.join(ORIGINS)}。",
        ),
        *_defined(),
    )
    yield from _class_axioms()
    for predicate in predicates().values():
        yield _block(f"kg:{predicate.name}", *_edge_axioms(predicate))
    for iri in sorted({iri for predicate in predicates().values() for iri in predicate.iris}):
        yield _block(iri, "a owl:ObjectProperty")
    for property_ in properties().values():
        if property_.iri.startswith("kg:"):
            yield _block(property_.iri, *_literal_axioms(property_))


def _defined() -> list[str]:
    return [f"rdfs:isDefinedBy <{ONTOLOGY.removesuffix('#')}>"]


def _class_axioms() -> Iterator[str]:
    entities = sorted(f"kg:{type_.name}" for type_ in types().values() if type_.entity)
    yield _block(
        "kg:Entity",
        "a owl:Class",
        f"owl:equivalentClass {_union(entities)}",
        _both("rdfs:label", "Entity", "实体"),
        _both(
            "skos:definition",
            "A thing that papers name and that plays a role in them.",
            "论文提及并在其中承担角色的事物。",
        ),
        *_defined(),
    )
    for type_ in types().values():
        wider = [*(["kg:Entity"] if type_.entity else []), *type_.classes]
        yield _block(
            f"kg:{type_.name}", "a owl:Class", f"rdfs:subClassOf {' , '.join(wider)}", *_texts(type_), *_defined()
        )
    for class_ in sorted({class_ for type_ in types().values() for class_ in type_.classes} | _foreign()):
        yield _block(class_, "a owl:Class")
    members = " ".join(sorted(f"kg:{name}" for name in types()))
    yield f"\n[] a owl:AllDisjointClasses ;\n    owl:members ( {members} ) .\n"


def _foreign() -> set[str]:
    own = [one for one in properties().values() if one.iri.startswith("kg:")]
    return {name for one in own for name in (*one.domain, *one.range) if ":" in name and not name.startswith("rdf:")}


def _texts(one: NodeType | Predicate | Property) -> list[str]:
    return [_both("rdfs:label", one.label, one.label_zh), _both("skos:definition", one.definition, one.definition_zh)]


def _edge_axioms(predicate: Predicate) -> Iterator[str]:
    yield "a owl:ObjectProperty" + (" , owl:SymmetricProperty" if predicate.symmetric else "")
    if predicate.iris:
        yield f"rdfs:subPropertyOf {' , '.join(predicate.iris)}"
    yield f"rdfs:domain {_union(predicate.domain)}"
    yield f"rdfs:range {_union(predicate.range)}"
    yield f"kg:origin {literal(predicate.origin)}"
    yield from _texts(predicate)
    yield from _defined()


def _literal_axioms(property_: Property) -> Iterator[str]:
    yield "a owl:DatatypeProperty" if property_.value in _DATATYPES else "a owl:ObjectProperty"
    # OWL keeps the rdf namespace to itself: a property of rdf:Statement has no domain there.
    if not any(name.startswith("rdf:") for name in property_.domain):
        yield f"rdfs:domain {_union(property_.domain)}"
    if property_.value in _DATATYPES:
        yield f"rdfs:range {_union(_DATATYPES[property_.value], kind='rdfs:Datatype')}"
    elif property_.range:
        yield f"rdfs:range {_union(property_.range)}"
    yield from _texts(property_)
    yield from _defined()


# -- the shapes ------------------------------------------------------------------------------------------------------------------


def _node_shapes() -> Iterator[str]:
    described: dict[str, list[Property]] = {name: [] for name in types()}
    for property_ in properties().values():
        for name in property_.domain:
            described.setdefault(name, []).append(property_)
    for name in sorted(described):
        statements = ["a sh:NodeShape", f"sh:targetClass {_class(name)}", "sh:nodeKind sh:IRI"]
        if name in types():
            statements.append(_both("sh:name", types()[name].label, types()[name].label_zh))
            classes = types()[name].classes
            statements += [f"sh:property [ sh:path rdf:type ; sh:hasValue {class_} ]" for class_ in sorted(classes)]
        statements += [_property_shape(property_) for property_ in described[name]]
        yield _block(f"shapes:{name.rpartition(':')[2]}", *statements)


def _property_shape(property_: Property) -> str:
    parts = [f"sh:path {property_.iri}", _both("sh:name", property_.label, property_.label_zh)]
    parts += ["sh:minCount 1"] if property_.required else []
    if property_.value == "text":
        parts += ['sh:datatype rdf:langString ; sh:languageIn ( "en" "zh" ) ; sh:minLength 1']
        parts += [] if property_.many else ["sh:uniqueLang true"]
    else:
        parts += [] if property_.many else ["sh:maxCount 1"]
    if property_.value in ("node", "iri"):
        parts.append("sh:nodeKind sh:IRI")
        parts += [_of_class(property_.range)] if property_.range else []
    elif property_.value != "text":
        datatypes = [f"sh:datatype {name}" for name in _DATATYPES[property_.value]]
        parts.append(_either(datatypes))
        parts += ["sh:minLength 1"] if property_.value == "string" and not property_.values else []
    parts += [f"sh:in ( {' '.join(map(literal, property_.values))} )"] if property_.values else []
    parts += [f"sh:pattern {literal(property_.pattern)}"] if property_.pattern else []
    parts += [f"sh:minInclusive {property_.minimum}"] if property_.minimum is not None else []
    parts += [f"sh:maxInclusive {property_.maximum}"] if property_.maximum is not None else []
    parts += [f"sh:lessThanOrEquals {property_.until}"] if property_.until else []
    return "sh:property [\n        " + " ;\n        ".join(parts) + "\n    ]"


def _either(constraints: list[str]) -> str:
    if len(constraints) == 1:
        return constraints[0]
    return f"sh:or ( {' '.join(f'[ {one} ]' for one in constraints)} )"


def _of_class(names: Iterable[str]) -> str:
    return _either([f"sh:class {name}" for name in sorted(map(_class, names))])


def _edge_shapes() -> Iterator[str]:
    for predicate in predicates().values():
        path = f"sh:path kg:{predicate.name} ; {_both('sh:name', predicate.label, predicate.label_zh)}"
        same = [f"sh:property [ sh:path kg:{predicate.name} ; sh:equals {iri} ]" for iri in sorted(predicate.iris)]
        yield _block(
            f"shapes:{predicate.name}",
            "a sh:NodeShape",
            f"sh:targetSubjectsOf kg:{predicate.name}",
            _of_class(predicate.domain),
            f"sh:property [ {path} ; sh:nodeKind sh:IRI ; {_of_class(predicate.range)} ]",
            *same,
        )
