"""``kg show``: a node, its facts and its papers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kg.cli._shared import GRAPH

if TYPE_CHECKING:
    from kg.graph import KnowledgeGraph

_HIDDEN = frozenset({"type", "label", "label_zh", "aliases", "abstract", "low", "high", "parent", "sentence"})


@click.command("show")
@GRAPH
@click.argument("name")
@click.option(
    "--names", default=6, show_default=True, type=click.IntRange(min=0), help="How many other names to print."
)
def command(graph: str, name: str, names: int) -> None:
    """Print what GRAPH knows of the node called NAME (an id, or a name in either language)."""
    from kg import store

    loaded = store.load(graph)
    node = loaded.find(name)
    attributes = loaded.nx.nodes[node]
    zh = f" ({attributes['label_zh']})" if attributes["label_zh"] else ""
    click.echo(f"{attributes['label']}{zh}\n{attributes['type']}  {node}")
    if attributes["aliases"]:
        click.echo(f"also: {_shortened(attributes['aliases'], limit=names)}")
    for key, value in attributes.items():
        if key not in _HIDDEN and value != "":
            click.echo(f"{key}: {value}")
    for corrected, _, applied in loaded.corrections():
        if corrected == node:
            for row in applied:
                click.echo(f"corrected: {row}")
    for line in _sentences(loaded, node):
        click.echo(line)
    for line in _edges(loaded, node):
        click.echo(line)
    if attributes.get("abstract"):
        click.echo(f"\n{attributes['abstract']}")


def _shortened(aliases: tuple[str, ...], *, limit: int) -> str:
    """Return *aliases* joined, the shortest first, and how many are left out beyond *limit*."""
    ordered = sorted(aliases, key=lambda alias: (len(alias), alias))
    more = [f"and {len(ordered) - limit} more"] if len(ordered) > limit else []
    return " · ".join([*ordered[:limit], *more])


def _sentences(graph: KnowledgeGraph, node: str) -> list[str]:
    """Return the sentences that report the claim *node*, the figure between guillemets; none for other nodes."""
    from kg.paths import mark

    edges = graph.nx.in_edges(node, keys=True, data=True)
    return [
        f"sentence: “{mark(graph, evidence)}”"
        for _, _, key, attributes in sorted(edges, key=lambda edge: edge[0])
        if key == "reports"
        for evidence in attributes["evidence"]
    ]


def _edges(graph: KnowledgeGraph, node: str) -> list[str]:
    from kg.schema import get_predicate, predicates

    groups: dict[tuple[int, bool], list[tuple[str, str]]] = {}
    order = list(predicates())
    edges: list[tuple[str, str, dict[str, Any], bool]] = [
        (other, key, data, True) for _, other, key, data in graph.nx.out_edges(node, keys=True, data=True)
    ]
    edges += [(other, key, data, False) for other, _, key, data in graph.nx.in_edges(node, keys=True, data=True)]
    for other, key, data, forward in edges:
        if get_predicate(key).symmetric and not forward:
            continue  # the same edge, told from its other end
        attributes = graph.nx.nodes[other]
        date = f"{attributes['date']}  " if attributes["date"] else ""
        groups.setdefault((order.index(key), forward), []).append(
            (f"{date}{attributes['label']}{_since(key, data)}", other)
        )
    lines = []
    for (index, forward), found in sorted(groups.items()):
        label = get_predicate(order[index]).label
        lines.append(f"\n{label if forward else '← ' + label} ({len(found)})")
        lines += [f"  {text}  [{other}]" for text, other in sorted(found)]
    return lines


def _since(predicate: str, edge: dict[str, Any]) -> str:
    """Return how many papers say what a derived *edge* says, and of which days; one paper says all else."""
    from kg.schema import get_predicate

    if get_predicate(predicate).origin != "derived":
        return ""
    days = " – ".join(dict.fromkeys(day for day in (edge["first"], edge["last"]) if day))
    return f"  ({edge['papers']} paper{'s' if edge['papers'] > 1 else ''}{', ' + days if days else ''})"
