"""The records of a JSON file, one at a time: JSON lines, an array, or an object that holds the array under a known key."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, BinaryIO

from extractors.parsing.fields import reject
from extractors.parsing.reading import Problem, Reading
from extractors.parsing.text import LARGEST_TEXT, bad_byte
from kg.errors import InputError

#: No record is longer (bytes); a line that is, is passed over and reported.
LONGEST_LINE = 16 * 1024**2
# Where the answers of services keep their records.
_LISTS = (("message", "items"), ("results",), ("data",), ("items",), ("papers",))
# So much of a file shows which keys its records have.
_HEAD, _MANY = 1 << 16, 500
_SPACE = re.compile(r"[\s,]*")
_ENVELOPE = re.compile(
    r'\s*\{(?:[^{}\[\]]|\{[^{}\[\]]*\})*?(?:"message"\s*:\s*\{(?:[^{}\[\]]|\{[^{}\[\]]*\})*?)?"(?:results|data|items|papers)"\s*:\s*\['
)
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"\s*(:?)|[{}\[\]]', re.DOTALL)

Values = Mapping[str, Any]


@lru_cache(maxsize=2)
def head_keys(head: str) -> frozenset[str]:
    """Return the keys in *head*, the beginning of a JSON file, as paths of at most two names from a record down.

    >>> sorted(head_keys('{"results": [{"id": 1, "ids": {"doi": "x'))
    ['id', 'ids', 'ids.doi', 'results']
    """
    if not head.lstrip()[:1] or head.lstrip()[0] not in "{[":
        return frozenset()
    keys: set[str] = set()
    path: list[str] = []
    key = ""
    for match in _TOKEN.finditer(head[:_HEAD]):
        sign = match[0]
        if sign in "{[":
            # An envelope does not add to the path of what it holds.
            path.append("" if any(key in names for names in _LISTS) else key)
            key = ""
        elif sign in "}]":
            if path:
                path.pop()
            key = ""
        elif match[2]:
            key = match[1]
            named = [name for name in path if name]
            if len(named) < 2:
                keys.add(".".join([*named, key]))
            if len(keys) > _MANY:
                break
    return frozenset(keys)


def read_json(
    stream: BinaryIO, *, source: str, make: Callable[[Values, int, str], Reading | None]
) -> Iterator[Reading]:
    """Yield what *make* makes of each record of *stream*, given its values, its line and its text; None is passed over.

    What is no JSON, no object, or has values of another kind than the format's is a Problem.
    """
    for values, line, text in _records(stream, source=source):
        if isinstance(values, Problem):
            yield values
        elif not isinstance(values, dict):
            reason = f"expected an object with the fields of a paper, found {_kind(values)}"
            yield reject(reason, source=source, line=line, text=text)
        else:
            try:
                reading = make(values, line, text)
            except (AttributeError, TypeError, KeyError, ValueError, IndexError, RecursionError) as err:
                # A field of another kind than its format has it: a number for a name, a text for a list.
                yield reject(f"a field is of the wrong kind ({err})", source=source, line=line, text=text)
            else:
                if reading is not None:
                    yield reading


def _records(stream: BinaryIO, *, source: str) -> Iterator[tuple[Any, int, str]]:
    waiting: list[tuple[int, bytes]] = []
    lines = _lines(stream)
    for number, raw in lines:
        if raw.strip(b" \t\r\n\xef\xbb\xbf"):
            waiting.append((number, raw))
        if len(waiting) == 2:
            break
    if any(_is_record(raw) for _, raw in waiting) or any(len(raw) > LONGEST_LINE for _, raw in waiting):
        for number, raw in chain(waiting, lines):
            yield from _line_records(raw, number, source=source)
    elif waiting:
        yield from _whole(waiting, lines, source=source)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield each line with its number; of one that is too long as much as shows that, the rest unread into memory."""
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        yield number, raw
        while len(raw) > LONGEST_LINE and not raw.endswith(b"\n"):
            raw = stream.readline(LONGEST_LINE + 1)


def _is_record(raw: bytes) -> bool:
    """Return whether the line *raw* is a JSON object by itself."""
    if raw.lstrip(b"\xef\xbb\xbf \t")[:1] != b"{" or raw.rstrip()[-1:] != b"}":
        return False
    try:
        json.loads(raw.lstrip(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        return False
    return True


def _line_records(raw: bytes, number: int, *, source: str) -> Iterator[tuple[Any, int, str]]:
    if len(raw) > LONGEST_LINE:
        reason = f"a line of more than {LONGEST_LINE >> 20} MiB: no record is as long"
        yield reject(reason, source=source, line=number), number, ""
        return
    if not raw.strip(b" \t\r\n\xef\xbb\xbf"):
        return
    try:
        text = raw.decode("utf-8-sig").strip()
    except UnicodeDecodeError as err:
        shown = raw.decode("utf-8", "backslashreplace")
        yield reject(bad_byte(raw, err), source=source, line=number, text=shown), number, ""
        return
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as err:
        yield reject(f"no JSON: {_reason(err)}", source=source, line=number, text=text), number, ""
        return
    for record in _listed(values):
        yield record, number, text


def _whole(
    waiting: list[tuple[int, bytes]], lines: Iterator[tuple[int, bytes]], *, source: str
) -> Iterator[tuple[Any, int, str]]:
    parts, size = [raw for _, raw in waiting], sum(len(raw) for _, raw in waiting)
    skipped = waiting[0][0] - 1
    for _, raw in lines:
        size += len(raw)
        if size > LARGEST_TEXT:
            reason = f"one JSON value of more than {LARGEST_TEXT >> 20} MiB: make it JSON lines, one record a line"
            raise InputError(source, 1, reason)
        parts.append(raw)
    joined = b"".join(parts)
    try:
        text = joined.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        line = skipped + joined[: err.start].count(b"\n") + 1
        shown = joined[max(0, err.start - 200) : err.start + 200].decode("utf-8", "backslashreplace")
        yield reject(bad_byte(joined, err), source=source, line=line, text=shown), line, ""
        return
    yield from _walk(text, skipped, source=source)


def _walk(text: str, skipped: int, *, source: str) -> Iterator[tuple[Any, int, str]]:
    """Yield the records of *text*; those of an array that breaks off are read up to there."""
    decoder = json.JSONDecoder()
    index, counted, line = _array_start(text), 0, skipped + 1
    while index < len(text):
        index = _SPACE.match(text, index).end()  # type: ignore[union-attr]  # the pattern matches anywhere
        if index >= len(text) or text[index] == "]":
            return
        line += text.count("\n", counted, index)
        counted = index
        try:
            values, end = decoder.raw_decode(text, index)
        except (ValueError, RecursionError) as err:
            wrong = line + (text.count("\n", index, err.pos) if isinstance(err, json.JSONDecodeError) else 0)
            problem = reject(f"no JSON: {_reason(err)}", source=source, line=wrong, text=text[index : index + 2000])
            yield problem, wrong, ""
            return
        for record in _listed(values):
            yield record, line, text[index:end]
        index = end


def _array_start(text: str) -> int:
    """Return where the records begin: behind the bracket of the array that holds them, at the top or under a known key."""
    start = re.match(r"\s*\[", text)
    if start:
        return start.end()
    try:
        values, _ = json.JSONDecoder().raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        values = None
    envelope = _ENVELOPE.match(text, 0, _HEAD)
    # A record may hold a list under such a key as well: only what holds nothing else of a paper is an envelope.
    if envelope and (values is None or _listed(values) != [values]) and '"title"' not in text[: envelope.end()]:
        return envelope.end()
    return 0


def _listed(values: Any) -> list[Any]:
    if isinstance(values, list):
        return values
    for names in _LISTS:
        inner = values
        for name in names:
            inner = inner.get(name) if isinstance(inner, dict) else None
        if isinstance(inner, list) and all(isinstance(one, dict) for one in inner):
            return inner
    message = values.get("message") if isinstance(values, dict) else None
    return [message] if isinstance(message, dict) and "DOI" in message else [values]


def _reason(err: Exception) -> str:
    if isinstance(err, json.JSONDecodeError):
        return f"{err.msg} at column {err.colno}"
    return "nested too deep" if isinstance(err, RecursionError) else str(err)


def _kind(values: Any) -> str:
    names = {str: "text", list: "a list", bool: "true or false", type(None): "null"}
    return names.get(type(values), "a number")
