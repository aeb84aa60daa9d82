"""The curated vocabularies as records: one folder a type, one TSV file a topic, found by their place.

The form of the files is stated in ``README.md`` beside this module.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from extractors.variants import find_variants
from kg.errors import VocabularyError
from kg.ids import entity_id
from kg.records import ENTITY_TYPES, Term

COLUMNS = (
    "name",
    "zh",
    "aliases",
    "broader",
    "kind",
    "also",
    "ambiguous",
    "context",
    "generic",
    "vendor",
    "architecture",
    "part_of",
    "memory_gb",
    "bandwidth_gbs",
    "released",
    "source",
)
#: The brands of server CPUs by vendor, which stand before the name of an architecture.
_BRANDS = {"AMD": ("EPYC", "AMD EPYC"), "Intel": ("Xeon", "Intel Xeon")}
_FACTS = ("memory_gb", "bandwidth_gbs", "released", "source")


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """A vocabulary row: the *term* as the graph knows it and what matching needs beside it."""

    term: Term
    also: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    generic: bool = False

    @property
    def surfaces(self) -> tuple[str, ...]:
        """Return every form the thing is written in, canonical name first, each once."""
        return tuple(dict.fromkeys((self.term.name, *self.term.zh, *self.term.aliases)))


def split_cell(cell: str | None) -> tuple[str, ...]:
    """Return the values joined by ``|`` in *cell*, trimmed, in order."""
    return tuple(part.strip() for part in (cell or "").split("|") if part.strip())


def read_rows(text: str, *, type: str, path: str) -> tuple[Row, ...]:
    """Return the rows of one gazetteer file whose content is *text*.

    Raises VocabularyError with *path* and line for an unknown column, a missing name or a figure without a source.
    """
    lines = text.split("\n")
    header = lines[0].split("\t")
    for column in header:
        if column not in COLUMNS:
            raise VocabularyError(path, 1, f"unknown column {column!r}")
    rows = []
    for number, cells in enumerate(csv.reader(lines[1:], delimiter="\t", quoting=csv.QUOTE_NONE), start=2):
        if not cells:
            continue
        if len(cells) > len(header):
            raise VocabularyError(path, number, f"{len(cells)} cells under {len(header)} columns")
        cell = dict(zip(header, cells, strict=False))
        name = cell.get("name", "").strip()
        if not name:
            raise VocabularyError(path, number, "no name")
        facts = tuple((key, value) for key in _FACTS if (value := cell.get(key, "").strip()))
        if facts and "source" not in dict(facts):
            raise VocabularyError(path, number, f"figures of {name!r} have no source")
        architecture = cell.get("architecture", "").strip()
        term = Term(
            id=entity_id(name),
            type=type,
            name=name,
            zh=split_cell(cell.get("zh")),
            aliases=split_cell(cell.get("aliases")),
            kind=cell.get("kind", "").strip(),
            broader=tuple(sorted(entity_id(b) for b in split_cell(cell.get("broader")))),
            vendor=cell.get("vendor", "").strip(),
            architecture=entity_id(architecture) if architecture else "",
            part_of=tuple(sorted(entity_id(p) for p in split_cell(cell.get("part_of")))),
            facts=facts,
            row=f"{path}:{number}",
        )
        rows.append(
            Row(
                term=term,
                also=split_cell(cell.get("also")),
                ambiguous=split_cell(cell.get("ambiguous")),
                context=split_cell(cell.get("context")),
                generic=cell.get("generic", "").strip() == "yes",
            )
        )
    return tuple(rows)


@cache
def load_rows() -> tuple[Row, ...]:
    """Return all rows of the shipped vocabularies, in the order of type, file and line."""
    root = files(__package__)
    rows: list[Row] = []
    for type_ in ENTITY_TYPES:
        folder = root / type_.casefold()
        if not folder.is_dir():
            continue
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if file.name.endswith(".tsv"):
                rows.extend(_read_file(file, type=type_))
    return widen(rows)


def widen(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return *rows* with the variants of their names as further aliases, but for those that a row has of its own.

    A CPU's architecture is also named behind the brand: Xeon Haswell, Intel Xeon Haswell.
    """
    rows = tuple(rows)
    taken = {surface.casefold() for row in rows for surface in row.surfaces}
    widened = []
    for row in rows:
        names = (row.term.name, *row.term.aliases)
        variants = [] if row.ambiguous else [v for name in names for v in find_variants(name, strict=True)]
        if row.term.kind == "cpu-architecture" and row.term.vendor in _BRANDS:
            variants += [f"{brand} {row.term.name}" for brand in _BRANDS[row.term.vendor]]
        new = [v for v in dict.fromkeys(variants) if v.casefold() not in taken]
        taken.update(v.casefold() for v in new)
        widened.append(replace(row, term=replace(row.term, aliases=(*row.term.aliases, *new))) if new else row)
    return tuple(widened)


def _read_file(file: Traversable, *, type: str) -> tuple[Row, ...]:
    return read_rows(file.read_text(encoding="utf-8"), type=type, path=f"{type.casefold()}/{file.name}")


@cache
def load_terms() -> dict[str, Term]:
    """Return the shipped terms by id."""
    return {row.term.id: row.term for row in load_rows()}
