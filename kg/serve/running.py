"""Run the application on an address until it is told to stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from kg.serve.app import create_app
from kg.serve.served import Holder
from kg.serve.settings import Settings
from kg.serve.transport import PatientProtocol

# Connections that wait or are answered at one time; more are told to come back later.
_CONNECTIONS = 1000


def run(path: Path, settings: Settings, *, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve the graph at *path*; *ready* is told the address once it answers. Raises OSError and KGError."""

    class Protocol(PatientProtocol):
        patience = settings.patience

    listening = listen(host, port)
    name = f"[{host}]" if ":" in host else host
    url = f"http://{name}:{listening.getsockname()[1]}/"
    holder = Holder(path, settings)
    config = uvicorn.Config(
        create_app(holder),
        http=Protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=3,
    )
    asyncio.run(_serve(uvicorn.Server(config), holder, listening, ready=lambda: ready(url)))


async def _serve(
    server: uvicorn.Server, holder: Holder, listening: socket.socket, *, ready: Callable[[], None]
) -> None:
    # uvicorn hides what goes wrong at the start of an application behind a line in its log.
    try:
        await holder.start()
        ready()
        await server.serve(sockets=[listening])
    finally:
        await holder.stop()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to *host* and *port*. Raises OSError that says so."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host.strip("[]"), port))
    except OSError as err:
        made.close()
        raise OSError(err.errno, f"cannot listen on {host} port {port}: {err.strerror}") from err
    return made
