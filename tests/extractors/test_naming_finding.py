"""The names of a record: proposals, expansions and vocabulary mentions joined into entities with their mentions."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from extractors.found import Found
from extractors.naming.finding import clean, find_names
from extractors.naming.translating import compose
from tests.strategies import texts


def find(title, abstract, *known):
    """Return the findings of a record; *known* are (surface, type, id) of vocabulary mentions, all occurrences."""
    text = f"{title}\n{abstract}"
    mentions = []
    for surface, type_, node in known:
        start = text.find(surface)
        while start >= 0:
            mentions.append(Found(start, start + len(surface), type_, node, "vocabulary", 0.95))
            start = text.find(surface, start + 1)
    return text, find_names(text, title=(0, len(title)), abstract=(len(title) + 1, len(text)), known=mentions)


def surfaces(title, abstract, node, *known):
    text, findings = find(title, abstract, *known)
    return [text[m.start : m.end] for m in findings.mentions if m.id == node]


def named(title, abstract, *known):
    return {name.label: name for name in find(title, abstract, *known)[1].names}


def introduced(title, abstract, *known):
    return dict(find(title, abstract, *known)[1].introduced)


def test_a_name_is_mentioned_wherever_it_stands():
    assert surfaces("Zorvex: Fast Joins", "Zorvex is fast. 用Zorvex联接。", "entity/zorvex") == ["Zorvex"] * 3
    assert introduced("Zorvex: Fast Joins", "Zorvex is fast.") == {"entity/zorvex": "title"}


def test_a_name_inside_a_longer_word_is_none():
    assert surfaces("Zorvex: Fast Joins", "Zorvex and Zorvexian.", "entity/zorvex") == ["Zorvex"] * 2


def test_long_form_and_acronym_are_one_thing_called_by_its_acronym():
    abstract = "We propose ring bucket joins (RBJ), a method. RBJ is fast."
    assert surfaces("A Study", abstract, "entity/rbj") == ["ring bucket joins", "RBJ", "RBJ"]
    name = named("A Study", abstract)["RBJ"]
    assert (name.type, name.aliases) == ("Technique", ("ring bucket joins",))
    assert introduced("A Study", abstract) == {"entity/rbj": "expansion"}


def test_a_chinese_long_form_is_the_chinese_label():
    name = named("A Study", "我们提出环形桶联接（RBJ），一种算法。RBJ很快。")["RBJ"]
    assert (name.label_zh, name.aliases) == ("环形桶联接", ("环形桶联接",))


def test_the_title_spells_the_acronym_of_a_chinese_abstract():
    assert named("Fast Ring Bucket Joins", "我们提出RBJ，一个联接库。")["RBJ"].aliases == ("Ring Bucket Joins",)


def test_an_acronym_joins_what_the_vocabulary_knows():
    ring = ("ring bucket joins", "Technique", "entity/ring-bucket-join")
    text, findings = find("A Study", "Of ring bucket joins (RBJ) we like RBJ.", ring)
    assert [text[m.start : m.end] for m in findings.mentions] == ["ring bucket joins", "RBJ", "RBJ"]
    assert {m.id for m in findings.mentions} == {"entity/ring-bucket-join"}
    assert findings.names == ()


def test_an_ordinary_abbreviation_makes_no_new_name():
    assert named("A Study", "We like great purple unicorns (GPU).") == {}


@pytest.mark.parametrize("abstract", ["We present a framework for joins.", "我们提出一个框架。", "Joins are slow."])
def test_a_generic_word_is_no_system(abstract):
    assert named("Efficient Framework: A Study", abstract) == {}


def test_a_known_technique_in_the_place_of_what_is_proposed_is_introduced():
    ring = ("ring join", "Technique", "entity/ring-join")
    assert set(introduced("Ring Study", "We propose ring join. It is fast.", ring)) == {"entity/ring-join"}


def test_behind_a_proper_name_a_known_technique_is_only_used():
    ring = ("ring join", "Technique", "entity/ring-join")
    abstract = "We present KiloJoin. It introduces ring join."
    assert introduced("A Study", abstract, ring) == {"entity/kilojoin": "verb"}


def test_a_known_thing_before_another_noun_is_not_what_is_proposed():
    gpu = ("GPU", "Hardware", "entity/gpu")
    assert "entity/gpu" not in introduced("A Study", "We propose GPU bucket sorters.", gpu)


def test_a_composed_task_is_mentioned_beside_its_model():
    llm = ("LLM", "Model", "entity/large-language-model")
    text, findings = find("A Study", "Fast LLM training.", llm)
    assert [(m.id, text[m.start : m.end]) for m in findings.mentions] == [
        ("entity/large-language-model", "LLM"),
        ("entity/llm-training", "LLM training"),
    ]


def test_a_longer_name_hides_a_vocabulary_mention_and_says_so():
    join = ("Kilo", "Technique", "entity/kilo")
    text, findings = find("A Study", "We present Kilo-Join2. It is fast.", join)
    assert [text[m.start : m.end] for m in findings.mentions] == ["Kilo-Join2"]
    assert [text[m.start : m.end] for m in findings.hidden] == ["Kilo"]


def test_a_chinese_description_gets_an_english_label():
    (name,) = named("A Study", "本文提出了一种异构并行通信算法，用于联接。").values()
    assert name.label == compose(name.label_zh) != ""


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\textbf{Kilo}", "Kilo"),
        (r"\textsc{\textbf{Kilo}}", "Kilo"),
        (r"$\mu$-Join", "μ-Join"),
        ("S$^{3}$", "S3"),
        ("Kilo   Join", "Kilo Join"),
    ],
)
def test_latex_is_no_part_of_a_label(latex, plain):
    assert clean(latex) == plain


def test_a_name_in_latex_is_one_entity_with_its_plain_form():
    abstract = r"We present \textsc{KiloJoin}, a library. KiloJoin is fast."
    assert surfaces("A Study", abstract, "entity/kilojoin") == ["KiloJoin"] * 2


def test_an_unknown_word_leaves_a_description_without_english():
    assert compose("龘龘调度") == ""
    assert compose("ring join") == "ring join"


@given(title=texts, abstract=texts)
def test_mentions_lie_within_one_field_and_only_tasks_overlap(title, abstract):
    text, findings = find(title, abstract)
    things = [m for m in findings.mentions if m.type != "Task"]
    assert all(0 <= m.start < m.end <= len(text) for m in findings.mentions)
    assert all(before.end <= after.start for before, after in pairwise(things))
    assert {name.id for name in findings.names} <= {m.id for m in findings.mentions}
    assert {node for node, _ in findings.introduced} <= {m.id for m in findings.mentions}
