"""Run as a program: kill a writer with SIGKILL at its first, second, ... last call of the system, and look at what is left each time.

    python -m tests.kg.killing FOLDER ACTION

Every writer and every check is a process of its own, forked from this one, which itself never opens a store: nothing of a killed one lives on.
Prints one line a kill: what it was killed at, and which graph stands there. The last line says what the writer leaves that is not killed.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import traceback
from pathlib import Path

from kg import store
from kg.records import Extraction
from kg.store import changes, layout
from tests.samples import EXTRACTIONS, FAST, TERMS

#: The calls by which files come, go and reach the disk.
CALLS = ("fsync", "replace", "rename", "mkdir", "unlink", "rmdir", "link")
#: What each writer finds and what it leaves, as numbers of papers.
ACTIONS = {"first build": (0, 5), "build": (2, 5), "add": (4, 5), "remove": (5, 4)}


def arm(last: int) -> None:
    """Let this process kill itself at its call number *last* of CALLS, before the call is made."""
    made = [0]

    def counted(name):
        real = getattr(os, name)

        def call(*arguments, **options):
            made[0] += 1
            if made[0] == last:
                os.write(1, f"{name} ".encode())
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*arguments, **options)

        return call

    for name in CALLS:
        setattr(os, name, counted(name))


def write(path: Path, action: str) -> None:
    """Do *action* at *path*."""
    if action in ("build", "first build"):
        store.save(path, EXTRACTIONS, TERMS, version="test")
        return
    with store.writing(path) as writer:
        manifest, before = store.read(path)
        papers: dict[str, Extraction] = dict(before.extractions)
        if action == "add":
            papers[FAST.id] = FAST
        else:
            del papers[FAST.id]
        after = store.Log({paper: papers[paper] for paper in sorted(papers)}, terms=TERMS, lines={})
        changes.update(writer, before, after, version="test", recipe=manifest.recipe)


def look(path: Path) -> None:
    """Print how many papers stand at *path*; fail where the graph is none or is not whole."""
    from kg.store.checking import verify

    if not (path / layout.MANIFEST).exists():
        os.write(1, b"no graph\n")
        return
    problems = list(verify(path))
    answer = store.query(path, "SELECT ?p { ?p a kg:Paper }")
    assert not problems, problems
    assert len(answer.rows) == len(store.read_log(path)[0])
    os.write(1, f"{len(answer.rows)} papers\n".encode())


def child(function, *arguments) -> int:
    """Run *function* in a process of its own and return its status: negative for a signal."""
    pid = os.fork()
    if not pid:
        try:
            function(*arguments)
        except BaseException:  # noqa: BLE001 - told, and the process ends
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def prepare(path: Path, action: str) -> None:
    """Build at *path* what *action* finds there."""
    papers = {2: EXTRACTIONS[:2], 4: [e for e in EXTRACTIONS if e is not FAST], 5: EXTRACTIONS}
    store.save(path, papers[ACTIONS[action][0]], TERMS, version="test")


def main(folder: Path, action: str) -> None:
    """Kill a writer that does *action* at each of its calls."""
    start, path = folder / "start", folder / "g"
    if ACTIONS[action][0]:
        assert child(prepare, start, action) == 0

    def killed(last: int) -> None:
        arm(last)
        write(path, action)

    for last in range(1, 500):
        shutil.rmtree(path, ignore_errors=True)
        if start.exists():
            shutil.copytree(start, path)
        status = child(killed, last)
        assert status in (0, -signal.SIGKILL), status
        assert child(look, path) == 0
        if status == 0:
            break
        # The next writer sweeps up what the killed one has left, and is not stopped by its lock.
        if last % 6 == 0:
            again = "build" if action == "first build" else action
            if (path / layout.MANIFEST).exists() and len(store.read_log(path)[0]) == ACTIONS[action][1]:
                again = "build"
            assert child(write, path, again) == 0
            assert child(look, path) == 0
            manifest = layout.read_manifest(path)
            left = {entry.name for entry in path.iterdir()}
            assert left == {layout.MANIFEST, layout.LOCK, *manifest.files.values()}, left


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
