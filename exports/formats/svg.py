"""A picture of what most papers are about, drawn by matplotlib (``paperkg[picture]``)."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

from exports.views.entities import project
from exports.xml import count_elements
from kg.errors import MissingExtraError
from kg.graph import KnowledgeGraph
from kg.schema import types

SUFFIXES = (".svg",)
LOSES = "everything but the best-connected nodes, their labels, types and shared papers"
#: How many nodes are drawn: more cannot be read on one page.
NODES = 70
# Seeds the layout and the ids inside the SVG: the same graph gives the same picture.
_SEED = 7
_SIZE = (13.0, 9.0)


def dumps(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield the picture. Raises MissingExtraError without matplotlib."""
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
        from matplotlib.lines import Line2D
    except ImportError as err:
        raise MissingExtraError("matplotlib", "picture") from err
    view = _core(graph)
    places = nx.spring_layout(view, k=2.2 / max(len(view), 1) ** 0.5, iterations=200, seed=_SEED)
    with mpl.rc_context({"svg.hashsalt": "paperkg", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=_SIZE)
        FigureCanvasSVG(figure)
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        weight: float
        for one, other, weight in view.edges(data="weight"):
            ends = [places[one], places[other]]
            axes.plot(
                [x for x, _ in ends],
                [y for _, y in ends],
                color="#9aa5b1",
                linewidth=0.4 + 0.5 * weight,
                alpha=0.35,
                zorder=1,
            )
        for node, attributes in view.nodes(data=True):
            x, y = places[node]
            color = types()[attributes["type"]].color
            size = 30 + 45 * attributes["papers"]
            axes.scatter([x], [y], s=size, color=color, edgecolors="white", linewidths=0.8, zorder=2)
            axes.annotate(
                attributes["label"],
                (x, y),
                xytext=(0, -4 - size**0.5 / 2),
                textcoords="offset points",
                ha="center",
                va="top",
                fontsize=8,
                zorder=3,
            )
        shown = sorted({attributes["type"] for _, attributes in view.nodes(data=True)})
        legend = [Line2D([], [], marker="o", linestyle="", color=types()[name].color, label=name) for name in shown]
        axes.legend(handles=legend, loc="lower left", frameon=False, fontsize=9)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": "paperkg"})
    yield text.getvalue()


def _core(graph: KnowledgeGraph) -> nx.Graph[str]:
    view = project(graph, min_papers=2)
    ranked = sorted(view.nodes, key=lambda node: (-view.nodes[node]["papers"], node))
    core = view.subgraph(ranked[:NODES]).copy()
    core.remove_nodes_from([node for node, degree in dict(core.degree()).items() if degree == 0])
    ordered: nx.Graph[str] = nx.Graph()
    ordered.add_nodes_from(sorted(core.nodes(data=True)))
    ordered.add_edges_from(sorted((min(a, b), max(a, b), d) for a, b, d in core.edges(data=True)))
    return ordered


def count(path: Path) -> str:
    """Parse the picture at *path*. Raises ValueError if it is no XML."""
    count_elements(path)
    return "a picture"
