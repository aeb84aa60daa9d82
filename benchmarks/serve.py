"""How ``kg serve`` holds up: clients that ask all at once for a while, and one query that never ends among them.

    python benchmarks/serve.py [--clients 32] [--seconds 60] [--workers 0] [GRAPH]

Builds the graph of seeds/ where no GRAPH is given. Prints requests a second, latencies by kind of request, and errors: there must be none but
the runaway query's own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from urllib.parse import quote, urlencode

ROOT = Path(__file__).resolve().parents[1]
RUNAWAY = "SELECT (COUNT(*) AS ?n) { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f }"


def mix() -> list[tuple[str, str, dict[str, str]]]:
    """Return the requests that clients send in turn: (kind, path, headers)."""
    from kg.serve.api import examples

    found = [("sparql", f"/sparql?{urlencode({'query': row['query']})}", {}) for row in examples()]
    found += [
        ("page", "/entity/nvidia-a100", {"accept": "text/html"}),
        ("turtle", "/entity/nvidia-a100", {"accept": "text/turtle"}),
        ("api", "/api/search?" + urlencode({"q": "北京大学"}), {}),
        ("api", "/api/node/institution/02v51f717", {}),
        ("api", "/api/neighbors/entity/mixture-of-experts", {}),
        ("api", "/api/claims", {}),
        ("path", f"/api/path?from={quote('北京大学')}&to=MoE", {}),
    ]
    return found


async def client(
    number: int,
    url: str,
    requests: list[tuple[str, str, dict[str, str]]],
    until: float,
    told: list[tuple[str, float, int]],
) -> None:
    """Send *requests* in turn until *until*, beginning with that of *number*, and note kind, seconds and status of each in *told*."""
    import httpx2 as httpx

    async with httpx.AsyncClient(base_url=url, timeout=120) as session:
        turn = number
        while time.monotonic() < until:
            kind, path, headers = requests[turn % len(requests)]
            turn += 1
            began = time.perf_counter()
            try:
                status = (await session.get(path, headers=headers)).status_code
            except httpx.HTTPError as err:
                print(f"{kind}: {err!r}", file=sys.stderr)
                status = 0
            told.append((kind, time.perf_counter() - began, status))


async def load(url: str, *, clients: int, seconds: float, runaways: int) -> None:
    """Let *clients* ask for *seconds*, and *runaways* besides ask what never ends; print what came of it."""
    told: list[tuple[str, float, int]] = []
    until = time.monotonic() + seconds
    ends: list[tuple[str, float, int]] = []
    endless = [("runaway", f"/sparql?{urlencode({'query': RUNAWAY})}", {})]
    began = time.monotonic()
    await asyncio.gather(
        *(client(number, url, mix(), until, told) for number in range(clients)),
        *(client(0, url, endless, until, ends) for _ in range(runaways)),
    )
    took = time.monotonic() - began
    wrong = sum(status != 200 for _, _, status in told)
    print(
        f"{clients} clients, {runaways} with a runaway query, {took:.0f} s: {len(told)} requests, {len(told) / took:.0f} a second, {wrong} errors"
    )
    for kind in ("all", *sorted({kind for kind, _, _ in told})):
        times = sorted(seconds for name, seconds, _ in told if kind in ("all", name))
        cuts = quantiles(times, n=100)
        print(
            f"  {kind:8} {len(times):6}  p50 {cuts[49] * 1000:7.1f} ms  p99 {cuts[98] * 1000:7.1f} ms  most {times[-1] * 1000:7.1f} ms"
        )
    if ends:
        codes = sorted({status for _, _, status in ends})
        print(
            f"  runaway  {len(ends):6}  status {codes}, cut after {max(seconds for _, seconds, _ in ends):.2f} s at most"
        )


def main() -> None:
    """Serve a graph and ask it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", nargs="?")
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", default="0")
    parser.add_argument("--timeout", default="10")
    given = parser.parse_args()
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with tempfile.TemporaryDirectory() as folder:
        graph = given.graph or f"{folder}/graph.kg"
        if given.graph is None:
            subprocess.run(
                [sys.executable, "-m", "kg", "build", "seeds", "-o", graph], cwd=ROOT, check=True, env=environment
            )
        command = [
            sys.executable,
            "-m",
            "kg",
            "serve",
            graph,
            "--port",
            "0",
            "--workers",
            given.workers,
            "--timeout",
            given.timeout,
        ]
        log = Path(folder, "log")
        with log.open("w") as out, subprocess.Popen(command, stderr=out, env=environment) as server:
            try:
                while not (match := re.search(r" at (http://\S+)/", log.read_text())) and server.poll() is None:
                    time.sleep(0.1)
                if match is None:
                    sys.exit(log.read_text())
                for runaways in (0, 1):
                    asyncio.run(load(match[1], clients=given.clients, seconds=given.seconds, runaways=runaways))
            finally:
                server.terminate()
        print(f"tracebacks in the log: {log.read_text().count('Traceback')}")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
