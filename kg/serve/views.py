"""What the explorer asks of a graph: a node with its edges, its neighbourhood, paths between two nodes, the course of a thing through time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

from kg.graph import VOCABULARY
from kg.paths import find_paths
from kg.schema import get_predicate
from kg.serve.catalogue import Catalogue

# An edge that many papers make has many sentences; a page shows some and counts the rest.
_QUOTES = 3
_SHOWN = frozenset(
    {"type", "label", "label_zh", "aliases", "abstract", "low", "high", "parent", "sentence", "affiliation"}
)
_NARROWER = ("broader", "hasArchitecture", "partOf", "subOrganizationOf")


def node_view(catalogue: Catalogue, node: str, *, limit: int = 200) -> dict[str, Any]:
    """Return all about *node*: its names and facts, and its edges by predicate and direction, at most *limit* of each.

    Raises UnknownNameError.
    """
    row = catalogue.graph.attributes(node)
    groups: dict[tuple[str, bool], list[dict[str, Any]]] = defaultdict(list)
    for edge in _edges_of(catalogue, node):
        groups[edge["predicate"], edge["forward"]].append(edge)
    made = []
    for (predicate, forward), edges in sorted(groups.items(), key=lambda item: (not item[0][1], item[0][0])):
        edges.sort(key=lambda edge: (-edge["papers"], _backwards(edge["last"]), edge["other"]))
        shown = [
            {
                **{key: value for key, value in edge.items() if key != "of"},
                "other": catalogue.brief(edge["other"]),
                "evidence": [catalogue.quoted(evidence) for evidence in edge["of"][:_QUOTES]],
            }
            for edge in edges[:limit]
        ]
        made.append({"predicate": predicate, "forward": forward, "total": len(edges), "edges": shown})
    return catalogue.brief(node) | {
        "aliases": sorted(row["aliases"], key=lambda alias: (len(alias), alias)),
        "abstract": row.get("abstract", ""),
        "affiliation": row.get("affiliation", ""),
        "sentence": row.get("sentence", ""),
        "facts": {key: value for key, value in row.items() if key not in _SHOWN and value != ""},
        "groups": made,
    }


def _backwards(date: str) -> str:
    """Return a key that puts late dates first and missing ones last."""
    return "".join(chr(0x7F - ord(sign)) for sign in date if sign.isascii()) or "\x7f"


def _edges_of(catalogue: Catalogue, node: str) -> Iterator[dict[str, Any]]:
    nx = catalogue.graph.nx
    found = [(other, key, row, True) for _, other, key, row in nx.out_edges(node, keys=True, data=True)]
    found += [
        (other, key, row, False)
        for other, _, key, row in nx.in_edges(node, keys=True, data=True)
        if not get_predicate(key).symmetric  # the same edge, told from its other end
    ]
    for other, key, row, forward in found:
        yield {
            "other": other,
            "predicate": key,
            "forward": forward,
            "papers": row["papers"],
            "first": row["first"],
            "last": row["last"],
            "of": row["evidence"],
        }


def evidence_view(catalogue: Catalogue, source: str, predicate: str, target: str, *, limit: int = 50) -> dict[str, Any]:
    """Return the evidence of one edge, quoted; *total* counts all of it. Empty where there is no such edge."""
    row = catalogue.graph.nx.get_edge_data(source, target, key=predicate) or {}
    found = row.get("evidence", ())
    return {"total": len(found), "evidence": [catalogue.quoted(evidence) for evidence in islice(found, limit)]}


def neighbourhood(
    catalogue: Catalogue,
    node: str,
    *,
    limit: int = 40,
    types: Collection[str] = (),
    predicates: Collection[str] = (),
    since: str = "",
    until: str = "",
) -> dict[str, Any]:
    """Return *node*, the nodes around it that say most, at most *limit*, and all edges between those.

    *types*, *predicates* and the years *since* and *until* narrow what is looked at; an edge without a date passes any span.
    """
    catalogue.graph.attributes(node)
    near: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for edge in _edges_of(catalogue, node):
        other = catalogue.graph.attributes(edge["other"])
        if (types and other["type"] not in types) or (predicates and edge["predicate"] not in predicates):
            continue
        if _within(edge["first"], edge["last"], since=since, until=until):
            near[edge["other"]].append(edge)

    def rank(other: str) -> tuple[int, int, int, str]:
        edges = near[other]
        said = max(edge["papers"] for edge in edges)
        mentioned = all(edge["predicate"] in ("mentions", "inCategory") for edge in edges)
        return mentioned, -said, -catalogue.papers(other), other

    chosen = sorted((other for other in near if other != node), key=rank)
    kept = {node, *chosen[:limit]}
    edges = _edges_among(catalogue, kept, predicates=predicates, since=since, until=until)
    return {"nodes": [catalogue.brief(other) for other in sorted(kept)], "edges": edges, "total": len(chosen)}


def overview(catalogue: Catalogue, *, limit: int = 45) -> dict[str, Any]:
    """Return the things that most papers speak of, at most *limit* that are connected with each other, and the edges between them."""
    nx = catalogue.graph.nx
    things = [node for node, row in nx.nodes(data=True) if row["type"] not in ("Paper", "Claim", "Category")]
    things.sort(key=lambda node: (-catalogue.papers(node), node))
    chosen = set(things[: 2 * limit])
    near = {node: {*nx.predecessors(node), *nx.successors(node)} & chosen - {node} for node in chosen}
    kept = set([node for node in things[: 2 * limit] if near[node]][:limit])
    return {
        "nodes": [catalogue.brief(node) for node in sorted(kept)],
        "edges": _edges_among(catalogue, kept),
        "total": len(things),
    }


def _edges_among(
    catalogue: Catalogue, kept: Collection[str], *, predicates: Collection[str] = (), since: str = "", until: str = ""
) -> list[dict[str, Any]]:
    edges = [
        {
            "source": source,
            "target": target,
            "predicate": key,
            "papers": row["papers"],
            "first": row["first"],
            "last": row["last"],
        }
        for source in sorted(kept)
        for _, target, key, row in catalogue.graph.nx.out_edges(source, keys=True, data=True)
        if target in kept
        and (not predicates or key in predicates)
        and _within(row["first"], row["last"], since=since, until=until)
    ]
    edges.sort(key=lambda edge: (edge["source"], edge["target"], edge["predicate"]))
    return edges


def _within(first: str, last: str, *, since: str, until: str) -> bool:
    if not first or not last:
        return True
    return (not since or last[:4] >= since[:4]) and (not until or first[:4] <= until[:4])


def paths_view(
    catalogue: Catalogue, start: str, end: str, *, k: int = 3, max_hops: int = 6, avoid: Collection[str] = ()
) -> dict[str, Any]:
    """Return the *k* best paths between the nodes called *start* and *end*, each hop with the sentence that says it."""
    graph = catalogue.graph
    first, last = graph.find(start), graph.find(end)
    paths = find_paths(graph, first, last, k=k, max_hops=max_hops, avoid=avoid)
    return {
        "from": catalogue.brief(first),
        "to": catalogue.brief(last),
        "paths": [
            {
                "nodes": [catalogue.brief(node) for node in path.nodes],
                "hops": [
                    {
                        "source": hop.source,
                        "predicate": hop.predicate,
                        "target": hop.target,
                        "forward": hop.forward,
                        "evidence": catalogue.quoted(hop.evidence),
                    }
                    for hop in path.hops
                ],
            }
            for path in paths
        ],
    }


def timeline(catalogue: Catalogue, node: str, *, narrower: bool = False, limit: int = 500) -> dict[str, Any]:
    """Return the papers that speak of *node*, the earliest first, with what they say; *narrower*: and of what it is the wider thing of.

    *years* counts all of them, *papers* lists at most *limit*.
    """
    graph = catalogue.graph
    graph.attributes(node)
    wanted, waiting = {node}, [node]
    while narrower and waiting:
        inner = [s for s, _, key in graph.nx.in_edges(waiting.pop(), keys=True) if key in _NARROWER]
        waiting += sorted(set(inner) - wanted)
        wanted.update(inner)
    found: dict[str, list[tuple[str, str, Any]]] = defaultdict(list)
    for about in sorted(wanted):
        for source, _, key, row in graph.nx.in_edges(about, keys=True, data=True):
            if graph.attributes(source)["type"] == "Paper":
                found[source].append((key, about, row["evidence"]))
    ordered = sorted(found, key=lambda paper: (graph.attributes(paper)["date"] or "9999", paper))
    years: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for paper in ordered:
        year = graph.attributes(paper)["date"][:4]
        for key in sorted({key for key, _, _ in found[paper]}):
            years[year][key] += 1
        years[year]["papers"] += 1
    rows = []
    for paper in ordered[:limit]:
        said = [
            {"predicate": key, "about": catalogue.brief(about), "evidence": _first_quote(catalogue, evidence)}
            for key, about, evidence in found[paper]
        ]
        rows.append({"paper": catalogue.brief(paper), "said": said})
    return {
        "node": catalogue.brief(node),
        "total": len(ordered),
        "years": [{"year": year, **counts} for year, counts in sorted(years.items())],
        "papers": rows,
    }


def _first_quote(catalogue: Catalogue, evidence: Collection[Any]) -> dict[str, Any] | None:
    told = [item for item in evidence if not item.source.startswith(VOCABULARY)]
    return catalogue.quoted(min(told, key=lambda item: (item.field != "abstract", item))) if told else None
