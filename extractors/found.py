"""What components hand each other: mentions found in a text, and entities no vocabulary knows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """Characters *start* to *end* of the record's text name the entity *id* of *type*."""

    start: int
    end: int
    type: str
    id: str
    extractor: str
    confidence: float = 1.0

    def astuple(self) -> tuple[object, ...]:
        """Return the values in order."""
        return (self.start, self.end, self.type, self.id, self.extractor, self.confidence)


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
