"""Every extension the pipeline hangs on a spaCy Doc, and nothing else.

Extension values are tuples of ints, floats and strings only, so that ``to_bytes``, ``DocBin`` and ``n_process=2`` work; they come back from
there as lists, which the getters make tuples again. Mentions stand in
``doc.spans["mentions"]`` as well (label: type; kb_id: entity id; id: extractor), for displaCy and for training.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, replace
from typing import Any

from spacy.tokens import Doc

from extractors.found import Found, Named
from kg.records import Claim, Document, Institution, Mention

#: (field, start, end) of title, affiliation and abstract within ``doc.text``.
FIELDS = "fields"
#: (name on the affiliation line, ROR id) as the record gives them.
ORGANIZATIONS = "organizations"
#: Found as tuples, sorted.
MENTIONS = "mentions"
#: Named as tuples: the entities no vocabulary knows.
NAMES = "names"
#: (entity id, role).
ROLES = "roles"
#: (entity id, why it is introduced here), set by the names component and read by the roles component.
INTRODUCED = "introduced"

#: Vocabulary mentions that a longer name hides, as Found tuples: they count again where a judge drops that name.
HIDDEN = "hidden"
#: Institution records as tuples.
INSTITUTIONS = "institutions"
#: Claim records as tuples.
CLAIMS = "claims"

_TEXT = "paperkg_text"

for _name in (FIELDS, ORGANIZATIONS, MENTIONS, NAMES, ROLES, INTRODUCED, HIDDEN, INSTITUTIONS, CLAIMS):
    if not Doc.has_extension(_name):
        Doc.set_extension(_name, default=())


def join_fields(document: Document) -> tuple[str, tuple[tuple[str, int, int], ...]]:
    """Return the text of the Doc made of *document* and where its fields lie in it."""
    text = ""
    fields = []
    for name in ("title", "affiliation", "abstract"):
        part = document.field(name)
        fields.append((name, len(text), len(text) + len(part)))
        text += part + "\n"
    return text, tuple(fields)


def get_text(doc: Doc) -> str:
    """Return ``doc.text``, joined from the tokens once: spaCy joins them anew at every call."""
    text = doc.user_data.get(_TEXT)
    if text is None:
        text = doc.user_data[_TEXT] = doc.text
    assert isinstance(text, str)
    return text


def field_bounds(doc: Doc, name: str) -> tuple[int, int]:
    """Return where field *name* begins and ends in ``doc.text``; a Doc without fields is all abstract."""
    for field, start, end in doc._.fields:
        if field == name:
            return start, end
    return (0, len(get_text(doc))) if name == "abstract" else (0, 0)


def _tuples(values: Any) -> Any:
    """Return *values* with tuples for lists, inside as well: what lists become in a stored Doc, records must not hold."""
    return tuple(map(_tuples, values)) if isinstance(values, (list, tuple)) else values


def get_mentions(doc: Doc) -> tuple[Found, ...]:
    """Return the mentions found so far."""
    return tuple(Found(*values) for values in doc._.mentions)


def set_mentions(doc: Doc, mentions: Iterable[Found]) -> None:
    """Keep *mentions*, sorted, as plain tuples and as ``doc.spans["mentions"]``."""
    ordered = sorted(set(mentions))
    doc._.mentions = tuple(found.astuple() for found in ordered)
    spans = []
    for found in ordered:
        span = doc.char_span(
            found.start, found.end, label=found.type, kb_id=found.id, span_id=found.extractor, alignment_mode="expand"
        )
        if span is not None:
            spans.append(span)
    doc.spans["mentions"] = spans


def get_names(doc: Doc) -> tuple[Named, ...]:
    """Return the entities of *doc* that no vocabulary knows."""
    return tuple(Named(*values) for values in _tuples(doc._.names))


def set_names(doc: Doc, names: Iterable[Named]) -> None:
    """Keep *names*, sorted, as plain tuples."""
    doc._.names = tuple(name.astuple() for name in sorted(set(names)))


def get_institutions(doc: Doc) -> tuple[Institution, ...]:
    """Return the institutions of *doc*, in the order of the affiliation line."""
    found = (Institution(*values) for values in _tuples(doc._.institutions))
    return tuple(replace(i, mentions=tuple(Mention(*values) for values in i.mentions)) for i in found)  # type: ignore[misc]


def set_institutions(doc: Doc, institutions: Iterable[Institution]) -> None:
    """Keep *institutions* as plain tuples and their mentions as ``doc.spans["institutions"]``."""
    ordered = tuple(institutions)
    doc._.institutions = tuple(astuple(institution) for institution in ordered)
    offset, _ = field_bounds(doc, "affiliation")
    spans = (
        doc.char_span(
            offset + m.start,
            offset + m.end,
            label="Institution",
            kb_id=i.id,
            span_id=m.extractor,
            alignment_mode="expand",
        )
        for i in ordered
        for m in i.mentions
    )
    doc.spans["institutions"] = [span for span in spans if span is not None]


def get_claims(doc: Doc) -> tuple[Claim, ...]:
    """Return the claims of *doc*."""
    claims = (Claim(*values) for values in _tuples(doc._.claims))
    return tuple(
        replace(c, mention=Mention(*c.mention), sentence=Mention(*c.sentence))  # type: ignore[misc]
        for c in claims
    )


def set_claims(doc: Doc, claims: Iterable[Claim]) -> None:
    """Keep *claims* as plain tuples."""
    doc._.claims = tuple(astuple(claim) for claim in claims)
