"""Component: find the entities no vocabulary knows, and which of all entities the paper introduces."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from extractors.attributes import field_bounds, get_mentions, get_text, set_mentions, set_names
from extractors.naming.finding import find_names


class NamesComponent:
    """Add the names of the record to its mentions."""

    def __call__(self, doc: Doc) -> Doc:
        findings = find_names(
            get_text(doc),
            title=field_bounds(doc, "title"),
            abstract=field_bounds(doc, "abstract"),
            known=get_mentions(doc),
        )
        set_mentions(doc, findings.mentions)
        set_names(doc, findings.names)
        doc._.introduced = findings.introduced
        doc._.hidden = tuple(found.astuple() for found in findings.hidden)
        return doc


@Language.factory(
    "paperkg_names",
    requires=["doc._.fields", "doc._.mentions"],
    assigns=["doc._.mentions", "doc._.names", "doc._.introduced", "doc._.hidden", "doc.spans"],
)
def make_names(nlp: Language, name: str) -> NamesComponent:
    """Return the component that finds names."""
    return NamesComponent()
