"""Numbers, ranges, units: which value a wording has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.claims import EntitySpan, find_claims
from extractors.claims.numerals import parse_digits, parse_magnitude, parse_word
from extractors.claims.plain import plain
from extractors.claims.quantities import find_quantities
from extractors.claims.sentences import iter_sentences
from extractors.claims.units import find_qudt, unit_table


def figures(text: str) -> list[tuple[tuple[float, ...], str]]:
    return [(c.value, c.unit) for c in find_claims("Tool: A Study", text, ())]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Our kernel is 2.5x faster than the old one.", [((2.5,), "x")]),
        ("Our kernel is 2.5 times faster than the old one.", [((2.5,), "x")]),
        (r"Our kernel yields a speedup of $\sim17\times$.", [((17.0,), "x")]),
        (r"Our kernel yields a $1.2\times$ - $3.4\times$ speedup.", [((1.2, 3.4), "x")]),
        ("Our kernel yields speedups from 1.2x to 3x.", [((1.2, 3.0), "x")]),
        ("Our kernel yields speedups between 1.1x and 2.3x.", [((1.1, 2.3), "x")]),
        ("Our kernel achieves 4~9 speedup.", [((4.0, 9.0), "x")]),
        ("Our kernel improves throughput by a factor of 6.", [((6.0,), "x")]),
        (r"Our kernel reduces memory by 35\%.", [((35.0,), "%")]),
        ("Our kernel reduces latency by 12%--20%.", [((12.0, 20.0), "%")]),
        ("Our kernel is two orders of magnitude faster.", [((100.0,), "x")]),
        ("Our kernel is one to two orders of magnitude faster.", [((10.0, 100.0), "x")]),
        ("Our kernel is seven times faster.", [((7.0,), "x")]),
        ("Our kernel is twice as fast as the old one.", [((2.0,), "x")]),
        ("Our kernel doubles the throughput.", [((2.0,), "x")]),
        ("Our kernel halves the memory footprint.", [((50.0,), "%")]),
        ("Training takes 1 hour and 5 minutes on our cluster.", [((65.0,), "min")]),
        ("We cut the training time from 8 hours to 6 minutes.", [((6.0,), "min")]),
        ("We reach 3.4K images/s on our cluster.", [((3400.0,), "images/s")]),
        ("We scale the model to 2 trillion parameters.", [((2e12,), "parameter")]),
        ("We sustain 310 TFLOPS per device.", [((310.0,), "TFLOPS")]),
        ("我们的内核快3.5倍。", [((3.5,), "x")]),
        ("我们的内核实现了1.2-2.4倍的加速。", [((1.2, 2.4), "x")]),
        ("我们的内核实现了1.2倍至2.4倍的加速。", [((1.2, 2.4), "x")]),
        ("我们的内核将吞吐量提高了两倍。", [((2.0,), "x")]),
        ("我们的内核将速度提高了三个数量级。", [((1000.0,), "x")]),
        ("我们的内核将速度提升一到两个数量级。", [((10.0, 100.0), "x")]),
        ("我们的方法使显存占用减半。", [((50.0,), "%")]),
        ("我们的方法使吞吐量翻倍。", [((2.0,), "x")]),
        ("我们将内存占用降低了一半。", [((50.0,), "%")]),
        ("我们的方法只用了三分之一的计算量。", [((3.0,), "x")]),
        ("我们的系统将准确率提高2.5个百分点。", [((2.5,), "个百分点")]),
        ("我们的系统以每秒2.1K图像的速度运行。", [((2100.0,), "图像/s")]),
        ("我们将模型扩展到1.5万亿参数。", [((1.5e12,), "parameter")]),
        ("我们把训练时间从9小时缩短到5分钟。", [((5.0,), "min")]),
        (
            "Our code sorts 21 and 34 billion keys per second, respectively.",
            [((2.1e10,), "keys per second"), ((3.4e10,), "keys per second")],
        ),
        ("Our restart time falls from 9 minutes to 48 seconds.", [((48.0,), "s")]),
        ("Our bookkeeping overhead stays below 2.5%.", [((2.5,), "%")]),
        ("Our fidelity remains above 0.4%.", [((0.4,), "%")]),
        ("Our solver takes 2.4 hours instead of 6.3 hours.", [((2.4,), "h")]),
        ("我们的方法使显存占用减少五分之四。", [((80.0,), "%")]),
        ("我们的编译时间分别平均缩短31%和12%，能耗降低最多9%。", [((31.0,), "%"), ((12.0,), "%"), ((9.0,), "%")]),
        ("我们的模型在甲任务上的正确率为81%，在乙任务上只有47%。", [((81.0,), "%"), ((47.0,), "%")]),
        ("我们的精度最多下降0.4个百分点。", [((0.4,), "个百分点")]),
        ("我们的模型在测试中得分提高1.2分。", [((1.2,), "分")]),
        ("我们的困惑度仅上升0.07。", [((0.07,), "")]),
    ],
)
def test_a_wording_has_its_value_and_unit(text, expected):
    assert figures(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "We train with a batch size of 32 on 16 nodes.",
        "We evaluate ResNet-50 and BERT-340M on 8 GPUs.",
        "We use FP16 and 4-bit weights with 75% sparsity.",
        "The stencil runs on a 512 x 512 x 128 mesh.",
        "We present a 3D simulation from 2019.",
        "We train on 8x V100 GPUs.",
        "The model has 24 layers and 16 heads.",
        "Each node has 80GB GPU memory.",
        "We use 10% of the training data.",
        "The corpus spans 300 hours of speech.",
        "我们在16个节点上以32的批量大小训练。",
        "我们使用4位权重和75%的稀疏度。",
        "我们在ResNet-50上评估了2D和3D卷积。",
        "数据集包含25000个样本。",
    ],
)
def test_a_setting_is_no_claim(text):
    assert find_claims("Tool: A Study", text, ()) == ()


def test_a_number_inside_a_name_is_no_claim():
    text = "We achieve good results with Model 3.5x on the task."
    start = text.index("Model")
    span = EntitySpan("abstract", start, start + 10, "Model", "Model 3.5x", "entity/model")
    assert find_claims("A", text, [span]) == ()


def test_the_same_figure_told_twice_is_one_claim():
    assert len(find_claims("A", "Our tool is 3x faster. In sum, our tool is 3x faster.", ())) == 1


def test_a_list_shares_the_unit_of_its_last_number():
    assert figures("我们的方法分别加速1.5、2.5和3.5倍。") == [((1.5,), "x"), ((2.5,), "x"), ((3.5,), "x")]


def test_a_number_cut_off_takes_the_unit_of_the_sentence():
    assert figures("在CPU上获得了7.1倍的加速，在GPU上获得了5.2…")[-1] == ((5.2,), "x")


def test_number_words_are_read():
    assert [parse_word(w) for w in ("twelve", "十二", "一百", "两")] == [12.0, 12.0, 100.0, 2.0]
    assert parse_digits("12,500") == 12500.0
    assert parse_magnitude("亿") == 1e8


def test_plain_text_leads_back_to_the_raw_characters():
    raw = r"up to \textbf{3.5$\times$} faster"
    text = plain(raw)
    at = text.text.index("3.5×")
    assert raw[slice(*text.raw(at, at + 4))] == r"3.5$\times"


def test_a_decimal_point_ends_no_sentence():
    assert len(list(iter_sentences("It is 1.5x faster. It is 2.5x smaller."))) == 2


def test_every_unit_spelling_is_found_behind_a_number():
    for spelling, unit in unit_table().items():
        if unit.kind not in ("count", "money"):
            assert find_quantities(f"about 7 {spelling} here")[0].unit.name == unit.name, spelling


def test_a_unit_has_its_qudt_name_where_it_is_known():
    assert find_qudt("s") == "SEC"
    assert find_qudt("images/s") == ""


@given(st.text(max_size=300))
def test_any_text_gives_claims_that_stand_at_their_offsets(text):
    for claim in find_claims("T: x", text, ()):
        assert text[claim.mention.start : claim.mention.end] == claim.mention.text
        assert text[claim.sentence.start : claim.sentence.end] == claim.sentence.text


_PIECES = st.sampled_from(
    ["3.5x", " ", "faster", "than", "up to ", "$", "\\times", "10\\%", "、", "和", "2倍", "分别", "(", ")", "（", "）", ", ", "。", ". ", "from ", " to ", "比", "相比", "GPU",
     "A100", "在", "上", "减半", "两个数量级", "respectively", "over ", "Tool", "by ", "and ", "1.2", "-", "~", "5 ms", "7B parameters", "每秒", "图像", "\\textbf{", "}", "等", "…"]
)  # fmt: skip


@given(
    st.lists(_PIECES, max_size=40),
    st.lists(
        st.tuples(
            st.integers(0, 60),
            st.integers(1, 12),
            st.sampled_from(["Hardware", "Model", "System", "Technique", "Dataset"]),
            st.sampled_from(["introduces", "uses", "comparesWith", ""]),
        ),
        max_size=5,
    ),
)
def test_any_mix_of_wordings_and_spans_gives_substrings(pieces, places):
    text = "".join(pieces)
    spans = [EntitySpan("abstract", s, s + n, t, text[s : s + n], f"id/{s}-{n}", r) for s, n, t, r in places]
    for claim in find_claims("T: x", text, spans):
        assert text[claim.mention.start : claim.mention.end] == claim.mention.text
        assert claim.baseline in text
        assert all(surface in text for surface in claim.hardware)
        assert 0 <= claim.mention.confidence <= 1
        assert claim.value
