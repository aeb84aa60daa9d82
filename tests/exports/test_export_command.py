"""The options of ``kg export``."""

from __future__ import annotations

import io
import json
import zipfile

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


def test_a_format_is_written_to_stdout_and_its_count_to_stderr(path):
    result = run(path, "-o", "-", "--format", "nodelink", "--view", "institutions")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["directed"] is False
    assert result.stderr.startswith("kg: 4 nodes, 2 edges")


def test_several_files_come_to_stdout_as_one_zip_file(path):
    result = run(path, "-o", "-", "--format", "gephi_csv")
    with zipfile.ZipFile(io.BytesIO(result.stdout_bytes)) as archive:
        assert sorted(archive.namelist()) == ["edges.csv", "nodes.csv"]


def test_stdout_needs_a_format(path):
    result = run(path, "-o", "-")
    assert result.exit_code == 2
    assert "--format" in result.output


def test_a_since_after_the_until_is_a_usage_error(path, tmp_path):
    result = run(path, "-o", tmp_path / "g.gexf", "--since", "2024-05", "--until", "2023")
    assert result.exit_code == 2
    assert "--since 2024-05 is after --until 2023" in result.output
    assert run(path, "-o", tmp_path / "g.gexf", "--since", "2022-03", "--until", "2022").exit_code == 0


def test_filters_that_leave_nothing_say_so(path, tmp_path):
    result = run(path, "-o", tmp_path / "g.gexf", "--since", "2050")
    assert result.exit_code == 0
    assert "nothing of the graph is left" in result.stderr
    assert list(nx.read_gexf(tmp_path / "g.gexf", version="1.3")) == []


def test_a_directory_in_the_way_is_named_and_left(path, tmp_path):
    (tmp_path / "kept").write_text("mine")
    result = run(path, "-o", tmp_path, "--format", "gexf")
    assert result.exit_code == 1
    assert f"{tmp_path}: is a directory" in result.stderr
    assert (tmp_path / "kept").read_text() == "mine"
