"""What a reader yields: a document, or the problem that kept a record from being one."""

from __future__ import annotations

from dataclasses import dataclass

from kg.errors import InputError
from kg.records import Document


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A record that could not be read: where it begins, why, and its *text* for the rejects file."""

    source: str
    line: int
    reason: str
    text: str = ""

    def error(self) -> InputError:
        """Return the problem as an error to raise."""
        return InputError(self.source, self.line, self.reason)


Reading = Document | Problem
