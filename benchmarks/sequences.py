"""Random sequences of kg.increments.add and remove over seeds/, each compared with a build of the papers that are left.

    python benchmarks/sequences.py --sequences 200

After each sequence the graph is built anew from the papers that are left. The manifests must be equal (checksums of the log, the names and
the terms, all counts), and kg verify must find nothing (its store holds exactly the quads that the log gives). After every tenth sequence
every export is written from both and compared byte for byte. Same --seed, same sequences.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

import kg
from kg import increments, pipeline, store
from kg.ids import paper_id
from kg.records import Document
from kg.store.checking import verify


def build(path: Path, documents: list[Document], *, name: str) -> None:
    """Build the graph of *documents* at *path* with the pipeline called *name*."""
    found = pipeline.harvest(documents, pipeline=name)
    store.save(
        path,
        found.extractions,
        pipeline.terms(),
        version=kg.__version__,
        names=found.names,
        recipe=pipeline.recipe(pipeline=name),
    )


def change(path: Path, here: set[str], papers: dict[str, Document], rng: random.Random) -> str:
    """Add papers to the graph at *path*, which holds those of *here*, or remove some; return what was done."""
    away = sorted(papers.keys() - here)
    if away and (len(here) < 4 or rng.random() < 0.5):
        new = rng.sample(away, min(len(away), rng.randint(1, 3)))
        done = increments.add(path, [papers[paper] for paper in new])
        here.update(new)
        return f"+{len(new)} ({len(done.again)} again)"
    gone = rng.sample(sorted(here), rng.randint(1, 3))
    done = increments.remove(path, gone)
    here.difference_update(gone)
    return f"-{len(gone)} ({len(done.again)} again)"


def difference(path: Path, other: Path, *, formats: bool) -> str:
    """Return how the graph at *path* differs from that at *other*; nothing where it does not."""
    import exports

    if store.read_manifest(path) != store.read_manifest(other):
        return "manifests differ"
    if problems := list(verify(path)):
        return problems[0]
    for name in exports.format_names() if formats else ():
        made = []
        for graph in (path, other):
            target = graph.with_name(f"{graph.stem}.out") / name
            target.parent.mkdir(exist_ok=True)
            exports.write(store.load(graph), target, format=name)
            files = sorted(target.rglob("*")) if target.is_dir() else [target]
            made.append([file.read_bytes() for file in files if file.is_file()])
        if made[0] != made[1]:
            return f"{name} differs"
    return ""


def main() -> None:
    """Run the sequences."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sequences", type=int, default=200)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--start", type=int, default=30, help="how many papers the graph begins with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pipeline", default="accurate", choices=("accurate", "fast"))
    options = parser.parse_args()
    sys.path[0] = str(Path(__file__).resolve().parents[1])  # a script beside this one is called like the package
    rng = random.Random(options.seed)
    papers = {paper_id(arxiv=d.arxiv, title=d.title, doi=d.doi): d for d in pipeline.read(["seeds"]).documents}
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="paperkg-") as folder:
        path, other = Path(folder) / "graph.kg", Path(folder) / "whole.kg"
        here = set(rng.sample(sorted(papers), options.start))
        build(path, [papers[paper] for paper in sorted(here)], name=options.pipeline)
        for number in range(1, options.sequences + 1):
            done = [change(path, here, papers, rng) for _ in range(options.steps)]
            build(other, [papers[paper] for paper in sorted(here)], name=options.pipeline)
            wrong = difference(path, other, formats=number % 10 == 0)
            print(f"{number:4} {len(here):4} papers  {', '.join(done)}  {wrong or 'equal'}", flush=True)
            if wrong:
                sys.exit(1)
    print(
        f"{options.sequences} sequences of {options.steps} changes equal the rebuild ({time.perf_counter() - start:.0f} s)"
    )


if __name__ == "__main__":
    main()
