"""What all tests share: the Hypothesis profile and the graph of the seeds."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# The tests of the installed wheel run in an environment that has pytest alone.
if importlib.util.find_spec("hypothesis") is not None:
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "paperkg", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("paperkg")


@pytest.fixture(scope="session")
def seeds_extractions():
    """What is found in the papers of seeds/, by paper id."""
    from kg import pipeline

    corpus = pipeline.read([ROOT / "seeds"])
    assert corpus.problems == ()
    return {extraction.id: extraction for extraction in pipeline.extract(corpus.documents)}


@pytest.fixture(scope="session")
def seeds_graph(seeds_extractions):
    """The graph of seeds/, all of it, built once a worker."""
    from kg import pipeline
    from kg.build import build

    return build(seeds_extractions.values(), pipeline.terms())


@pytest.fixture(scope="session")
def seeds_path(seeds_extractions, tmp_path_factory):
    """The directory of the graph of seeds/."""
    from kg import pipeline, store

    path = tmp_path_factory.mktemp("seeds") / "graph.kg"
    store.save(path, tuple(seeds_extractions.values()), pipeline.terms(), version="test")
    return path
