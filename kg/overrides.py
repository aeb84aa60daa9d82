"""A person's corrections: which nodes are one, which are two, what they are called and are, and which are none.

The file is a TSV with the columns ``action``, ``node``, ``to``, ``surface``, ``paper``, ``note``; see docs/overrides.md.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kg.errors import InputError
from kg.ids import entity_id, institution_id
from kg.names import fold_name
from kg.records import ENTITY_TYPES

COLUMNS = ("action", "node", "to", "surface", "paper", "note")
ACTIONS = ("merge", "split", "rename", "retype", "drop")
#: What each action takes beside its node: (columns it needs, columns it may have).
_CELLS = {
    "merge": ({"to"}, {"to"}),
    "split": ({"to", "surface"}, {"to", "surface", "paper"}),
    "rename": ({"to"}, {"to"}),
    "retype": ({"to"}, {"to"}),
    "drop": (set(), {"paper"}),
}


@dataclass(frozen=True, slots=True, order=True)
class Override:
    """One correction: *line* of the file, what is done to *node*, and with what. *surfaces* are folded names."""

    line: int
    action: str
    node: str
    to: str = ""
    surfaces: frozenset[str] = frozenset()
    paper: str = ""

    @property
    def result(self) -> str:
        """Return the id of the node that comes of it, as far as this row alone says."""
        if self.action == "merge":
            return self.to
        if self.action == "split":
            space = self.node.partition("/")[0]
            return institution_id(ror="", name=self.to) if space == "institution" else entity_id(self.to)
        return self.node

    def __str__(self) -> str:
        """Return the row as a person reads it."""
        of = f" where it is written {' or '.join(sorted(self.surfaces))}" if self.surfaces else ""
        within = f" in {self.paper}" if self.paper else ""
        to = {"merge": f" into {self.to}", "drop": ""}.get(self.action, f" to {self.to}")
        return f"{self.action} {self.node}{to}{of}{within} (line {self.line})"


@dataclass(frozen=True, slots=True)
class Overrides:
    """The *rows* of one file, whose content is *text*. False where there are none."""

    rows: tuple[Override, ...] = ()
    text: str = ""

    def __bool__(self) -> bool:
        return bool(self.rows)

    def of(self, *actions: str) -> tuple[Override, ...]:
        """Return the rows of *actions*."""
        return tuple(row for row in self.rows if row.action in actions)

    def merged(self) -> dict[str, str]:
        """Return the node that each merged one ends in."""
        step = {row.node: row.to for row in self.of("merge")}
        ends = {}
        for node in step:
            end = node
            while end in step:
                end = step[end]
            ends[node] = end
        return ends

    def corrections(self) -> dict[str, dict[str, str]]:
        """Return the attributes that rename and retype rows set, by node."""
        found: dict[str, dict[str, str]] = {}
        for row in self.of("rename", "retype"):
            values = found.setdefault(row.node, {})
            if row.action == "retype":
                values["type"] = row.to
                continue
            label, _, zh = (part.strip() for part in row.to.partition("|"))
            values["label"] = label
            if zh:
                values["label_zh"] = zh
        return found


def load_overrides(path: Path) -> Overrides:
    """Return the corrections in the file at *path*. Raises InputError with file and line for a row that is none."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as err:
        raise InputError(str(path), 0, err.strerror or str(err)) from err
    except UnicodeDecodeError as err:
        raise InputError(str(path), 0, "is no UTF-8; convert the file first") from err
    return read_overrides(text, path=str(path))


def read_overrides(text: str, *, path: str) -> Overrides:
    r"""Return the corrections that *text*, the content of the file *path*, states. Raises InputError with file and line.

    >>> overrides = read_overrides("action\tnode\tto\nmerge\tentity/moe-layer\tentity/mixture-of-experts\n", path="o.tsv")
    >>> overrides.merged()
    {'entity/moe-layer': 'entity/mixture-of-experts'}
    """
    lines = text.split("\n")
    if not text.strip():
        return Overrides()
    header = lines[0].rstrip("\r").split("\t")
    for column in header:
        if column not in COLUMNS:
            raise InputError(path, 1, f"unknown column {column!r}; the columns are {', '.join(COLUMNS)}")
    if header[:2] != ["action", "node"] or len(set(header)) < len(header):
        raise InputError(path, 1, "the first line names the columns: action, node, and others, each once")
    rows = []
    for number, cells in enumerate(csv.reader(lines[1:], delimiter="\t", quoting=csv.QUOTE_NONE), start=2):
        if any(cell.strip() for cell in cells):
            if len(cells) > len(header):
                raise InputError(path, number, f"{len(cells)} cells under {len(header)} columns")
            values = {name: cell.strip() for name, cell in zip(header, cells, strict=False) if cell.strip()}
            rows.append(_row(values, path=path, line=number))
    _check(rows, path=path)
    return Overrides(tuple(rows), text)


def _row(values: dict[str, str], *, path: str, line: int) -> Override:
    action, node, to = values.get("action", ""), values.get("node", ""), values.get("to", "")
    if action not in _CELLS:
        raise InputError(path, line, f"unknown action {action!r}; the actions are {', '.join(ACTIONS)}")
    _check_node(node, path=path, line=line, spaces=("entity", "institution", *(["claim"] if action == "drop" else [])))
    needed, allowed = _CELLS[action]
    given = values.keys() - {"action", "node", "note"}
    if missing := sorted(needed - given):
        raise InputError(path, line, f"{action} needs a value under {missing[0]!r}")
    if extra := sorted(given - allowed):
        raise InputError(path, line, f"{action} has no use for a value under {extra[0]!r}")
    if action == "merge":
        _check_node(to, path=path, line=line, spaces=(node.partition("/")[0],))
    if action == "retype" and (to not in ENTITY_TYPES or not node.startswith("entity/")):
        raise InputError(path, line, f"only an entity has a type to choose, one of {', '.join(ENTITY_TYPES)}")
    surfaces = frozenset(fold_name(part) for part in values.get("surface", "").split("|") if part.strip())
    row = Override(line, action, node, to, surfaces, values.get("paper", ""))
    if row.paper:
        _check_node(row.paper, path=path, line=line, spaces=("paper",))
    if action == "split" and row.result == node:
        raise InputError(
            path, line, f"what is split from {node} needs another name than {to!r}, which gives the same id"
        )
    return row


def _check_node(node: str, *, path: str, line: int, spaces: tuple[str, ...]) -> None:
    space, _, rest = node.partition("/")
    if space not in spaces or not rest:
        wanted = " or ".join(f"{name}/…" for name in spaces)
        raise InputError(path, line, f"{node!r} is not the id of a node ({wanted}); kg show prints the id of a name")


def _check(rows: Iterable[Override], *, path: str) -> None:
    """Raise InputError for rows that contradict each other."""
    seen: dict[tuple[str, str, str], int] = {}
    gone: dict[str, Override] = {}
    step: dict[str, str] = {}
    for row in rows:
        keys = [(row.action, row.node, surface or row.paper) for surface in row.surfaces or [""]]
        for key in keys:
            if key in seen:
                raise InputError(path, row.line, f"line {seen[key]} has another {row.action} of {row.node}")
            seen[key] = row.line
        if row.action == "merge" or (row.action == "drop" and not row.paper):
            if row.node in gone:
                raise InputError(path, row.line, f"line {gone[row.node].line} leaves no {row.node}")
            gone[row.node] = row
        if row.action == "merge":
            step[row.node] = row.to
            end, passed = row.to, {row.node}
            while end in step and end not in passed:
                passed.add(end)
                end = step[end]
            if end in passed:
                raise InputError(path, row.line, f"{row.node} would be merged into itself")
    for row in rows:
        if row.action in ("rename", "retype") and row.node in gone:
            raise InputError(path, row.line, f"line {gone[row.node].line} leaves no {row.node}")
