"""Modified heads, composed tasks, shapes and heads: what makes a name without anybody saying so."""

from __future__ import annotations

import pytest
from hypothesis import given

from extractors.found import Found
from extractors.naming.heads import head_type, head_words, trailing_head
from extractors.naming.phrases import find_phrases
from extractors.naming.shapes import is_camel, is_distinctive, is_name
from extractors.naming.tasks import find_tasks
from tests.strategies import texts

LLM = "entity/large-language-model"


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("We use hashed bucket attention here.", "hashed bucket attention"),
        ("It needs bucket parallelism", "bucket parallelism"),
        ("Bucket attention layers", "Bucket attention"),
        ("采用异构桶并行。", "异构桶并行"),
        ("的桶环注意力，", "桶环注意力"),
    ],
)
def test_a_modified_head_is_named_and_not_introduced(text, phrase):
    (proposal,) = find_phrases(text)
    assert (proposal.text, proposal.type, proposal.introduced) == (phrase, "Technique", False)
    assert text[proposal.start : proposal.end] == phrase


@pytest.mark.parametrize(
    "text",
    [
        "efficient attention",
        "the new attention",
        "attention",
        "using attention",
        "高效的并行",
        "桶并行",
        "并行",
        "bucket",
    ],
)
def test_a_head_alone_or_with_a_quality_is_no_name(text):
    assert list(find_phrases(text)) == []


def test_a_verb_before_the_modifier_is_no_part_of_the_phrase():
    assert [p.text for p in find_phrases("We apply bucket attention")] == ["bucket attention"]
    assert [p.text for p in find_phrases("applying bucket attention")] == ["bucket attention"]
    assert [p.text for p in find_phrases("我们使用桶环量化")] == ["桶环量化"]


@given(text=texts)
def test_every_phrase_quotes_its_text(text):
    assert all(text[p.start : p.end] == p.text for p in find_phrases(text))


def tasks(text, surface, *, id=LLM, type="Model", bounds=None):
    start = text.index(surface)
    mention = Found(start, start + len(surface), type, id, "hand")
    return [(p.text, text[p.start : p.end]) for p in find_tasks(text, bounds or [(0, len(text))], [mention])]


@pytest.mark.parametrize(
    ("text", "surface", "name", "span"),
    [
        ("LLM inference", "LLM", "LLM inference", "LLM inference"),
        ("fast training of very large LLM", "LLM", "LLM training", "training of very large LLM"),
        ("we train LLM", "LLM", "LLM training", "train LLM"),
        ("训练LLM", "LLM", "LLM training", "训练LLM"),
        ("大型语言模型的推理", "大型语言模型", "LLM inference", "大型语言模型的推理"),
        ("serving LLM", "LLM", "LLM serving", "serving LLM"),
        ("LLM fine-tuning", "LLM", "LLM fine-tuning", "LLM fine-tuning"),
        ("LLM微调", "LLM", "LLM fine-tuning", "LLM微调"),
    ],
)
def test_a_model_and_what_is_done_with_it_make_a_task(text, surface, name, span):
    assert tasks(text, surface) == [(name, span)]


def test_a_model_alone_makes_no_task():
    assert tasks("LLM is slow. Training is slow.", "LLM") == []


def test_of_the_techniques_only_a_kind_of_model_makes_a_task():
    moe = "entity/mixture-of-experts"
    assert tasks("MoE training", "MoE", id=moe, type="Technique") == [("MoE training", "MoE training")]
    assert tasks("ring training", "ring", id="entity/ring", type="Technique") == []


def test_a_task_does_not_reach_from_one_field_into_another():
    assert tasks("LLM\ntraining", "LLM", bounds=[(0, 3), (4, 12)]) == []


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("framework", ("System", True)),
        ("libraries", ("System", True)),
        ("Frameworks", ("System", True)),
        ("量化", ("Technique", False)),
        ("ring", None),
    ],
)
def test_a_head_gives_a_type_in_any_number_and_case(word, expected):
    assert head_type(word) == expected


def test_the_head_of_a_phrase_is_its_last_part():
    assert trailing_head("micro-framework") == head_type("framework")
    assert trailing_head("桶环框架", zh=True) == head_type("框架")
    assert trailing_head("桶环", zh=True) is None


def test_head_words_are_folded():
    assert all(word == word.casefold() for word in head_words())


@pytest.mark.parametrize("text", ["KiloJoin", "kJoin", "JOINer", "Kilo-JOIN", "LB4JOIN"])
def test_an_inner_capital_makes_a_name_anywhere(text):
    assert is_camel(text)
    assert is_name(text)


@pytest.mark.parametrize(
    "text", ["joins", "Joins", "JOIN", "JOINs", "30dB", "8xH200", "GPU-based", "Multi-GPU", "NoC-enabled"]
)
def test_plain_words_acronyms_figures_and_adjectives_are_no_names_by_shape(text):
    assert not is_camel(text)


@pytest.mark.parametrize("text", ["Efficient", "We", "novel", "GPU", "GPUs", "x", "12", "fast joins"])
def test_plain_and_ordinary_words_are_no_names_even_in_the_place_of_one(text):
    assert not is_name(text)


def test_a_capital_makes_a_name_in_the_place_of_one_but_is_not_distinctive():
    assert is_name("Zorvex")
    assert not is_distinctive("Zorvex")
    assert is_distinctive("Zorvex2")
    assert is_distinctive("Z-Join")
