"""From a Doc to the plain values that the rules and judges work on."""

from __future__ import annotations

from functools import cache

from spacy.tokens import Doc

from extractors.attributes import field_bounds, get_mentions, get_names, get_text
from extractors.features import Subject, group_places
from extractors.gazetteers import load_rows
from extractors.roles import Place


@cache
def _kinds() -> dict[str, str]:
    return {row.term.id: row.term.kind for row in load_rows()}


@cache
def _generic() -> frozenset[str]:
    return frozenset(row.term.id for row in load_rows() if row.generic)


@cache
def _allowed() -> dict[str, tuple[str, ...]]:
    return {row.term.id: (row.term.type, *row.also) for row in load_rows() if row.also}


@cache
def _known() -> frozenset[str]:
    return frozenset(row.term.id for row in load_rows())


#: What a name that no vocabulary knows may turn out to be.
NAME_TYPES = ("Dataset", "Hardware", "Model", "System", "Task", "Technique")


def get_texts(doc: Doc) -> dict[str, str]:
    """Return title and abstract of *doc*."""
    return {field: get_text(doc)[slice(*field_bounds(doc, field))] for field in ("title", "abstract")}


def get_places(doc: Doc) -> tuple[Place, ...]:
    """Return where the entities of *doc* are mentioned, with offsets in title and abstract."""
    bounds = {field: field_bounds(doc, field) for field in ("title", "abstract")}
    kinds = {name.id: name.kind for name in get_names(doc)}
    return tuple(
        Place(
            mention.id,
            mention.type,
            _kinds().get(mention.id) or kinds.get(mention.id, ""),
            mention.id in _generic(),
            field,
            mention.start - start,
            mention.end - start,
        )
        for mention in get_mentions(doc)
        for field, (start, end) in bounds.items()
        if start <= mention.start and mention.end <= end
    )


def get_subjects(doc: Doc) -> tuple[Subject, ...]:
    """Return the entities of *doc* as the judges see them, with the role that the rules gave them."""
    texts = get_texts(doc)
    roles = dict(doc._.roles)
    patterns = dict(doc._.introduced)
    extractors: dict[str, str] = {}
    for mention in get_mentions(doc):
        extractors[mention.id] = max(extractors.get(mention.id, ""), mention.extractor)
    subjects = []
    for node, places in sorted(group_places(get_places(doc)).items()):
        surfaces = [texts[place.field][place.start : place.end] for place in places]
        surface = max(surfaces, key=lambda s: (surfaces.count(s), len(s), s))
        first = places[0]
        subjects.append(
            Subject(
                node,
                first.type,
                first.kind,
                first.generic,
                surface,
                extractors[node],
                patterns.get(node, ""),
                roles.get(node, "mentions"),
                places,
                _allowed().get(node, ()) if node in _known() else NAME_TYPES,
            )
        )
    return tuple(subjects)
