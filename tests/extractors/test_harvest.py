"""Two passes over a corpus: what one paper introduces is recognised in another, and every record quotes its paper."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings

from extractors.harvest import Extractor
from kg.records import Document
from tests.strategies import documents

KNOWN = Document("Zorvex2: Fast Ring Joins", "We present Zorvex2, a library for ring joins. Zorvex2 is fast.")
PLAIN = Document("Mist: Fast Ring Joins", "We present Mist, a library for ring joins. Mist is fast.")
SHORT = Document("Z2J: Fast Ring Joins", "We present Z2J, a library for ring joins. Z2J is fast.")
SHOUT = Document("ZORVE9: Fast Ring Joins", "We present ZORVE9, a library for ring joins. ZORVE9 is fast.")
OTHER = Document(
    "A Study of Joins",
    "It is 2x faster than Zorvex2 on an A100. Mist, Z2J and ZORVE9 are others.",
    "2024-01-01",
    ("cs.DC",),
    "NVIDIA; 清华大学",
)


@pytest.fixture
def extractor():
    """An extractor by rules alone that has learnt nothing yet."""
    return Extractor("fast")


def teach(*papers):
    """Return an extractor that has learnt from *papers*."""
    extractor = Extractor("fast")
    extractor.learn([extractor.discover(paper) for paper in papers])
    return extractor


#: One extractor for all tests that only ask it.
learnt = cache(teach)


def ids(extractor, document=OTHER):
    return {entity.id for entity in extractor.extract(document).entities}


def test_a_paper_tells_what_it_introduces(extractor):
    assert [(name.id, name.label) for name in extractor.discover(KNOWN)] == [("entity/zorvex2", "Zorvex2")]


def test_a_paper_that_only_names_a_thing_introduces_nothing(extractor):
    assert extractor.discover(OTHER) == ()


def test_a_name_one_paper_introduces_is_recognised_in_another(extractor):
    assert "entity/zorvex2" not in ids(extractor)
    extractor.learn([extractor.discover(KNOWN)])
    (entity,) = [e for e in extractor.extract(OTHER).entities if e.id == "entity/zorvex2"]
    assert (entity.type, entity.label, entity.role) == ("System", "Zorvex2", "comparesWith")
    assert [mention.text for mention in entity.mentions] == ["Zorvex2"]


@pytest.mark.parametrize(("paper", "node"), [(PLAIN, "entity/mist"), (SHORT, "entity/z2j"), (SHOUT, "entity/zorve9")])
def test_a_plain_a_short_and_a_capital_word_stay_names_of_their_own_paper(paper, node):
    extractor = learnt(paper)
    assert node in ids(extractor, paper)
    assert node not in ids(extractor)


def test_the_order_of_learning_does_not_matter():
    first, second = learnt(KNOWN, PLAIN, SHORT), learnt(SHORT, PLAIN, KNOWN)
    for paper in (OTHER, KNOWN, PLAIN):
        assert first.extract(paper) == second.extract(paper)


def test_two_papers_that_introduce_one_name_as_different_things_are_learnt_in_either_order():
    method = Document("A Method", "We propose Zorvex2, a scheduling algorithm for joins. Zorvex2 is fast.")
    types = [
        {entity.type for entity in teach(*papers).extract(OTHER).entities if entity.id == "entity/zorvex2"}
        for papers in ((KNOWN, method), (method, KNOWN))
    ]
    assert {name.type for paper in (KNOWN, method) for name in learnt().discover(paper)} == {"System", "Technique"}
    assert types == [{"System"}, {"System"}]


def test_learning_twice_is_learning_once():
    extractor = teach(KNOWN, KNOWN)
    before = extractor.extract(OTHER)
    extractor.learn([extractor.discover(KNOWN)])
    assert extractor.extract(OTHER) == before


def test_learning_reaches_no_other_extractor(extractor):
    assert "entity/zorvex2" in ids(learnt(KNOWN))
    assert "entity/zorvex2" not in ids(extractor)


def test_a_name_of_the_vocabulary_keeps_its_vocabulary_row():
    paper = Document("PyTorch: A Library", "We present PyTorch, a library. PyTorch is fast.")
    (entity,) = [e for e in learnt(paper).extract(paper).entities if e.id == "entity/pytorch"]
    assert (entity.label, entity.role) == ("PyTorch", "introduces")


def quotes(extraction):
    yield from (m for i in extraction.institutions for m in i.mentions)
    yield from (m for e in extraction.entities for m in e.mentions)
    yield from (m for c in extraction.claims for m in (c.mention, c.sentence))


def test_every_mention_quotes_its_field():
    extraction = learnt(KNOWN).extract(OTHER)
    found = list(quotes(extraction))
    assert {mention.field for mention in found} == {"affiliation", "abstract"}
    assert all(OTHER.field(m.field)[m.start : m.end] == m.text for m in found)


def test_entities_are_sorted_and_each_is_listed_once():
    nodes = [entity.id for entity in learnt(KNOWN).extract(OTHER).entities]
    assert nodes == sorted(set(nodes))


def test_claims_have_ids_of_their_own_paper():
    first = learnt().extract(OTHER)
    other = learnt().extract(Document("Another Study", OTHER.abstract))
    assert first.claims
    assert {c.id for c in first.claims}.isdisjoint(c.id for c in other.claims)


def test_a_disabled_component_is_skipped(extractor):
    doc = extractor.process(OTHER, disable=("paperkg_vocabulary", "paperkg_claims", "paperkg_institutions"))
    assert not any(mention[4] == "vocabulary" for mention in doc._.mentions)
    assert (doc._.claims, doc._.institutions) == ((), ())


def test_a_paper_is_known_by_its_arxiv_number_or_its_title():
    assert Extractor.paper_id(Document("T", "", arxiv="2401.00001")) == "paper/2401.00001"
    assert Extractor.paper_id(Document("A Title", "")) == Extractor.paper_id(Document("a  title.", "other"))


HOSTILE = Extractor("fast")


@settings(max_examples=30)
@given(document=documents())
def test_any_document_gives_an_extraction_that_quotes_it(document):
    for mention in quotes(HOSTILE.extract(document)):
        assert document.field(mention.field)[mention.start : mention.end] == mention.text
