"""Roles by rule: what the sentence around a mention says of how the paper relates to the thing."""

from __future__ import annotations

import pytest
from hypothesis import given

from extractors.roles import Place, assign_roles, find_sentences
from tests.strategies import texts


def place(text, surface, type, *, kind="", generic=False, field="abstract", nth=0):
    start = -1
    for _ in range(nth + 1):
        start = text.index(surface, start + 1)
    return Place(f"entity/{surface}", type, kind, generic, field, start, start + len(surface))


def role(text, surface, type, **facts):
    """Return the role of the first *surface* in the abstract *text*."""
    return assign_roles({"title": "", "abstract": text}, [place(text, surface, type, **facts)], introduced=())[
        f"entity/{surface}"
    ]


@pytest.mark.parametrize(
    ("text", "surface", "type", "expected"),
    [
        ("Our engine uses ring joins.", "ring joins", "Technique", "uses"),
        ("我们用Zorvex实现。", "Zorvex", "System", "uses"),
        ("It targets the bucket unit.", "bucket unit", "Hardware", "uses"),
        ("It sorts for ring training.", "ring training", "Task", "addresses"),
        ("用于环形训练。", "环形训练", "Task", "addresses"),
        ("We read ZooSet.", "ZooSet", "Dataset", "evaluatedOn"),
        ("我们在ZooSet上评估。", "ZooSet", "Dataset", "evaluatedOn"),
        ("Results on ZooNet show a gain.", "ZooNet", "Model", "evaluatedOn"),
        ("在ZooNet上的实验表明有效。", "ZooNet", "Model", "evaluatedOn"),
    ],
)
def test_the_type_and_the_sentence_give_a_role(text, surface, type, expected):
    assert role(text, surface, type) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It is 2x faster than Zorvex.",
        "Compared with Zorvex, it is 2x faster.",
        "It outperforms systems such as Kilo and Zorvex.",
        "The speed is 2x that of Zorvex.",
        "We achieve a speedup of 2x over Zorvex.",
        "实验表明，与Zorvex相比快2倍。",
        "性能优于Zorvex。",
        "吞吐量达到Zorvex的3倍。",
        "结果比Zorvex快3倍。",
    ],
)
def test_what_a_result_is_stated_against_is_compared_with(text):
    assert role(text, "Zorvex", "System") == "comparesWith"


def test_a_data_set_is_never_compared_with():
    assert role("Results are better than on ZooSet.", "ZooSet", "Dataset") == "evaluatedOn"


@pytest.mark.parametrize("text", ["Experiments on ZX1 show gains.", "实验在ZX1上进行。", "The ZX1 is here."])
def test_a_named_device_is_what_results_were_obtained_on(text):
    assert role(text, "ZX1", "Hardware", kind="gpu") == "evaluatedOn"


def test_a_device_word_is_evaluated_on_only_in_a_result():
    assert role("We need a GPU.", "GPU", "Hardware", kind="gpu", generic=True) == "uses"
    assert role("Results on a GPU.", "GPU", "Hardware", kind="gpu", generic=True) == "evaluatedOn"


@pytest.mark.parametrize(
    "text",
    [
        "Recently, systems such as Zorvex have become popular.",
        "随着Zorvex的流行，联接变多。",
        "现有系统如Zorvex很慢。",
        "However, Zorvex sorts slowly.",
    ],
)
def test_background_is_mentioned(text):
    assert role(text, "Zorvex", "System") == "mentions"


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("It works without ring joins.", "ring joins"),
        ("We sort instead of ring joins.", "ring joins"),
        ("It does not need ring joins.", "ring joins"),
        ("Future work could use ring joins.", "ring joins"),
        ("无需环形联接即可运行。", "环形联接"),
        ("我们用桶而非环形联接。", "环形联接"),
        ("未来将使用环形联接。", "环形联接"),
    ],
)
def test_what_is_not_used_or_only_would_be_is_mentioned(text, surface):
    assert role(text, surface, "Technique") == "mentions"


def test_a_negation_ends_with_its_clause():
    assert role("It works without locks, and ring joins sort.", "ring joins", "Technique") == "uses"
    assert role("无需锁，环形联接负责排序。", "环形联接", "Technique") == "uses"


def test_the_title_gives_the_role_of_the_type():
    title = "Joins without Zorvex"
    found = assign_roles(
        {"title": title, "abstract": ""}, [place(title, "Zorvex", "System", field="title")], introduced=()
    )
    assert found == {"entity/Zorvex": "uses"}


def test_what_the_paper_introduces_is_introduced_whatever_the_sentence_says():
    text = "It is 2x faster than Zorvex."
    places = [place(text, "Zorvex", "System")]
    assert assign_roles({"title": "", "abstract": text}, places, introduced=["entity/Zorvex"]) == {
        "entity/Zorvex": "introduces"
    }


def test_the_strongest_role_of_several_mentions_stays():
    text = "However, Zorvex is old. We extend Zorvex."
    places = [place(text, "Zorvex", "System", nth=n) for n in (0, 1)]
    assert [assign_roles({"abstract": text}, [p], introduced=())["entity/Zorvex"] for p in places] == [
        "mentions",
        "uses",
    ]
    assert assign_roles({"abstract": text}, places, introduced=()) == {"entity/Zorvex": "uses"}
    assert assign_roles({"abstract": text}, places[::-1], introduced=()) == {"entity/Zorvex": "uses"}


def test_sentences_end_at_the_stops_of_both_languages_but_not_within_a_number():
    text = "A b. C 1.5 d。E！\nF"
    assert [sentence for _, sentence in find_sentences(text)] == ["A b.", " C 1.5 d。", "E！", "\nF"]


@given(text=texts)
def test_sentences_quote_the_text_at_their_offsets(text):
    for offset, sentence in find_sentences(text):
        assert sentence
        assert text[offset : offset + len(sentence)] == sentence
