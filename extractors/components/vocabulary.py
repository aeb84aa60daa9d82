"""Component: find the terms of the vocabularies in title and abstract."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from spacy.language import Language
from spacy.tokens import Doc

from extractors.attributes import field_bounds, get_mentions, get_text, set_mentions
from extractors.found import Found
from extractors.gazetteers import Row, load_rows
from extractors.matching import Matcher

EXTRACTOR = "vocabulary"


@cache
def shipped_matcher() -> Matcher:
    """Return the matcher of the shipped vocabularies."""
    return Matcher(load_rows())


class VocabularyComponent:
    """Find vocabulary terms; *matcher* holds the vocabulary and may be exchanged for a wider one."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher

    def extend(self, rows: Iterable[Row]) -> None:
        """Make the component know *rows* beside those it knows already."""
        known = {row.term.id for row in self.matcher.rows}
        added = [row for row in rows if row.term.id not in known]
        if added:
            self.matcher = self.matcher.extended(added)

    def __call__(self, doc: Doc) -> Doc:
        found = list(get_mentions(doc))
        bounds = [field_bounds(doc, "title"), field_bounds(doc, "abstract")]
        texts = [get_text(doc)[start:end] for start, end in bounds]
        record = "\n".join(texts)
        for (offset, _), text in zip(bounds, texts, strict=True):
            for hit in self.matcher.find(text, context=record) if text else ():
                row = self.matcher.rows[hit.row]
                confidence = 0.6 if row.generic else 0.8 if hit.ambiguous else 0.95
                found.append(
                    Found(offset + hit.start, offset + hit.end, row.term.type, row.term.id, EXTRACTOR, confidence)
                )
        set_mentions(doc, found)
        return doc


@Language.factory("paperkg_vocabulary", requires=["doc._.fields"], assigns=["doc._.mentions", "doc.spans"])
def make_vocabulary(nlp: Language, name: str) -> VocabularyComponent:
    """Return the component that finds the terms of the shipped vocabularies."""
    return VocabularyComponent(shipped_matcher())
