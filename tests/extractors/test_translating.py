"""Chinese descriptions of methods become the English that the field would say, word by word."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.naming.translating import compose

HAN = re.compile("[\u2e80-\u2fdf\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")

PAIRS = {
    # affixes that join what stands before them
    "带宽感知路由": "bandwidth-aware routing",
    "温度感知作业放置": "thermal-aware job placement",
    "事件驱动仿真": "event-driven simulation",
    "物理引导渲染": "physics-guided rendering",
    "形状无关编译": "shape-agnostic compilation",
    "缓存友好布局": "cache-friendly layout",
    "算子级流水线": "operator-level pipeline",
    "子图级采样": "subgraph-level sampling",
    "页级压缩": "page-level compression",
    "资源约束编排": "resource-constrained orchestration",
    "机架间通信": "inter-rack communication",
    "线程束内归约": "intra-warp reduction",
    # the same words without a neighbour, or at the end
    "引导采样": "guided sampling",
    "辅助编码器": "auxiliary encoder",
    "奖励约束": "reward constraint",
    # affixes that join what stands behind them
    "多流执行": "multi-stream execution",
    "半显式积分器": "semi-explicit integrator",
    "非均匀分区": "non-uniform partitioning",
    "逐瓦片量化": "tile-wise quantization",
    "逐专家缩放": "expert-wise scaling",
    "无同步归约": "synchronization-free reduction",
    "基于稀疏的路由": "sparsity-based routing",
    "哈希感知分区": "hash-aware partitioning",
    "无栅栏同步": "barrier-free synchronization",
    "跨架构迁移": "cross-architecture migration",
    "两阶段聚合": "two-stage aggregation",
    "软硬件协同剪枝": "hardware-software co-pruning",
    # particles and clauses
    "基于排队的准入控制": "queueing-based admission control",
    "基于草图的梯度聚合": "sketch-based gradient aggregation",
    "一种基于采样的图着色": "sampling-based graph coloring",
    "基于图的重排": "graph-based reordering",
    "面向边缘的压缩": "edge-oriented compression",
    "以数据为中心的映射": "data-centric mapping",
    "异步的专家聚合": "asynchronous expert aggregation",
    "用于点云的稀疏卷积": "sparse convolution for point cloud",
    "张量与流水线混合调度": "tensor and pipeline hybrid scheduling",
    # participles open a phrase, nouns stand inside it and before a plain head
    "压缩广播": "compressed broadcast",
    "压缩策略": "compression strategy",
    "通道压缩网络": "channel compression network",
    "融合解码": "fused decoding",
    # order, numbers, Latin words
    "嵌套循环展开": "nested loop unrolling",
    "动态线程块调度": "dynamic thread block scheduling",
    "三维网格划分": "3D mesh partitioning",
    "高阶有限体积求解器": "high-order finite volume solver",
    "GPUs间广播": "inter-GPU broadcast",
    "FPGA流水线映射": "FPGA pipeline mapping",
    "LoRA 合并": "LoRA merging",
    "16位张量传输": "16-bit tensor transfer",
    "弱监督学习率": "weakly supervised learning rate",
    "确定性原子累加": "deterministic atomic accumulation",
    "惰性检查点恢复": "lazy checkpoint recovery",
    "贪心算子放置": "greedy operator placement",
}


@pytest.mark.parametrize(("phrase", "english"), PAIRS.items())
def test_phrase_is_composed(phrase, english):
    assert compose(phrase) == english


@pytest.mark.parametrize(
    "phrase",
    [
        "龘龘调度",
        "饕餮感知调度",
        "我们提出了训练",
        "",
        "  ",
        "的",
        "基于树基于图的训练",
        "基于的训练",
        "多",
        "无",
        "缓存，调度",
    ],
)
def test_unknown_part_or_no_word_gives_nothing(phrase):
    assert compose(phrase) == ""


@pytest.mark.parametrize(
    "phrase", ["sharding-aware communication", "GPU thread mapping", "B+-tree", "kernel (fused)", "Newton's method"]
)
def test_english_comes_back_as_it_is(phrase):
    assert compose(phrase) == phrase


@pytest.mark.parametrize("phrase", PAIRS)
def test_composing_twice_changes_nothing(phrase):
    assert compose(compose(phrase)) == compose(phrase)


def test_glossary_is_sorted_unique_and_well_formed():
    lines = files("extractors.naming").joinpath("glossary.tsv").read_text(encoding="utf-8").split("\n")
    rows = [line.split("\t") for line in lines[1:-1]]
    words = [zh for zh, _ in rows]
    assert lines[0] == "zh\ten"
    assert lines[-1] == ""
    assert words == sorted(set(words))
    assert len(words) >= 1800
    assert not [zh for zh, en in rows if (not HAN.search(zh) and zh != "、") or HAN.search(en) or en != en.strip()]
    assert not [zh for zh, en in rows if en.count("|") > 2 or {"<", ">"} & set(en.partition("|")[2])]


def glossary_words():
    lines = files("extractors.naming").joinpath("glossary.tsv").read_text(encoding="utf-8").split("\n")
    return [line.split("\t")[0] for line in lines[1:-1]]


@given(st.one_of(st.text(), st.text(alphabet="的基于用多无间内级感知化性训练GPU s-4()“”々〇"), st.text("㈱⼀豈𠀀")))
def test_any_text_gives_english_or_nothing(text):
    english = compose(text)
    assert not HAN.search(english)
    assert compose(english) == english


@given(st.lists(st.sampled_from(glossary_words()), min_size=1, max_size=6).map("".join))
def test_any_chain_of_pieces_gives_clean_english_or_nothing(phrase):
    english = compose(phrase)
    assert not HAN.search(english)
    assert not re.search(r"[<>|]|  |^\s|\s$|--", english)
