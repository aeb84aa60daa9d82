"""``kg schema``: what RDF programs ask for."""

from __future__ import annotations

import json

import pytest
import rdflib
from click.testing import CliRunner

from kg.cli import main


@pytest.mark.parametrize(("name", "subject"), [("owl", "owl:Class"), ("shacl", "sh:NodeShape")])
def test_the_ontology_and_the_shapes_are_turtle(name, subject):
    result = CliRunner().invoke(main, ["schema", "--format", name])
    graph = rdflib.Graph().parse(data=result.stdout, format="turtle")
    assert len(list(graph.query(f"SELECT ?x {{ ?x a {subject} }}"))) > 10


def test_the_context_is_json():
    assert "@context" in json.loads(CliRunner().invoke(main, ["schema", "--format", "context"]).stdout)
