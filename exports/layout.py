"""Where the nodes of a drawing stand: computed once a drawing, the same for the same drawing.

Up to FORCED nodes attract and repel each other until clusters show; more stand in rings around the best-connected node of their neighbourhood,
which takes no longer than reading the edges. Positions are rounded: the last digits depend on the machine.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from exports.drawing import Drawing
from exports.values import size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

#: More nodes than these are not moved by forces: every pair of them would be looked at.
FORCED = 3000
_ROUNDS = 150
# Pairs of nodes looked at in all rounds together: some seconds.
_PAIRS = 400_000_000
_GOLDEN = math.pi * (3 - math.sqrt(5))
# What holds the parts together that no edge does, and how much further apart than touching the nodes stand.
_GRAVITY = 0.4
_ATTRACTION = 1.6
_REPULSION = 0.02
_UNIT = 24.0
# How many times the area of the nodes the drawing takes.
_ROOM = 7.0
_GAP = 6.0


def places(graph: Drawing) -> dict[str, tuple[float, float]]:
    """Return the position of every node of *graph*, the middle at (0, 0)."""
    index = {node: number for number, node in enumerate(graph)}
    weights: dict[tuple[int, int], float] = {}
    for source, target, weight in graph.edges(data="weight", default=1.0):
        pair = (min(index[source], index[target]), max(index[source], index[target]))
        if pair[0] != pair[1]:
            weights[pair] = weights.get(pair, 0.0) + float(weight)
    ordered = tuple((one, other, weight) for (one, other), weight in sorted(weights.items()))
    return dict(zip(graph, _places(len(index), ordered), strict=True))


@lru_cache(maxsize=8)
def _places(count: int, edges: tuple[tuple[int, int, float], ...]) -> tuple[tuple[float, float], ...]:
    degrees = [0] * count
    for one, other, _ in edges:
        degrees[one] += 1
        degrees[other] += 1
    start = _rings(count, edges, degrees)
    if not 1 < count <= FORCED:
        return tuple((round(x, 1), round(y, 1)) for x, y in start)
    moved = _forced(start, edges, degrees)
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in moved.T)


def _rings(count: int, edges: tuple[tuple[int, int, float], ...], degrees: list[int]) -> list[tuple[float, float]]:
    """Place each node in a spiral around the hub that its strongest links lead to, the hubs in a greater spiral."""
    hub = list(range(count))
    best = [(0.0, 0)] * count
    for one, other, weight in edges:
        for node, near in ((one, other), (other, one)):
            if (degrees[near], -near) > (degrees[node], -node):
                best[node] = max(best[node], (weight * degrees[near], -near))
    # A node's hub is better connected than the node itself: the best come first.
    for node in sorted(range(count), key=lambda node: (-degrees[node], node)):
        hub[node] = hub[-best[node][1]] if best[node][0] else node
    members: dict[int, list[int]] = {}
    for node in sorted(range(count), key=lambda node: (-degrees[node], node)):
        members.setdefault(hub[node], []).append(node)
    found = [(0.0, 0.0)] * count
    step, area = 24.0, 0.0
    for number, group in enumerate(sorted(members.values(), key=lambda group: (-len(group), group[0]))):
        # The spiral grows by the area of each group, so that great ones have room.
        area += len(group)
        out = step * math.sqrt(max(area - len(group) / 2, 0.0)) * (1.2 if number else 0.0)
        x, y = out * math.cos(number * _GOLDEN), out * math.sin(number * _GOLDEN)
        for place, node in enumerate(group):
            around = step * 0.8 * math.sqrt(place)
            found[node] = (x + around * math.cos(place * _GOLDEN), y + around * math.sin(place * _GOLDEN))
    return found


def _forced(start: list[tuple[float, float]], edges: tuple[tuple[int, int, float], ...], degrees: list[int]) -> Array:
    """Move nodes from *start*: all repel each other by their degree, linked ones attract, all are drawn to the middle."""
    import numpy as np

    count = len(start)
    at = np.array(start, dtype=np.float32).T / np.float32(_UNIT)
    mass = np.array(degrees, dtype=np.float32) + 1
    ends = np.array([edge[:2] for edge in edges], dtype=np.int64).reshape(-1, 2)
    pull = np.log1p(np.array([edge[2] for edge in edges], dtype=np.float32))
    rounds = max(20, min(_ROUNDS, _PAIRS // (count * count)))
    for number in range(rounds):
        force = -_GRAVITY * mass * at / np.maximum(np.hypot(*at), 1)
        if len(ends):
            # Attraction grows with the logarithm of the distance: clusters become denser than with springs.
            span = at[:, ends[:, 1]] - at[:, ends[:, 0]]
            length = np.maximum(np.hypot(*span), np.float32(1e-3))
            drawn = span / length * np.log1p(length) * pull * _ATTRACTION
            for axis in (0, 1):
                force[axis] += np.bincount(ends[:, 0], drawn[axis], count) - np.bincount(ends[:, 1], drawn[axis], count)
        gaps = _gaps(at)
        near = mass / (gaps[0] * gaps[0] + gaps[1] * gaps[1] + np.float32(0.01))
        force += _REPULSION * mass * np.stack([np.einsum("ij,ij->i", gap, near) for gap in gaps])
        # Great steps first, small ones last; the well-connected move less.
        length = np.maximum(np.hypot(*force), np.float32(1e-6))
        limit = np.float32(3.0 * (1 - number / rounds) ** 2 + 0.01)
        at += (force / length * np.minimum(length / mass, limit)).astype(np.float32)
    radius = np.array([size(degree) / 2 for degree in degrees], dtype=np.float32)
    # As much room as the nodes need: a fixed share of the page is covered by them.
    spread = np.sqrt(np.mean(np.square(at - at.mean(axis=1, keepdims=True)).sum(axis=0)))
    wanted = np.sqrt(np.square(radius + _GAP).sum() * _ROOM / 2)
    at = (at - at.mean(axis=1, keepdims=True)) * (wanted / np.maximum(spread, np.float32(1e-3)))
    return _apart(at, radius)


def _gaps(at: Array) -> list[Array]:
    return [axis[:, None] - axis[None, :] for axis in at]


def _apart(at: Array, radius: Array) -> Array:
    """Push apart what overlaps."""
    import numpy as np

    reach = radius[:, None] + radius[None, :] + np.float32(_GAP)
    np.fill_diagonal(reach, 0)
    for _ in range(30 if at.shape[1] <= FORCED // 2 else 10):
        gaps = _gaps(at)
        far = np.hypot(*gaps)
        over = np.maximum(reach - far, 0) / np.maximum(far, np.float32(0.1)) * np.float32(0.5)
        if not over.any():
            break
        at = at + np.stack([np.einsum("ij,ij->i", gap, over) for gap in gaps])
    return at
