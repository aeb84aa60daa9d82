"""Component: find the organisations on the affiliation line."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from extractors.attributes import field_bounds, get_text, set_institutions
from extractors.given_institutions import use_given
from extractors.institutions import find_institutions


class InstitutionsComponent:
    """Keep the institutions of the affiliation line on the Doc."""

    def __call__(self, doc: Doc) -> Doc:
        start, end = field_bounds(doc, "affiliation")
        line = get_text(doc)[start:end]
        given = tuple((str(name), str(ror)) for name, ror in doc._.organizations)
        set_institutions(doc, use_given(line, find_institutions(line), given=given) if line else ())
        return doc


@Language.factory("paperkg_institutions", requires=["doc._.fields"], assigns=["doc._.institutions", "doc.spans"])
def make_institutions(nlp: Language, name: str) -> InstitutionsComponent:
    """Return the component that finds institutions."""
    return InstitutionsComponent()
