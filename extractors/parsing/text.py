"""Streams of bytes to text: UTF-8 alone, with the line of the first byte that is none, and a limit on what is held at once."""

from __future__ import annotations

from typing import BinaryIO

from kg.errors import InputError

#: Formats that are read as a whole may be this large (bytes); larger files are for the formats that are read record by record.
LARGEST_TEXT = 256 * 1024**2


def bad_byte(raw: bytes, err: UnicodeDecodeError) -> str:
    """Return what to say of the byte of *raw* that *err* is about."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "the file is UTF-16; convert it to UTF-8 first"
    return f"byte {raw[err.start]:#04x} is no UTF-8; convert the file first"


def read_text(stream: BinaryIO, *, source: str) -> str:
    """Return the text of *stream* without its byte-order mark. Raises InputError with the line where it is no UTF-8 or too long."""
    parts, size = [], 0
    while size <= LARGEST_TEXT and (part := stream.read(1 << 20)):
        parts.append(part)
        size += len(part)
    raw = b"".join(parts)
    if size > LARGEST_TEXT:
        raise InputError(
            source, 0, f"more than {LARGEST_TEXT >> 20} MiB in a format that is read as a whole; split the file"
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        line = raw[: err.start].count(b"\n") + 1
        raise InputError(source, line, bad_byte(raw, err)) from err
