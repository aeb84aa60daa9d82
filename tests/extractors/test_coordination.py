"""Elliptical coordination: every part of a list is a term together with the head the list ends in."""

from __future__ import annotations

import pytest
from hypothesis import given

from extractors.coordination import find_coordinated
from tests.strategies import texts

FORMS = {
    "tensor parallelism": 1,
    "data parallelism": 2,
    "张量并行": 1,
    "数据并行": 2,
    "weight quantization": 3,
    "权重量化": 3,
}


def parts(text):
    return [(text[start:end], row) for start, end, row in find_coordinated(text, FORMS.get)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tensor and pipeline parallelism", [("tensor", 1)]),
        ("data, tensor, and pipeline parallelism", [("data", 2), ("tensor", 1)]),
        ("data/tensor/pipeline parallelism", [("data", 2), ("tensor", 1)]),
        ("data & pipeline parallelism", [("data", 2)]),
        ("data or pipeline parallelism", [("data", 2)]),
        ("weight and activation quantization", [("weight", 3)]),
        ("张量和流水线并行", [("张量", 1)]),
        ("数据、张量与流水线并行", [("数据", 2), ("张量", 1)]),
        ("数据以及流水线并行", [("数据", 2)]),
        ("权重和激活量化", [("权重", 3)]),
    ],
)
def test_each_part_of_a_list_is_found_with_its_row(text, expected):
    assert parts(text) == expected


def test_the_and_or_inside_a_word_joins_nothing():
    assert parts("a tensor pipeline parallelism") == []
    assert parts("tensor and pipeline parallelism") == [("tensor", 1)]


def test_a_chinese_part_has_no_left_border():
    assert parts("结合张量和流水线并行") == [("张量", 1)]


@pytest.mark.parametrize(
    "text", ["tensor and pipeline stages", "tensor of pipeline parallelism", "张量的流水线并行", ""]
)
def test_without_a_joint_head_or_a_joining_word_there_is_no_list(text):
    assert parts(text) == []


def test_a_part_that_makes_no_term_is_left_out():
    assert parts("time and data parallelism") == []


def test_the_last_part_is_left_to_ordinary_matching():
    assert ("data", 2) not in parts("tensor and data parallelism")


@given(text=texts)
def test_no_text_breaks_it_and_every_part_lies_in_the_text(text):
    for start, end, _ in find_coordinated(text, lambda _: 0):
        assert 0 <= start < end <= len(text)
