"""Tasks made of a model and what is done with it: training of very large DLRMs, 训练图神经网络, GNN inference."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from extractors.found import Found
from extractors.gazetteers import load_terms
from extractors.naming.proposals import Proposal

# English and Chinese words for what is done with a model, and the word that the task's name has for it.
_ACTIONS = {
    "training": r"(?:distributed |parallel |large-scale |efficient )?train(?:ing)?|(?:分布式|并行|大规模|高效|协同)?训练",
    "pretraining": r"pre-?train(?:ing)?|预训练",
    "inference": r"inference|inferencing|推理|推断",
    "serving": r"serv(?:e|ing)|inference serving|服务",
    "fine-tuning": r"fine-?tun(?:e|ing)|finetun(?:e|ing)|微调",
    "deployment": r"deploy(?:ing|ment)?|部署",
    "decoding": r"decoding|解码",
    "compression": r"compress(?:ing|ion)|压缩",
    "quantization": r"quantiz(?:ing|ation)|量化",
}
_BETWEEN_EN = r"(?:of |for |the |a |an |very |large-scale |large |massive |giant |huge |these |such |deep |billion-scale |modern |big |today's |sparse |generative )*"
_BETWEEN_ZH = r"(?:这些|此类|超?大规模|大型|大|稀疏|深度|现代|巨型|的)*"
#: Model classes by id with the short form that task names use.
_SHORT = {
    "entity/large-language-model": "LLM",
    "entity/deep-neural-network": "DNN",
    "entity/neural-network": "DNN",
    "entity/graph-neural-network": "GNN",
    "entity/convolutional-neural-network": "CNN",
    "entity/recurrent-neural-network": "RNN",
    "entity/deep-learning-recommendation-model": "DLRM",
    "entity/deep-learning-model": "DNN",
    "entity/mixture-of-experts": "MoE",
    "entity/mixture-of-experts-model": "MoE",
    "entity/dynamic-graph-neural-network": "DGNN",
    "entity/temporal-graph-neural-network": "TGNN",
    "entity/vision-language-model": "VLM",
}
_TECHNIQUES = frozenset({"entity/mixture-of-experts"})


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...]:
    """Return each action with the pattern of what stands before a model and of what stands behind it."""
    return tuple(
        (
            action,
            re.compile(rf"(?:\b|(?<=[\u3400-\u9fff]))({words}) ?{_BETWEEN_EN}{_BETWEEN_ZH}$", re.IGNORECASE),
            re.compile(
                rf"(?:[ -]?(?:model|network)s?\b)?(?:\s?[（(][A-Za-z-]+[)）])?(?:模型|网络)?(?:的|'s)?[ -]?({words})(?![a-z])",
                re.IGNORECASE,
            ),
        )
        for action, words in _ACTIONS.items()
    )


def find_tasks(text: str, bounds: Sequence[tuple[int, int]], mentions: Iterable[Found]) -> Iterator[Proposal]:
    """Yield the tasks that the model *mentions* of *text* are part of, with offsets in *text*."""
    for mention in mentions:
        if mention.type != "Model" and mention.id not in _TECHNIQUES:
            continue
        field = next(((start, end) for start, end in bounds if start <= mention.start < end), None)
        if field is None:
            continue
        for action, before, behind in _patterns():
            span = None
            left = before.search(text, max(field[0], mention.start - 60), mention.start)
            right = behind.match(text, mention.end, min(field[1], mention.end + 40))
            if right:
                span = (mention.start, right.end())
            elif left:
                span = (left.start(1), mention.end)
            if span:
                name = f"{_short(mention.id)} {action}"
                yield Proposal("", *span, name, "Task", "composed", introduced=False, proper=False, confidence=0.7)


def _short(node: str) -> str:
    if node in _SHORT:
        return _SHORT[node]
    terms = load_terms()
    return terms[node].name if node in terms else node.partition("/")[2]
