"""How long ``kg add`` and ``kg remove`` of one paper take beside ``kg build`` of the same papers.

    python benchmarks/increments.py --papers 10000

The corpus is made from seeds/: each paper is a seed with the names it introduces, its title, its date and its figures exchanged, so that
names, mentions and claims are as many as in real papers and no two papers are the same. Same --seed, same corpus. Commands run as a user
runs them, each in a process of its own; the graph that kg add leaves is checked against that which kg build makes.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import string
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

from kg import pipeline, store
from kg.ids import paper_id
from kg.records import Document, Named

_FIRST = date(2015, 1, 1)
_FIGURE = re.compile(r"(?<![\w.-])\d+\.\d+(?![\w.-])")


def make_papers(number: int, *, seed: int) -> list[Document]:
    """Return *number* papers, made from those of seeds/."""
    rng = random.Random(seed)
    seeds = pipeline.read(["seeds"]).documents
    names = pipeline.harvest(seeds, pipeline="fast").names
    owners = {paper_id(arxiv=d.arxiv, title=d.title, doi=d.doi): d for d in seeds}
    papers = []
    for index in range(number):
        paper = rng.choice(sorted(owners))
        papers.append(_vary(owners[paper], names.get(paper, ()), index, rng))
    return papers


def _vary(document: Document, names: tuple[Named, ...], index: int, rng: random.Random) -> Document:
    texts = [document.title, document.abstract]
    for name in names:
        fresh = _fresh_name(rng)
        for form in sorted({name.label, *name.aliases} - {""}, key=len, reverse=True):
            if form.isascii() and " " not in form:
                texts = [re.sub(rf"(?<![A-Za-z0-9]){re.escape(form)}(?![A-Za-z0-9])", fresh, text) for text in texts]
    title, abstract = texts
    abstract = _FIGURE.sub(lambda figure: f"{float(figure[0]) * rng.uniform(0.8, 1.2):.2f}", abstract)
    day = _FIRST + timedelta(days=rng.randrange(4000))
    return Document(
        f"{title} {_word(rng)} {index}", abstract, day.isoformat(), document.categories, document.affiliation
    )


def _word(rng: random.Random) -> str:
    return "".join(rng.choice(string.ascii_lowercase) for _ in range(6)).capitalize()


def _fresh_name(rng: random.Random) -> str:
    return _word(rng) + _word(rng)[:4] + rng.choice("ABCDEFGHKLMNPQRSTVWXZ")


def write_digests(papers: list[Document], path: Path) -> None:
    """Write *papers* as a file of digests."""
    with path.open("w", encoding="utf-8") as out:
        for paper in papers:
            lines = [paper.title, paper.affiliation, paper.abstract, f"{paper.date} {' '.join(paper.categories)}"]
            out.write("\n".join(line for line in lines if line) + "\n")


def run(*arguments: str | Path) -> float:
    """Run ``kg`` with *arguments* and return the seconds it took."""
    start = time.perf_counter()
    result = subprocess.run(
        [sys.executable, "-m", "kg", *map(str, arguments)], capture_output=True, text=True, check=False
    )
    took = time.perf_counter() - start
    print(f"{took:8.2f} s  kg {' '.join(map(str, arguments))}\n            {result.stdout.strip().splitlines()[:1]}")
    if result.returncode:
        sys.exit(f"kg {arguments[0]} failed:\n{result.stderr[-2000:]}")
    return took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--papers", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pipeline", default="accurate", choices=("accurate", "fast"))
    parser.add_argument("--repeat", type=int, default=3, help="how many papers to add, one at a time")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    papers = make_papers(options.papers + options.repeat, seed=options.seed)
    with tempfile.TemporaryDirectory(prefix="paperkg-") as folder:
        place = Path(folder)
        old, graph, whole = place / "papers.txt", place / "graph.kg", place / "whole.kg"
        write_digests(papers[: options.papers], old)
        build = ["build", "--pipeline", options.pipeline]
        run(*build, old, "-o", graph)
        more = []
        adds = []
        for index in range(options.repeat):
            more.append(place / f"new{index}.txt")
            write_digests([papers[options.papers + index]], more[-1])
            adds.append(run("add", graph, more[-1]))
        rebuild = run(*build, old, *more, "-o", whole)
        first, second = store.read_manifest(graph), store.read_manifest(whole)
        if first != second:
            sys.exit(f"the graphs differ: {first.files} {second.files}")
        title = papers[options.papers].title
        gone = run("remove", graph, title)
        adds.sort()
        median = adds[len(adds) // 2]
    figures = {
        "papers": options.papers,
        "pipeline": options.pipeline,
        "rebuild_s": round(rebuild, 2),
        "add_median_s": round(median, 2),
        "add_max_s": round(adds[-1], 2),
        "remove_s": round(gone, 2),
        "rebuild_over_add": round(rebuild / median, 1),
    }
    print(json.dumps(figures, indent=1))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
