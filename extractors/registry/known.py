"""What is known of organisations: the curated rows and the registry as one list of entries, each organisation once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from extractors.registry import Organisation, organisations
from extractors.registry.places import is_country
from kg.errors import VocabularyError
from kg.ids import institution_id

COLUMNS = ("name", "zh", "aliases", "ror", "parent", "kind", "country")
# A row of this kind is a part of its parent and rolls up to it: Google Brain to Google.
UNIT = "unit"
# The registry's types, the one that says most about an organisation first.
KINDS = ("education", "company", "healthcare", "facility", "government", "nonprofit", "archive", "funder", "other")


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """One curated row, *place* is its file and line."""

    name: str
    zh: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    ror: str = ""
    parent: str = ""
    kind: str = ""
    country: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One organisation with all that is known of it; *parents* are ids of organisations, *unit* says that it rolls up to the first.

    *label* is the canonical English name, *names* all its other names in Latin script, *zh* its Chinese ones.
    """

    id: str
    label: str
    names: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()
    acronyms: tuple[str, ...] = ()
    ror: str = ""
    country: str = ""
    kind: str = ""
    parents: tuple[str, ...] = ()
    unit: bool = False
    curated: bool = False


@cache
def curated_rows() -> tuple[Row, ...]:
    """Return every curated row, in the order of the files' names and lines.

    Raises VocabularyError for a file that breaks the form.
    """
    folder = files("extractors.gazetteers").joinpath("institution")
    found: list[Row] = []
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        if path.name.endswith(".tsv"):
            found += read_rows(path.read_text(encoding="utf-8"), path=f"institution/{path.name}")
    names = {row.name for row in found}
    for row in found:
        if row.parent and row.parent not in names:
            file, _, line = row.place.rpartition(":")
            raise VocabularyError(file, int(line), f"parent {row.parent!r} is no row")
    return tuple(found)


def read_rows(text: str, *, path: str) -> list[Row]:
    """Return the rows of one file whose content is *text*; *path* names it in errors."""
    lines = text.split("\n")
    if tuple(lines[0].split("\t")) != COLUMNS:
        raise VocabularyError(path, 1, f"expected the columns {', '.join(COLUMNS)}")
    found = []
    for number, line in enumerate(lines[1:], start=2):
        if not line:
            continue
        cells = line.split("\t")
        if len(cells) != len(COLUMNS):
            raise VocabularyError(path, number, f"{len(cells)} cells under {len(COLUMNS)} columns")
        name, zh, aliases, ror, parent, kind, country = cells
        if not name:
            raise VocabularyError(path, number, "no name")
        if kind == UNIT and not parent:
            raise VocabularyError(path, number, f"{name!r} is a unit without a parent")
        found.append(Row(name, _split(zh), _split(aliases), ror, parent, kind, country, f"{path}:{number}"))
    return found


def _split(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()


class Entries:
    """Curated rows first, then the organisations of the registry that no row stands for; made into entries when asked for."""

    def __init__(self) -> None:
        self._rows = curated_rows()
        self._registry = organisations()
        self._row_of = {row.ror: number for number, row in enumerate(self._rows) if row.ror}
        self._row_by_name = {row.name: row for row in self._rows}
        self._others = [o for o in self._registry.values() if o.id not in self._row_of]
        self._made: dict[int, Entry] = {}
        self._number_by_id: dict[str, int] = {}
        for number, row in enumerate(self._rows):
            self._number_by_id[_row_id(row)] = number
        for number, organisation in enumerate(self._others, start=len(self._rows)):
            self._number_by_id[institution_id(ror=organisation.id, name="")] = number

    def sources(self) -> list[tuple[Row | None, Organisation | None]]:
        """Return for each entry number the row and the organisation it is made from; at least one of the two is there."""
        rows: list[tuple[Row | None, Organisation | None]] = [(row, self._registry.get(row.ror)) for row in self._rows]
        return rows + [(None, organisation) for organisation in self._others]

    def __getitem__(self, number: int) -> Entry:
        if number not in self._made:
            if number < len(self._rows):
                row = self._rows[number]
                self._made[number] = self._from_row(row, self._registry.get(row.ror))
            else:
                self._made[number] = self._from_organisation(self._others[number - len(self._rows)])
        return self._made[number]

    def find(self, id: str) -> int | None:
        """Return the number of the entry with *id*, or None."""
        return self._number_by_id.get(id)

    def _from_row(self, row: Row, organisation: Organisation | None) -> Entry:
        registered = self._from_organisation(organisation) if organisation else None
        parents = [_row_id(self._row_by_name[row.parent])] if row.parent else []
        if registered:
            parents += [above for above in registered.parents if above not in parents]
        names = dict.fromkeys(row.aliases)
        if registered:
            names |= dict.fromkeys((registered.label, *registered.names))
        names.pop(row.name, None)
        zh = dict.fromkeys((*row.zh, *(registered.zh if registered else ())))
        return Entry(
            _row_id(row),
            row.name,
            tuple(names),
            tuple(zh),
            registered.acronyms if registered else (),
            row.ror,
            row.country or (registered.country if registered else ""),
            row.kind or (registered.kind if registered else ""),
            tuple(parents),
            unit=row.kind == UNIT,
            curated=True,
        )

    def _from_organisation(self, organisation: Organisation) -> Entry:
        label = english_label(organisation)
        zh = [text for language, text in organisation.labels if language == "zh"]
        names = dict.fromkeys((organisation.name, plain_name(organisation.name), *organisation.names))
        for name in (label, *zh):
            names.pop(name, None)
        kind = next((kind for kind in KINDS if kind in organisation.types), "")
        parents = sorted(organisation.parents, key=self._is_government)
        return Entry(
            institution_id(ror=organisation.id, name=label),
            label,
            tuple(names),
            tuple(zh),
            organisation.acronyms,
            organisation.id,
            organisation.country,
            kind,
            tuple(institution_id(ror=above, name="") for above in parents),
        )

    def _is_government(self, id: str) -> bool:
        organisation = self._registry.get(id)
        return organisation is not None and "government" in organisation.types


def english_label(organisation: Organisation) -> str:
    """Return the canonical English name of *organisation*: its English label without article and country in brackets."""
    name = plain_name(organisation.label("en") or organisation.name)
    return name.removeprefix("The ")


def plain_name(name: str) -> str:
    """Return *name* without the country that the registry puts behind the names of companies.

    >>> plain_name("Nvidia (United States)")
    'Nvidia'
    """
    head, bracket, tail = name.rpartition(" (")
    return head if bracket and head and is_country(tail.removesuffix(")")) else name


def _row_id(row: Row) -> str:
    return institution_id(ror=row.ror, name=row.name)


@cache
def entries() -> Entries:
    """Return the one list of entries."""
    return Entries()
