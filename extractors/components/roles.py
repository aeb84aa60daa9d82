"""Component: judge by rules how the paper relates to each entity it names."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from extractors.places import get_places, get_texts
from extractors.roles import assign_roles


class RolesComponent:
    """Give every entity of the record one role."""

    def __call__(self, doc: Doc) -> Doc:
        introduced = [node for node, _ in doc._.introduced]
        roles = assign_roles(get_texts(doc), get_places(doc), introduced=introduced)
        doc._.roles = tuple(sorted(roles.items()))
        return doc


@Language.factory(
    "paperkg_roles", requires=["doc._.fields", "doc._.mentions", "doc._.introduced"], assigns=["doc._.roles"]
)
def make_roles(nlp: Language, name: str) -> RolesComponent:
    """Return the component that assigns roles."""
    return RolesComponent()
