"""The installed wheel, tried from outside the checkout: run by ``.ci/run`` in an environment that has the wheel and pytest alone.

pytest itself puts the checkout on its path, so that everything is tried in processes of their own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
_CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
_DESCRIBE = """
import json
from importlib.metadata import distribution
from importlib.resources import files
installed = distribution("paperkg")
print(json.dumps({
    "editable": json.loads(installed.read_text("direct_url.json") or "{}").get("dir_info", {}).get("editable", False),
    "files": [file.as_posix() for file in installed.files],
    "roots": {name: str(files(name)) for name in ("kg", "extractors", "exports", "seeds")},
}))
"""


def run(command, *, cwd):
    return subprocess.run(
        list(map(str, command)), cwd=cwd, env=_CLEAN, capture_output=True, text=True, encoding="utf-8", check=False
    )


def describe():
    with tempfile.TemporaryDirectory() as folder:
        result = run([sys.executable, "-I", "-c", _DESCRIBE], cwd=folder)
    return json.loads(result.stdout) if result.returncode == 0 else {"editable": True}


INSTALLED = describe()
if INSTALLED["editable"]:
    pytest.skip("paperkg is not installed from its wheel here: .ci/run does that", allow_module_level=True)


def kg(*arguments, cwd):
    return run([Path(sys.executable).with_name("kg"), *arguments], cwd=cwd)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("user")
    result = kg("build", "seeds", "-o", "graph.kg", cwd=folder)
    assert result.returncode == 0, result.stderr
    assert "137 papers" in result.stdout
    return folder


def test_nothing_is_imported_from_the_checkout():
    for root in INSTALLED["roots"].values():
        assert not Path(root).resolve().is_relative_to(CHECKOUT)


def test_the_top_level_names_of_the_wheel_are_ours_alone():
    names = {file.split("/")[0] for file in INSTALLED["files"]}
    assert {name for name in names if name != ".." and not name.endswith(".dist-info")} == {
        "exports",
        "extractors",
        "kg",
        "seeds",
    }
    assert [file for file in INSTALLED["files"] if file.startswith("..") and not file.endswith("/kg")] == []


@pytest.mark.parametrize("package", ["kg", "extractors", "exports", "seeds"])
def test_every_file_of_the_checkout_is_in_the_wheel(package):
    found = {
        file.relative_to(CHECKOUT).as_posix()
        for file in (CHECKOUT / package).rglob("*")
        if file.is_file() and file.suffix != ".pyc"
    }
    assert found
    assert sorted(found - set(INSTALLED["files"])) == []


def test_the_licence_and_the_notice_of_the_registry_are_in_the_wheel():
    assert {"LICENSE", "NOTICE"} <= {file.rpartition("/")[2] for file in INSTALLED["files"]}


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
    assert "→" in kg("path", "graph.kg", "北京大学", "mixture of experts", cwd=built).stdout
    for name in ("g.graphml", "g.gexf", "g.ttl", "g.nt", "g.jsonl"):
        result = kg("export", "graph.kg", "-o", name, cwd=built)
        assert result.returncode == 0, result.stderr
        assert (built / name).stat().st_size > 10_000


def test_python_loads_the_graph_and_finds_names_in_both_languages(built):
    code = "import kg; g = kg.load('graph.kg'); assert g.find('混合专家') == g.find('MoE'); print(len(g.to_rdflib()) > 1000)"
    assert run([sys.executable, "-I", "-c", code], cwd=built).stdout == "True\n"


def test_the_explorer_is_in_the_wheel_where_npm_is_installed():
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed: the wheel has no explorer")
    found = {file.rpartition("/")[2] for file in INSTALLED["files"] if file.startswith("kg/serve/static/")}
    assert found == {"explorer.css", "explorer.js", "index.html", "LICENSES.txt"}


def test_serving_without_its_extra_says_how_to_install_it(built):
    result = kg("serve", "graph.kg", cwd=built)
    assert result.returncode == 1
    assert "pip install 'paperkg[serve]'" in result.stderr
