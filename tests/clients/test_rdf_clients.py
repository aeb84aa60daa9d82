"""Programs of other people read every RDF format of the seeds, and say the same of them."""

from __future__ import annotations

import pytest
from pyoxigraph import RdfFormat, parse
from rdflib import Dataset, Graph, URIRef
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID

from exports import get_format
from exports.ontology import ontology, shapes
from kg.rdf import lines
from tests.clients import HERE, java, require, run

JENA = HERE / "jena"
#: Each format by its names in rdflib, Oxigraph and rapper, which knows no JSON-LD.
TRIPLES = {
    "ntriples": ("nt", RdfFormat.N_TRIPLES, "ntriples"),
    "turtle": ("turtle", RdfFormat.TURTLE, "turtle"),
    "rdfxml": ("xml", RdfFormat.RDF_XML, "rdfxml"),
}
QUADS = {
    "nquads": ("nquads", RdfFormat.N_QUADS, "nquads"),
    "trig": ("trig", RdfFormat.TRIG, "trig"),
    "jsonld": ("json-ld", RdfFormat.JSON_LD, ""),
}
FORMATS = {**TRIPLES, **QUADS}


@pytest.fixture(scope="session")
def files(seeds_graph, tmp_path_factory):
    """The seeds in every RDF format, by its name."""
    folder = tmp_path_factory.mktemp("rdf")
    made = {name: folder / f"seeds{get_format(name).SUFFIXES[0]}" for name in FORMATS}
    for name, path in made.items():
        path.write_text("".join(get_format(name).dumps(seeds_graph)), encoding="utf-8", newline="\n")
    return made


@pytest.fixture(scope="session")
def quads(seeds_graph):
    """What the seeds say, as Oxigraph reads the lines that are made of them."""
    return frozenset(parse("".join(lines(seeds_graph)), format=RdfFormat.N_QUADS))


@pytest.fixture(scope="session")
def said(quads):
    """How many triples the seeds hold, how many statements, and of how many graphs."""
    return len({quad.triple for quad in quads}), len(quads), len({quad.graph_name for quad in quads})


def test_every_rdf_format_is_among_those_read():
    from exports import format_names

    of_rdf = {name for name in format_names() if "exports.rdf" in str(getattr(get_format(name), "rdf", ""))}
    assert of_rdf == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_oxigraph_reads_what_was_said_and_nothing_else(files, quads, name):
    found = list(parse(path=str(files[name]), format=FORMATS[name][1]))
    assert len(found) == len(set(found))
    if name in QUADS:
        assert quads == set(found)
    else:
        assert {quad.triple for quad in found} == {quad.triple for quad in quads}


@pytest.mark.parametrize("name", TRIPLES)
def test_rdflib_counts_the_triples(files, said, name):
    assert len(Graph().parse(files[name], format=TRIPLES[name][0])) == said[0]


@pytest.mark.filterwarnings("ignore:ConjunctiveGraph:DeprecationWarning")  # rdflib's own readers still make one
@pytest.mark.parametrize("name", QUADS)
def test_rdflib_counts_the_statements_and_graphs(files, said, name):
    dataset = Dataset()
    dataset.parse(files[name], format=QUADS[name][0])
    named = {graph.identifier for graph in dataset.graphs() if len(graph)}
    assert URIRef(DATASET_DEFAULT_GRAPH_ID) not in named
    assert (sum(1 for _ in dataset.quads()), len(named)) == said[1:]


@pytest.mark.parametrize("name", [name for name, row in FORMATS.items() if row[2]])
def test_rapper_reads_it_without_a_warning(files, said, name):
    require("rapper")
    done = run("rapper", "-c", "-i", FORMATS[name][2], files[name])
    told = [line for line in done.stderr.splitlines() if "Parsing URI" not in line]
    assert told == [f"rapper: Parsing returned {said[1] if name in QUADS else said[0]} triples"]


@pytest.mark.parametrize("made", [ontology, shapes])
def test_rapper_reads_the_ontology_and_the_shapes_without_a_warning(tmp_path, made):
    require("rapper")
    (tmp_path / "made.ttl").write_text(made(), encoding="utf-8")
    told = run("rapper", "-c", "-i", "turtle", tmp_path / "made.ttl").stderr.splitlines()
    assert told[1:] == [f"rapper: Parsing returned {len(Graph().parse(data=made(), format='turtle'))} triples"]


def test_jena_counts_the_same_and_warns_of_nothing(files, said, tmp_path):
    made = {"ontology": ontology(), "shapes": shapes()}
    for name, text in made.items():
        (tmp_path / f"{name}.ttl").write_text(text, encoding="utf-8")
    told = java(JENA, "Read.java", "count", *files.values(), *(tmp_path / f"{name}.ttl" for name in made))
    rows = [line.split("\t") for line in told.splitlines()]
    assert [row for row in rows if row[0] == "warning"] == []
    counts = {row[1]: tuple(map(int, row[2:])) for row in rows}
    for name, path in files.items():
        total, statements, graphs = said
        assert counts[str(path)] == ((statements, total, graphs) if name in QUADS else (total, total, 0)), name
    for name, text in made.items():
        total = len(Graph().parse(data=text, format="turtle"))
        assert counts[str(tmp_path / f"{name}.ttl")] == (total, total, 0)


def test_jena_finds_no_violation_in_the_seeds(files, tmp_path):
    (tmp_path / "shapes.ttl").write_text(shapes(), encoding="utf-8")
    told = java(JENA, "Read.java", "shacl", tmp_path / "shapes.ttl", files["nquads"])
    assert told.splitlines() == [f"file\t{files['nquads']}\ttrue\t0"]
