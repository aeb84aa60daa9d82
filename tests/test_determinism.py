"""The same papers give the same bytes, whatever the hash seed and the order of files."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PAPERS = {
    "a.txt": (
        "SwiftExperts: Faster Mixture-of-Experts Training on GPU Clusters\n"
        "Peking University（北京大学）；NVIDIA（英伟达）\n"
        "我们提出SwiftExperts，它结合专家并行与流水线并行来训练混合专家（MoE）模型。在64块NVIDIA A100 GPU上，"
        "相比Megatron-LM和DeepSpeed，训练速度最高提升1.8倍，显存占用降低35%。\n"
        "2024-03-05 cs.DC cs.LG\n"
        "Attention Kernels for Long Context\n"
        "Stanford University；University of California, Berkeley\n"
        "We present LongTile, an attention kernel written in CUDA and Triton. On H100 it reaches 640 TFLOP/s and is up to 2.3x faster than "
        "FlashAttention-2 for Llama 2 and GPT-3.\n"
        "2023-11-30 cs.LG\n"
    ),
    "b.txt": (
        "SwiftExperts at Scale\n"
        "SwiftExperts is extended with tensor parallelism and ZeRO; on ImageNet and 128 V100 GPUs it scales with 91% efficiency.\n"
        "2024-09-01 cs.DC\n"
        "稀疏张量的统一格式\n"
        "本文研究SpMTTKRP与SpMV在Tensor Core上的实现，比cuSPARSE快3倍到5倍。\n"
        "2020-02-29 cs.MS\n"
        "A Study of OpenMP and MPI Programs\n"
        "Lawrence Livermore National Laboratory；RIKEN\n"
        "Hybrid OpenMP and MPI codes are compared on Intel Xeon and AMD EPYC with NVLink and InfiniBand; load balancing cuts the time by 20%.\n"
        "2019-06-06 cs.PF\n"
    ),
}

SCRIPT = """
import hashlib, sys
from pathlib import Path
import exports, kg
from kg import pipeline, store

out, *files = sys.argv[1:]
corpus = pipeline.read(files)
assert len(corpus.documents) == 5 and not corpus.problems, corpus.problems
graph = store.save(Path(out), tuple(pipeline.extract(corpus.documents)), pipeline.terms(), version=kg.__version__)
assert graph.count()["nodes"]["System"] > 3
for file in sorted(file for file in Path(out).iterdir() if file.suffix in (".json", ".jsonl")):
    print(file.name, hashlib.sha256(file.read_bytes()).hexdigest())
for name in exports.format_names():
    exports.write(store.load(out), out + "." + name, format=name)
    made = Path(out + "." + name)
    files = sorted(made.iterdir()) if made.is_dir() else [made]
    print(name, hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest())
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The checksums of one build."""
    return run(tmp_path_factory.mktemp("first"), seed="0", names=sorted(PAPERS))


def run(folder, *, seed, names):
    # The same paths in every run: where a record stands is part of the graph.
    files = []
    for name in names:
        (folder / name).write_text(PAPERS[name], encoding="utf-8")
        files.append(name)
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, "graph.kg", *files],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return dict(line.split() for line in result.stdout.splitlines())


@pytest.mark.parametrize(
    ("seed", "names"),
    [("1", sorted(PAPERS)), ("2", sorted(PAPERS, reverse=True))],
    ids=["another hash seed", "another hash seed and the files in reverse"],
)
def test_the_graph_and_every_export_have_the_same_bytes(built, tmp_path, seed, names):
    assert run(tmp_path, seed=seed, names=names) == built


def test_every_export_was_compared(built):
    import exports

    assert set(exports.format_names()) <= set(built)
