"""Servers for tests: the application within the process, and ``kg serve`` as a process of its own on loopback."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from kg import store
from tests.samples import EXTRACTIONS, TERMS, hostile_extraction

ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def serving(graph, *options):
    """Run ``kg serve`` on *graph* and yield its address; what it says on stderr is checked for tracebacks at the end."""
    command = [sys.executable, "-m", "kg", "serve", str(graph), "--port", "0", *map(str, options)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    log = Path(f"{graph}.log")
    with log.open("w+", encoding="utf-8") as told:
        process = subprocess.Popen(command, stderr=told, stdout=subprocess.DEVNULL, env=environment)
        try:
            url = None
            while url is None and process.poll() is None:
                match = re.search(r"serving .* at (http://\S+)/", log.read_text(encoding="utf-8"))
                url = match and match[1]
            assert url, log.read_text(encoding="utf-8")
            yield url
        finally:
            process.terminate()
            process.wait(timeout=30)
    assert "Traceback" not in log.read_text(encoding="utf-8")


@contextmanager
def running(graph, *, patience=20.0, static=None):
    """Run the server on *graph* in a thread of this process and yield its address; *static* is where the explorer is built."""
    import threading

    import uvicorn

    from kg.serve.app import STATIC, create_app
    from kg.serve.running import listen
    from kg.serve.served import Holder
    from kg.serve.settings import Settings
    from kg.serve.transport import PatientProtocol

    protocol = type("Protocol", (PatientProtocol,), {"patience": patience})
    app = create_app(Holder(graph, Settings(workers=2)), static=static or STATIC)
    with listen("127.0.0.1", 0) as listening:
        server = uvicorn.Server(uvicorn.Config(app, http=protocol, ws="none", log_config=None, lifespan="on"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.05)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="session")
def small_path(tmp_path_factory):
    """The directory of the graph of the small corpus with the hostile paper in it."""
    path = tmp_path_factory.mktemp("small") / "graph.kg"
    store.save(path, (*EXTRACTIONS, hostile_extraction()), TERMS, version="test")
    return path


@pytest.fixture(scope="session")
def client(small_path):
    """A client of the application that serves the small corpus, without the explorer."""
    from starlette.testclient import TestClient

    from kg.serve.app import create_app
    from kg.serve.served import Holder
    from kg.serve.settings import Settings

    holder = Holder(small_path, Settings(timeout=5, rows=1000, workers=2))
    with TestClient(
        create_app(holder, static=small_path / "none"), base_url="http://localhost", raise_server_exceptions=False
    ) as made:
        yield made


@pytest.fixture(scope="session")
def live(seeds_path):
    """The address of ``kg serve`` on the graph of the seeds."""
    with serving(seeds_path, "--workers", "2") as url:
        yield url
