"""What is imported when: heavy libraries only where they are needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("spacy", "rdflib", "networkx", "pyoxigraph", "matplotlib", "numpy", "ahocorasick_rs", "extractors")


def loaded(code):
    result = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint(*sorted(m for m in {HEAVY!r} if m in sys.modules))"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()[-1].split()


@pytest.mark.parametrize(
    "code",
    [
        "import kg",
        "import exports",
        "import exports; exports.format_names()",
        "import kg.records, kg.ids, kg.errors, kg.schema, kg.codec",
        "sys.argv = ['kg', '--help']\nfrom kg.cli import main\nmain(standalone_mode=False)",
        "sys.argv = ['kg', 'query', '--help']\nfrom kg.cli import main\nmain(standalone_mode=False)",
    ],
)
def test_nothing_heavy_is_loaded_by(code):
    assert loaded(code) == []


def test_asking_a_graph_on_disk_loads_no_extractor(tmp_path):
    from kg import store
    from tests.samples import EXTRACTIONS, TERMS

    store.save(tmp_path / "g", EXTRACTIONS, TERMS, version="test")
    code = f"import kg\nassert kg.query({str(tmp_path / 'g')!r}, 'ASK {{ ?p a kg:Paper }}').rows\nkg.load({str(tmp_path / 'g')!r})"
    found = loaded(code)
    assert "extractors" not in found
    assert "spacy" not in found
    assert "rdflib" not in found


def test_exporting_loads_no_extractor(tmp_path):
    code = (
        "from kg.graph import KnowledgeGraph\nimport exports\n"
        f"exports.write(KnowledgeGraph(), {str(tmp_path / 'g.graphml')!r}); exports.write(KnowledgeGraph(), {str(tmp_path / 'g.nt')!r})"
    )
    assert not {"extractors", "spacy", "rdflib"} & set(loaded(code))


def test_the_public_names_of_kg_are_those_it_states_and_all_are_there():
    import kg

    assert sorted(kg.__all__) == ["KnowledgeGraph", "__version__", "build_graph", "extract", "load", "query", "read"]
    assert all(getattr(kg, name) is not None for name in kg.__all__)
    with pytest.raises(AttributeError, match="nosuch"):
        kg.nosuch  # noqa: B018 - the access is what fails


def test_the_version_is_that_of_the_distribution():
    from importlib.metadata import version

    import kg

    assert kg.__version__ == version("paperkg")
