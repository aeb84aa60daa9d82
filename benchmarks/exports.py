"""Times the GraphML and GEXF writers beside networkx's on one graph: ``python -m benchmarks.exports`` prints a table.

Each repetition of each writer runs in a process of its own, which makes the graph, notes how much memory it takes, writes, and tells the
seconds of the processor and of the clock, and the highest resident memory above what the graph took. The shortest of the repetitions counts:
what disturbs a run makes it longer. The writers take turns, so that a busy hour of the machine is one for all.
networkx is given the same attributes with lists joined, which it cannot write, and neither colours, places, sizes nor days, which it could.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.graphs import EDGES, NODES, cleaned, make_graph
from exports.drawing import Drawing

#: Each writer, and the one of networkx it is measured against.
PAIRS = (
    ("paperkg GraphML", "networkx GraphML"),
    ("paperkg GraphML", "networkx GraphML by lxml"),
    ("paperkg GEXF", "networkx GEXF"),
)
#: What writing a GEXF file costs beside the writer: the layout, and reading the file back before it takes its place.
BESIDE = ("paperkg GEXF: layout", "paperkg GEXF: read back")
_MIB = 2**20


def main() -> None:
    """Run every writer and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--edges", type=int, default=EDGES)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--run", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        print(json.dumps(measure(options.run, options.nodes, options.edges)))
        return
    names = list(dict.fromkeys([*(name for pair in PAIRS for name in pair), *BESIDE]))
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for number in range(options.repeat):
        for name in names:
            runs[name].append(alone(name, options.nodes, options.edges))
            print(f"run {number + 1}, {name}: {runs[name][-1]['seconds']:.2f} s", file=sys.stderr)
    found = {name: {key: min(run[key] for run in made) for key in made[0]} for name, made in runs.items()}
    print(f"{options.nodes:,} nodes, {options.edges:,} edges, {options.repeat} runs each; {machine()}\n")
    print("\n".join(table(found)))


def alone(name: str, nodes: int, edges: int) -> dict[str, Any]:
    """Return what a process of its own measures of the writer called *name*."""
    command = [sys.executable, "-m", "benchmarks.exports", "--run", name, "--nodes", str(nodes), "--edges", str(edges)]
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": "0"}
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def measure(name: str, nodes: int, edges: int) -> dict[str, Any]:
    """Return the seconds, the bytes of memory above what the graph takes, and the bytes of the file of one run of the writer *name*."""
    graph = make_graph(nodes, edges)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph"
        run = prepare(name, graph, path)
        if name.startswith("networkx"):
            del graph
        gc.collect()
        before = settle()
        start, clock = time.process_time(), time.perf_counter()
        run()
        seconds, clock = time.process_time() - start, time.perf_counter() - clock
        memory = max(highest() - before, 0)
        written = path.stat().st_size if path.exists() else 0
    return {"seconds": seconds, "clock": clock, "memory": memory, "bytes": written}


def prepare(name: str, graph: Drawing, path: Path) -> Callable[[], object]:
    """Return the call that is to be timed."""
    import networkx as nx

    from exports.formats import gexf, graphml
    from exports.layout import places

    if name.startswith("networkx"):
        plain = cleaned(graph)
        writers = {
            "networkx GraphML": nx.write_graphml_xml,
            "networkx GraphML by lxml": nx.write_graphml_lxml,
            "networkx GEXF": nx.write_gexf,
        }
        return lambda: writers[name](plain, path)
    if name == "paperkg GraphML":
        return lambda: fill(path, graphml.dumps(graph))
    if name == "paperkg GEXF: layout":
        return lambda: places(graph)
    at = places(graph)
    if name == "paperkg GEXF":
        return lambda: fill(path, gexf.document(graph, at))
    fill(path, gexf.document(graph, at))
    return lambda: gexf.count(path)


def fill(path: Path, pieces: Iterable[str]) -> None:
    """Write *pieces* to *path* as ``exports.write`` does."""
    with path.open("wb", buffering=2**20) as file:
        for piece in pieces:
            file.write(piece.encode())


def settle() -> int:
    """Hand freed memory back to the system, forget the highest figure so far, and return how many bytes are resident."""
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")
        (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS")]
        return int(line.split()[1]) * 1024
    return highest()


def highest() -> int:
    """Return the most bytes that were resident at once."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def table(found: dict[str, dict[str, Any]]) -> list[str]:
    """Return the lines of the tables."""
    rows = ["| writer | seconds of the processor | of the clock | memory, MiB | file, MiB |", "|---|---|---|---|---|"]
    for name, run in found.items():
        size = f"{run['bytes'] / _MIB:.0f}" if run["bytes"] else "–"
        rows.append(f"| {name} | {run['seconds']:.2f} | {run['clock']:.2f} | {run['memory'] / _MIB:.1f} | {size} |")
    rows += ["", "| | against | times faster | share of the memory |", "|---|---|---|---|"]
    for own, other in PAIRS:
        faster = found[other]["seconds"] / found[own]["seconds"]
        rows.append(f"| {own} | {other} | {faster:.1f} | {found[own]['memory'] / max(found[other]['memory'], 1):.0%} |")
    return rows


def machine() -> str:
    """Return what the figures depend on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    versions = ", ".join(f"{name} {version(name)}" for name in ("networkx", "lxml", "numpy"))
    return (
        f"{os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}, Python {platform.python_version()}, {versions}"
    )


if __name__ == "__main__":
    main()
