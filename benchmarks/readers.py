"""Measure a reader over ever larger files: peak memory and speed. The files are made of the samples, resampled.

    python benchmarks/readers.py [--format arxiv] [--sizes 10 100 1000] [--packed]

Each size is read in a process of its own, which yields the documents to nobody: what grows is the reader's.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = {
    "arxiv": "arxiv.jsonl", "openalex": "openalex.jsonl", "jsonl": "jsonl.jsonl", "atom": "atom.xml", "dblp": "dblp.xml", "table": "table.csv",
}  # fmt: skip
SEED = 1


def records(format: str) -> tuple[bytes, list[bytes], bytes]:
    """Return what a file of *format* begins with, its records, and its end."""
    raw = (ROOT / "seeds" / "samples" / SAMPLES[format]).read_bytes()
    if format == "table":
        first, _, rest = raw.partition(b"\r\n")
        return first + b"\r\n", [rest], b""
    if format in ("atom", "dblp"):
        begin, end = {"atom": (b"  <entry>", b"</entry>\n"), "dblp": (b"<article", b"</inproceedings>\n")}[format]
        start, stop = raw.index(begin), raw.rindex(end) + len(end)
        return raw[:start], [raw[start:stop]], raw[stop:]
    own = raw.splitlines(keepends=True)
    if format == "arxiv":
        own += [_from_seed(number, title, abstract) for number, (title, abstract) in enumerate(_seeds())]
    return b"", own, b""


def _seeds() -> list[tuple[str, str]]:
    from extractors.readers import read_paths
    from kg.records import Document

    return [(d.title, d.abstract) for d in read_paths([ROOT / "seeds"]) if isinstance(d, Document)]


def _from_seed(number: int, title: str, abstract: str) -> bytes:
    values = {
        "id": f"2413.{number:05}",
        "title": title,
        "abstract": abstract,
        "categories": "cs.DC",
        "authors_parsed": [["Doe", "Jane", ""]],
    }
    return json.dumps(values, ensure_ascii=False).encode() + b"\n"


def make(path: Path, *, format: str, size: int, packed: bool) -> None:
    """Write about *size* megabytes of resampled records."""
    first, own, last = records(format)
    chance = random.Random(SEED)
    written = 0
    with gzip.open(path, "wb", compresslevel=1) if packed else path.open("wb") as file:
        file.write(first)
        while written < size * 10**6:
            block = b"".join(chance.choices(own, k=200))
            file.write(block)
            written += len(block)
        file.write(last)


def read(path: Path) -> None:
    """Read *path* and print what it took."""
    from extractors.parsing.reading import Problem
    from extractors.readers import read_paths

    began = time.perf_counter()
    documents = problems = 0
    for reading in read_paths([path]):
        documents, problems = documents + (not isinstance(reading, Problem)), problems + isinstance(reading, Problem)
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"documents": documents, "problems": problems, "seconds": seconds, "peak": peak}))


def main() -> None:
    """Print a table: one row a size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--format", default="arxiv", choices=sorted(SAMPLES))
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 100, 1000], help="megabytes")
    parser.add_argument("--packed", action="store_true", help="gzip")
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.read:
        read(given.read)
        return
    print("format    MB    documents  problems  peak MiB  seconds  MB/s")
    with tempfile.TemporaryDirectory() as folder:
        for size in given.sizes:
            suffix = Path(SAMPLES[given.format]).suffix
            path = Path(folder) / f"papers{suffix}{'.gz' if given.packed else ''}"
            make(path, format=given.format, size=size, packed=given.packed)
            out = subprocess.run(
                [sys.executable, __file__, "--read", str(path)], capture_output=True, text=True, check=True
            )
            row = json.loads(out.stdout)
            print(
                f"{given.format:8}  {size:<5} {row['documents']:<10} {row['problems']:<9} {row['peak']:<9.0f} {row['seconds']:<8.1f} {size / row['seconds']:.1f}"
            )
            path.unlink()


if __name__ == "__main__":
    main()
