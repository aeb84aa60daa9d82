"""Component: judge how the paper relates to each entity it names."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from extractors.attributes import field_bounds, get_mentions, get_names
from extractors.gazetteers import load_rows
from extractors.roles import Place, assign_roles


class RolesComponent:
    """Give every entity of the record one role."""

    def __init__(self) -> None:
        rows = load_rows()
        self._kinds = {row.term.id: row.term.kind for row in rows}
        self._generic = {row.term.id for row in rows if row.generic}

    def __call__(self, doc: Doc) -> Doc:
        bounds = {field: field_bounds(doc, field) for field in ("title", "abstract")}
        kinds = {name.id: name.kind for name in get_names(doc)}
        places = [
            Place(
                mention.id,
                mention.type,
                self._kinds.get(mention.id) or kinds.get(mention.id, ""),
                mention.id in self._generic,
                field,
                mention.start - start,
                mention.end - start,
            )
            for mention in get_mentions(doc)
            for field, (start, end) in bounds.items()
            if start <= mention.start and mention.end <= end
        ]
        texts = {field: doc.text[start:end] for field, (start, end) in bounds.items()}
        roles = assign_roles(texts, places, introduced=[node for node, _ in doc._.introduced])
        doc._.roles = tuple(sorted(roles.items()))
        return doc


@Language.factory(
    "paperkg_roles", requires=["doc._.fields", "doc._.mentions", "doc._.introduced"], assigns=["doc._.roles"]
)
def make_roles(nlp: Language, name: str) -> RolesComponent:
    """Return the component that assigns roles."""
    return RolesComponent()
