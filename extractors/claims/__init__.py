"""Find the numbers a paper reports as results. Pure functions over text and entity spans; spaCy is not needed."""

from extractors.claims.finding import find_claims
from extractors.claims.spans import EntitySpan

__all__ = ["EntitySpan", "find_claims"]
