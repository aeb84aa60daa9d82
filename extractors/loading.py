"""Make the spaCy pipeline from its configuration."""

from __future__ import annotations

from importlib.resources import as_file, files

from spacy.language import Language
from spacy.util import load_config, load_model_from_config

# Importing these registers the tokenizer and the factories where the package is used without being installed.
from extractors import tokenizer as _tokenizer  # noqa: F401 - the import is the effect
from extractors.components import claims, institutions, judging, names, roles, vocabulary

_FACTORIES = (institutions, vocabulary, names, roles, judging, claims)


def load_pipeline() -> Language:
    """Return the pipeline of ``default.cfg``."""
    assert _FACTORIES
    with as_file(files("extractors") / "default.cfg") as path:
        config = load_config(path)
    return load_model_from_config(config, auto_fill=True)
