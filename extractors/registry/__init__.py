"""The organisations of the Research Organization Registry, as the compact file beside this module holds them (see ``NOTICE``)."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kg.errors import VocabularyError

FILE = "ror.tsv.gz"
COLUMNS = (
    "id",
    "name",
    "labels",
    "aliases",
    "acronyms",
    "country",
    "types",
    "status",
    "parents",
    "successors",
)
# A bar joins the values of a cell; the few names that hold one are written with a broken bar and read back.
BAR, BROKEN_BAR = "|", "\u00a6"


@dataclass(frozen=True, slots=True, order=True)
class Organisation:
    """One organisation of the registry; *labels* are (language, label) with an empty language where none is stated.

    *status* is empty for an active organisation; *parents* and *successors* are ids, some of
    organisations that the file does not hold.
    """

    id: str
    name: str
    labels: tuple[tuple[str, str], ...] = ()
    aliases: tuple[str, ...] = ()
    acronyms: tuple[str, ...] = ()
    country: str = ""
    types: tuple[str, ...] = ()
    status: str = ""
    parents: tuple[str, ...] = ()
    successors: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return its name, labels and aliases, each once; acronyms are not among them."""
        return tuple(dict.fromkeys((self.name, *(label for _, label in self.labels), *self.aliases)))

    def label(self, language: str) -> str:
        """Return its label in *language*, the registry's own name if that is one of several, or nothing."""
        found = [text for key, text in self.labels if key == language]
        return self.name if self.name in found else found[0] if found else ""


@cache
def organisations() -> dict[str, Organisation]:
    """Return every organisation of the registry by its id; read at the first call, shared afterwards."""
    content = gzip.decompress(files(__package__).joinpath(FILE).read_bytes()).decode("utf-8")
    return {organisation.id: organisation for organisation in _read(content)}


def _read(content: str) -> list[Organisation]:
    lines = content.split("\n")
    if tuple(lines[0].split("\t")) != COLUMNS:
        raise VocabularyError(FILE, 1, f"expected the columns {', '.join(COLUMNS)}")
    found = []
    kinds: dict[str, tuple[str, ...]] = {}
    for line in lines[1:]:
        if not line:
            continue
        ror, name, labels, aliases, acronyms, country, types, status, parents, successors = line.split("\t")
        if types not in kinds:
            kinds[types] = _split(types)
        found.append(
            Organisation(
                ror,
                name,
                _labels(labels, name=name) if labels else (),
                _split(aliases) if aliases else (),
                _split(acronyms) if acronyms else (),
                country,
                kinds[types],
                status,
                _split(parents) if parents else (),
                _split(successors) if successors else (),
            )
        )
    return found


def _labels(cell: str, *, name: str) -> tuple[tuple[str, str], ...]:
    pairs = []
    for part in _split(cell):
        language, _, label = part.partition("=")
        pairs.append((language, label or name))
    return tuple(pairs)


def _split(cell: str) -> tuple[str, ...]:
    if not cell:
        return ()
    return tuple(part.replace(BROKEN_BAR, BAR) for part in cell.split(BAR))
