"""Values of JSON records that may be absent, null or of another kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def text(values: Mapping[str, Any], *keys: str) -> str:
    """Return the first non-empty text (or number, as text) under one of *keys*; of a list of texts the first.

    >>> text({"title": None, "name": ["A"], "year": 2024}, "title", "name"), text({"year": 2024}, "year")
    ('A', '2024')
    """
    for key in keys:
        value = values.get(key)
        if isinstance(value, list):
            value = next((one for one in value if isinstance(one, str) and one.strip()), "")
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
    return ""


def objects(values: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """Return the objects in the list under *key*; whatever else stands there is left out."""
    value = values.get(key)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def inner(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the object under *key*, or an empty one."""
    value = values.get(key)
    return value if isinstance(value, dict) else {}


def texts(values: Mapping[str, Any], key: str, *, separators: str = "") -> list[str]:
    """Return the texts in the list under *key*; a single text is split at *separators*, or is the only one."""
    value = values.get(key)
    if isinstance(value, str):
        for separator in separators:
            value = value.replace(separator, "\n")
        return [part.strip() for part in value.split("\n") if part.strip()] if separators else [value]
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
