"""How long a path query takes on a graph of 100,000 nodes and 500,000 edges, beside networkx on the undirected view of the same graph.

    python benchmarks/paths.py --nodes 100000 --edges 500000

Papers name institutions and things; some things are named by thousands of papers, most by a few, as in real corpora. Same --seed, same
graph. The first query, which makes the projection that paths run on, is told apart from those that follow.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from pathlib import Path

import networkx as nx

from kg.graph import KnowledgeGraph, NodeFacts
from kg.paths import find_paths
from kg.records import Evidence

_TYPES = ("Technique", "System", "Model", "Dataset", "Task", "Hardware")
_ROLES = ("uses", "mentions", "introduces", "comparesWith", "addresses", "evaluatedOn")


def make_graph(nodes: int, edges: int, *, seed: int) -> KnowledgeGraph:
    """Return a graph of *nodes* nodes, six tenths of them papers, and about *edges* edges."""
    rng = random.Random(seed)
    papers = [f"paper/{number}" for number in range(nodes * 6 // 10)]
    institutions = [f"institution/{number}" for number in range(nodes // 50)]
    things = [f"entity/{number}" for number in range(nodes - len(papers) - len(institutions))]
    graph = KnowledgeGraph()
    for number, paper in enumerate(papers):
        facts = NodeFacts(
            "Paper", f"Paper {number}", date=f"{2010 + number % 15}-01-01", more=(("abstract", "It is so."),)
        )
        graph.add_node(paper, facts, source=paper)
    names = [*institutions, *things]
    for number, node in enumerate(names):
        type_ = "Institution" if node.startswith("institution/") else _TYPES[number % len(_TYPES)]
        graph.add_node(node, NodeFacts(type_, f"Name {number}"), source=papers[number % len(papers)])
    made = 0
    while made < edges:
        paper = rng.choice(papers)
        if rng.random() < 0.2:
            node, predicate = institutions[_rank(rng, len(institutions))], "affiliatedWith"
        else:
            node = things[_rank(rng, len(things))]
            predicate = _ROLES[rng.randrange(len(_ROLES))]
        graph.add_edge(paper, predicate, node, [Evidence(paper, "abstract", 0, 2, "benchmark")])
        made += 1
    return graph


def _rank(rng: random.Random, number: int) -> int:
    """Return a number below *number*, small ones more often: the first has thousands of papers, most have a few."""
    return int(number ** rng.random()) - 1 if rng.random() < 0.5 else rng.randrange(number)


def timed(times: list[float], function, *arguments, **options):  # noqa: ANN001, ANN002, ANN003, ANN201 - any function
    """Return what *function* returns, and add the milliseconds that it took to *times*."""
    start = time.perf_counter()
    result = function(*arguments, **options)
    times.append((time.perf_counter() - start) * 1000)
    return result


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--edges", type=int, default=500_000)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    graph = make_graph(options.nodes, options.edges, seed=options.seed)
    loaded: list[float] = []
    timed(loaded, lambda: graph.nx)
    rng = random.Random(options.seed + 1)
    ends = [node for node in graph.nx if not node.startswith("paper/")]
    pairs = [tuple(rng.sample(ends, 2)) for _ in range(options.queries)]
    timed(loaded, find_paths, graph, *pairs[0])
    one: list[float] = []
    three: list[float] = []
    plain: list[float] = []
    found = 0
    view = graph.nx.to_undirected(as_view=True)
    for first, last in pairs:
        found += bool(timed(one, find_paths, graph, first, last, k=1))
        timed(three, find_paths, graph, first, last, k=3)
    for first, last in pairs[: max(1, options.queries // 10)]:
        try:
            timed(plain, nx.shortest_path, view, first, last)
        except nx.NetworkXNoPath:
            continue
    figures = {
        "nodes": graph.nx.number_of_nodes(),
        "edges": graph.nx.number_of_edges(),
        "queries": len(pairs),
        "with a path": found,
        "networkx graph made, ms": round(loaded[0]),
        "first query, ms": round(loaded[1]),
        "k=1 median, ms": round(statistics.median(one), 1),
        "k=1 95th percentile, ms": round(sorted(one)[len(one) * 95 // 100], 1),
        "k=3 median, ms": round(statistics.median(three), 1),
        "k=3 95th percentile, ms": round(sorted(three)[len(three) * 95 // 100], 1),
        "nx.shortest_path on the undirected view, median, ms": round(statistics.median(plain), 1),
    }
    print(json.dumps(figures, indent=1))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
