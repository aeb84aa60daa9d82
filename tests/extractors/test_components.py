"""The components one by one, on Docs made by hand, and what becomes of a Doc that is stored or sent to another process."""

from __future__ import annotations

import pytest
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from extractors.attributes import (
    field_bounds,
    get_claims,
    get_institutions,
    get_mentions,
    get_names,
    join_fields,
    set_mentions,
    set_names,
)
from extractors.components.claims import ClaimsComponent
from extractors.components.institutions import InstitutionsComponent
from extractors.components.names import NamesComponent
from extractors.components.roles import RolesComponent
from extractors.components.vocabulary import VocabularyComponent
from extractors.found import Found, Named
from extractors.gazetteers import Row
from extractors.loading import PIPELINES, load_pipeline
from extractors.matching import Matcher
from extractors.places import get_places, get_subjects, get_texts
from kg.errors import UnknownNameError
from kg.ids import entity_id
from kg.records import Document, Term

DOCUMENT = Document(
    "KiloJoin: Fast Joins",
    "We present KiloJoin, a library. 在A100上，it is 2x faster than Zorvex2.",
    affiliation="NVIDIA; 清华大学",
)
EXTENSIONS = ("fields", "mentions", "names", "roles", "introduced", "hidden", "institutions", "claims")


@pytest.fixture(scope="module")
def nlp():
    return load_pipeline()


@pytest.fixture
def doc(nlp):
    """The Doc of DOCUMENT before any component has seen it."""
    text, fields = join_fields(DOCUMENT)
    made = nlp.make_doc(text)
    made._.fields = fields
    return made


def row(name, type="Technique", **facts):
    return Row(Term(entity_id(name), type, name), **facts)


def found(doc, surface, type="Technique"):
    start = doc.text.index(surface)
    return Found(start, start + len(surface), type, entity_id(surface), "hand")


def quoted(doc):
    return [(doc.text[m.start : m.end], m.id) for m in get_mentions(doc)]


def run(nlp, document):
    text, fields = join_fields(document)
    made = nlp.make_doc(text)
    made._.fields = fields
    for _, component in nlp.pipeline:
        made = component(made)
    return made


def test_the_fields_of_a_document_are_joined_and_found_again(doc):
    assert {field: doc.text[slice(*field_bounds(doc, field))] for field, _, _ in doc._.fields} == {
        "title": DOCUMENT.title,
        "affiliation": DOCUMENT.affiliation,
        "abstract": DOCUMENT.abstract,
    }


def test_a_doc_without_fields_is_all_abstract(nlp):
    doc = nlp.make_doc("Joins.")
    assert (field_bounds(doc, "abstract"), field_bounds(doc, "title")) == ((0, 6), (0, 0))


def test_mentions_are_kept_sorted_once_and_as_spans(doc):
    later, first = found(doc, "library"), found(doc, "Fast")
    set_mentions(doc, [later, first, later])
    assert get_mentions(doc) == (first, later)
    assert [(s.text, s.label_, s.kb_id_, s.id_) for s in doc.spans["mentions"]] == [
        ("Fast", "Technique", "entity/fast", "hand"),
        ("library", "Technique", "entity/library", "hand"),
    ]


def test_names_come_back_as_they_were_kept(doc):
    name = Named("entity/kilojoin", "System", "KiloJoin", "", ("KJ",), "")
    set_names(doc, [name, name])
    assert get_names(doc) == (name,)


def test_vocabulary_finds_terms_in_title_and_abstract_but_not_in_the_affiliation(doc):
    component = VocabularyComponent(Matcher([row("Fast Joins"), row("library"), row("NVIDIA")]))
    assert quoted(component(doc)) == [("Fast Joins", "entity/fast-joins"), ("library", "entity/library")]


def test_vocabulary_takes_its_context_from_the_whole_record(nlp):
    text, fields = join_fields(Document("Ray: Joins", "A distributed run."))
    doc = nlp.make_doc(text)
    doc._.fields = fields
    ray = row("Ray", "System", ambiguous=("Ray",), context=("distributed",))
    assert quoted(VocabularyComponent(Matcher([ray]))(doc)) == [("Ray", "entity/ray")]


def test_vocabulary_is_surer_of_a_plain_term_than_of_an_ambiguous_and_of_that_than_of_a_generic_one(doc):
    rows = [row("library"), row("Fast", ambiguous=("Fast",), context=("joins",)), row("present", generic=True)]
    sure = {m.id: m.confidence for m in get_mentions(VocabularyComponent(Matcher(rows))(doc))}
    assert sure["entity/library"] > sure["entity/fast"] > sure["entity/present"] > 0


def test_vocabulary_keeps_the_mentions_of_components_before_it(doc):
    set_mentions(doc, [found(doc, "library")])
    VocabularyComponent(Matcher([row("present")]))(doc)
    assert [surface for surface, _ in quoted(doc)] == ["present", "library"]


def test_vocabulary_is_extended_once_a_row_and_leaves_the_old_matcher_alone(doc):
    matcher = Matcher([row("library")])
    component = VocabularyComponent(matcher)
    component.extend([row("library")])
    assert component.matcher is matcher
    component.extend([row("present"), row("library")])
    assert [surface for surface, _ in quoted(component(doc))] == ["present", "library"]
    assert len(matcher.rows) == 1


def test_names_adds_what_the_record_introduces(doc):
    set_mentions(doc, [found(doc, "A100", "Hardware")])
    NamesComponent()(doc)
    assert [surface for surface, _ in quoted(doc)] == ["KiloJoin", "KiloJoin", "A100"]
    assert [name.label for name in get_names(doc)] == ["KiloJoin"]
    assert dict(doc._.introduced) == {"entity/kilojoin": "verb"}


def test_names_keeps_what_a_longer_name_hides(doc):
    set_mentions(doc, [Found(0, 4, "Technique", "entity/kilo", "hand")])
    NamesComponent()(doc)
    assert doc._.hidden == ((0, 4, "Technique", "entity/kilo", "hand", 1.0),)


def test_roles_gives_every_entity_one(doc):
    set_mentions(doc, [found(doc, "KiloJoin", "System"), found(doc, "Zorvex2", "System"), found(doc, "library")])
    doc._.introduced = (("entity/kilojoin", "title"),)
    RolesComponent()(doc)
    assert dict(doc._.roles) == {
        "entity/kilojoin": "introduces",
        "entity/library": "uses",
        "entity/zorvex2": "comparesWith",
    }


def test_institutions_reads_the_affiliation_line_alone(doc):
    InstitutionsComponent()(doc)
    assert [i.label for i in get_institutions(doc)] == ["NVIDIA", "Tsinghua University"]
    assert [span.text for span in doc.spans["institutions"]] == ["NVIDIA", "清华大学"]


def test_institutions_finds_none_without_a_line(nlp):
    doc = InstitutionsComponent()(nlp.make_doc("NVIDIA is named here."))
    assert get_institutions(doc) == ()


def test_claims_names_the_baseline_and_makes_it_compared_with(doc):
    set_mentions(doc, [found(doc, "Zorvex2", "System")])
    set_names(doc, [Named("entity/zorvex2", "System", "Zorvex2")])
    doc._.roles = (("entity/zorvex2", "mentions"),)
    ClaimsComponent()(doc)
    (claim,) = get_claims(doc)
    assert (claim.value, claim.unit, claim.baseline_id) == ((2.0,), "x", "entity/zorvex2")
    assert DOCUMENT.abstract[claim.mention.start : claim.mention.end] == claim.mention.text
    assert dict(doc._.roles) == {"entity/zorvex2": "comparesWith"}


def test_claims_leaves_a_stronger_role_alone(doc):
    set_mentions(doc, [found(doc, "Zorvex2", "System")])
    doc._.roles = (("entity/zorvex2", "introduces"),)
    ClaimsComponent()(doc)
    assert dict(doc._.roles) == {"entity/zorvex2": "introduces"}


def test_places_count_in_their_field(doc):
    set_mentions(doc, [found(doc, "Fast"), found(doc, "library"), found(doc, "NVIDIA")])
    texts = get_texts(doc)
    assert [(p.field, texts[p.field][p.start : p.end]) for p in get_places(doc)] == [
        ("title", "Fast"),
        ("abstract", "library"),
    ]


def test_a_name_no_vocabulary_has_may_be_of_any_type_and_a_term_only_of_its_own(doc):
    set_mentions(doc, [found(doc, "KiloJoin", "System"), Found(0, 8, "Hardware", "entity/nvidia-a100", "hand")])
    allowed = {subject.id: subject.allowed for subject in get_subjects(doc)}
    assert "Technique" in allowed["entity/kilojoin"]
    assert allowed["entity/nvidia-a100"] == ()


def tuples(values):
    """Return *values* with tuples for lists: MessagePack, which stores a Doc, knows no tuples."""
    return tuple(map(tuples, values)) if isinstance(values, (list, tuple)) else values


def everything(doc):
    spans = [(s.start_char, s.end_char, s.label_, s.kb_id_, s.id_) for s in doc.spans["mentions"]]
    return {"text": doc.text, "spans": spans, **{name: tuples(getattr(doc._, name)) for name in EXTENSIONS}}


def test_a_stored_doc_comes_back_with_all_that_was_found(nlp):
    doc = run(nlp, DOCUMENT)
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert everything(again) == everything(doc)


def test_records_of_a_stored_doc_are_those_of_the_doc(nlp):
    doc = run(nlp, DOCUMENT)
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    for get in (get_mentions, get_names, get_institutions, get_claims):
        assert get(again) == get(doc)
        assert len({*get(doc), *get(again)}) == len(get(doc)) > 0


def test_a_component_runs_on_a_stored_doc(nlp):
    doc = run(nlp, DOCUMENT)
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    for _, component in nlp.pipeline:
        again = component(again)
    assert everything(again)["claims"] == everything(doc)["claims"]


def test_a_doc_bin_keeps_all_that_was_found(nlp):
    docs = [run(nlp, DOCUMENT), run(nlp, Document("T", "Nothing."))]
    stored = DocBin(docs=docs, store_user_data=True).to_bytes()
    again = DocBin().from_bytes(stored).get_docs(nlp.vocab)
    assert [everything(doc) for doc in again] == [everything(doc) for doc in docs]


def test_components_need_of_each_other_only_what_those_before_them_give(nlp):
    # doc._.fields is what the caller sets: no component gives it.
    problems = nlp.analyze_pipes()["problems"]
    assert set(problems) == set(nlp.pipe_names)
    assert {need for needs in problems.values() for need in needs} <= {"doc._.fields"}


def test_moving_a_component_before_what_it_needs_is_a_problem(nlp):
    moved = Language()
    for name in ("paperkg_roles", "paperkg_vocabulary"):
        moved.add_pipe(name)
    assert "doc._.mentions" in moved.analyze_pipes()["problems"]["paperkg_roles"]
    assert "doc._.mentions" not in nlp.analyze_pipes()["problems"]["paperkg_roles"]


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # Python 3.12 on forking a threaded test runner
def test_two_processes_find_what_one_finds(nlp):
    abstracts = [
        "We present KiloJoin, a library. It is 2x faster than Zorvex2 on an A100.",
        "我们提出KiloJoin，在H100上比PyTorch快3倍。",
        "Joins are slow.",
        "MoE training with tensor and pipeline parallelism.",
    ]
    docs = []
    for abstract in abstracts:
        text, fields = join_fields(Document("KiloJoin: Fast Joins", abstract, affiliation="NVIDIA"))
        doc = nlp.make_doc(text)
        doc._.fields = fields
        docs.append(doc.to_bytes())

    def made():
        return [Doc(nlp.vocab).from_bytes(stored) for stored in docs]

    one = [everything(doc) for doc in nlp.pipe(made())]
    two = [everything(doc) for doc in nlp.pipe(made(), n_process=2, batch_size=1)]
    assert two == one
    assert all(values["institutions"] and values["fields"] for values in one)


def test_the_fast_pipeline_leaves_out_the_judges_and_the_accurate_one_nothing():
    assert "paperkg_judging" not in load_pipeline("fast").pipe_names
    assert set(load_pipeline("fast").pipe_names) < set(load_pipeline("accurate").pipe_names)


def test_a_pipeline_that_is_none_is_refused_with_those_there_are():
    with pytest.raises(UnknownNameError, match="Known: accurate, fast"):
        load_pipeline("quick")
    assert set(PIPELINES) == {"accurate", "fast"}
