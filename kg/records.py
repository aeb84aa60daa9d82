"""The records that cross every border: what was read, what was found in it, and what the vocabularies know.

All are frozen, slotted and ordered. Offsets count Unicode code points of the raw field:
``document.field(mention.field)[mention.start:mention.end] == mention.text``, always.
An empty string stands for "not stated"; the JSON form writes it as null.
"""

from __future__ import annotations

from dataclasses import dataclass

ENTITY_TYPES = ("Hardware", "Technique", "System", "Model", "Dataset", "Task")
ROLES = ("introduces", "uses", "comparesWith", "evaluatedOn", "addresses", "mentions")


@dataclass(frozen=True, slots=True, order=True)
class Author:
    """One author as the record names them; *orcid* is the bare identifier, *affiliations* the organisations as written."""

    name: str
    orcid: str = ""
    affiliations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Document:
    """One paper as its digest gives it; *source* and *line* say where the record begins.

    *date* is a day, or a month or a year where the record knows no more. *categories* are those of arXiv, *subjects* all other subject
    words. *version* is the paper's version at arXiv (``v2``). *organizations* pairs a name as it stands in *affiliation* with the ROR id
    that the record gives for it. *sources* are the places (``file:line``) of all records that met in this one, where there are several.
    """

    title: str
    abstract: str
    date: str = ""
    categories: tuple[str, ...] = ()
    affiliation: str = ""
    arxiv: str = ""
    source: str = ""
    line: int = 0
    authors: tuple[Author, ...] = ()
    doi: str = ""
    urls: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    version: str = ""
    organizations: tuple[tuple[str, str], ...] = ()
    sources: tuple[str, ...] = ()

    def field(self, name: str) -> str:
        """Return the raw text of field *name*: title, affiliation or abstract."""
        if name not in ("title", "affiliation", "abstract"):
            raise KeyError(name)
        text: str = getattr(self, name)
        return text


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """The characters a statement came from: *text* is ``field[start:end]``; *confidence* lies in 0..1."""

    field: str
    start: int
    end: int
    text: str
    extractor: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, order=True)
class Institution:
    """An organisation named on the affiliation line.

    *label* is the canonical English name of the organisation, *label_zh* its Chinese one, *unit* the sub-unit named
    in this record, *ror* the last nine characters of its ROR id (empty where unlinked), *country* an ISO 3166 code,
    *kind* the ROR type (education, company, ...), *parent* the id of the organisation it is part of, if known.
    """

    id: str
    label: str
    label_zh: str = ""
    aliases: tuple[str, ...] = ()
    unit: str = ""
    unit_zh: str = ""
    ror: str = ""
    country: str = ""
    kind: str = ""
    parent: str = ""
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Entity:
    """One thing a paper names, with all its mentions in the record and the *role* it plays there.

    *broader* is the id of the vocabulary's term that its name narrows by a modifier, if it does.
    """

    id: str
    type: str
    label: str
    label_zh: str = ""
    aliases: tuple[str, ...] = ()
    kind: str = ""
    role: str = "mentions"
    confidence: float = 1.0
    mentions: tuple[Mention, ...] = ()
    broader: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Claim:
    """A number a paper reports as a result.

    *value* is one number or (low, high); *unit* is ``x``, ``%`` or as written; *baseline*, *hardware* and *subject*
    are surface forms, and ``*_id`` the entities they resolve to (empty where they resolve to none). *qudt* is the unit's name in QUDT.
    *mention* is the shortest text with the number and its unit, *sentence* the sentence around it.
    """

    metric: str
    value: tuple[float, ...]
    unit: str
    qualifier: str = ""
    direction: str = ""
    baseline: str = ""
    hardware: tuple[str, ...] = ()
    subject: str = ""
    mention: Mention = Mention("abstract", 0, 0, "")
    sentence: Mention = Mention("abstract", 0, 0, "")
    id: str = ""
    baseline_id: str = ""
    hardware_ids: tuple[str, ...] = ()
    subject_id: str = ""
    qudt: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Extraction:
    """All that was found in one document; *id* is the paper's node id, *authors* are those of its authors, where they are to be nodes."""

    id: str
    document: Document
    institutions: tuple[Institution, ...] = ()
    entities: tuple[Entity, ...] = ()
    claims: tuple[Claim, ...] = ()
    authors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Named:
    """An entity that this record names and no vocabulary has.

    *aliases* are its other forms in the record, *broader* the id of the known term that it is a narrower form of, if it is.
    """

    id: str
    type: str
    label: str
    label_zh: str = ""
    aliases: tuple[str, ...] = ()
    kind: str = ""
    broader: str = ""

    def astuple(self) -> tuple[object, ...]:
        """Return the values in order."""
        return (self.id, self.type, self.label, self.label_zh, self.aliases, self.kind, self.broader)


@dataclass(frozen=True, slots=True, order=True)
class Term:
    """One row of a vocabulary: a thing the field knows, with its names and what is known of it.

    *name* is the canonical English name; *broader* the ids of the wider terms; *row* says which file and line the term stands in
    (``hardware/gpu.tsv:17``) and is the evidence of every edge made from it.
    """

    id: str
    type: str
    name: str
    zh: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    kind: str = ""
    broader: tuple[str, ...] = ()
    vendor: str = ""
    architecture: str = ""
    part_of: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    row: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """Why an edge exists.

    From a paper: *source* is the paper's id and *field*, *start*, *end* the characters that say it. From a vocabulary: *source* is
    ``vocabulary/<file>:<line>``, the rest empty. Derived: *source* is a paper that the rule applied to, *extractor* is ``rule:<name>``.
    """

    source: str
    field: str = ""
    start: int = 0
    end: int = 0
    extractor: str = ""
    confidence: float = 1.0
