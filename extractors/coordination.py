"""Elliptical coordination: 张量、流水线和数据并行 and "data, tensor and pipeline parallelism" name three techniques with one head."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

#: Heads that several modifiers share, English and Chinese.
_HEADS = (
    "并行性|并行化|并行|分解|量化|注意力|剪枝|稀疏性|精度|训练|推理|调度|学习|通信|parallelism|parallelization|decomposition|factorization|"
    "quantization|attention|pruning|sparsity|precision|training|inference|scheduling|learning|parallel"
)
# "or" joins two words, but not the halves of "tensor".
_WORD = r"(?<![A-Za-z])(?:and|or)(?![A-Za-z])"
_JOIN = rf"\s*(?:、|，|,\s*{_WORD}|,|和|与|及|以及|或|/|{_WORD}|&)\s*"
_PART_ZH = r"[\u3400-\u9fff]{1,6}?"
_PART_EN = r"[A-Za-z][A-Za-z0-9-]{1,18}"
_CHAIN_ZH = re.compile(rf"((?:{_PART_ZH}{_JOIN}){{1,4}})([\u3400-\u9fff]{{1,6}}?)({_HEADS})")
_CHAIN_EN = re.compile(rf"\b((?:{_PART_EN}{_JOIN}){{1,4}})({_PART_EN}) ({_HEADS})\b", re.IGNORECASE)


def find_coordinated(text: str, known: Callable[[str], int | None]) -> Iterator[tuple[int, int, int]]:
    """Yield (start, end, row) of each part of *text* that is a term together with the head its list ends in.

    *known* returns the row of a full form (``tensor parallelism``), or None.
    """
    for pattern, gap in ((_CHAIN_EN, " "), (_CHAIN_ZH, "")):
        for match in pattern.finditer(text):
            head = match[3]
            for start, end in _parts(match[1], match.start(1)):
                row = known(text[start:end] + gap + head)
                if row is not None:
                    yield start, end, row


def _parts(chain: str, offset: int) -> Iterator[tuple[int, int]]:
    start = 0
    for join in re.finditer(_JOIN, chain):
        part = chain[start : join.start()]
        # A Chinese part has no left border: 结合张量和…: every tail of it may be the modifier.
        begins = range(len(part) - 1) if re.match(r"[\u3400-\u9fff]", part) else (0,)
        for begin in begins:
            if part[begin:].strip():
                yield offset + start + begin, offset + join.start()
        start = join.end()
