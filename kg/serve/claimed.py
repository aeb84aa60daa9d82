"""Who beats what on which GPU: the claims of all papers as one table."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

from kg.names import fold_name
from kg.serve.catalogue import Catalogue

#: Columns of the table as text, in order.
COLUMNS = (
    "subject",
    "metric",
    "qualifier",
    "low",
    "high",
    "unit",
    "direction",
    "baseline",
    "hardware",
    "date",
    "paper",
    "sentence",
)
# What makes a spreadsheet take a cell for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def claims(catalogue: Catalogue) -> list[dict[str, Any]]:
    """Return every claim of the graph, the latest first; things are named where the graph knows them and quoted where it does not."""
    graph = catalogue.graph
    found = []
    for node, row in graph.nx.nodes(data=True):
        if row["type"] != "Claim":
            continue
        ends: dict[str, list[str]] = {}
        for _, target, key in graph.nx.out_edges(node, keys=True):
            ends.setdefault(key, []).append(target)
        reports = [(s, data) for s, _, key, data in graph.nx.in_edges(node, keys=True, data=True) if key == "reports"]
        if not reports:
            continue
        paper, report = min(reports, key=lambda item: item[0])
        found.append(
            {
                "id": node,
                "subject": _named(catalogue, ends.get("subject"), row.get("subject")),
                "baseline": _named(catalogue, ends.get("baseline"), row.get("baseline")),
                "hardware": _named(catalogue, ends.get("onHardware"), row.get("hardware")),
                "paper": catalogue.brief(paper),
                "date": graph.attributes(paper)["date"],
                "evidence": catalogue.quoted(report["evidence"][0]),
                "low": _finite(row.get("low", "")),
                "high": _finite(row.get("high", "")),
            }
            | {name: row.get(name, "") for name in ("metric", "qualifier", "unit", "direction", "sentence")}
        )
    found.sort(key=lambda claim: claim["id"])
    found.sort(key=lambda claim: str(claim["date"]), reverse=True)
    return found


def _finite(value: float | str) -> float | str:
    """Return *value*, as text where JSON has no number for it."""
    return value if isinstance(value, str) or math.isfinite(value) else repr(value)


def _named(catalogue: Catalogue, nodes: Sequence[str] | None, text: object) -> list[dict[str, Any]]:
    if nodes:
        return [catalogue.brief(node) for node in sorted(nodes)]
    return [{"id": "", "label": str(text), "label_zh": "", "type": ""}] if text else []


def matching(rows: Iterable[dict[str, Any]], *, words: str = "", baseline: bool = False) -> list[dict[str, Any]]:
    """Return those of *rows* that hold every one of *words* in any column, and name a *baseline* where that is wanted."""
    wanted = [fold_name(word) for word in words.split()]
    return [
        row
        for row in rows
        if (not baseline or row["baseline"])
        and (not wanted or all(word in text for text in [fold_name(_all_text(row))] for word in wanted))
    ]


def _all_text(row: dict[str, Any]) -> str:
    things = [
        f"{thing['label']} {thing['label_zh']}" for name in ("subject", "baseline", "hardware") for thing in row[name]
    ]
    return " ".join([*things, row["metric"], str(row["sentence"]), row["paper"]["label"], str(row["date"])])


def table(rows: Iterable[dict[str, Any]]) -> str:
    r"""Return *rows* as CSV; text that a spreadsheet would run as a formula begins with an apostrophe.

    >>> table([]).startswith("subject,metric")
    True
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in rows:
        plain = row | {name: "; ".join(t["label"] for t in row[name]) for name in ("subject", "baseline", "hardware")}
        plain["paper"] = row["paper"]["label"]
        writer.writerow([_safe(plain[name]) for name in COLUMNS])
    return out.getvalue()


def _safe(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
