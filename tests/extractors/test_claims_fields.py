"""The fields of a claim: metric, qualifier, direction, baseline, hardware, subject."""

from __future__ import annotations

import re

import pytest

from extractors.claims import EntitySpan, find_claims
from kg.records import Claim

KNOWN = {
    "Zeta": ("System", "introduces"), "Rival": ("System", "comparesWith"), "OtherNet": ("Model", "evaluatedOn"), "NetB": ("Model", "evaluatedOn"),
    "A100": ("Hardware", "evaluatedOn"), "V100": ("Hardware", "evaluatedOn"), "T4": ("Hardware", "evaluatedOn"), "OpA": ("Technique", "uses"),
    "OpB": ("Technique", "uses"), "Bench": ("Dataset", "evaluatedOn"),
}  # fmt: skip


def claims(text: str, title: str = "Zeta: A Thing") -> tuple[Claim, ...]:
    spans = [
        EntitySpan("abstract", m.start(), m.end(), *(KNOWN[m[0]][0], m[0], f"entity/{m[0].lower()}", KNOWN[m[0]][1]))
        for m in re.finditer("|".join(sorted(KNOWN, key=len, reverse=True)), text)
    ]
    return find_claims(title, text, spans)


@pytest.mark.parametrize(
    ("text", "metric", "direction"),
    [
        ("Zeta is 2x faster.", "speedup", "increase"),
        ("Zeta delivers 2x higher throughput.", "throughput", "increase"),
        ("Zeta reduces latency by 40%.", "latency", "decrease"),
        ("Zeta cuts the peak memory usage by 3x.", "memory", "decrease"),
        ("Zeta shortens training time by 2x.", "training time", "decrease"),
        ("Zeta improves accuracy by 3.1%.", "accuracy", "increase"),
        ("Zeta reaches an accuracy of 93.5%.", "accuracy", ""),
        ("Zeta reaches 61% of peak on matrix products.", "utilization", ""),
        ("Zeta shows 5x better energy efficiency.", "energy efficiency", "increase"),
        ("Zeta lowers energy consumption by 30%.", "energy", "decrease"),
        ("Zeta lowers the communication volume by 5x.", "communication", "decrease"),
        ("Zeta sustains 1.2 PFLOPS.", "flops", ""),
        ("Zeta answers within 15 ms latency.", "latency", ""),
        ("Zeta trains the model in 4 days.", "training time", ""),
        ("Zeta handles models with up to 3 trillion parameters.", "scale", ""),
        ("Zeta将吞吐量提高了2.3倍。", "throughput", "increase"),
        ("Zeta降低了2倍的延迟。", "latency", "decrease"),
        ("Zeta使显存占用减少40%。", "memory", "decrease"),
        ("Zeta的能耗降低30%。", "energy", "decrease"),
        ("Zeta实现了2.7倍的加速。", "speedup", "increase"),
        ("Zeta的准确率达到93.5%。", "accuracy", ""),
        ("Zeta达到理论峰值的52%。", "utilization", ""),
        ("Zeta将通信时间减少了40%。", "communication", "decrease"),
    ],
)
def test_a_cue_tells_metric_and_direction(text, metric, direction):
    (claim,) = claims(text)
    assert (claim.metric, claim.direction) == (metric, direction)


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("Zeta is up to 2x faster.", "up to"),
        ("Zeta is on average 2x faster.", "average"),
        ("Zeta yields a geomean speedup of 2x.", "geomean"),
        ("Zeta is about 2x faster.", "about"),
        (r"Zeta is $\sim2\times$ faster.", "about"),
        ("Zeta is more than 2x faster.", "at least"),
        ("Zeta is at least 2x faster.", "at least"),
        ("Zeta responds in under 20 ms.", "up to"),
        ("Zeta is 2x faster.", ""),
        ("Zeta最高加速2倍。", "up to"),
        ("Zeta实现了高达2倍的加速。", "up to"),
        ("Zeta平均加速2倍。", "average"),
        ("Zeta取得2倍几何平均加速。", "geomean"),
        ("Zeta加速约2倍。", "about"),
        ("Zeta加速超过2倍。", "at least"),
        ("Zeta在3小时内完成训练。", "up to"),
    ],
)
def test_a_word_beside_the_number_qualifies_it(text, qualifier):
    (claim,) = claims(text)
    assert claim.qualifier == qualifier


def test_up_to_holds_for_the_next_figure_of_an_enumeration():
    assert [c.qualifier for c in claims("Zeta provides up to 4x speedup and 3x energy savings.")] == ["up to", "up to"]


def test_over_behind_a_gain_is_no_qualifier():
    (claim,) = claims("Zeta achieves 3x speedup over Rival.")
    assert (claim.qualifier, claim.baseline) == ("", "Rival")


@pytest.mark.parametrize(
    ("text", "baseline"),
    [
        ("Zeta is 2x faster than Rival.", "Rival"),
        ("Zeta achieves a 2x speedup over the state-of-the-art library.", "the state-of-the-art library"),
        ("Compared to Rival, Zeta is 2x faster.", "Rival"),
        ("Zeta outperforms Rival by 2x.", "Rival"),
        ("Zeta is 2x faster, compared with existing systems.", "existing systems"),
        ("Zeta achieves 2x speedup vs. Rival.", "Rival"),
        ("Zeta cuts latency from 10 ms to 2 ms.", "10 ms"),
        ("Zeta uses 2x less memory.", ""),
        ("与Rival相比，Zeta加速2倍。", "Rival"),
        ("Zeta比Rival快2倍。", "Rival"),
        ("Zeta较现有实现提速2倍。", "现有实现"),
        ("相比Rival等系统，Zeta平均加速2倍。", "Rival"),
        ("Zeta优于现有系统2倍。", "现有系统"),
        ("Zeta实现了22倍于Rival等方法的加速。", "Rival"),
        ("Zeta takes 2 hours instead of 5 hours.", "5 hours"),
        ("Zeta reaches 1.4x the throughput of Rival.", "Rival"),
        ("Zeta的吞吐量是Rival的1.7倍。", "Rival"),
        ("Zeta的速度约为Rival的12倍。", "Rival"),
    ],
)
def test_a_comparing_word_leads_to_the_baseline(text, baseline):
    (claim,) = claims(text)
    assert claim.baseline == baseline


def test_a_baseline_that_is_an_entity_carries_its_id():
    (claim,) = claims("Zeta is 2x faster than Rival.")
    assert claim.baseline_id == "entity/rival"


@pytest.mark.parametrize(
    ("text", "hardware"),
    [
        ("Zeta is 2x faster on A100.", [("A100",)]),
        ("Zeta is 2x faster on A100 and 3x faster on V100.", [("A100",), ("V100",)]),
        ("We evaluate on the A100. Zeta is 2x faster.", [("A100",)]),
        ("Zeta is 2x faster.", [()]),
        ("Zeta在V100、T4和A100上分别加速1.8、4.1和1.9倍。", [("V100",), ("T4",), ("A100",)]),
        ("在A100上，Zeta加速2倍。", [("A100",)]),
        ("我们在V100和A100上评估了Zeta。结果表明，Zeta分别加速2倍和3倍。", [("V100",), ("A100",)]),
    ],
)
def test_a_figure_is_tied_to_its_devices(text, hardware):
    assert [c.hardware for c in claims(text)] == hardware


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("Zeta is 2x faster.", ["Zeta"]),
        ("Our system is 2x faster.", ["Zeta"]),
        ("将OpA和OpB分别加速了3.7和30.6倍。", ["OpA", "OpB"]),
        ("Zeta is faster by 2.1x and 1.3x on OpA and OpB, respectively.", ["OpA", "OpB"]),
        ("On OtherNet, Zeta reduces latency by 3x.", ["OtherNet"]),
        ("Zeta将OtherNet的延迟降低了3倍。", ["OtherNet"]),
    ],
)
def test_a_figure_is_about_its_workload_or_the_paper_s_own_thing(text, subjects):
    assert [c.subject for c in claims(text)] == subjects


@pytest.mark.parametrize(
    ("text", "metrics"),
    [
        ("Zeta reaches 71% of peak and beats Rival by 1.4x.", ["utilization", "speedup"]),
        ("Zeta has a latency of 30 ms, two orders of magnitude less than Rival.", ["latency", "latency"]),
        ("Zeta达到屋顶线模型上界的77%。", ["utilization"]),
        ("Zeta doubles the tail latency.", ["latency"]),
        ("With Bench, the gain of Zeta shrinks to 1.3x.", ["speedup"]),
    ],
)
def test_a_figure_has_the_measure_of_its_own_clause(text, metrics):
    assert [c.metric for c in claims(text)] == metrics


def test_a_loss_that_does_not_exceed_a_bound_is_a_decrease():
    (claim,) = claims("Zeta的精度损失不超过0.2%。")
    assert (claim.direction, claim.qualifier) == ("decrease", "up to")


def test_each_of_two_factors_of_another_has_its_baseline():
    assert [c.baseline for c in claims("Zeta的吞吐量是Rival的1.8倍、LibB的1.2倍。")] == ["Rival", "LibB"]


def test_a_device_that_is_the_baseline_did_not_measure():
    (claim,) = claims("On A100, Zeta has 2.6x the throughput of a V100.")
    assert (claim.baseline, claim.hardware) == ("a V100", ("A100",))


def test_devices_counted_in_a_result_are_those_named_before():
    text = "我们在A100、V100和T4上测试了Zeta。Zeta在三种GPU上分别达到峰值的81%、75%和62%。"
    assert [c.hardware for c in claims(text)] == [("A100",), ("V100",), ("T4",)]


def test_an_average_at_the_end_holds_for_all_before_it():
    found = claims("Zeta is 2.1x faster than LibA and 1.6x faster than LibB on average.")
    assert [c.qualifier for c in found] == ["average", "average"]


def test_a_device_class_that_no_entity_names_is_hardware():
    (claim,) = claims("Zeta runs 3x faster on a GPU.")
    assert claim.hardware == ("GPU",)


def test_devices_before_a_semicolon_hold_behind_it():
    assert [c.hardware for c in claims("在A100上，Zeta加速2倍；能耗降低30%。")] == [("A100",), ("A100",)]


def test_measures_of_a_list_go_to_their_figures():
    first, second = claims("Zeta reduces latency and energy by 36% and 32%, respectively.")
    assert (first.metric, second.metric) == ("latency", "energy")


def test_baselines_of_a_list_go_to_their_figures():
    text = "Zeta is faster by 2x and 3x than LibA and LibB, respectively."
    assert [c.baseline for c in claims(text)] == ["LibA", "LibB"]


def test_each_percentage_of_an_ellipsis_has_its_rival():
    text = "In accuracy, Zeta outperforms LibA by 9%, LibB by 5%, and LibC by 2%."
    assert [(c.value, c.baseline) for c in claims(text)] == [((9.0,), "LibA"), ((5.0,), "LibB"), ((2.0,), "LibC")]


def test_the_sentence_stands_around_the_mention():
    (claim,) = claims("First things first. Zeta is 2x faster. Then more.")
    assert claim.sentence.text == "Zeta is 2x faster."
    assert claim.mention.text == "2x"


def test_figures_of_the_state_before_the_paper_are_no_claims():
    assert claims("However, training such a model takes 23 hours. We propose Zeta.") == ()


def test_claims_are_the_same_for_spans_in_any_order():
    text = "Zeta is 2x faster than Rival on A100."
    spans = [
        EntitySpan("abstract", text.index(n), text.index(n) + len(n), KNOWN[n][0], n, n, KNOWN[n][1])
        for n in ("Zeta", "Rival", "A100")
    ]
    assert find_claims("Zeta: A", text, spans) == find_claims("Zeta: A", text, spans[::-1])
