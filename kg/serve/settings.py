"""The limits of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Settings:
    """What one query and one client may take.

    *timeout* is how many seconds a query may run, and how many it may wait for its turn; *rows* how many rows or triples an answer may have;
    *query_bytes* and *answer_bytes* bound both texts, *memory* the bytes of address space of a process that runs queries, of which there
    are *workers*. *patience* is how many seconds a client may take to send a request or to read on. *hosts* are the names that a
    request may give in its Host header; empty lets any pass.
    """

    timeout: float = 10.0
    rows: int = 10_000
    workers: int = field(default_factory=lambda: max(4, os.cpu_count() or 1))
    memory: int = 4 << 30
    query_bytes: int = 128 << 10
    answer_bytes: int = 64 << 20
    patience: float = 20.0
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
