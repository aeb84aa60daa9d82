"""``kg serve`` as it runs: what is cut, who is kept waiting, and what bad clients get."""

from __future__ import annotations

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import httpx2 as httpx
import pytest

from kg import store
from tests.kg.serve.conftest import running, serving
from tests.samples import EXTRACTIONS, TERMS

RUNAWAY = "SELECT (COUNT(*) AS ?n) { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f . ?g ?s ?h . ?i ?t ?j }"
MEMORY = "SELECT * { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f } ORDER BY ?b ?d ?f"


@pytest.fixture(scope="module")
def strict(small_path):
    """The address of a server with small limits on the small corpus."""
    with serving(small_path, "--workers", "2", "--timeout", "1.5", "--max-rows", "50", "--memory", "1") as url:
        yield url


def ask(url, query, **more):
    return httpx.get(f"{url}/sparql", params={"query": query}, timeout=60, **more)


def raw(url, *parts, pause=0.0):
    """Send *parts* as they are, *pause* seconds between them, and return all that comes back."""
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as connection:
        for part in parts:
            connection.sendall(part)
            time.sleep(pause)
        got = b""
        try:
            while part := connection.recv(65536):
                got += part
        except ConnectionResetError:
            pass
        return got


def test_a_runaway_query_is_cut_at_its_limit_while_others_are_answered(strict):
    answered = 0
    with ThreadPoolExecutor() as pool, httpx.Client(base_url=strict) as other:
        running = pool.submit(ask, strict, RUNAWAY)
        while not running.done():
            assert other.get("/sparql", params={"query": "ASK { ?p a kg:Paper }"}).json()["boolean"] is True
            answered += 1
    assert answered > 5
    assert running.result().status_code == 503
    assert "longer than 1.5 s" in running.result().text


def test_when_all_workers_are_busy_the_next_waits_and_all_are_answered_in_the_end(strict):
    with ThreadPoolExecutor(8) as pool:
        running = [pool.submit(ask, strict, RUNAWAY) for _ in range(4)]
        time.sleep(0.3)
        waiting = [pool.submit(ask, strict, "ASK {}") for _ in range(4)]
        assert {work.result().status_code for work in running} == {503}
        assert {work.result().status_code for work in waiting} <= {200, 503}
    assert ask(strict, "ASK {}").status_code == 200


def test_the_work_of_a_client_that_goes_away_ends(strict):
    began = time.monotonic()
    for _ in range(6):
        with pytest.raises(httpx.TimeoutException):
            httpx.get(f"{strict}/sparql", params={"query": RUNAWAY}, timeout=0.2)
    assert ask(strict, "ASK {}").status_code == 200
    assert time.monotonic() - began < 6 * 1.5  # two workers would be busy for twice as long


def test_a_query_that_needs_too_much_memory_is_refused_and_the_server_goes_on(strict):
    assert ask(strict, MEMORY).status_code in (422, 503)
    assert ask(strict, "ASK {}").status_code == 200


def test_rows_beyond_the_limit_are_an_error(strict):
    assert ask(strict, "SELECT * { ?s ?p ?o } LIMIT 50").status_code == 200
    assert ask(strict, "SELECT * { ?s ?p ?o } LIMIT 51").status_code == 422


@pytest.mark.parametrize(
    "request_",
    [
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a b\r\nHost: c\r\n\r\n",
        b"GET /sparql?query=" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET //etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /sparql?query=ASK%20%7B%7D HTTP/1.1\r\nHost: localhost\r\nAccept: \xff\xfe\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    ],
)
def test_what_is_no_proper_request_is_a_client_error(strict, request_):
    answer = raw(strict, request_)
    assert answer[:10] == b"HTTP/1.1 4"
    assert b"Traceback" not in answer
    assert b"root:" not in answer


def test_a_query_of_ten_megabytes_is_a_client_error(strict):
    text = b"SELECT * { ?s ?p '" + b"x" * 10_000_000 + b"' }"
    for media_type in ("application/sparql-query", "application/x-www-form-urlencoded"):
        head = f"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media_type}\r\nConnection: close\r\nContent-Length: {len(text)}\r\n\r\n"
        try:
            answer = raw(strict, head.encode(), text)
        except (ConnectionResetError, BrokenPipeError):
            continue  # the server had heard enough
        assert answer[:12] == b"HTTP/1.1 413"


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    path = tmp_path_factory.mktemp("impatient") / "g"
    store.save(path, EXTRACTIONS, TERMS, version="test")
    with running(path, patience=0.5) as url:
        yield url


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [b"GET / HT"],
        [bytes([sign]) for sign in b"GET /health HTTP/1.1\r\nHost: localhost\r\n"],
        [
            b"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query\r\nContent-Length: 9\r\n\r\nASK"
        ],
        [b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET /he"],
    ],
    ids=["nothing", "half a line", "byte by byte", "half a body", "half a second request"],
)
def test_a_client_that_takes_its_time_is_told_so_and_let_go(impatient, parts):
    try:
        answer = raw(impatient, *parts, pause=0.03)
    except (ConnectionResetError, BrokenPipeError):
        return  # it was still sending when it was let go
    assert b" 408 " in answer or answer == b""
    assert b"Traceback" not in answer


def test_a_client_that_keeps_to_its_time_is_answered(impatient):
    assert httpx.get(f"{impatient}/health").json()["status"] == "ok"


def test_a_graph_that_is_replaced_is_taken_up(tmp_path):
    path = tmp_path / "g"
    store.save(path, EXTRACTIONS[:1], TERMS, version="test")
    with serving(path, "--workers", "1", "--timeout", "1") as url:
        assert httpx.get(f"{url}/health").json()["papers"] == 1
        store.save(path, EXTRACTIONS, TERMS, version="test")
        until = time.monotonic() + 60
        while httpx.get(f"{url}/health").json()["papers"] == 1 and time.monotonic() < until:
            time.sleep(0.2)
        assert httpx.get(f"{url}/health").json()["papers"] == len(EXTRACTIONS)
        assert len(ask(url, "SELECT ?p { ?p a kg:Paper }").json()["results"]["bindings"]) == len(EXTRACTIONS)


def test_workers_do_not_outlive_a_server_that_is_killed(tmp_path):
    import os
    import signal
    import subprocess
    import sys

    path = tmp_path / "g"
    store.save(path, EXTRACTIONS, TERMS, version="test")
    command = [sys.executable, "-m", "kg", "serve", str(path), "--port", "0", "--workers", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert "serving" in process.stderr.readline()
        children = [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
        assert len(children) == 2
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    until = time.monotonic() + 20
    while any(_lives(pid) for pid in children) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(_lives(pid) for pid in children)


def _lives(pid):
    try:
        return "kg.serve.worker" in Path(f"/proc/{pid}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_port_in_use_a_missing_graph_and_a_missing_extra_are_told_in_a_line(tmp_path, monkeypatch):
    import sys

    from click.testing import CliRunner

    from kg.cli import main

    path = tmp_path / "g"
    store.save(path, EXTRACTIONS[:1], TERMS, version="test")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = CliRunner().invoke(main, ["serve", str(path), "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 1
    assert "cannot listen on 127.0.0.1 port" in result.output
    result = CliRunner().invoke(main, ["serve", str(tmp_path / "nothing")])
    assert (result.exit_code, "does not exist" in result.output) == (1, True)
    for name in ("kg.serve.running", "uvicorn"):
        monkeypatch.setitem(sys.modules, name, None) if name == "uvicorn" else monkeypatch.delitem(
            sys.modules, name, raising=False
        )
    result = CliRunner().invoke(main, ["serve", str(path)])
    assert result.exit_code == 1
    assert "pip install 'paperkg[serve]'" in result.output
