"""A small corpus built by hand: five papers, their terms, and the graph they make."""

from __future__ import annotations

from dataclasses import replace

from kg.build import build
from kg.ids import claim_id, entity_id, institution_id, paper_id
from kg.records import Claim, Document, Entity, Extraction, Institution, Mention, Term

HOSTILE = "a<b>&\"c'\x00\x1b]]>\u202e\u2028\t\n\r\\ \ud83d 😀 混合\ufffe"


def mention(document, text, field="abstract", *, extractor="hand"):
    """Return the first occurrence of *text* in *field* of *document* as a mention."""
    start = document.field(field).index(text)
    return Mention(field, start, start + len(text), text, extractor)


def entity(document, type, label, surface, role="uses", *, zh="", kind=""):
    """Return the entity called *label* that *document* mentions as *surface*."""
    return Entity(entity_id(label), type, label, zh, (), kind, role, 1.0, (mention(document, surface),))


def institution(document, label, *, zh="", ror="", parent=""):
    """Return the institution called *label* on the affiliation line of *document*."""
    return Institution(
        institution_id(ror=ror, name=label),
        label,
        zh,
        ror=ror,
        parent=parent,
        mentions=(mention(document, label, "affiliation"),),
    )


def claim(document, text, metric, value, unit, *, direction="", baseline="", hardware="", subject=""):
    """Return the claim that *text* makes; baseline, hardware and subject are canonical names."""
    sentence = Mention("abstract", 0, len(document.abstract), document.abstract)
    paper = paper_id(arxiv=document.arxiv, title=document.title)
    return Claim(
        metric,
        value,
        unit,
        direction=direction,
        baseline=baseline,
        hardware=(hardware,) if hardware else (),
        subject=subject,
        mention=mention(document, text),
        sentence=sentence,
        id=claim_id(paper, text),
        baseline_id=entity_id(baseline) if baseline else "",
        hardware_ids=(entity_id(hardware),) if hardware else (),
        subject_id=entity_id(subject) if subject else "",
    )


def extraction(document, *, institutions=(), entities=(), claims=()):
    """Return the extraction of *document* with the given records."""
    return Extraction(
        paper_id(arxiv=document.arxiv, title=document.title),
        document,
        tuple(institutions),
        tuple(entities),
        tuple(claims),
    )


_FAST = Document(
    "FastMix: Experts in Parallel",
    "We present FastMix for mixture of experts. It is 1.5x faster than Megatron-LM on A100. 专家并行很重要。",
    "2024-05-01",
    ("cs.DC", "cs.LG"),
    "Peking University；NVIDIA",
    source="a.txt",
    line=1,
)
_SLOW = Document(
    "SlowMix",
    "SlowMix runs 混合专家 with expert parallelism on H100.",
    "2023-02-03",
    ("cs.DC",),
    "Peking University",
    source="a.txt",
    line=5,
)
_LAB = Document(
    "Stencils on Tensor Cores",
    "Stencils on A100 with CUDA.",
    "2022-01-01",
    ("cs.PF",),
    "PKU Lab；NVIDIA",
    source="b.txt",
    line=1,
)
_LONELY = Document("A Survey of Nothing", "Nothing is named here.", "2021-07-07", (), source="b.txt", line=4)
_UNDATED = Document("Undated", "Undated compares with Megatron-LM.", "", ("cs.DC",), "OpenAI", source="b.txt", line=8)

FAST, SLOW, LAB, LONELY, UNDATED = EXTRACTIONS = (
    extraction(
        _FAST,
        institutions=[
            institution(_FAST, "Peking University", zh="北京大学", ror="02v51f717"),
            institution(_FAST, "NVIDIA", zh="英伟达"),
        ],
        entities=[
            entity(_FAST, "System", "FastMix", "FastMix", "introduces"),
            entity(_FAST, "Technique", "mixture of experts", "mixture of experts", "uses", zh="混合专家"),
            entity(_FAST, "Technique", "expert parallelism", "专家并行", "mentions", zh="专家并行"),
            entity(_FAST, "System", "Megatron-LM", "Megatron-LM", "comparesWith"),
            entity(_FAST, "Hardware", "NVIDIA A100", "A100", "evaluatedOn", kind="gpu"),
        ],
        claims=[
            claim(
                _FAST,
                "1.5x",
                "speedup",
                (1.5,),
                "x",
                direction="increase",
                baseline="Megatron-LM",
                hardware="NVIDIA A100",
                subject="FastMix",
            )
        ],
    ),
    extraction(
        _SLOW,
        institutions=[institution(_SLOW, "Peking University", zh="北京大学", ror="02v51f717")],
        entities=[
            entity(_SLOW, "System", "SlowMix", "SlowMix", "introduces"),
            entity(_SLOW, "Technique", "mixture of experts", "混合专家", "uses"),
            entity(_SLOW, "Technique", "expert parallelism", "expert parallelism", "uses", zh="专家并行"),
            entity(_SLOW, "Hardware", "NVIDIA H100", "H100", "evaluatedOn", kind="gpu"),
        ],
    ),
    extraction(
        _LAB,
        institutions=[
            institution(_LAB, "PKU Lab", parent=institution_id(ror="02v51f717", name="")),
            institution(_LAB, "NVIDIA", zh="英伟达"),
        ],
        entities=[
            entity(_LAB, "Hardware", "NVIDIA A100", "A100", "evaluatedOn", kind="gpu"),
            entity(_LAB, "System", "CUDA", "CUDA", "uses"),
        ],
    ),
    extraction(_LONELY),
    extraction(
        _UNDATED,
        institutions=[institution(_UNDATED, "OpenAI")],
        entities=[entity(_UNDATED, "System", "Megatron-LM", "Megatron-LM", "comparesWith")],
    ),
)

TERMS = {
    term.id: term
    for term in (
        Term(
            entity_id("NVIDIA A100"),
            "Hardware",
            "NVIDIA A100",
            aliases=("A100",),
            kind="gpu",
            vendor="NVIDIA",
            architecture=entity_id("Ampere"),
            facts=(
                ("memory_gb", "40"),
                ("source", "hand"),
            ),
            row="hardware/gpu.tsv:2",
        ),
        Term(entity_id("Ampere"), "Hardware", "Ampere", ("安培",), kind="gpu-architecture", row="hardware/arch.tsv:2"),
        Term(
            entity_id("NVIDIA H100"),
            "Hardware",
            "NVIDIA H100",
            aliases=("H100",),
            vendor="NVIDIA",
            architecture=entity_id("Hopper"),
            facts=(("memory_gb", "80/94"), ("released", "2022"), ("source", "hand")),
            row="hardware/gpu.tsv:3",
        ),
        Term(entity_id("Hopper"), "Hardware", "Hopper", kind="gpu-architecture", row="hardware/arch.tsv:3"),
        Term(
            entity_id("expert parallelism"),
            "Technique",
            "expert parallelism",
            ("专家并行",),
            ("EP",),
            broader=(entity_id("model parallelism"),),
            row="technique/p.tsv:2",
        ),
        Term(entity_id("model parallelism"), "Technique", "model parallelism", ("模型并行",), row="technique/p.tsv:3"),
        Term(
            entity_id("mixture of experts"),
            "Technique",
            "mixture of experts",
            ("混合专家",),
            ("MoE",),
            row="technique/p.tsv:4",
        ),
        Term(entity_id("never mentioned"), "Technique", "never mentioned", row="technique/p.tsv:5"),
        Term(
            entity_id("CUDA"),
            "System",
            "CUDA",
            vendor="NVIDIA",
            part_of=(entity_id("CUDA Toolkit"),),
            row="system/s.tsv:2",
        ),
        Term(entity_id("CUDA Toolkit"), "System", "CUDA Toolkit", row="system/s.tsv:3"),
    )
}


def graph():
    """Return the graph of the small corpus."""
    return build(EXTRACTIONS, TERMS)


def hostile_extraction():
    """Return a paper all of whose texts hold what breaks formats."""
    document = Document(
        f"Title {HOSTILE}",
        f"We use {HOSTILE} here.",
        "2020-02-02",
        (f"cs.{HOSTILE}",),
        f"Lab {HOSTILE}",
        arxiv=f"1 >{HOSTILE}",
    )
    label = f"Thing {HOSTILE}"
    made = entity(document, "System", label, HOSTILE, "introduces", zh=f"东西{HOSTILE}", kind=HOSTILE)
    made = replace(made, aliases=(HOSTILE, "\x00"))
    figure = claim(document, HOSTILE, HOSTILE, (float("1e400"), 2e-7), HOSTILE, direction="increase", subject=label)
    return extraction(
        document, institutions=[institution(document, f"Lab {HOSTILE}", ror="a b>")], entities=[made], claims=[figure]
    )


def hostile_graph():
    """Return the graph of the small corpus and the hostile paper."""
    return build((*EXTRACTIONS, hostile_extraction()), TERMS)


def said(graph):
    """Return all that *graph* holds, to compare graphs by."""
    return tuple(graph.facts()), tuple(graph.edges())
