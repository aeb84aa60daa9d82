"""Component: find the organisations on the affiliation line."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from extractors.attributes import field_bounds, get_text, set_institutions
from extractors.institutions import find_institutions


class InstitutionsComponent:
    """Keep the institutions of the affiliation line on the Doc."""

    def __call__(self, doc: Doc) -> Doc:
        start, end = field_bounds(doc, "affiliation")
        set_institutions(doc, find_institutions(get_text(doc)[start:end]) if end > start else ())
        return doc


@Language.factory("paperkg_institutions", requires=["doc._.fields"], assigns=["doc._.institutions", "doc.spans"])
def make_institutions(nlp: Language, name: str) -> InstitutionsComponent:
    """Return the component that finds institutions."""
    return InstitutionsComponent()
