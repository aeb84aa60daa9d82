"""What every component of the pipeline must do, whichever there are.

``factories.txt`` is the committed list of factories with what each requires and assigns: a rename shows as a difference there.
"""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from spacy.language import Language
from spacy.tokens import Doc

import extractors.components
from extractors.loading import load_pipeline
from tests.samples import HOSTILE

ROOT = Path(__file__).resolve().parents[2]
LISTED = [
    line.split()
    for line in (Path(__file__).parent / "factories.txt").read_text().splitlines()
    if not line.startswith("#")
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
MODULES = sorted(
    module.name for module in pkgutil.iter_modules(extractors.components.__path__) if not module.name.startswith("_")
)


@pytest.fixture(scope="module")
def nlp():
    return load_pipeline()


def _row(name):
    meta = Language.get_factory_meta(name)
    return [name, "requires", *sorted(meta.requires), "assigns", *sorted(meta.assigns)]


@pytest.mark.usefixtures("nlp")
def test_the_committed_list_is_what_the_factories_state():
    assert [_row(name) for name in sorted(PROJECT["spacy_factories"])] == LISTED


def test_every_module_of_components_has_a_factory_and_an_entry_point():
    targets = {value.partition(":")[0].rpartition(".")[2] for value in PROJECT["spacy_factories"].values()}
    assert targets == set(MODULES)


@pytest.mark.parametrize("group", ["spacy_factories", "spacy_tokenizers"])
def test_every_entry_point_leads_to_a_callable_with_a_docstring(group):
    for name, value in PROJECT[group].items():
        made = EntryPoint(name, value, group).load()
        assert callable(made)
        assert made.__doc__.endswith(".")


def test_the_pipeline_runs_every_factory_and_no_other(nlp):
    assert sorted(nlp.pipe_names) == sorted(PROJECT["spacy_factories"])


def test_every_component_finds_what_it_requires(nlp):
    assigned = {"doc._.fields"}
    for name in nlp.pipe_names:
        meta = nlp.get_pipe_meta(name)
        assert set(meta.requires) <= assigned, name
        assert meta.assigns, name
        assigned |= set(meta.assigns)


@pytest.mark.parametrize("module", MODULES)
def test_a_component_says_in_its_first_line_what_it_does(module):
    text = importlib.import_module(f"extractors.components.{module}").__doc__
    assert text.startswith("Component: ")
    assert text.splitlines()[0].endswith(".")


TEXTS = ("", " ", HOSTILE.replace("\ud83d ", ""), "MoE on A100.", "（）" * 50, "1.5x" * 50, "$\\sim11\\times$ 。" * 20)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: repr(text[:8]))
def test_no_component_crashes_on_any_text_and_what_it_leaves_can_be_stored(nlp, text):
    from extractors.attributes import join_fields
    from kg.records import Document

    joined, fields = join_fields(Document(text or "T", text, affiliation=text))
    doc = nlp.make_doc(joined)
    doc._.fields = fields
    for name, component in nlp.pipeline:
        doc = component(doc)
        assert isinstance(doc, Doc), name
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert again.text == doc.text
    for attribute in sorted({attribute for name in nlp.pipe_names for attribute in nlp.get_pipe_meta(name).assigns}):
        if attribute.startswith("doc._."):
            found = getattr(doc._, attribute.removeprefix("doc._."))
            assert _plain(found), attribute


def _plain(value):
    if isinstance(value, (tuple, list)):
        return all(map(_plain, value))
    return value is None or isinstance(value, (str, int, float))
