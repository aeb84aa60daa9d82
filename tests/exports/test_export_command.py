"""The options of ``kg export``."""

from __future__ import annotations

import networkx as nx
import pytest
from click.testing import CliRunner

import exports
from kg import store
from kg.cli import main
from tests.samples import EXTRACTIONS, TERMS


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    made = tmp_path_factory.mktemp("graph") / "g.kg"
    store.save(made, EXTRACTIONS, TERMS, version="test")
    return made


def run(*arguments):
    return CliRunner().invoke(main, ["export", *map(str, arguments)], prog_name="kg")


def test_the_list_has_every_format_with_its_suffixes_views_and_losses():
    told = run("--list").output
    for name in exports.format_names():
        (line,) = [line for line in told.splitlines() if line.split()[0] == name]
        module = exports.get_format(name)
        assert all(suffix in line for suffix in module.SUFFIXES)
        assert line.endswith(f"loses {module.LOSES or 'nothing'}")
        assert ("any view" in line) == bool(exports.draws(module))


def test_a_view_of_some_years_types_and_papers_is_written(path, tmp_path):
    target = tmp_path / "g.graphml"
    options = (
        "--view",
        "entities",
        "--since",
        "2022",
        "--type",
        "Hardware",
        "--type",
        "Institution",
        "--min-papers",
        "2",
    )
    result = run(path, "-o", target, *options)
    assert result.exit_code == 0, result.output
    found = nx.read_graphml(target, force_multigraph=True)
    assert sorted(found) == ["entity/nvidia-a100", "institution/02v51f717", "institution/nvidia"]
    assert {row["type"] for _, row in found.nodes(data=True)} == {"Hardware", "Institution"}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("-o", "g.gexf", "--view", "technique"), "Did you mean 'techniques'"),
        (("-o", "g.gexf", "--type", "Sistem"), "Did you mean 'System'"),
        (("-o", "g.gexf", "--since", "May"), "'May' is no date"),
        (("-o", "g.ttl", "--view", "entities"), "turtle takes the whole graph"),
        (("-o", "g.nt", "--min-papers", "2"), "ntriples takes the whole graph"),
    ],
)
def test_what_cannot_be_is_a_usage_error_and_nothing_is_written(path, options, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(path, *options)
    assert result.exit_code == 2
    assert told in result.output
    assert list(tmp_path.iterdir()) == []


def test_views_in_the_help_are_those_there_are():
    told = " ".join(run("--help").output.split())
    assert all(name in told for name in exports.view_names())
