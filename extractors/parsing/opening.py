"""Files to streams of bytes: plain, gzip, zstd, or the members of a ZIP; what unpacks to too much is refused."""

from __future__ import annotations

import gzip
import io
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO, Protocol, cast

from kg.errors import InputError

#: Suffixes of packed files; the suffix before one of the first two is that of the content (``papers.jsonl.gz``).
PACKED = (".gz", ".zst", ".zip")
#: No input unpacks to more bytes than this.
LARGEST = 64 * 1024**3
#: Text packs by 3 to 20; what unpacks to more than this many times its size, beyond the first ``FREE`` bytes, is a bomb.
RATIO = 250
FREE = 64 * 1024**2
_MOST_MEMBERS = 100_000
# A packed file within a packed file within a packed file is no input any more.
_DEEPEST = 2
# One block of zstd unpacks four bytes to 128 KiB at most: so few bytes at a time keep what is unpacked at once below 64 MiB.
_ZSTD_CHUNK = 2048
_ZSTD_WINDOW = 2**27
_IN_MEMORY = 64 * 1024**2


class Source(Protocol):
    """What can be read from: a file, a pipe, a member of an archive."""

    def read(self, size: int, /) -> bytes:
        """Return at most *size* bytes, none at the end."""


class Pieces(io.RawIOBase):
    """A stream of the bytes that *more* returns, piece by piece until an empty one."""

    def __init__(self, more: Callable[[], bytes]) -> None:
        self._more = more
        self._left = memoryview(b"")

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # the stub knows no narrower buffer
        """Fill *buffer* with what comes next."""
        if not self._left:
            self._left = memoryview(self._more())
        taken = min(len(buffer), len(self._left))
        buffer[:taken] = self._left[:taken]
        self._left = self._left[taken:]
        return taken


def with_head(stream: Source, size: int) -> tuple[bytes, BinaryIO]:
    """Return the first *size* bytes of *stream*, and a stream of all of it."""
    parts = []
    missing = size
    while missing > 0 and (part := stream.read(missing)):
        parts.append(part)
        missing -= len(part)
    head = b"".join(parts)
    waiting = [head]
    more = Pieces(lambda: waiting.pop() if waiting and head else stream.read(1 << 16))
    return head, cast("BinaryIO", io.BufferedReader(more, 1 << 16))


def unpack(
    stream: Source, *, source: str, wanted: Callable[[str], bool], depth: int = 0
) -> Iterator[tuple[str, Source]]:
    """Yield the name and the stream of each file in *stream*: itself, or what is packed in it.

    *wanted* says of the name of a ZIP's member whether it is read. Raises InputError for archives that are broken, encrypted or too deep;
    the streams raise it while they are read, where they unpack to too much.
    """
    head, stream = with_head(stream, 4)
    if head[:2] == b"\x1f\x8b" or head in (b"\x28\xb5\x2f\xfd", b"PK\x03\x04"):
        if depth >= _DEEPEST:
            raise InputError(source, 0, "packed within packed within packed; unpack it first")
        if head == b"PK\x03\x04":
            yield from _members(stream, source=source, wanted=wanted, depth=depth)
            return
        counted = _Counted(stream)
        unpacked = _zstd(counted, source) if head[0] == 0x28 else _gzip(counted, source)
        yield from unpack(
            _Bounded(unpacked, lambda: counted.count, source), source=source, wanted=wanted, depth=depth + 1
        )
    else:
        yield source, stream


class _Counted:
    def __init__(self, stream: Source) -> None:
        self._stream = stream
        self.count = 0

    def read(self, size: int = -1, /) -> bytes:
        part = self._stream.read(size)
        self.count += len(part)
        return part


class _Bounded:
    """Reads *stream* until it has given too many bytes for the *packed* ones."""

    def __init__(self, stream: Source, packed: Callable[[], int], source: str) -> None:
        self._stream, self._packed, self._source = stream, packed, source
        self._count = 0

    def read(self, size: int, /) -> bytes:
        part = self._stream.read(min(size, 1 << 20) if size >= 0 else 1 << 20)
        self._count += len(part)
        if self._count > LARGEST:
            raise InputError(self._source, 0, f"unpacks to more than {LARGEST >> 30} GiB; split it")
        if self._count > FREE and self._count > RATIO * self._packed():
            reason = f"unpacks to more than {RATIO} times its size: this looks like a zip bomb. Unpack it first if it is none"
            raise InputError(self._source, 0, reason)
        return part


def _gzip(stream: Source, source: str) -> Source:
    file = gzip.GzipFile(fileobj=cast("BinaryIO", stream))
    return _Guarded(file.read1, source, "gzip")


def _zstd(stream: Source, source: str) -> Source:
    import zstandard

    def pieces() -> Iterator[bytes]:
        packer = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
        frame, rest = packer.decompressobj(), b""
        begun = False
        while True:
            chunk = rest or stream.read(_ZSTD_CHUNK)
            rest = b""
            if not chunk:
                if begun and not frame.eof:
                    raise EOFError("the file ends within a frame")
                return
            if frame.eof:
                frame = packer.decompressobj()
            begun = True
            try:
                piece = frame.decompress(chunk)
            except zstandard.ZstdError as err:
                raise EOFError(str(err)) from err
            rest = frame.unused_data if frame.eof else b""
            if piece:
                yield piece

    iterator = pieces()
    joined = io.BufferedReader(Pieces(lambda: next(iterator, b"")), 1 << 16)
    return _Guarded(joined.read1, source, "zstd")


class _Guarded:
    """Reads by *read* and raises InputError for what an unpacker raises."""

    def __init__(self, read: Callable[[int], bytes], source: str, kind: str) -> None:
        self._read, self._source, self._kind = read, source, kind

    def read(self, size: int, /) -> bytes:
        try:
            return self._read(size)
        except (OSError, EOFError, zlib.error, zipfile.BadZipFile) as err:
            raise InputError(self._source, 0, f"broken {self._kind} data: {err}") from err


def _members(stream: Source, *, source: str, wanted: Callable[[str], bool], depth: int) -> Iterator[tuple[str, Source]]:
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as spool:  # a ZIP is read from its end
        while part := stream.read(1 << 20):
            spool.write(part)
        try:
            archive = zipfile.ZipFile(spool)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as err:
            raise InputError(source, 0, f"broken ZIP archive: {err}") from err
        with archive:
            members = sorted(archive.infolist(), key=lambda member: member.filename)
            if len(members) > _MOST_MEMBERS:
                raise InputError(source, 0, f"{len(members)} members: more than {_MOST_MEMBERS}; unpack it first")
            found = [m for m in members if not m.is_dir() and wanted(m.filename)]
            if not found:
                raise InputError(source, 0, "the ZIP archive holds no input files")
            for member in found:
                name = f"{source}/{member.filename}"
                try:
                    opened = archive.open(member)
                except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, ValueError) as err:
                    raise InputError(name, 0, f"cannot be unpacked: {err}") from err
                with opened:
                    guarded = _Guarded(opened.read, name, "ZIP")
                    packed = member.compress_size
                    bounded = _Bounded(guarded, lambda packed=packed: packed, name)  # type: ignore[misc]
                    yield from unpack(bounded, source=name, wanted=wanted, depth=depth + 1)
