"""Apply a person's corrections to what papers and vocabularies say, before the graph is built of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from kg.names import fold_name
from kg.overrides import Override, Overrides
from kg.records import ROLES, Claim, Entity, Extraction, Institution, Mention, Term

Record = TypeVar("Record", Entity, Institution)


@dataclass(slots=True)
class Corrector:
    """Applies *overrides*; *applied* gathers by node the rows that changed what is said of it."""

    overrides: Overrides
    applied: dict[str, set[Override]] = field(default_factory=dict)
    _merged: dict[str, str] = field(init=False)
    _splits: dict[str, list[Override]] = field(init=False)
    _drops: dict[str, list[Override]] = field(init=False)
    _merges: dict[str, Override] = field(init=False)

    def __post_init__(self) -> None:
        self._merged = self.overrides.merged()
        self._merges = {row.node: row for row in self.overrides.of("merge")}
        self._splits, self._drops = {}, {}
        for row in self.overrides.of("split", "drop"):
            (self._splits if row.action == "split" else self._drops).setdefault(row.node, []).append(row)

    def corrected(self, extractions: Iterable[Extraction]) -> Iterator[Extraction]:
        """Yield each of *extractions* as the corrections have it."""
        touched = {*self._merged, *self._splits, *self._drops}
        for extraction in extractions:
            named = {node for i in extraction.institutions for node in (i.id, i.parent)}
            named.update(node for entity in extraction.entities for node in (entity.id, entity.broader))
            named.update(claim.id for claim in extraction.claims)
            yield self._extraction(extraction) if touched & named else extraction

    def terms(self, terms: Mapping[str, Term]) -> dict[str, Term]:
        """Return *terms* as the corrections have them: a dropped one gone, a merged one's names with the other, a split name left out."""
        whole = {node for node in self._drops if self._dropped(node, "")}
        made: dict[str, Term] = {}
        names: dict[str, set[str]] = {}
        for node, term in sorted(terms.items()):
            if node in whole:
                continue
            split = {surface for row in self._splits.get(node, ()) if not row.paper for surface in row.surfaces}
            kept = replace(
                term,
                zh=tuple(name for name in term.zh if fold_name(name) not in split),
                aliases=tuple(name for name in term.aliases if fold_name(name) not in split),
                broader=self._others(term.broader, node),
                part_of=self._others(term.part_of, node),
                architecture=next(iter(self._others([term.architecture], node)), "") if term.architecture else "",
            )
            if node in self._merged:
                end = self._merged[node]
                self._note(node, self._merges[node])
                names.setdefault(end, set()).update((kept.name, *kept.zh, *kept.aliases))
                if end not in terms and end not in made:
                    # The vocabulary's facts go along, its name does not: the other node keeps its own.
                    made[end] = replace(kept, id=end, name="", zh=(), aliases=())
            else:
                made[node] = kept
        for node, more in names.items():
            if node in made:
                made[node] = replace(made[node], aliases=tuple(sorted({*made[node].aliases, *more})))
        return made

    def _others(self, nodes: Iterable[str], node: str) -> tuple[str, ...]:
        return tuple(sorted({self._merged.get(other, other) for other in nodes} - {node, self._merged.get(node, node)}))

    def _note(self, node: str, row: Override) -> None:
        """Note that *row* applied, at the node that it is about and at what comes of it."""
        for about in (node, row.result):
            self.applied.setdefault(self._merged.get(about, about), set()).add(row)

    def _dropped(self, node: str, paper: str) -> bool:
        rows = [row for row in self._drops.get(node, ()) if row.paper in ("", paper)]
        for row in rows:
            self._note(node, row)
        return bool(rows)

    def _extraction(self, extraction: Extraction) -> Extraction:
        paper = extraction.id
        entities = [part for entity in extraction.entities for part in self._parts(entity, paper)]
        institutions = [part for institution in extraction.institutions for part in self._parts(institution, paper)]
        return replace(
            extraction,
            entities=tuple(
                replace(e, broader=self._merged.get(e.broader, e.broader)) for e in _joined_entities(entities)
            ),
            institutions=tuple(
                replace(i, parent=self._merged.get(i.parent, i.parent)) for i in _joined_institutions(institutions)
            ),
            claims=tuple(
                self._claim(claim, paper) for claim in extraction.claims if not self._dropped(claim.id, paper)
            ),
        )

    def _parts(self, record: Record, paper: str) -> Iterator[Record]:
        left = record
        for row in self._splits.get(record.id, ()):
            if row.paper not in ("", paper):
                continue
            away = tuple(m for m in left.mentions if fold_name(m.text) in row.surfaces)
            if away:
                self._note(record.id, row)
                yield from self._end(_split_off(record, row, away), paper)
            rest = tuple(m for m in left.mentions if m not in away)
            left = replace(
                left, mentions=rest, aliases=tuple(a for a in left.aliases if fold_name(a) not in row.surfaces)
            )
        if left.mentions or not record.mentions:
            yield from self._end(left, paper)

    def _end(self, record: Record, paper: str) -> Iterator[Record]:
        """Yield *record* where it is not dropped, with the id that it ends with and without a name that is not that node's."""
        if self._dropped(record.id, paper):
            return
        if record.id not in self._merged:
            yield record
            return
        self._note(record.id, self._merges[record.id])
        aliases = sorted({*record.aliases, record.label, record.label_zh} - {""})
        renamed = replace(record, id=self._merged[record.id], label="", label_zh="", aliases=tuple(aliases))
        if isinstance(renamed, Institution):
            renamed = replace(renamed, ror="", country="", kind="", parent="")
        yield renamed

    def _claim(self, claim: Claim, paper: str) -> Claim:
        hardware = [
            self._target(node, claim.hardware[index] if index < len(claim.hardware) else "", paper)
            for index, node in enumerate(claim.hardware_ids)
        ]
        return replace(
            claim,
            baseline_id=self._target(claim.baseline_id, claim.baseline, paper),
            subject_id=self._target(claim.subject_id, claim.subject, paper),
            hardware_ids=tuple(node for node in hardware if node),
        )

    def _target(self, node: str, surface: str, paper: str) -> str:
        for row in self._splits.get(node, ()):
            if row.paper in ("", paper) and fold_name(surface) in row.surfaces:
                node = row.result
                break
        return "" if self._dropped(node, paper) else self._merged.get(node, node)


def _split_off(record: Record, row: Override, mentions: tuple[Mention, ...]) -> Record:
    aliases = tuple(sorted({m.text for m in mentions} - {row.to}))
    made = replace(record, id=row.result, label=row.to, label_zh="", aliases=aliases, mentions=mentions)
    if isinstance(made, Institution):
        return replace(made, ror="", parent="", unit="", unit_zh="")
    return replace(made, confidence=max(m.confidence for m in mentions))


def _joined_entities(entities: Iterable[Entity]) -> Iterator[Entity]:
    groups: dict[str, list[Entity]] = {}
    for entity in entities:
        groups.setdefault(entity.id, []).append(entity)
    for node in sorted(groups):
        first, *others = sorted(groups[node], key=lambda e: (not e.label, ROLES.index(e.role), e))
        if others:
            first = replace(
                first,
                aliases=tuple(sorted({a for e in groups[node] for a in e.aliases})),
                role=min((e.role for e in groups[node]), key=ROLES.index),
                confidence=max(e.confidence for e in groups[node]),
                mentions=tuple(sorted({m for e in groups[node] for m in e.mentions})),
                broader=min((e.broader for e in groups[node] if e.broader), default=""),
            )
        yield first


def _joined_institutions(institutions: Iterable[Institution]) -> Iterator[Institution]:
    groups: dict[str, list[Institution]] = {}
    for institution in institutions:
        groups.setdefault(institution.id, []).append(institution)
    for group in groups.values():
        first, *others = sorted(group, key=lambda i: (not i.label, i))
        if others:
            first = replace(
                first,
                aliases=tuple(sorted({a for i in group for a in i.aliases})),
                mentions=tuple(sorted({m for i in group for m in i.mentions})),
            )
        yield first
