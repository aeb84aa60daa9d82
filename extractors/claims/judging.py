"""Tell reported results from configuration, background and names."""

from __future__ import annotations

import re

from extractors.claims.clauses import Frame
from extractors.claims.metrics import find_cues

_CHANGE = re.compile(
    r"\b(?:increas|improv|boost|enhanc|higher|more|greater|better|faster|gain|rais|speed|accelerat|outperform|surpass|exceed|reduc|decreas|lower|less|fewer|"
    r"smaller|drop|sav(?:e|ing)|cut|shrink|declin|degrad|loss|shorten|compress|overhead|larger|slow|win|advantage|doubl)\w*"
    r"|提升|提高|增加|增长|加速|提速|快|优于|超过|超越|改进|改善|减少|降低|减小|下降|缩短|节省|节约|损失|压缩|缩小|开销|高出|高|低|胜|多",
    re.IGNORECASE,
)
_REACH = re.compile(
    r"\b(?:achiev|reach|attain|obtain|yield|deliver|report|demonstrat|sustain|maintain|retain|preserv|regain|recover|up to|result|score|provid|match|enabl|show|"
    r"reveal|observ|find|get|exhibit|allow|remain|stay|keep|rise|fall)\w*|达到?|实现|取得|获得|保持|维持|高达|最高|可达|为|得到|表现|提供|显示|范围内|扩展|支持",
    re.IGNORECASE,
)
_STRONG = frozenset({"accuracy", "utilization", "scaling efficiency", "energy efficiency"})
# Percentages that describe a setting.
_SETTING = re.compile(
    r"spars(?:e|ity)|dropout|mask(?:ed|ing)? (?:ratio|rate)|masking|pruning (?:rate|ratio)|confidence|significance level|probabilit|threshold|error bound|quantile|percentile|"
    r"learning rate|of (?:the |all |its |their |total |global |US |world)*(?:market|population|users|patients|web|papers|students|respondents|energy in|electricity|workloads)|"
    r"稀疏度|稀疏性|稀疏率|稀疏比|掩码比|掩码率|剪枝率|置信|概率|阈值|噪声|市场|人口",
    re.IGNORECASE,
)
_DATA_SHARE = re.compile(
    r"^\s?(?:of|labeled|labelled|training|的)\s?(?:the |all |its |their |labeled |labelled |available |training |original |标注|训练)*(?:data|samples|labels|examples|datasets?|classes|layers|heads|数据|样本|标签)",
    re.IGNORECASE,
)
_BACKGROUND = re.compile(
    r"\b(?:however|unfortunately|traditional(?:ly)?|conventional(?:ly)?|existing (?:methods?|systems?|approaches|work|solutions?|frameworks?)|prior (?:work|studies)|previous (?:work|studies)|"
    r"currently|nowadays|recent(?:ly)?(?: work| studies)?|typically|in practice,? \w+ (?:often|can)|suffer|for example, (?:training|generating)|can take|has grown|have grown|"
    r"is expected to|are known to|it is well[- ]known|accounts? for|according to|estimated)\b|然而|但是?现有|现有(?:方法|系统|工作|解决)|传统|以往|目前的|近年|先前的工作|通常|占据|占[了据总]|据估计|预计|往往|挑战",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:we|our|this (?:paper|work|study)|proposed?|propose|introduc|experiment|evaluation|results?|outperform|achiev|demonstrat|in this)\w*"
    r"|我们|本文|本研究|本工作|该方法|提出|实验|结果|评估|表明|实现了|优于|相比",
    re.IGNORECASE,
)
_NOT_RATIO = re.compile(
    r"^\s?-?(?:super[- ]?resolution|SR\b|upsampl|upscal|downsampl|zoom|magnif|oversampl|overlap|coverage|objective|scale factor|超分|放大|上采样|下采样|NVIDIA|Nvidia|AMD|Intel|"
    r"[A-Z]{1,2}\d{2,4}\b|GPUs?\b(?! (?:memory|util|time|hours))|TPUs?\b|CPUs?\b|V100|A100|H100|RTX|GTX|Tesla|Titan|DGX)",
)
_TIMES_AS_COUNT = re.compile(
    r"\b(?:repeat\w*|run|ran|sampled?|occur\w*|appear\w*|called|executed|visited|train(?:ed)?|at|cited|downloaded|appl(?:y|ied)) (?:\w+ )?(?:for )?$",
    re.IGNORECASE,
)
_HARDWARE_AFTER = re.compile(
    r"^\s?-?(?:of\s)?(?:on-chip |on-board |device |GPU |DRAM |system |host |HBM2?e? |global |main |video )*(?:RAM|VRAM|DRAM|HBM2?e?|GPUs?|memory GPUs?|SSDs?|NVMe|SRAM|flash|GPU memory|memory per|显存的|内存的|的GPU|的显卡|GPU|显卡|NVIDIA|A100|H100|V100|memory bandwidth|interconnect|Ethernet|InfiniBand|network|links?\b|of data|datasets?|数据)"
)
_TIME_CONTEXT_OUT = re.compile(
    r"^\s?-?(?:of|long|worth|ahead|in advance|old|later|ago|的(?:音频|视频|语音|数据|录音|历史|数据集)|interval|window|horizon|resolution|period|time ?step|segments?|clips?|videos?|audio|speech|recordings?|前|后|之前|之后)\b",
    re.IGNORECASE,
)
_TIME_IN = re.compile(
    r"\b(?:in|within|under|under|takes?|took|taking|requir\w+|need\w*|only|just|less than|latency|latenc\w+|time|runtime|below|to|reach\w*|achiev\w*|as low as|of|at|runs?|complet\w*|finish\w*)\s*"
    r"(?:a |an |about |around |only |just |under |over |less than |as little as |roughly |approximately |nearly |total of |up to |[~<>≤])*$"
    r"|(?:在|仅需?|只需?|需要?|耗时|用时|时间|延迟|时延|为|到|至|不到|低于|约|达|小于|花费)(?:了|约|不到|仅|大约|为|达到?|低至|仅为|的)*\s*$",
    re.IGNORECASE,
)
_SCALE_IN = re.compile(
    r"\b(?:up to|over|beyond|more than|scal\w+|as (?:large|many) as|trillion|exceed\w*|train\w*|to|with|reach\w*|support\w*|handl\w*|model|simulat\w*|process\w*)\b|扩展|高达|超过|训练|支持|规模|达到?|处理|模拟|多达|具有|拥有|万亿",
    re.IGNORECASE,
)
_ACCURACY_NOUN = r"(?:accurac(?:y|ies)|F1(?:[ -]scores?)?|scores?|AUC|AUROC|BLEU|ROUGE|PSNR|SSIM|mAP|mIoU|IoU|FID|MAE|RMSE|MSE|NRMSE|perplexit(?:y|ies)|errors?|WER|CER|MOS|NDCG\S*|recall|precision|Dice|coefficient|correlation|R\^2|kappa|pass@\d+|准确率|得分|分数|F1值|困惑度|误差|精度)"
_SCORE_BEFORE = re.compile(
    rf"{_ACCURACY_NOUN}(?:\s?\([^)]*\))?\s*(?:of|is|was|:|=|为|达到?|是|reach\w*|to|at|高达"
    r"|(?:\w+ )?(?:ris|increas|grow|drop|fall|decreas|improv|worsen|degrad)\w* by|(?:[仅只最多平均]*(?:上升|下降|提[高升]|降低|增加|减少|改善|升高)了?[仅约]?))?\s*"
    r"(?:up to |about |over |only |just |[~<>])?$",
    re.IGNORECASE,
)
_ACHIEVES = re.compile(
    r"\b(?:achiev\w*|scor\w*|reach\w*|attain\w*|obtain\w*|gets?)\s+(?:an? |the )?(?:impressive |average |overall |state-of-the-art |top |high |new )*(?:scores? |accurac\w+ |results? )?(?:of )?$|(?:取得|达到|获得|得到)了?$",
    re.IGNORECASE,
)
_LEVEL_GOES_ON = re.compile(
    r"(?:只有|仅有|仅为|只为|分别为|分别是|分别达到?|(?<![因称作])为|则?达到?)\s?$|\b(?:(?:but |and )?only|is|are|at|reaches)\s$",
    re.IGNORECASE,
)
_BATCH = re.compile(
    r"\bbatch size(?:s)? (?:of|to|up to)(?: up to)?\s*$|批(?:量|次|处理)?大小(?:为|扩展到|达到|高达|提升至)$",
    re.IGNORECASE,
)
_EXTREME = re.compile(r"scal\w+|extend|large|up to|increase|扩展|提升|高达", re.IGNORECASE)


def is_result(frame: Frame, *, background: bool) -> float:
    """Return how sure the figure is a reported result (0: it is none); *background*: its sentence speaks of the state before the paper."""
    kind = frame.quantity.unit.kind
    judge = _JUDGES.get(kind)
    score = judge(frame) if judge else 0.0
    if score and kind not in ("ratio", "percent") and re.match(r"\s*(?:In|By) contrast\b|\s*相比之下", frame.text):
        return 0.0
    if score and background and kind != "ratio":
        return 0.0
    return score * (0.6 if background else 1.0)


def is_background(sentence: str, *, before_proposal: bool) -> bool:
    """Return whether *sentence* tells what held before the paper; *before_proposal*: it stands before "we propose"."""
    if _OWN.search(sentence):
        return False
    return before_proposal or _BACKGROUND.search(sentence) is not None


def is_proposal(sentence: str) -> bool:
    """Return whether *sentence* is one in which a paper begins to speak of itself."""
    return _OWN.search(sentence) is not None


def continues_levels(frame: Frame) -> bool:
    """Return whether a percentage goes on with an enumeration of levels ("78% on A, only 41% on B", A为78%，在B上只有41%)."""
    return _LEVEL_GOES_ON.search(frame.left) is not None and not find_cues(frame.left)


def _ratio(frame: Frame) -> float:
    quantity = frame.quantity
    surface = frame.text[quantity.start : quantity.end]
    if _NOT_RATIO.match(frame.behind):
        return 0.0
    if (
        surface.endswith("times")
        and _TIMES_AS_COUNT.search(frame.left)
        and not re.match(r"\s(?:faster|higher|more|less|fewer|larger|smaller|better|lower)", frame.behind)
    ):
        return 0.0
    if quantity.worded:
        if re.search(r"doubl(?:es|ed)|tripl(?:es|ed)|翻", surface):
            return 0.75
        if "magnitude" in surface or "量级" in surface:
            return 0.75 if _CHANGE.search(frame.text) else 0.0
        near = frame.left[-60:] + " " + frame.right[:60]
        if not (
            _CHANGE.search(near)
            or re.search(r"as (?:fast|large|many|much|long|high)|speed|only|^ (?:the|of|that of) |仅|利用|用", near)
            or re.match(r" (?:the|of|that of|as)\b", frame.behind)
        ):
            return 0.0
        if re.search(r"doubl|tripl", surface) and re.match(
            r"[ -](?:precision|buffer|counting|descent|quotes|blind|check)", frame.behind
        ):
            return 0.0
        return 0.75
    if quantity.values[-1] == 1.0 and quantity.unit.name == "x":
        return 0.0
    return 0.95


def _percent(frame: Frame) -> float:
    behind, left = frame.behind, frame.left
    if frame.quantity.worded and frame.quantity.direction:
        return 0.75  # "halves", 减半 are changes by themselves
    near = left[-50:] + "|" + frame.phrase[:45]
    if _SETTING.search(left[-28:]) or _SETTING.search(behind[:24]):
        return 0.0
    share = _DATA_SHARE.match(behind)
    if re.search(r"\baverage (?:score )?of\s?$|\bachiev\w* (?:an? )?$", left) and re.search(
        r"benchmark|tasks", frame.right
    ):
        return 0.7
    if share and not re.search(r"\b(?:reduc|sav|freez|skip|remov|prun|up to)\w*", left, re.IGNORECASE):
        return 0.0
    if re.search(
        r"占(?!用)(?:据|到|了)?[^，,]{0,16}$|\b(?:accounts? for|consum(?:es?|ing)|compris(?:es?|ing)|constitut(?:es?|ing)|occup(?:y|ies|ying)|spen(?:d|ds|t))\s(?:\w+ )?$",
        left,
    ):
        return 0.0
    metrics = {c.metric for c in find_cues(near) if not c.weak}
    if _CHANGE.search(near):
        return 0.9
    if metrics & _STRONG or re.search(r"(?:峰值|上界|上限|屋顶线)[^，,。；;\d]{0,6}的$", left):
        return 0.85
    if _REACH.search(left) and {c.metric for c in find_cues(frame.clause)}:
        return 0.7
    if frame.quantity.before or (frame.quantity.group >= 0 and (_CHANGE.search(frame.clause) or metrics)):
        return 0.7
    if _CHANGE.search(frame.clause) or {c.metric for c in find_cues(frame.clause) if not c.weak} & _STRONG:
        return 0.6
    return 0.0


def _points(frame: Frame) -> float:
    if frame.quantity.unit.name != "points":
        return 0.9
    return 0.8 if _CHANGE.search(frame.left[-60:] + frame.phrase) else 0.0


def _time(frame: Frame) -> float:
    if frame.quantity.before:
        return 0.9
    if _TIME_CONTEXT_OUT.match(frame.behind) or frame.behind.startswith("-"):
        return 0.0
    if _TIME_IN.search(frame.left):
        return 0.8
    metrics = {c.metric for c in find_cues(frame.clause)}
    if metrics & {"latency", "training time", "inference time", "speedup"} or _CHANGE.search(frame.left[-40:]):
        return 0.7
    return 0.0


def _rate(frame: Frame) -> float:
    return 0.0 if _HARDWARE_AFTER.match(frame.behind) else 0.8


def _bandwidth(frame: Frame) -> float:
    if _HARDWARE_AFTER.match(frame.behind):
        return 0.0
    return 0.75 if _REACH.search(frame.left) or _CHANGE.search(frame.left) else 0.0


def _flops(frame: Frame) -> float:
    quantity = frame.quantity
    if quantity.unit.name in ("G", "FLOPs") and not (
        quantity.before or any(c.metric == "flops" for c in find_cues(frame.clause))
    ):
        return 0.0
    if re.match(r"\s?(?:peak|theoretical|of peak|的峰值)", frame.behind) and not _REACH.search(frame.left):
        return 0.0
    return 0.85


def _bytes(frame: Frame) -> float:
    if frame.quantity.before:
        return 0.9
    if re.search(
        r"\b(?:only|just|merely|mere)\s(?:about )?$|(?:仅|只)(?:需|使用|用|占用)?(?:要|了)?\s?$|使用$", frame.left[-20:]
    ) and not re.match(r"\s?(?:of )?(?:data|训练数据)", frame.behind):
        return 0.7
    if _HARDWARE_AFTER.match(frame.behind) and not re.match(
        r"\s?(?:GPU |device |peak |of )?(?:GPU )?memory (?:footprint|usage|consumption)", frame.behind
    ):
        return 0.0
    if frame.text[: frame.quantity.start].endswith(("-", "A100 ", "H100 ", "V100 ")):
        return 0.0
    near = frame.left[-50:] + "|" + frame.phrase[:40]
    if re.match(
        r"\s?(?:\w+ ){0,2}(?:memory )?(?:footprint|usage|consumption)|的?(?:显存|内存)?(?:占用|消耗)", frame.behind
    ):
        return 0.8
    if re.search(
        r"footprint|memory usage|consum|only|requires?|needs?|using|占用|仅|只需|内存|显存|sav|reduc|节省|减少",
        near,
        re.IGNORECASE,
    ) and not re.search(
        r"(?:with|has|have|of|equipped with|具有|配备|拥有)\s*(?:only |仅)?$", frame.left[-22:], re.IGNORECASE
    ):
        return 0.7
    return 0.0


def _parameter(frame: Frame) -> float:
    value = frame.quantity.values[-1]
    if frame.quantity.before:
        return 0.8
    if len(frame.quantity.values) > 1 and not re.search(r"scal|up to|扩展", frame.left[-60:], re.IGNORECASE):
        return 0.0
    if value < 1e11 and re.match(r"\s?[A-Za-z模]", frame.behind) and frame.text[frame.quantity.end - 1] == "数":
        return 0.0
    if (
        value < 1e11
        and not re.search(r"\b(?:train|scal|fit|support)\w*\b[^,]{0,12}$", frame.left)
        and re.match(
            r"\s?模型|[ -](?:dense |MoE |language |sparse |Transformer |GPT )*(?:model|LLM|network)s?\b", frame.behind
        )
    ):
        return 0.0
    if value < 1e6 or re.match(r"\s?(?:model|MoE)?[ -]?(?:language )?(?:baseline|counterpart)", frame.behind):
        return 0.0
    if re.search(r"\b(?:fewer|less)\b|减少", frame.left[-20:]):
        return 0.6
    if value >= 1e9 and _SCALE_IN.search(frame.left[-45:]):
        return 0.7
    return 0.4 if value >= 1e9 else 0.0


def _token(frame: Frame) -> float:
    near = frame.left[-40:] + "|" + frame.behind[:30]
    if (
        frame.quantity.values[-1] >= 1000
        and re.search(r"context|length|up to|long|support|extend|上下文|长度|支持|高达|扩展", near, re.IGNORECASE)
        and not re.search(r"\btrained on|训练|corpus|语料", near, re.IGNORECASE)
    ):
        return 0.5
    return 0.0


def _quality(frame: Frame) -> float:
    return 0.0 if frame.behind.startswith("-") else 0.85


def _count(frame: Frame) -> float:
    quantity = frame.quantity
    if quantity.before:
        return 0.7
    if (
        quantity.unit.name
        in (
            "atoms",
            "原子",
            "particles",
            "粒子",
            "unknowns",
            "degrees of freedom",
            "DoF",
            "DOFs",
            "grid points",
            "网格点",
            "自由度",
        )
        and quantity.values[-1] >= 1e6
    ):
        return 0.6
    if quantity.unit.name in (
        "GPUs",
        "cores",
        "nodes",
        "layers",
        "experts",
        "epochs",
        "steps",
        "iterations",
        "images",
        "samples",
        "tokens",
        "节点",
        "专家",
        "classes",
        "speakers",
    ):
        return 0.0
    if quantity.values[-1] >= 1e5 and re.search(
        r"scal|up to|larg|simulat|handl|process|扩展|规模|模拟|高达|处理|多达", frame.left[-60:], re.IGNORECASE
    ):
        return 0.6
    return 0.0


def _none(frame: Frame) -> float:
    quantity = frame.quantity
    if quantity.before:
        return 0.7 if _CHANGE.search(frame.text[: quantity.start]) or find_cues(frame.left) else 0.0
    value = quantity.values[-1]
    text = frame.text[quantity.start : quantity.end]
    decimal = "." in text
    if _BATCH.search(frame.left) and value >= 1024:
        return 0.6
    if len(quantity.values) > 1 or (
        re.match(r"\s?(?:-|–|times|x\b|%|[A-Za-z]+s\b(?!core))", frame.behind)
        and not re.match(r"\s(?:on|in|for|and|points)\b", frame.behind)
    ):
        return 0.0
    if _SCORE_BEFORE.search(frame.left):
        return 0.7 if decimal or value > 10 else 0.0
    if decimal and _ACHIEVES.search(frame.left) and re.match(r"\s?(?:on|in|for|points|at)\b", frame.behind):
        return 0.7
    return 0.0


_JUDGES = {
    "ratio": _ratio, "percent": _percent, "points": _points, "time": _time, "rate": _rate, "bandwidth": _bandwidth, "flops": _flops,
    "efficiency": _rate, "energy": _rate, "bytes": _bytes, "parameter": _parameter, "token": _token, "context": _token, "quality": _quality,
    "count": _count, "none": _none,
}  # fmt: skip


def continues_scores(frame: Frame) -> bool:
    """Return whether an unmarked number goes on with an enumeration of scores ("86.7 on A, 55.0 on B")."""
    text = frame.text[frame.quantity.start : frame.quantity.end]
    return "." in text and re.match(r"\s?(?:on|in|for|points)\b|\s?[)（(,.]", frame.behind) is not None
