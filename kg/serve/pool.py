"""Processes that answer queries: how one is chosen, ended when it takes too long, and replaced."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Coroutine
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from kg.serve.problems import RequestError
from kg.serve.settings import Settings
from kg.serve.worker import LENGTHS, Reply, Task, pack

# Starting takes a tenth of a second; a machine that is busy takes longer.
_START_SECONDS = 60.0
_ABOVE = str(Path(__file__).resolve().parents[2])


class _Worker:
    """One process, and the frames to and from it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._in, self._out = process, process.stdin, process.stdout

    @classmethod
    async def start(cls, path: Path, *, memory: int) -> _Worker:
        """Start a process on the graph at *path*. Raises RequestError if it does not get ready."""
        known = os.pathsep.join(filter(None, (_ABOVE, os.environ.get("PYTHONPATH"))))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "kg.serve.worker",
            str(path),
            str(memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": known},
            start_new_session=True,  # an interrupt from the keyboard is the server's business, which ends its workers
        )
        made = cls(process)
        try:
            async with asyncio.timeout(_START_SECONDS):
                await made._read()
        except BaseException as err:
            await made.end()
            if isinstance(err, (EOFError, TimeoutError)):
                raise RequestError(503, "The store of the graph cannot be opened at this moment.") from err
            raise
        return made

    async def ask(self, task: Task) -> tuple[Reply, bytes]:
        """Return what the process replies to *task*. Raises EOFError or OSError if it dies of it."""
        self._in.write(pack(asdict(task)))
        await self._in.drain()
        header, body = await self._read()
        return Reply(**header), body

    async def _read(self) -> tuple[dict[str, Any], bytes]:
        head, body = LENGTHS.unpack(await self._out.readexactly(LENGTHS.size))
        return json.loads(await self._out.readexactly(head)), await self._out.readexactly(body)

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._in.close()
        await self._process.wait()


class Pool:
    """Answers tasks, at most as many at a time as the settings allow workers, each within its time.

    A place without a worker (None) gets one when it is next needed.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self._path, self._settings = path, settings
        self._idle: asyncio.LifoQueue[_Worker | None] = asyncio.LifoQueue()
        self._all: set[_Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Start all workers. Raises RequestError."""
        for worker in await asyncio.gather(*(self._start() for _ in range(self._settings.workers))):
            self._idle.put_nowait(worker)

    async def _start(self) -> _Worker:
        worker = await _Worker.start(self._path, memory=self._settings.memory)
        if self._closed:
            await worker.end()
            raise RequestError(503, "The server is stopping.")
        self._all.add(worker)
        return worker

    async def ask(self, task: Task) -> tuple[Reply, bytes]:
        """Return the reply to *task*. Raises RequestError if it takes too long or none of the workers gets free."""
        limits = self._settings
        task = replace(task, rows=min(task.rows, limits.rows), answer_bytes=limits.answer_bytes)
        try:
            async with asyncio.timeout(limits.timeout):
                worker = await self._idle.get()
        except TimeoutError:
            reason = f"All {limits.workers} workers have been busy for {limits.timeout:g} s; ask again later."
            raise RequestError(503, reason, headers={"Retry-After": "5"}) from None
        healthy = False
        try:
            if worker is None:
                worker = await self._start()
            async with asyncio.timeout(limits.timeout):
                reply, body = await worker.ask(task)
            healthy = True
        except TimeoutError:
            reason = f"The query took longer than {limits.timeout:g} s, the limit of this server, and was ended. Ask for less."
            raise RequestError(503, reason) from None
        except (EOFError, OSError):
            reason = "The query ended the process that ran it: it needs too much memory or is nested too deeply."
            raise RequestError(422, reason) from None
        finally:
            # Also where the client has gone and this is cancelled: nobody waits for what the worker still does.
            if healthy:
                self._idle.put_nowait(worker)
            else:
                self._spawn(self._replace(worker))
        if reply.kind == "error":
            raise RequestError(reply.status, reply.reason)
        return reply, body

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _replace(self, worker: _Worker | None) -> None:
        fresh = None
        try:
            if worker is not None:
                self._all.discard(worker)
                await worker.end()
            fresh = await self._start()
        except (RequestError, OSError):
            pass  # the place stays empty; whoever comes next tries again and is told
        finally:
            if not self._closed:
                self._idle.put_nowait(fresh)

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._all))
        self._all.clear()
