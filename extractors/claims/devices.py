"""Find the devices a figure was obtained on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from extractors.claims.spans import EntitySpan

# Parts of a device, memories and links: no figure is obtained "on" them.
_PART = re.compile(
    r"tensor[ -]?cores?|张量核心?|cuda[ -]?(?:cores?|核心?)|\bsms?\b|streaming multiprocessor|memory$|memory \(|内存|显存|\bdram\b|\bhbm\d?e?$|\bvram\b|\bsram\b|nvlink|pcie|infiniband|ethernet|rdma|"
    r"\btma\b|\bssds?\b|nvme|\bddr\d?\b|nvswitch|rocev?2?\b|hardware accelerators?|network|interconnect|cache|缓存|\bnics?\b|\bunits?$|\bdsp\d*\b|\bfpu\b|\bisa\b|noc\b",
    re.IGNORECASE,
)
# Words that name a class of device or its maker, and no product.
_CLASS_WORDS = frozenset(
    [
        "gpu",
        "gpus",
        "cpu",
        "cpus",
        "tpu",
        "tpus",
        "fpga",
        "fpgas",
        "npu",
        "npus",
        "asic",
        "asics",
        "nvidia",
        "amd",
        "intel",
        "google",
        "arm",
        "modern",
        "single",
        "multiple",
        "multi",
        "many",
        "core",
        "multicore",
        "manycore",
        "mobile",
        "edge",
        "device",
        "devices",
        "cluster",
        "clusters",
        "node",
        "nodes",
        "server",
        "servers",
        "accelerator",
        "accelerators",
        "hardware",
        "processor",
        "processors",
        "consumer",
        "grade",
        "commodity",
        "heterogeneous",
        "distributed",
        "conventional",
        "commercial",
        "graphics",
        "processing",
        "unit",
        "units",
        "card",
        "cards",
        "platform",
        "platforms",
        "system",
        "systems",
        "smartphone",
        "smartphones",
        "phones",
        "high",
        "end",
        "latest",
        "recent",
        "different",
        "various",
        "general",
        "purpose",
        "dedicated",
        "embedded",
        "microcontroller",
        "microcontrollers",
        "x86",
    ]  # ninety words read better as text
)
_CLASS_HAN = re.compile(
    "图形处理单元|处理器|加速器|加速卡|硬件|平台|设备|多核|众核|显卡|集群|服务器|节点|超级计算机|移动|现代|异构|消费级|高端|边缘|单|多|个|两|的|核心|机器|芯片|云|系统|架构|通用|专用|手机|电话|神经|处理单元|大规模|并行|商用|普通|不同|各种|大型|英伟达"
)
_ON = re.compile(r"(?:\b(?:on|using|with|across|for|over|in)\b|在|于|使用|利用|用)[^,，.。;；]{0,40}$", re.IGNORECASE)
_ON_BEHIND = re.compile(r"^s?\s?(?:GPU|CPU)?\s?(?:设备|平台)?上")
_THAN = re.compile(
    r"(?:\b(?:than|over|compared (?:to|with)|versus|outperform\w*|surpass\w*|opposed to)\b|比|与|相比|优于|超过|较)\s?(?:(?:a|an|the|common|configuration|of|conventional|8x|4x|基于|现有的?|单个?)\s?){0,4}$",
    re.IGNORECASE,
)
_MEMORY = re.compile(r"^s?\s?(?:memory|training hours|hours|显存|内存)", re.IGNORECASE)
_MODIFIER = re.compile(
    r"^(?:s)?\s?(?:kernels?|utili[sz]ation|programming|clusters? (?:size|time)|implementations?|baselines?|-based|机器|内核|资源|利用率|基线|基准|代码|架构|故障|版本|实现|库|张量|线程|友好)",
    re.IGNORECASE,
)


_CLASS_NAME = re.compile(
    r"(?<![A-Za-z0-9-])(?:multi-?|many-?)?(?:[GCTN]PU|FPGA)s?(?![A-Za-z0-9])|IoT设备|手机(?!应用)", re.IGNORECASE
)
_COUNTED = re.compile(
    r"(?:在|于)?(?:这|上述|全部)?[两二三四五六2-6]?[种个款类](?:[GCTN]PU|平台|设备|架构|硬件|处理器|加速器|芯片|显卡)(?:平台|架构|设备)?上[，,]?分别"
    r"|\b(?:these|two|three|four|five) (?:GPUs|CPUs|platforms|devices|architectures|machines|systems|accelerators)\b[^,;]*$",
    re.IGNORECASE,
)


def with_classes(text: str, spans: Sequence[EntitySpan]) -> tuple[EntitySpan, ...]:
    """Return *spans* with one for every device class that *text* names (GPU, CPU) and no span covers, in order."""
    more = [
        EntitySpan("abstract", m.start(), m.end(), "Hardware", m[0], "")
        for m in _CLASS_NAME.finditer(text)
        if not any(s.start < m.end() and m.start() < s.end for s in spans)
    ]
    return tuple(sorted([*spans, *more])) if more else tuple(spans)


def counts_devices(text: str) -> bool:
    """Return whether *text* speaks of devices named before, by their number.

    >>> counts_devices("Tool版本在三种GPU上分别达到"), counts_devices("Tool分别达到")
    (True, False)
    """
    return _COUNTED.search(text) is not None


def is_device(span: EntitySpan) -> bool:
    """Return whether *span* is hardware that a program runs on."""
    return span.type == "Hardware" and not _PART.search(span.label)


def is_generic(surface: str) -> bool:
    """Return whether *surface* is a device class and no product.

    >>> is_generic("multi-core CPUs"), is_generic("NVIDIA A100 GPUs"), is_generic("硬件加速器"), is_generic("Summit超级计算机")
    (True, False, True, False)
    """
    words = [w.casefold() for w in re.findall(r"[A-Za-z0-9]+", surface)]
    if re.search(r"[\u3400-\u9fff]", _CLASS_HAN.sub("", surface)):
        return False
    return all(word in _CLASS_WORDS or (word.isdigit() and len(word) < 3) for word in words)


def find_devices(
    spans: Sequence[EntitySpan], text: str, *, start: int, end: int, generic: bool
) -> tuple[EntitySpan, ...]:
    """Return the device spans between *start* and *end* of *text* that are the place of work; *generic*: class words count."""
    found: list[EntitySpan] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if not (start <= span.start and span.end <= end) or not is_device(span):
            continue
        surface, behind, before = (
            text[span.start : span.end],
            text[span.end : span.end + 24],
            text[max(0, span.start - 60) : span.start],
        )
        if is_generic(surface):
            if not generic or _MODIFIER.match(behind):
                continue
            if not (_ON.search(before) or _ON_BEHIND.match(behind) or _MEMORY.match(behind)):
                continue
        if span.role == "comparesWith" or _THAN.search(before[-40:]):
            continue
        opened = (
            before.rfind("(") > before.rfind(")")
            and ")" in behind
            and re.search(r"基于|based on", before[before.rfind("(") :])
        )
        if opened or any(text[s.start : s.end].casefold() == surface.casefold() for s in found):
            continue
        found.append(span)
    named = [s for s in found if not is_generic(text[s.start : s.end])]
    if named and any(re.search(r"[A-Za-z]", text[s.start : s.end]) for s in named):
        return tuple(named)
    return tuple(found)
