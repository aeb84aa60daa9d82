"""The graph that is served at this moment, and how a newer one takes its place."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import KGError
from kg.serve.catalogue import Catalogue
from kg.serve.claimed import claims
from kg.serve.pool import Pool
from kg.serve.settings import Settings
from kg.store import load, read_manifest

LOG = logging.getLogger("kg.serve")
_SECONDS_BETWEEN_LOOKS = 2.0


@dataclass(frozen=True, slots=True)
class Served:
    """One state of a graph: in memory, and the pool that asks its store. *manifest* tells it from other states."""

    catalogue: Catalogue
    claims: list[dict[str, Any]]
    pool: Pool
    manifest: object


class Holder:
    """Keeps what is served of the graph at *path*, and looks now and then whether a writer has replaced it."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path, self.settings = path, settings
        self._current: Served | None = None
        self._work: set[asyncio.Task[None]] = set()

    @property
    def current(self) -> Served:
        """What is served now."""
        assert self._current is not None, "a server answers after it has started"
        return self._current

    async def start(self) -> None:
        """Load the graph, start its workers and begin to look for newer states. Raises KGError."""
        self._current = await self._load()
        self._keep(self._watch())

    async def _load(self) -> Served:
        manifest, catalogue, found = await asyncio.to_thread(self._read)
        pool = Pool(self.path, self.settings)
        try:
            await pool.start()
        except BaseException:
            await pool.close()
            raise
        return Served(catalogue, found, pool, manifest)

    def _read(self) -> tuple[object, Catalogue, list[dict[str, Any]]]:
        manifest = read_manifest(self.path)
        catalogue = Catalogue(load(self.path))
        return manifest, catalogue, claims(catalogue)

    async def _watch(self) -> None:
        failed: object = None
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            try:
                found = await asyncio.to_thread(read_manifest, self.path)
                if found in (self.current.manifest, failed):
                    continue
                fresh = await self._load()
            except (KGError, OSError) as err:
                # A writer may be at work; what was served goes on being served.
                if failed is None:
                    LOG.warning("the graph has changed and cannot be read, the old one is served on: %s", err)
                failed = failed or object()
                continue
            old, self._current, failed = self.current, fresh, None
            LOG.info("the graph has changed: %d nodes now", len(fresh.catalogue.graph))
            self._keep(self._retire(old))

    async def _retire(self, old: Served) -> None:
        # Whoever asked before the change gets the answer of what was asked.
        await asyncio.sleep(2 * self.settings.timeout)
        await old.pool.close()

    def _keep(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def stop(self) -> None:
        """End all workers."""
        for task in tuple(self._work):
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        if self._current is not None:
            await self._current.pool.close()
