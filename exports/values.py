"""The one place that makes attribute values safe for the drawing formats: strings, numbers, lists, characters."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias
from xml.sax.saxutils import escape

from kg.schema import types

#: What an attribute of a drawing may be.
Value: TypeAlias = "str | int | float | tuple[str, ...]"

# XML 1.0, section 2.2: no other characters may stand in a document, escaped or not.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
# Python writes numbers into JSON that no other reader takes; in a string the same letters are text.
_STRING_OR_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN', re.DOTALL)
_NUMBERS = {"Infinity": "1e999", "-Infinity": "-1e999", "NaN": "null"}
_XML_NUMBERS = {"inf": "INF", "-inf": "-INF", "nan": "NaN"}
_TYPES = {str: "string", int: "integer", float: "double", tuple: "string"}
#: Joins the values of a list in one attribute.
JOIN = " | "
# How many characters were left out since left_out() was entered; one list a reader, so that nested ones count as well.
_LEFT_OUT: ContextVar[tuple[list[int], ...]] = ContextVar("_LEFT_OUT", default=())


@dataclass(frozen=True, slots=True, order=True)
class Column:
    """An attribute that at least one element carries: its *name* and its one *type* (string, integer or double)."""

    name: str
    type: str


@contextmanager
def left_out() -> Iterator[list[int]]:
    r"""Yield a list whose one number grows with every character that a format cannot hold and that is left out.

    >>> with left_out() as count:
    ...     _ = xml_text("a\x00b\x00")
    >>> count
    [2]
    """
    count = [0]
    token = _LEFT_OUT.set((*_LEFT_OUT.get(), count))
    try:
        yield count
    finally:
        _LEFT_OUT.reset(token)


def _clean(pattern: re.Pattern[str], text: str) -> str:
    clean, dropped = pattern.subn("", text)
    if dropped:
        for count in _LEFT_OUT.get():
            count[0] += dropped
    return clean


def plain(value: object) -> str | int | float | None:
    """Return *value* as a string or number; lists joined; None for what says nothing.

    >>> plain(("MoE", "混合专家")), plain(()), plain(2.5), plain(True)
    ('MoE | 混合专家', None, 2.5, 'true')
    """
    if value is None or value in ("", ()):
        return None
    if isinstance(value, bool):
        return str(value).casefold()
    if isinstance(value, (int, float, str)):
        return value
    if isinstance(value, (tuple, list)):
        return JOIN.join(str(part) for part in value)
    return str(value)


def xml_text(value: object) -> str:
    r"""Return *value* escaped for an XML attribute or element; characters XML cannot hold are left out.

    >>> xml_text('a < "b"\x00')
    'a &lt; &quot;b&quot;'
    """
    text = text_of(value)
    if not text.isprintable():
        text = _clean(_NO_XML, text)
    return text if is_plain(text) else escape(text, {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def text_of(value: object) -> str:
    """Return *value* as one string: lists joined, numbers as XML Schema writes them.

    >>> text_of(("a", "b")), text_of(1.0), text_of(7)
    ('a | b', '1.0', '7')
    """
    if isinstance(value, tuple):
        return JOIN.join(value)
    return xml_number(value) if isinstance(value, float) else str(value)


def is_plain(text: str) -> bool:
    r"""Return whether *text* means the same in XML as it stands.

    >>> is_plain("MoE 混合专家"), is_plain("R&D"), is_plain("\x00")
    (True, False, False)
    """
    # What Python cannot print includes all that XML cannot hold. As most texts are plain, this is where the time of a writer goes.
    return text.isprintable() and "&" not in text and "<" not in text and ">" not in text and '"' not in text


def xml_number(value: float) -> str:
    """Return *value* as XML Schema writes it.

    >>> xml_number(float("inf")), xml_number(0.5)
    ('INF', '0.5')
    """
    text = repr(value)
    return _XML_NUMBERS.get(text, text)


def xml_id(node: str) -> str:
    r"""Return the id *node* escaped for XML; characters XML cannot hold are spelt out, so that different ids stay different.

    >>> xml_id("category/a\x00b")
    'category/a_x0_b'
    """
    return node if is_plain(node) else xml_text(spelt_out(node))


def spelt_out(node: str) -> str:
    r"""Return the id *node* with the characters that XML and tables cannot hold spelt out.

    >>> spelt_out("category/a\x00b")
    'category/a_x0_b'
    """
    return _NO_XML.sub(lambda match: f"_x{ord(match[0]):x}_", node)


def table_text(value: object) -> str:
    r"""Return *value* for a cell of a table of lines: one line, without the characters that XML cannot hold either.

    >>> table_text("a\nb\x00"), table_text(("x", "y")), table_text(float("inf"))
    ('a b', 'x | y', 'Infinity')
    """
    if isinstance(value, float):
        return {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}.get(repr(value), repr(value))
    text = JOIN.join(value) if isinstance(value, tuple) else str(value)
    # Readers of tables end a line at any of these, whatever the quotes around it say.
    return re.sub("[\n\r\t\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", " ", _clean(_NO_XML, text.replace("\r\n", " ")))


def utf8_text(text: str) -> str:
    """Return *text* without lone surrogates, which UTF-8 cannot hold."""
    return _clean(_SURROGATE, text) if _SURROGATE.search(text) else text


def json_text(value: object) -> str:
    r"""Return *value* as JSON that any reader takes: an infinity as a number too great to hold, a lone surrogate as its escape.

    >>> json_text({"low": float("inf"), "label": "\ud83d"})
    '{"low":1e999,"label":"\\ud83d"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("\x7f", "\\u007f")
    if "Infinity" in text or "NaN" in text:
        text = _STRING_OR_NUMBER.sub(lambda match: _NUMBERS.get(match[0], match[0]), text)
    return text.encode("utf-8", "backslashreplace").decode()


def is_date(text: object) -> bool:
    """Return whether *text* is a day of the calendar as XML Schema writes it.

    >>> is_date("2024-02-29"), is_date("2023-02-29"), is_date("2024")
    (True, False, False)
    """
    if not isinstance(text, str) or not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def columns(rows: Iterable[Mapping[str, Value]]) -> tuple[Column, ...]:
    """Return the columns of *rows*, sorted: one type each, the widest that occurs.

    >>> [(column.name, column.type) for column in columns([{"low": 1}, {"low": 1.5, "unit": "x"}])]
    [('low', 'double'), ('unit', 'string')]
    """
    # Rows are many, and few of them differ in what they have.
    shapes = {(tuple(row), tuple(map(type, row.values()))) for row in rows}
    found = {pair for names, kinds in shapes for pair in zip(names, kinds, strict=True)}
    order = ("string", "double", "integer")
    named = {(name, _TYPES[kind]) for name, kind in found}
    return tuple(
        Column(name, next(t for t in order if (name, t) in named)) for name in sorted({name for name, _ in named})
    )


def color(type_: str) -> tuple[int, int, int]:
    """Return the red, green and blue (0..255) in which nodes of *type_* are drawn.

    >>> color("Hardware")
    (39, 174, 96)
    """
    code = types()[type_].color
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def size(degree: int) -> float:
    """Return the diameter of a node with *degree* edges.

    >>> size(0), size(7)
    (4.0, 16.0)
    """
    return round(4 + 4 * math.log2(1 + degree), 2)
