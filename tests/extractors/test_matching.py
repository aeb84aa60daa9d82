"""Matching: which occurrences of a vocabulary term count, by border, letter case, context and length."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.gazetteers import Row
from extractors.matching import Hit, Matcher, layered, longest
from kg.ids import entity_id
from kg.records import Term
from tests.strategies import texts


def row(name, *, type="Technique", zh=(), aliases=(), ambiguous=(), context=(), generic=False):
    """Return a vocabulary row made by hand."""
    term = Term(entity_id(name), type, name, tuple(zh), tuple(aliases))
    return Row(term, (), tuple(ambiguous), tuple(context), generic)


def found(rows, text, *, context=None):
    """Return the names and the surfaces that *rows* find in *text*."""
    return [(rows[hit.row].term.name, text[hit.start : hit.end]) for hit in Matcher(rows).find(text, context=context)]


def surfaces(rows, text, *, context=None):
    return [surface for _, surface in found(rows, text, context=context)]


H100 = row("NVIDIA H100", type="Hardware", aliases=["H100"])
MOE = row("mixture of experts", zh=["混合专家"], aliases=["MoE"])
GPT3 = row("GPT-3", type="Model")
RAY = row("Ray", type="System", aliases=["Ray Serve"], ambiguous=["Ray"], context=["distributed", "分布式"])


@pytest.mark.parametrize(
    ("rows", "text", "expected"),
    [
        ([H100], "在H100上训练", ["H100"]),
        ([MOE], "大型MoE模型", ["MoE"]),
        ([MOE], "（MoE）", ["MoE"]),
        ([MOE], "稀疏混合专家模型", ["混合专家"]),
        ([MOE], "moeb", []),
        ([MOE], "amoe", []),
        ([H100], "xH100", []),
        ([H100], "H1000", []),
        ([H100], "8xH100", ["H100"]),
    ],
)
def test_a_term_ends_where_letters_and_digits_do_and_han_is_a_border(rows, text, expected):
    assert surfaces(rows, text) == expected


@pytest.mark.parametrize("text", ["GPT-3.5", "GPT-3.5-turbo", "GPT-35", "GPT-3b"])
def test_a_number_goes_on_behind_its_point(text):
    assert surfaces([GPT3], text) == []


def test_a_full_stop_ends_a_number():
    assert surfaces([GPT3], "We run GPT-3.") == ["GPT-3"]


def test_of_two_versions_each_is_found_as_itself():
    assert found([GPT3, row("GPT-3.5", type="Model")], "GPT-3.5 and GPT-3.") == [
        ("GPT-3.5", "GPT-3.5"),
        ("GPT-3", "GPT-3"),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("MoE", "MoEs"),
        ("policy", "policies"),
        ("box", "boxes"),
        ("mixture of experts", "mixtures of experts"),
        ("pre-training", "pretraining"),
        ("pre-training", "pre training"),
        ("pre-training", "Pre\u2011Training"),
        ("Llama 2", "Llama2"),
        ("Llama 2", "Llama-2"),
        ("Llama2", "Llama 2"),
        ("GPU调度", "GPU 调度"),
        ("GPU 调度", "GPU调度"),
        ("snake_case", "snake case"),
        ("ring attention", "Ring-Attention"),
        ("ring attention", "ｒｉｎｇ　ａｔｔｅｎｔｉｏｎ"),
        ("résumé", "Resume"),
    ],
)
def test_plural_hyphen_blank_width_and_accent_do_not_part_a_name_from_itself(name, text):
    assert found([row(name)], text) == [(name, text)]


@pytest.mark.parametrize("text", ["Llama 22", "Llama 2.5", "Llama"])
def test_another_number_is_another_name(text):
    assert found([row("Llama 2", type="Model")], text) == []


@pytest.mark.parametrize("text", ["coo", "Coo", "cooing", "COOL"])
def test_an_acronym_keeps_its_capitals(text):
    assert found([row("COO")], f"COO {text}") == [("COO", "COO")]


def test_a_longer_name_is_found_in_any_letter_case():
    assert surfaces([row("FlashAttention")], "flashattention FLASHATTENTION") == ["flashattention", "FLASHATTENTION"]


@pytest.mark.parametrize("context", ["a distributed run", "Distributed runs", "用于分布式训练"])
def test_a_word_of_the_context_opens_the_gate_of_an_ambiguous_form(context):
    assert surfaces([RAY], "Ray", context=context) == ["Ray"]


@pytest.mark.parametrize("context", ["", "a run of light", "redistributed light"])
def test_an_ambiguous_form_stays_out_without_its_context(context):
    assert surfaces([RAY], "Ray", context=context) == []


def test_the_context_is_the_text_itself_where_none_is_given():
    assert surfaces([RAY], "Ray is distributed") == ["Ray"]


def test_an_ambiguous_form_keeps_its_letter_case():
    assert surfaces([RAY], "a ray of distributed light") == []


def test_an_ambiguous_form_without_context_words_needs_an_unambiguous_one():
    rows = [row("Mist", type="System", aliases=["Mist runtime"], ambiguous=["Mist"])]
    assert surfaces(rows, "Mist on the hills") == []
    assert surfaces(rows, "The Mist runtime. Mist is fast.") == ["Mist runtime", "Mist"]


def test_an_unambiguous_form_opens_the_gate():
    assert surfaces([RAY], "Ray Serve. Ray runs.") == ["Ray Serve", "Ray"]


def test_an_ambiguous_hit_says_so():
    assert [hit.ambiguous for hit in Matcher([RAY]).find("Ray Serve is distributed, Ray too")] == [False, True]


def test_the_longest_term_wins():
    rows = [row("tensor parallelism"), row("ring tensor parallelism")]
    assert surfaces(rows, "ring tensor parallelism") == ["ring tensor parallelism"]


def test_a_longer_term_that_is_rejected_hides_no_shorter_one():
    rows = [
        row("tensor parallelism", aliases=["TP"]),
        row("TP method", ambiguous=["TP method"], context=["nowhere"]),
        row("GPT-3", type="Model"),
        row("run GPT-3b", type="Model"),
    ]
    assert surfaces(rows, "TP method") == ["TP"]
    assert surfaces(rows, "run GPT-3 bare") == ["GPT-3"]


def test_a_task_and_the_model_it_is_about_are_both_found():
    rows = [row("LLM training", type="Task"), row("large language model", type="Model", aliases=["LLM"])]
    assert found(rows, "LLM training") == [("large language model", "LLM"), ("LLM training", "LLM training")]


def test_a_task_inside_another_name_is_not_found():
    rows = [row("training", type="Task"), row("training engine", type="System")]
    assert surfaces(rows, "training engine") == ["training engine"]


def test_a_name_of_one_row_is_no_alias_of_another():
    rows = [row("vector unit", type="Hardware", aliases=["Neonn"]), row("neonn", type="System")]
    assert found(rows, "NEONN") == [("neonn", "NEONN")]


def test_of_two_forms_that_differ_in_case_the_one_written_so_is_meant():
    rows = [row("Tucker decomposition", aliases=["Tucker"]), row("TuckER", type="Model")]
    assert found(rows, "TuckER and Tucker") == [("TuckER", "TuckER"), ("Tucker decomposition", "Tucker")]


@pytest.mark.parametrize("text", ["an H20 GPU", "H20 GPUs", "H20-GPU", "在H20 GPU上"])
def test_the_word_gpu_behind_a_chip_is_no_part_of_its_name(text):
    rows = [row("NVIDIA H20", type="Hardware", aliases=["H20 GPU"])]
    assert surfaces(rows, text) == ["H20"]


def test_a_generic_term_keeps_the_word_gpu():
    rows = [row("graphics processor", type="Hardware", aliases=["graphics GPU"], generic=True)]
    assert surfaces(rows, "graphics GPU") == ["graphics GPU"]


def test_parts_of_a_list_share_the_head_behind_it():
    rows = [row("tensor parallelism", zh=["张量并行"]), row("data parallelism", zh=["数据并行"])]
    assert found(rows, "张量和数据并行") == [("tensor parallelism", "张量"), ("data parallelism", "数据并行")]
    assert found(rows, "tensor and data parallelism") == [
        ("tensor parallelism", "tensor"),
        ("data parallelism", "data parallelism"),
    ]
    assert surfaces(rows, "tensor/data parallelism") == ["tensor", "data parallelism"]


def test_a_part_of_a_list_that_is_ambiguous_with_its_head_is_left_out():
    rows = [row("tensor parallelism", ambiguous=["tensor parallelism"], context=["nowhere"]), row("data parallelism")]
    assert surfaces(rows, "tensor and data parallelism") == ["data parallelism"]


def test_folded_text_leads_back_to_raw_offsets():
    text = "ﬁrst：ＭｏＥ。"
    assert surfaces([MOE], text) == ["ＭｏＥ"]


def test_a_surface_of_signs_alone_needs_no_border():
    assert surfaces([row("C++", type="System")], "C++17 and C++") == ["C++", "C++"]


def test_longest_prefers_of_equal_hits_the_unambiguous_then_the_first_row():
    assert longest([Hit(0, 3, 2), Hit(0, 3, 1), Hit(0, 3, 0, ambiguous=True)]) == (Hit(0, 3, 1),)


def test_longest_keeps_neighbours():
    assert longest([Hit(0, 3, 0), Hit(3, 5, 1), Hit(2, 4, 2)]) == (Hit(0, 3, 0), Hit(3, 5, 1))


def test_layered_drops_a_task_that_something_covers_and_keeps_one_that_covers():
    assert layered([Hit(0, 4, 0), Hit(6, 8, 0)], [Hit(0, 2, 1), Hit(5, 9, 1)]) == (
        Hit(0, 2, 1),
        Hit(0, 4, 0),
        Hit(5, 9, 1),
    )


SMALL = Matcher([H100, MOE, GPT3, RAY, row("Llama 2", type="Model"), row("pre-training", zh=["预训练"])])
pieces = st.sampled_from(
    ["H100", "MoEs", "混合专家", "GPT-3", "ﬁ", " ", "。", "Ray", "分布式", "Llama-2", "pre", "-", "é", "s"]
)


@given(text=st.one_of(texts, st.lists(pieces, max_size=8).map("".join)))
def test_hits_lie_in_the_text_in_order_and_do_not_overlap(text):
    hits = SMALL.find(text)
    assert all(0 <= hit.start < hit.end <= len(text) for hit in hits)
    assert all(before.end <= after.start for before, after in pairwise(hits))


@given(order=st.permutations([MOE, GPT3, H100, row("pre-training")]))
def test_the_order_of_the_rows_does_not_matter(order):
    assert found(order, "MoE pretraining of GPT-3 on H100s") == [
        ("mixture of experts", "MoE"),
        ("pre-training", "pretraining"),
        ("GPT-3", "GPT-3"),
        ("NVIDIA H100", "H100s"),
    ]


def test_a_count_may_stand_at_once_before_a_device_and_a_letter_may_not():
    matcher = Matcher([row("NVIDIA H200", aliases=("H200",), type="Hardware")])
    assert [(h.start, h.end) for h in matcher.find("on 8xH200 and 48xH200")] == [(5, 9), (17, 21)]
    assert not matcher.find("maxH200 2.8xH200")


def test_the_kind_of_machine_behind_its_name_is_no_part_of_the_mention():
    matcher = Matcher([row("Borealis", aliases=("Borealis supercomputer",), type="Hardware")])
    text = "on the Borealis supercomputers here"
    assert [text[h.start : h.end] for h in matcher.find(text)] == ["Borealis"]
