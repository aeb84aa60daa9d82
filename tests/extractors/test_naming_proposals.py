"""What a paper proposes: the names and descriptions that titles and sentences bring forward, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given

from extractors.naming.proposals import find_proposals, find_slots
from tests.strategies import texts

LONG = "Joins are sorted in rings of buckets. " * 8


def introduced(abstract, *, title="A Study"):
    """Return name, type and pattern of what title and abstract introduce."""
    found = find_proposals(title, abstract)
    return [(p.text, p.type, p.pattern) for p in found if p.introduced]


def names(abstract, *, title="A Study"):
    return {text for text, _, _ in introduced(abstract, title=title)}


@pytest.mark.parametrize(
    ("title", "abstract", "name"),
    [
        ("Zorvex: Fast Joins", "Zorvex is fast.", "Zorvex"),
        ("Zorvex：快速联接", "Zorvex很快。", "Zorvex"),
        ("KiloJoin: Fast Joins", LONG, "KiloJoin"),
        ("KiloJoin Ring: Fast Joins", "KiloJoin Ring is fast.", "KiloJoin Ring"),
        ("zorvex: fast joins", "Here zorvex is fast.", "zorvex"),
        ("S$^{3}$: Fast Joins", "It is fast.", "S$^{3}$"),
    ],
)
def test_a_name_before_the_colon_of_a_title_is_introduced(title, abstract, name):
    assert (name, "title") in {(text, pattern) for text, _, pattern in introduced(abstract, title=title)}


@pytest.mark.parametrize(
    "title",
    [
        "Efficient: Fast Joins",
        "Towards Faster Joins: A Study of Buckets",
        "GPU: Fast Joins",
        "Fast Joins",
        "Zorvex: Fast Joins",
        ": Fast Joins",
    ],
)
def test_plain_words_and_names_the_abstract_never_repeats_are_no_names_of_a_title(title):
    assert introduced(LONG, title=title) == []


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        ("We present KiloJoin, a library for joins.", ("KiloJoin", "System", "verb")),
        ("We propose KiloJoin, a scheduling algorithm for joins.", ("KiloJoin", "Technique", "verb")),
        ("This paper introduces KiloJoin.", ("KiloJoin", "System", "verb")),
        ("We present Zorvex. Zorvex is fast.", ("Zorvex", "System", "verb")),
        ("我们提出Zorvex，一个联接库。", ("Zorvex", "System", "verb")),
        ("本文设计了KiloJoin算法。", ("KiloJoin", "Technique", "verb")),
        ("我们提出“Zorvex”。", ("Zorvex", "System", "verb")),
        ("We build a runtime called Zorvex for joins.", ("Zorvex", "System", "called")),
        ("We use a compiler, dubbed Zorvex.", ("Zorvex", "System", "called")),
        ("一种名为Zorvex的调度算法。", ("Zorvex", "Technique", "called")),
        ("该框架称为“Zorvex”。", ("Zorvex", "System", "called")),
        ("We introduce a new runtime, KiloJoin, for joins.", ("KiloJoin", "System", "apposition")),
        ("我们提出了一种调度框架KiloJoin，用于联接。", ("KiloJoin", "System", "apposition")),
        ("Our KiloJoin is fast.", ("KiloJoin", "System", "ours")),
        ("KiloJoin通过桶来加速联接。", ("KiloJoin", "System", "subject")),
        ("Joins are slow. Zorvex2 is a library for joins.", ("Zorvex2", "System", "topic")),
    ],
)
def test_a_name_in_the_place_of_what_is_proposed_is_introduced(abstract, expected):
    assert expected in introduced(abstract)


@pytest.mark.parametrize(
    "abstract",
    [
        "We present a framework for joins.",
        "We present Results on joins. Results are good.",
        "We present Efficient joins.",
        "我们提出一个框架。",
        "提出GPU上的联接",
        "被提出的方法",
        "Joins are slow.",
        "",
    ],
)
def test_plain_words_and_hardware_words_are_not_introduced(abstract):
    assert introduced(abstract) == []


def test_a_name_by_its_shape_alone_is_named_not_introduced():
    (proposal,) = find_proposals("A Study", "The library KiloJoin is slow.")
    assert (proposal.text, proposal.type, proposal.introduced) == ("KiloJoin", "System", False)


@pytest.mark.parametrize("text", ["See https://example.org/KiloJoin for code.", r"The command \KiloJoin is set."])
def test_addresses_and_commands_are_no_names(text):
    assert find_proposals("A Study", text) == []


@pytest.mark.parametrize("command", ["textbf", "texttt", "textsc", "emph"])
def test_a_name_in_latex_is_read_without_its_command(command):
    assert "KiloJoin" in names(rf"We present \{command}{{KiloJoin}}, a library.")


def test_a_name_may_have_several_words():
    assert "KiloJoin Ring" in names("We present KiloJoin Ring, a library.")
    assert "KiloJoin" in names("We present KiloJoin Framework for joins.")


@pytest.mark.parametrize(
    ("abstract", "description"),
    [
        ("We propose a novel bucket-guided sorting strategy for joins.", "bucket-guided sorting"),
        ("本文提出了一种桶序环形调度算法，用于联接。", "桶序环形调度"),
    ],
)
def test_a_described_method_is_introduced_without_its_plain_head(abstract, description):
    (proposal,) = [p for p in find_proposals("A Study", abstract) if p.introduced]
    assert (proposal.text, proposal.type, proposal.pattern) == (description, "Technique", "described")
    assert not proposal.proper


def test_a_described_system_is_no_technique():
    assert introduced("We propose a bucket-guided sorting framework for joins.") == []


def test_slots_stand_behind_articles_and_qualities():
    text = "We propose a novel and efficient ring."
    assert {text.index("ring")} <= find_slots(text)
    assert find_slots("Joins are slow.") == frozenset()


@pytest.mark.parametrize("text", ["提出了一种新的环", "提出环", "A ring is proposed."])
def test_slots_are_found_in_both_languages_and_in_the_passive(text):
    assert max(text.find("环"), text.find("ring")) in find_slots(text)


@given(title=texts, abstract=texts)
def test_every_proposal_quotes_its_field(title, abstract):
    fields = {"title": title, "abstract": abstract}
    for proposal in find_proposals(title, abstract):
        assert fields[proposal.field][proposal.start : proposal.end] == proposal.text
