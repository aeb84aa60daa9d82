"""Make the spaCy pipeline from its configuration."""

from __future__ import annotations

from importlib.resources import as_file, files

from spacy.language import Language
from spacy.util import load_config, load_model_from_config

# Importing these registers the tokenizer and the factories where the package is used without being installed.
from extractors import tokenizer as _tokenizer  # noqa: F401 - the import is the effect
from extractors.components import claims, institutions, judging, names, roles, vocabulary
from kg.errors import UnknownNameError

_FACTORIES = (institutions, vocabulary, names, roles, judging, claims)


#: The pipelines by name, with the components of ``default.cfg`` that each leaves out.
PIPELINES: dict[str, tuple[str, ...]] = {"accurate": (), "fast": ("paperkg_judging",)}


def load_pipeline(name: str = "accurate") -> Language:
    """Return the pipeline called *name*: ``accurate``, or ``fast``, which goes by rules alone. Raises UnknownNameError."""
    assert _FACTORIES
    if name not in PIPELINES:
        raise UnknownNameError("pipeline", name, PIPELINES)
    with as_file(files("extractors") / "default.cfg") as path:
        config = load_config(path)
    return load_model_from_config(config, auto_fill=True, exclude=PIPELINES[name])
