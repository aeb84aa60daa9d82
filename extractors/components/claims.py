"""Component: find the numbers the paper reports as results."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from extractors.attributes import field_bounds, get_mentions, get_text, set_claims
from extractors.claims import find_claims
from extractors.claims.spans import EntitySpan
from extractors.gazetteers import load_terms


class ClaimsComponent:
    """Keep the claims of title and abstract on the Doc."""

    def __call__(self, doc: Doc) -> Doc:
        bounds = {field: field_bounds(doc, field) for field in ("title", "abstract")}
        roles = dict(doc._.roles)
        labels = {values[0]: values[2] for values in doc._.names}
        terms = load_terms()
        spans = [
            EntitySpan(
                field=field,
                start=mention.start - start,
                end=mention.end - start,
                type=mention.type,
                label=terms[mention.id].name if mention.id in terms else labels.get(mention.id, ""),
                id=mention.id,
                role=roles.get(mention.id, ""),
            )
            for mention in get_mentions(doc)
            for field, (start, end) in bounds.items()
            if start <= mention.start and mention.end <= end
        ]
        title, abstract = (get_text(doc)[slice(*bounds[field])] for field in ("title", "abstract"))
        claims = find_claims(title, abstract, spans)
        set_claims(doc, claims)
        # A figure stated against a thing is what comparing with it means, whatever the words around it look like.
        compared = {claim.baseline_id for claim in claims if claim.baseline_id}
        weaker = ("uses", "mentions", "addresses")
        doc._.roles = tuple(
            (node, "comparesWith" if node in compared and role in weaker else role) for node, role in doc._.roles
        )
        return doc


@Language.factory(
    "paperkg_claims",
    requires=["doc._.fields", "doc._.mentions", "doc._.roles"],
    assigns=["doc._.claims", "doc._.roles"],
)
def make_claims(nlp: Language, name: str) -> ClaimsComponent:
    """Return the component that finds claims."""
    return ClaimsComponent()
