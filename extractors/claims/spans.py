"""What the claim rules are told about a record beside its text: where entities stand in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class EntitySpan:
    """Characters *start* to *end* of *field* ("title" or "abstract") name the entity *id*, which plays *role* in the paper.

    *type* is Hardware, Technique, System, Model, Dataset or Task; *role* may be empty where it is not known.
    """

    field: str
    start: int
    end: int
    type: str
    label: str
    id: str
    role: str = ""
