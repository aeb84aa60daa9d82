"""A graph that is written: killed at any call it is the old graph or the new one, one writer at a time, readers read on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kg import store
from kg.errors import GraphBusyError
from kg.store import layout
from tests.kg.killing import ACTIONS
from tests.samples import EXTRACTIONS, SLOW, TERMS

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("action", ACTIONS)
def test_a_writer_that_is_killed_at_any_call_leaves_the_old_graph_or_the_new_one(tmp_path, action):
    result = subprocess.run(
        [sys.executable, "-m", "tests.kg.killing", str(tmp_path), action],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    *killed, done = [line for line in result.stdout.splitlines() if line]
    old, new = ACTIONS[action]
    looked = [line for line in killed if " " in line and not line[0].isdigit()]
    states = [line.partition(" ")[2] for line in looked if not line.startswith("no ")]
    before = f"{old} papers" if old else "no graph"
    assert done == f"{new} papers"
    assert set(states) == {before, f"{new} papers"}
    # The one call that makes the difference: before it the old graph, after it the new one.
    assert states == sorted(states, key=lambda state: state != before)
    assert {"fsync", "replace"} <= {line.split()[0] for line in looked}


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "graph.kg"
    store.save(made, EXTRACTIONS, TERMS, version="test")
    return made


def test_a_second_writer_is_told_at_once_who_writes(path):
    with store.writing(path), pytest.raises(GraphBusyError, match=rf"process {os.getpid()} is writing this graph"):
        store.save(path, [SLOW], TERMS, version="test")
    store.save(path, [SLOW], TERMS, version="test")
    assert len(store.read_log(path)[0]) == 1


def test_a_writer_of_another_process_is_told_as_well_and_a_reader_is_not_stopped(path):
    with store.writing(path):
        build = subprocess.run(
            [sys.executable, "-m", "kg", "build", "seeds", "-o", path],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        query = subprocess.run(
            [sys.executable, "-m", "kg", "query", path, "ASK { ?p a kg:Paper }"],
            cwd=ROOT,
            capture_output=True,
            check=False,
        )
    assert build.returncode == 1
    assert "is writing this graph; wait until it has finished" in build.stderr
    assert query.returncode == 0


def test_two_first_builds_at_one_place_do_not_mix(tmp_path):
    with store.writing(tmp_path / "g") as writer, pytest.raises(GraphBusyError):
        store.save(tmp_path / "g", [SLOW], TERMS, version="test")
    assert writer.manifest is None
    assert not (tmp_path / "g").exists()


def test_a_reader_that_has_begun_reads_on_while_others_write(path):
    with store.open_store(path) as opened:
        for _ in range(3):
            store.save(path, [SLOW], TERMS, version="test")
        assert len(store.ask(opened, "SELECT ?p { ?p a kg:Paper }").rows) == len(EXTRACTIONS)
    store.save(path, [SLOW], TERMS, version="test")
    stores = [entry for entry in path.iterdir() if entry.name.startswith("store-")]
    assert stores == [layout.read_manifest(path).file(path, "store")]


def test_readers_that_read_while_a_writer_writes_see_one_graph_or_the_other(path):
    done, seen, failures = threading.Event(), set(), []

    def read():
        try:
            while not done.is_set():
                seen.add(len(store.query(path, "SELECT ?p { ?p a kg:Paper }").rows))
                seen.add(len(store.read_log(path)[0]))
        except Exception as err:  # noqa: BLE001 - whatever it is, a reader has failed
            failures.append(err)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for papers in (EXTRACTIONS[:2], EXTRACTIONS) * 4:
        store.save(path, papers, TERMS, version="test")
    done.set()
    for reader in readers:
        reader.join()
    assert failures == []
    assert seen <= {2, 5}


def test_a_copied_graph_is_a_graph(path, tmp_path):
    shutil.copytree(path, tmp_path / "copy.kg")
    assert store.query(tmp_path / "copy.kg", "ASK { ?p a kg:Paper }").rows == (("true",),)
