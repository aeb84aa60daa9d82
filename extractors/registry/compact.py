"""Make the compact registry from a dump of the Research Organization Registry: ``python -m extractors.registry.compact SOURCE TARGET``.

*SOURCE* holds one JSON object a line (id, name, labels, aliases, acronyms, country, types, status, relationships); *TARGET* becomes a
gzip'ed TSV whose bytes depend on the names and relations in *SOURCE* alone. Left out: names in
scripts that no affiliation line of our inputs uses, repeated names, and relations that are neither parent nor successor.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from extractors.registry import BAR, BROKEN_BAR, COLUMNS

# Latin letters (with their accents), Han characters and the signs between them; names in other scripts cannot be met.
_READABLE = re.compile(r"[\u0000-\u024f\u1e00-\u1eff\u2010-\u2027\u3400-\u9fff\uff00-\uff5e]+")


def compact(lines: Iterable[str]) -> Iterator[str]:
    """Yield the header and one row for each organisation of *lines*, sorted by id."""
    records: list[dict[str, Any]] = sorted((json.loads(line) for line in lines if line.strip()), key=lambda r: r["id"])
    parents: dict[str, dict[str, None]] = defaultdict(dict)
    for record in records:
        for kind, target in _relations(record):
            if kind == "parent":
                parents[record["id"]][target] = None
    for record in records:
        # Some parents name a child that does not name them.
        for kind, target in _relations(record):
            if kind == "child":
                parents[target][record["id"]] = None
    yield "\t".join(COLUMNS)
    for record in records:
        yield "\t".join(_row(record, parents=list(parents[record["id"]])))


def _relations(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for kind, _, target in record.get("relationships", []):
        yield kind.casefold(), target.rsplit("/", 1)[-1]


def _row(record: dict[str, Any], *, parents: list[str]) -> list[str]:
    name = record["name"]
    labels: dict[str, None] = {}
    for language, label in record.get("labels", []):
        if _READABLE.fullmatch(label) and (language != "ja"):
            # An empty label stands for one that equals the name: it says which language the name is in.
            labels[f"{language or ''}={'' if label == name else label}"] = None
    seen = {name, *(key.partition("=")[2] for key in labels)}
    aliases = [a for a in dict.fromkeys(record.get("aliases", [])) if a not in seen and _READABLE.fullmatch(a)]
    acronyms = [a for a in dict.fromkeys(record.get("acronyms", [])) if a not in seen and _READABLE.fullmatch(a)]
    successors = [t for kind, t in _relations(record) if kind == "successor"]
    status = record.get("status", "active")
    return [
        record["id"],
        name,
        _join(key for key in labels if key != "="),
        _join(aliases),
        _join(acronyms),
        record.get("country") or "",
        _join(record.get("types", [])),
        "" if status == "active" else status,
        _join(parents),
        _join(dict.fromkeys(successors)),
    ]


def _join(values: Iterable[str]) -> str:
    return BAR.join(" ".join(value.replace(BAR, BROKEN_BAR).split()) for value in values)


def pack(lines: Iterable[str]) -> bytes:
    """Return the compact registry made from *lines* as gzip'ed TSV; the same lines give the same bytes."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=buffer, mode="wb", compresslevel=9, mtime=0) as stream:
        for row in compact(lines):
            stream.write(row.encode("utf-8") + b"\n")
    return buffer.getvalue()


def main(arguments: list[str]) -> int:
    """Run the command and return its exit status."""
    if len(arguments) != 2:
        sys.stderr.write("usage: python -m extractors.registry.compact SOURCE TARGET\n")
        return 2
    source, target = map(Path, arguments)
    with source.open(encoding="utf-8") as lines:
        content = pack(lines)
    partial = target.with_name(target.name + ".part")
    partial.write_bytes(content)
    partial.replace(target)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
