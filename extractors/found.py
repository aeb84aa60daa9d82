"""What components hand each other: mentions found in a text, and entities no vocabulary knows."""

from __future__ import annotations

from dataclasses import dataclass

from kg.records import Named

__all__ = ["Found", "Named"]


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
