"""The installed wheel, tried from outside the checkout: run by ``.ci/run`` in an environment that has the wheel and pytest alone."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
_INSTALLED = distribution("paperkg").read_text("direct_url.json") or "{}"

if json.loads(_INSTALLED).get("dir_info", {}).get("editable") or Path.cwd().resolve().is_relative_to(CHECKOUT):
    # From within the checkout its own packages would be tested again; .ci/run comes here with the wheel.
    pytest.skip("paperkg is not installed from its wheel here", allow_module_level=True)


def kg(*arguments, cwd):
    command = [str(Path(sys.executable).with_name("kg")), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("user")
    result = kg("build", "seeds", "-o", "graph.kg", cwd=folder)
    assert result.returncode == 0, result.stderr
    assert "137 papers" in result.stdout
    return folder


def test_nothing_is_imported_from_the_checkout():
    code = "import kg, extractors, exports, seeds; print(*(m.__file__ for m in (kg, extractors, exports, seeds)), sep='\\n')"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for line in result.stdout.splitlines():
        assert not Path(line).resolve().is_relative_to(CHECKOUT)


def test_the_top_level_names_of_the_wheel_are_ours_alone():
    installed = distribution("paperkg").files
    names = {file.parts[0] for file in installed if not file.parts[0].endswith(".dist-info") and file.parts[0] != ".."}
    assert names == {"exports", "extractors", "kg", "seeds"}


def test_no_test_cache_or_benchmark_is_in_the_wheel():
    names = [file.as_posix() for file in distribution("paperkg").files]
    assert not [name for name in names if "test" in name.split("/")[0] or "benchmark" in name or name.endswith(".pyo")]


@pytest.mark.parametrize("folder", ["kg/schema", "extractors", "seeds"])
def test_every_data_file_of_the_checkout_is_in_the_wheel(folder):
    package, _, below = folder.partition("/")
    root = Path(str(files(package))) / below
    data = [
        file.relative_to(CHECKOUT / folder)
        for file in (CHECKOUT / folder).rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc")
    ]
    assert data
    assert [str(file) for file in data if not (root / file).is_file()] == []


def test_types_are_told_to_type_checkers():
    assert all((Path(str(files(package))) / "py.typed").is_file() for package in ("kg", "extractors", "exports"))


def test_help_lists_the_commands(tmp_path):
    result = kg("--help", cwd=tmp_path)
    assert result.returncode == 0
    assert all(
        f"\n  {name} " in result.stdout for name in ("build", "export", "extract", "path", "query", "show", "stats")
    )


def test_the_seeds_are_built_and_asked(built):
    result = kg("query", "graph.kg", "SELECT (COUNT(?p) AS ?n) { ?p a kg:Paper }", "--format", "csv", cwd=built)
    assert result.stdout.split() == ["n", "137"]


def test_the_graph_is_shown_walked_and_exported(built):
    assert "Ampere" in kg("show", "graph.kg", "A100", cwd=built).stdout
    assert "—" in kg("path", "graph.kg", "北京大学", "mixture of experts", cwd=built).stdout
    for name in ("g.graphml", "g.gexf", "g.ttl", "g.nt", "g.jsonl"):
        result = kg("export", "graph.kg", "-o", name, cwd=built)
        assert result.returncode == 0, result.stderr
        assert (built / name).stat().st_size > 10_000


def test_the_licence_and_the_notice_of_the_registry_are_in_the_wheel():
    names = {file.name for file in distribution("paperkg").files}
    assert {"LICENSE", "NOTICE"} <= names
