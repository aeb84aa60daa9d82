"""Makes the graphs that benchmarks run on: as many nodes and edges as asked, shaped like the full view of a graph of papers, always the same.

Two nodes of five are papers. A paper has five edges or so to things, of which a few are named by very many papers and most by few; things
that stand on papers together are linked as rules do. Labels are in both languages and hold what must be escaped; quotes, lists of names and
dates are as long as those of the graph of ``seeds/``.
"""

from __future__ import annotations

import random
from datetime import date, timedelta

import networkx as nx

from exports.drawing import Drawing, predicate_labels
from exports.values import Value, plain
from kg.schema import get_predicate

NODES, EDGES, SEED = 100_000, 500_000, 20_26
# Of a hundred nodes, as the graph of seeds/ has them, but for more papers: there its vocabularies weigh more.
_SHARES = {
    "Paper": 40,
    "Technique": 24,
    "Claim": 12,
    "System": 8,
    "Institution": 6,
    "Model": 3,
    "Hardware": 3,
    "Task": 3,
    "Dataset": 1,
}
_OF_PAPERS = {
    "Technique": "uses",
    "Claim": "reports",
    "System": "comparesWith",
    "Institution": "affiliatedWith",
    "Model": "evaluatedOn",
    "Hardware": "evaluatedOn",
    "Task": "addresses",
    "Dataset": "evaluatedOn",
}
_DERIVED = {"Institution": ("collaboratesWith", "worksOn"), "System": ("outperforms", "outperforms")}
# In the graph of seeds/ one text of four thousand has something that XML escapes; here one label of thirty has.
_ESCAPED = ("<low-rank>", "R&D", '"exact"')
_WORDS = "adaptive sparse pipeline tensor expert gradient memory kernel sharded fused low-rank quantised latency offline cache".split()  # noqa: SIM905
_WORDS_ZH = "自适应 稀疏 流水线 张量 专家 梯度 显存 算子 分片 融合 低秩 量化 延迟 与 缓存".split()  # noqa: SIM905
_FIRST_DAY = date(2012, 1, 1)
_DAYS = 5000


def make_graph(nodes: int = NODES, edges: int = EDGES, *, seed: int = SEED) -> Drawing:
    """Return a drawing of *nodes* nodes and *edges* edges that the export formats take, the same for the same *seed*."""
    chance = random.Random(seed)
    made = nx.MultiDiGraph(view="full", titles={})
    ids: dict[str, list[str]] = {name: [] for name in _SHARES}
    for name, share in sorted(_SHARES.items()):
        ids[name] = [_id(name, number) for number in range(nodes * share // 100)]
    ids["Technique"] += [
        _id("Technique", len(ids["Technique"]) + n) for n in range(nodes - sum(map(len, ids.values())))
    ]
    days = {paper: str(_FIRST_DAY + timedelta(chance.randrange(_DAYS))) for paper in ids["Paper"]}
    for name, found in sorted(ids.items()):
        for node in sorted(found):
            made.add_node(
                node, **_node(chance, name, days.get(node) or str(_FIRST_DAY + timedelta(chance.randrange(_DAYS))))
            )
    things = [name for name in _SHARES if name != "Paper"]
    weights = [_SHARES[name] for name in things]
    rows: dict[tuple[str, str, str], tuple[str, ...]] = {}
    while len(rows) < edges:
        paper = chance.choice(ids["Paper"])
        name = chance.choices(things, weights)[0]
        node = _popular(chance, ids[name])
        if name in _DERIVED and chance.random() < 0.4:
            predicate = chance.choice(_DERIVED[name])
            other = _popular(chance, ids["Technique" if predicate == "worksOn" else name])
            if node != other:
                rows[node, other, predicate] = tuple(
                    sorted({paper, *chance.sample(ids["Paper"], chance.choice((0, 0, 1, 2)))})
                )
            continue
        rows[paper, node, _OF_PAPERS[name]] = (paper,)
    labels = {predicate: predicate_labels(predicate) for *_, predicate in rows}
    for (source, target, predicate), papers in sorted(rows.items(), key=lambda row: (row[0][0], row[0][2], row[0][1])):
        made.add_edge(source, target, key=predicate, **labels[predicate], **_edge(chance, predicate, papers, days))
    return made


def cleaned(graph: Drawing) -> Drawing:
    """Return a copy of *graph* whose attributes networkx's own writers take: lists joined to strings, kinds as an attribute."""
    made = graph.__class__()
    for node, row in graph.nodes(data=True):
        made.add_node(node, **{name: plain(value) for name, value in row.items()})
    for source, target, key, row in graph.edges(keys=True, data=True):
        made.add_edge(source, target, key=key, kind=key, **{name: plain(value) for name, value in row.items()})
    return made


def _id(name: str, number: int) -> str:
    space = {"Paper": "paper", "Claim": "claim", "Institution": "institution"}.get(name, "entity")
    return f"{space}/{name.casefold()}-{number:06}"


def _popular(chance: random.Random, ids: list[str]) -> str:
    # A few names stand on very many papers.
    return ids[int(len(ids) * chance.random() ** 3)]


def _node(chance: random.Random, name: str, day: str) -> dict[str, Value]:
    first = chance.choice(_ESCAPED) if chance.randrange(30) == 0 else chance.choice(_WORDS)
    label, label_zh = " ".join([first, *chance.choices(_WORDS, k=2)]), "".join(chance.choices(_WORDS_ZH, k=3))
    if name == "Paper":
        abstract = "，".join("".join(chance.choices(_WORDS_ZH, k=8)) for _ in range(8)) + "。"
        return {
            "type": name,
            "label": f"{label}: {label}",
            "date": day,
            "abstract": abstract,
            "categories": "cs.DC cs.LG",
            "dates": (day,),
        }
    if name == "Claim":
        figure = round(chance.uniform(1, 20), 2)
        return {
            "type": name,
            "label": f"{figure} x speedup over {label}",
            "low": figure,
            "high": figure,
            "unit": "x",
            "sentence": f"速度提升{figure}倍，{label_zh}。",
            "dates": (day,),
        }
    last = str(date.fromisoformat(day) + timedelta(200))
    aliases = tuple(sorted({" ".join(chance.choices(_WORDS, k=2)) for _ in range(chance.randrange(4))}))
    row: dict[str, Value] = {
        "type": name,
        "label": label,
        "label_zh": label_zh,
        "kind": "class",
        "papers": 2,
        "first": day,
        "last": last,
        "dates": (day, last),
    }
    return row | ({"aliases": aliases} if aliases else {})


def _edge(chance: random.Random, predicate: str, papers: tuple[str, ...], days: dict[str, str]) -> dict[str, Value]:
    dates = tuple(sorted({days[paper] for paper in papers}))
    row: dict[str, Value] = {"origin": get_predicate(predicate).origin, "weight": float(len(papers)), "sources": papers}
    if get_predicate(predicate).origin == "paper":
        row["quotes"] = (" ".join(chance.choices(_WORDS, k=2)),)
    return row | {"papers": len(papers), "first": dates[0], "last": dates[-1], "dates": dates}
