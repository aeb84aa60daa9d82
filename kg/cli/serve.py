"""``kg serve``: a graph over HTTP."""

from __future__ import annotations

import ipaddress
import logging
import sys
from pathlib import Path

import click

from kg.cli._shared import GRAPH
from kg.errors import MissingExtraError


@click.command("serve")
@GRAPH
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; loopback alone unless given."
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free port.")
@click.option("--timeout", default=10.0, show_default=True, type=click.FloatRange(0.1), help="Seconds a query may run.")
@click.option("--max-rows", default=10_000, show_default=True, type=click.IntRange(1), help="Rows an answer may have.")
@click.option(
    "--workers", default=0, type=click.IntRange(0), help="Processes that run queries; 0 is one a core, 4 at least."
)
@click.option(
    "--memory",
    default=4.0,
    show_default=True,
    type=click.FloatRange(0.5),
    help="GiB of address space a worker may take.",
)
@click.option(
    "--allow-host", "hosts", multiple=True, help="Another name clients may know the server by; may be given again."
)
def command(
    graph: Path,
    host: str,
    port: int,
    timeout: float,
    max_rows: int,
    workers: int,
    memory: float,
    hosts: tuple[str, ...],
) -> None:
    """Serve GRAPH read-only over HTTP: SPARQL at /sparql, a page at every IRI's path, the explorer at /.

    The access log goes to stderr. A graph that is replaced while it is served is taken up within seconds.
    """
    from kg.serve.settings import Settings
    from kg.store import read_manifest

    read_manifest(graph)
    try:
        from kg.serve.running import run
    except ImportError as err:
        if err.name is None or err.name.partition(".")[0] not in ("starlette", "uvicorn", "h11", "anyio"):
            raise
        raise MissingExtraError(err.name, "serve") from err
    known = Settings()
    settings = Settings(
        timeout=timeout,
        rows=max_rows,
        workers=workers or known.workers,
        memory=int(memory * (1 << 30)),
        # Who listens on other addresses is asked under names that are not known here.
        hosts=(*known.hosts, *(name.casefold() for name in hosts)) if hosts or _is_loopback(host) else (),
    )
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    try:
        run(
            graph,
            settings,
            host=host,
            port=port,
            ready=lambda url: click.echo(f"kg: serving {graph} at {url}", err=True),
        )
    except KeyboardInterrupt:
        raise SystemExit(0) from None


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.casefold() == "localhost"
