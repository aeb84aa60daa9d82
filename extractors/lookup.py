"""The nodes that a name means, with score and reason: organisations by the linker, everything else by the vocabularies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from extractors.folding import fold
from extractors.gazetteers import Row, load_rows
from extractors.linking import find_links
from extractors.registry.index import name_index
from extractors.registry.names import name_key
from kg.errors import UnknownNameError
from kg.ids import institution_id
from kg.records import ENTITY_TYPES

TYPES = ("Institution", *ENTITY_TYPES)


@dataclass(frozen=True, slots=True, order=True)
class NodeLink:
    """A node that a name means or may mean; *score* lies in 0..1, *reason* says what it rests on."""

    id: str
    type: str
    ror: str
    label: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Lookup:
    """*links* are the nodes the pipeline would link a name to, best first; *candidates* what it leaves out as too uncertain."""

    name: str
    links: tuple[NodeLink, ...]
    candidates: tuple[NodeLink, ...]


def look_up(name: str, *, type: str = "") -> Lookup:
    """Return the nodes that *name* means, of *type* where given. Raises UnknownNameError for a type that is none."""
    if type and type not in TYPES:
        raise UnknownNameError("node type", type, TYPES)
    links: list[NodeLink] = []
    candidates: list[NodeLink] = []
    if type in ("", *ENTITY_TYPES):
        for row, surface in _by_surface().get(_key(name), ()):
            if type and row.term.type != type:
                continue
            gated = surface in row.ambiguous
            score = 0.5 if gated else 1.0 if surface == row.term.name else 0.95
            reason = (
                "ambiguous: needs its context"
                if gated
                else "name"
                if surface == row.term.name
                else f"alias {surface!r}"
            )
            link = NodeLink(row.term.id, row.term.type, "", row.term.name, score, f"{reason} ({row.term.row})")
            (candidates if gated else links).append(link)
    if type in ("", "Institution") and not links:
        found = [NodeLink(x.id, "Institution", x.ror, x.label, x.score, x.reason) for x in find_links(name)]
        links += found
        candidates += _namesakes(name, known={link.id for link in found})
    return Lookup(name, _ordered(links), _ordered(candidates))


def _ordered(links: list[NodeLink]) -> tuple[NodeLink, ...]:
    return tuple(sorted(links, key=lambda link: (-link.score, link.id)))


def _namesakes(name: str, *, known: set[str]) -> list[NodeLink]:
    """Return the organisations with exactly this name or acronym that the linker does not choose among."""
    index = name_index()
    numbers = sorted({*index.names.get(name_key(name), ()), *index.acronyms.get(name.strip(), ())})
    entries = [index.known[number] for number in numbers]
    return [
        NodeLink(
            e.id or institution_id(ror=e.ror, name=e.label),
            "Institution",
            e.ror,
            e.label,
            0.5,
            "one of several with this name",
        )
        for e in entries
        if e.id not in known
    ]


def _key(name: str) -> str:
    return " ".join(fold(name).replace("-", " ").replace("_", " ").split())


@cache
def _by_surface() -> dict[str, tuple[tuple[Row, str], ...]]:
    found: dict[str, list[tuple[Row, str]]] = {}
    for row in load_rows():
        seen = set()
        for surface in (*row.surfaces, *row.ambiguous):
            if (key := _key(surface)) not in seen:
                seen.add(key)
                found.setdefault(key, []).append((row, surface))
    return {key: tuple(rows) for key, rows in found.items()}
