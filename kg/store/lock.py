"""Who writes and who reads: one writer at a time, and readers whose files stay until they have finished.

Both are locks of the operating system (flock), which end with the process that holds them, however it ends.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kg.errors import GraphBusyError
from kg.store.layout import LOCK


@contextmanager
def only_writer(path: Path) -> Iterator[None]:
    """Be the only writer of the graph at the directory *path* within the block. Raises GraphBusyError where another one is."""
    file = path / LOCK
    while True:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise GraphBusyError(
                    str(path), os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
                ) from None
            if not _is(descriptor, file):
                continue  # a writer whose first build failed took the file away between our two calls
            os.truncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
            yield
            return
        finally:
            os.close(descriptor)


def _is(descriptor: int, file: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), file.stat())
    except FileNotFoundError:
        return False


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Keep *folder* from being swept away within the block. Raises FileNotFoundError where it is gone already."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        with suppress(OSError):  # a file system without locks: who reads there tries again if the files go
            fcntl.flock(descriptor, fcntl.LOCK_SH)
        if not _is(descriptor, folder):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
        yield
    finally:
        os.close(descriptor)


@contextmanager
def unless_read(folder: Path) -> Iterator[bool]:
    """Yield whether nobody reads *folder*; nobody begins to within the block."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        except OSError:  # a file system without locks
            pass
        yield True
    finally:
        os.close(descriptor)
