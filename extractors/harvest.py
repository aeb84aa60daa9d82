"""From a Doc to records, and the two passes over a corpus: discover names, then extract."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace

from spacy.tokens import Doc

from extractors.attributes import (
    field_bounds,
    get_claims,
    get_institutions,
    get_mentions,
    get_names,
    get_text,
    join_fields,
)
from extractors.claims.units import find_qudt
from extractors.components.vocabulary import VocabularyComponent
from extractors.found import Found, Named
from extractors.gazetteers import load_rows
from extractors.loading import load_pipeline
from extractors.sharing import Shared, share
from kg.ids import claim_id, paper_id
from kg.records import Claim, Document, Entity, Extraction, Mention, Term

_SHARED_TYPES = frozenset({"System", "Technique", "Model", "Dataset", "Hardware"})


class Extractor:
    """The pipeline with what it has learnt of the corpus; learn before you extract."""

    def __init__(self, pipeline: str = "accurate") -> None:
        self.nlp = load_pipeline(pipeline)
        self._terms: dict[str, Term] = {row.term.id: row.term for row in load_rows()}

    @staticmethod
    def paper_id(document: Document) -> str:
        """Return the node id of the paper that *document* tells of."""
        return paper_id(arxiv=document.arxiv, title=document.title, doi=document.doi)

    def process(self, document: Document, *, disable: Iterable[str] = ()) -> Doc:
        """Return the Doc of *document* with everything the pipeline finds but for the components to *disable*."""
        text, fields = join_fields(document)
        doc = self.nlp.make_doc(text)
        doc._.fields = fields
        doc._.organizations = document.organizations
        skipped = set(disable)
        for name, component in self.nlp.pipeline:
            if name not in skipped:
                doc = component(doc)
        return doc

    def discover(self, document: Document) -> tuple[Named, ...]:
        """Return the names that *document* introduces and that other papers may mention."""
        doc = self.process(document, disable=("paperkg_institutions", "paperkg_claims"))
        own = {node for node, _ in doc._.introduced}
        return tuple(name for name in get_names(doc) if name.id in own and name.type in _SHARED_TYPES)

    def learn(self, discovered: Iterable[Iterable[Named]]) -> None:
        """Recognise the *discovered* names in all papers from now on.

        Only what can be nothing but a name is shared (FastKron, LB4OMP); a plain word stays a name in its own paper alone.
        """
        self.know(share(discovered, known=self._terms))

    def know(self, shared: Mapping[str, Shared], *, matched: Container[str] | None = None) -> None:
        """Recognise the *shared* names from now on; look for those in *matched* alone where the papers to come can name no others."""
        self._terms.update((node, what.term) for node, what in shared.items())
        component = self.nlp.get_pipe("paperkg_vocabulary")
        assert isinstance(component, VocabularyComponent)
        component.extend(what.row for node, what in sorted(shared.items()) if matched is None or node in matched)

    def extract(self, document: Document) -> Extraction:
        """Return what the pipeline finds in *document*."""
        return self.harvest(self.process(document), document)

    def harvest(self, doc: Doc, document: Document) -> Extraction:
        """Return the records of *doc*, which was made of *document*."""
        paper = self.paper_id(document)
        entities = self._entities(doc)
        claims = tuple(_with_id(claim, paper) for claim in get_claims(doc))
        return Extraction(paper, document, get_institutions(doc), entities, claims)

    def _entities(self, doc: Doc) -> tuple[Entity, ...]:
        bounds = {field: field_bounds(doc, field) for field in ("title", "abstract")}
        roles = dict(doc._.roles)
        names = {name.id: name for name in get_names(doc)}
        mentions: dict[str, list[Found]] = defaultdict(list)
        for found in get_mentions(doc):
            mentions[found.id].append(found)
        entities = []
        for node in sorted(mentions):
            placed = tuple(
                Mention(
                    field, m.start - start, m.end - start, get_text(doc)[m.start : m.end], m.extractor, m.confidence
                )
                for m in sorted(mentions[node])
                for field, (start, end) in bounds.items()
                if start <= m.start and m.end <= end
            )
            if placed:
                entity = self._entity(node, mentions[node][0].type, names.get(node))
                confidence = max(mention.confidence for mention in placed)
                role = roles.get(node, "mentions")
                entities.append(replace(entity, role=role, confidence=confidence, mentions=placed))
        return tuple(entities)

    def _entity(self, node: str, type_: str, name: Named | None) -> Entity:
        term = self._terms.get(node)
        if term is None:
            assert name is not None, node
            return Entity(node, name.type, name.label, name.label_zh, name.aliases, name.kind, broader=name.broader)
        aliases = {*term.aliases, *term.zh, *(name.aliases if name else ())}
        zh = term.zh[0] if term.zh else ""
        broader = name.broader if name else ""
        return Entity(node, type_, term.name, zh, tuple(sorted(aliases - {term.name, zh})), term.kind, broader=broader)


def _with_id(claim: Claim, paper: str) -> Claim:
    mention = claim.mention
    parts = (
        mention.field,
        str(mention.start),
        str(mention.end),
        claim.metric,
        repr(claim.value),
        claim.unit,
        claim.subject,
    )
    return replace(claim, id=claim_id(paper, *parts), qudt=find_qudt(claim.unit))
