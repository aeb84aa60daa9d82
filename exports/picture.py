"""A picture of what most papers are about, drawn by matplotlib (``paperkg[picture]``): few nodes, and every label can be read."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any

from exports.drawing import Drawing, drawing
from exports.layout import places
from exports.values import utf8_text
from kg.errors import MissingExtraError
from kg.graph import KnowledgeGraph
from kg.names import fold_name
from kg.schema import types

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: How many nodes and lines are drawn: more cannot be read on one page.
NODES = 48
EDGES = 110
LOSES = "everything but the best-connected nodes, their labels, types and strongest links"
_WIDTH, _HEIGHT = 13.0, 9.0
_POINTS = 72.0
_FONT = 9.0
_INK, _LINE, _PAPER = "#22303c", "#8fa1b3", "#ffffff"
# A thing with so many narrower terms in the graph names a field, not what a paper chose.
_WIDE = 3
# Labels longer than this are cut short.
_LONG = 34
# Where fonts for Chinese are, by the names they have on the usual systems.
_FONTS = (
    "DejaVu Sans",
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Zen Hei",
    "PingFang SC",
    "Microsoft YaHei",
)


def dumps(graph: KnowledgeGraph | Drawing, *, format: str) -> bytes:
    """Return the picture of *graph* as ``svg`` or ``png``. Raises MissingExtraError without matplotlib."""
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as err:
        raise MissingExtraError("matplotlib", "picture") from err
    wide = _generic(graph) if isinstance(graph, KnowledgeGraph) else frozenset()
    core = _core(drawing(graph, "entities"), wide)
    options: Any = {"svg.hashsalt": "paperkg", "svg.fonttype": "none", "font.family": _families(format)}
    out = io.BytesIO()
    with mpl.rc_context(options), warnings.catch_warnings():
        # A character that no font has is drawn as a box.
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from font")
        figure = Figure(figsize=(_WIDTH, _HEIGHT), facecolor=_PAPER)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        axes.set_xlim(0, _WIDTH * _POINTS)
        axes.set_ylim(0, _HEIGHT * _POINTS)
        _draw(axes, core, halo=format == "png")
        metadata = {"Date": None, "Creator": "paperkg"} if format == "svg" else {"Software": "paperkg"}
        figure.savefig(out, format=format, metadata=metadata, dpi=120)
    return out.getvalue()


def _families(format: str) -> list[str]:
    if format == "svg":
        return ["sans-serif"]  # the fonts are those of the reader
    from matplotlib import font_manager

    known = {font.name for font in font_manager.fontManager.ttflist}
    return [name for name in _FONTS if name in known] or ["sans-serif"]


def _generic(graph: KnowledgeGraph) -> frozenset[str]:
    """Return the things that name a field or a whole class (GPU, deep learning): they stand on too many papers to tell these apart."""
    narrower: dict[str, int] = {}
    for _, target, key in graph.nx.edges(keys=True):
        if key == "broader":
            narrower[target] = narrower.get(target, 0) + 1
    return frozenset(
        node
        for node, row in graph.nx.nodes(data=True)
        if (row["type"] in ("Hardware", "Model", "Task") and narrower.get(node, 0) >= _WIDE)
        or (row["kind"] and fold_name(row["label"]) == fold_name(row["kind"]))
    )


def _core(view: Drawing, dropped: frozenset[str]) -> Drawing:
    """Return the nodes of *view* that most papers speak of and their strongest links; what no link reaches is left out."""
    degrees = dict(view.degree())
    ranked = sorted(
        (node for node in view if degrees[node] and node not in dropped),
        key=lambda node: (-int(view.nodes[node].get("papers", 0)), -degrees[node], node),
    )
    chosen = set(ranked[:NODES])
    strongest = sorted(
        (
            (s, t, key, row)
            for s, t, key, row in view.edges(keys=True, data=True)
            if s in chosen and t in chosen and s != t
        ),
        key=lambda edge: (-edge[3]["weight"], edge[:3]),
    )[:EDGES]
    linked = {end for edge in strongest for end in edge[:2]}
    made = view.__class__()
    made.add_nodes_from((node, view.nodes[node]) for node in sorted(linked))
    for source, target, key, row in sorted(strongest, key=lambda edge: edge[:3]):
        made.add_edge(source, target, key=key, **row)
    return made


def _draw(axes: Axes, core: Drawing, *, halo: bool) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patheffects import AbstractPathEffect, withStroke

    sizes = {node: 7 + 3.2 * min(int(row.get("papers", 1)), 30) ** 0.75 for node, row in core.nodes(data=True)}
    labels = {node: _short(str(row.get("label", node))) for node, row in core.nodes(data=True)}
    at = _spread(core, sizes, labels)
    weight: float
    for one, other, weight in core.edges(data="weight"):
        (x, y), (u, v) = at[one], at[other]
        # Sorted by their ids, lines would hide one another by chance: the strong ones lie above.
        axes.plot([x, u], [y, v], color=_LINE, linewidth=0.5 + 0.55 * weight, alpha=0.45, zorder=1 + weight / 1000)
    effects: list[AbstractPathEffect] = [withStroke(linewidth=2.5, foreground=_PAPER)] if halo else []
    for node, row in core.nodes(data=True):
        x, y = at[node]
        color = types()[row["type"]].color
        axes.scatter([x], [y], s=sizes[node] ** 2, color=color, edgecolors=_PAPER, linewidths=1.2, zorder=2)
        # Labels are text, whatever dollar signs they hold.
        text = axes.text(
            x, y - sizes[node] / 2 - 2, labels[node], ha="center", va="top", size=_FONT, color=_INK, parse_math=False
        )
        text.set_zorder(3)
        text.set_path_effects(effects)
    shown = sorted({row["type"] for _, row in core.nodes(data=True)})
    legend = [Line2D([], [], marker="o", linestyle="", color=types()[name].color, label=name) for name in shown]
    if legend:
        axes.legend(
            handles=legend, loc="lower left", frameon=True, framealpha=0.9, edgecolor="none", fontsize=_FONT + 1
        )


def _short(label: str) -> str:
    text = " ".join("".join(c if c.isprintable() else " " for c in utf8_text(label)).split())
    return text if len(text) <= _LONG else text[: _LONG - 1].rstrip() + "…"


def _spread(core: Drawing, sizes: dict[str, float], labels: dict[str, str]) -> dict[str, tuple[float, float]]:
    """Return where each node stands on the page, in points: as the layout has it, but no node and label on another."""
    found = places(core)
    if not found:
        return {}
    low = [min(at[axis] for at in found.values()) for axis in (0, 1)]
    high = [max(at[axis] for at in found.values()) for axis in (0, 1)]
    page = (_WIDTH * _POINTS, _HEIGHT * _POINTS)
    at: dict[str, list[float]] = {}
    half: dict[str, tuple[float, float]] = {}
    for node, place in found.items():
        # Letters are about half as wide as high, Chinese ones as wide.
        letters = sum(1.0 if ord(c) > 0x2E80 else 0.56 for c in labels[node])
        half[node] = (max(letters * _FONT, sizes[node]) / 2 + 3, (sizes[node] + _FONT + 8) / 2)
        share = [(place[axis] - low[axis]) / ((high[axis] - low[axis]) or 1) for axis in (0, 1)]
        at[node] = [half[node][axis] + share[axis] * (page[axis] - 2 * half[node][axis]) for axis in (0, 1)]
    _separate(at, half, page)
    return {node: (x, y + _FONT / 2) for node, (x, y) in at.items()}


def _separate(at: dict[str, list[float]], half: dict[str, tuple[float, float]], page: tuple[float, float]) -> None:
    """Move the boxes around *at*, *half* as wide and high, apart along the shorter way, within the *page*."""
    nodes = sorted(at)
    for _ in range(400):
        moved = False
        for number, one in enumerate(nodes):
            for other in nodes[number + 1 :]:
                over = [half[one][i] + half[other][i] - abs(at[one][i] - at[other][i]) for i in (0, 1)]
                if min(over) <= 0:
                    continue
                moved = True
                axis = 0 if over[0] < over[1] else 1
                step = (over[axis] / 2 + 0.1) * (1 if at[one][axis] >= at[other][axis] else -1)
                at[one][axis] += step
                at[other][axis] -= step
        for node in nodes:
            for axis in (0, 1):
                at[node][axis] = min(max(at[node][axis], half[node][axis]), page[axis] - half[node][axis])
        if not moved:
            return
