"""The cheapest simple walks between two nodes of an undirected graph, in order of their cost, within a number of hops.

Yen's algorithm in Lawler's form over A* searches, and lazy throughout: a search goes on only while no other one could give a cheaper walk, and
a node hands out its neighbours one by one, cheapest first, so that one with ten thousand of them costs no more than those that are wanted.
What guides the searches are the distances to the end from the nodes around it; what lies further away is at least as far as the last of them.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

#: From so many nodes the distance to the end is found out before the search begins.
_SURVEYED = 300


@dataclass(frozen=True, slots=True)
class Projection:
    """An undirected graph with costs: *nodes* sorted, their numbers as *index*, and *near* each number its neighbours and what they cost.

    Neighbours are in the order of their cost, and of their number where that is equal.
    """

    nodes: tuple[str, ...]
    index: dict[str, int]
    near: tuple[dict[int, float], ...]

    @classmethod
    def of(cls, edges: Iterable[tuple[str, str]], cost: Callable[[int, int], float]) -> Projection:
        """Return the graph of *edges*, each taken once and in both directions; *cost* is that of an edge between nodes of two degrees.

        >>> projection = Projection.of([("a", "b"), ("b", "a"), ("b", "c")], lambda here, there: here + there)
        >>> projection.near[projection.index["b"]]
        {0: 3, 2: 3}
        """
        pairs = {(min(pair), max(pair)) for pair in edges if pair[0] != pair[1]}
        nodes = tuple(sorted({node for pair in pairs for node in pair}))
        index = {node: number for number, node in enumerate(nodes)}
        others: list[list[int]] = [[] for _ in nodes]
        for here, there in pairs:
            others[index[here]].append(index[there])
            others[index[there]].append(index[here])
        degrees = [len(found) for found in others]
        known: dict[tuple[int, int], float] = {}
        near = []
        for found in others:
            costs = []
            for other in found:
                degree = (len(found), degrees[other])
                if degree not in known:
                    known[degree] = cost(*degree)
                costs.append((known[degree], other))
            costs.sort()
            near.append({other: step for step, other in costs})
        return cls(nodes, index, tuple(near))

    def cost(self, walk: Iterable[int]) -> float:
        """Return what *walk* costs."""
        return math.fsum(self.near[here][there] for here, there in pairwise(walk))


def find_walks(
    projection: Projection,
    first: int,
    last: int,
    *,
    max_hops: int,
    passable: Callable[[int], bool] = lambda _: True,
) -> Iterator[tuple[int, ...]]:
    """Yield the simple walks from *first* to *last* of at most *max_hops* steps, cheapest first, of equal ones the smaller first.

    Only nodes that are *passable* stand between the two. Costs are positive.
    """
    guide = _Guide.of(projection, first, last, passable)
    found: list[tuple[int, ...]] = []
    # Searches by the least that their walk can cost, and walks by what they cost; a search comes before a walk that is no cheaper.
    waiting: list[tuple[float, int, tuple[int, ...], int, _Search | None]] = []

    def offer(root: tuple[int, ...]) -> None:
        closed = {walk[len(root)] for walk in found if walk[: len(root)] == root}
        search = _Search(projection, guide, root, hops=max_hops, closed=closed)
        if search.least < math.inf:
            heapq.heappush(waiting, (search.least, 0, root, len(root), search))

    offer((first,))
    while waiting:
        _, _, walk, branch, search = heapq.heappop(waiting)
        if search is not None:
            if rest := search.advance(until=waiting[0][0] if waiting else math.inf):
                heapq.heappush(waiting, (projection.cost(rest), 1, rest, branch, None))
            elif search.least < math.inf:
                heapq.heappush(waiting, (search.least, 0, walk, branch, search))
            continue
        found.append(walk)
        yield walk
        # Walks that leave this one before its own branch have been offered when the walk it branched from was.
        for length in range(branch, len(walk)):
            offer(walk[:length])


@dataclass(frozen=True, slots=True)
class _Guide:
    """What is known of the distance to *last*: *away* from the nodes around it, at least *beyond* from all others."""

    last: int
    away: dict[int, float]
    beyond: float
    passable: Callable[[int], bool]

    @classmethod
    def of(cls, projection: Projection, first: int, last: int, passable: Callable[[int], bool]) -> _Guide:
        away: dict[int, float] = {}
        # By their distance: nodes, the one they were reached from, how far away that is, and its neighbours that are left.
        waiting: list[tuple[float, int, int, float, Iterator[tuple[int, float]]]] = [(0.0, last, last, 0.0, iter(()))]
        while waiting and len(away) < _SURVEYED:
            cost, node, above, before, siblings = heapq.heappop(waiting)
            for other, step in siblings:
                if other not in away:
                    heapq.heappush(waiting, (before + step, other, above, before, siblings))
                    break
            if node in away:
                continue
            away[node] = cost
            if node == first or not (node == last or passable(node)):
                continue
            steps = iter(projection.near[node].items())
            for other, step in steps:
                if other not in away:
                    heapq.heappush(waiting, (cost + step, other, node, cost, steps))
                    break
        return cls(last, away, waiting[0][0] if waiting else math.inf, passable)


class _Search:
    """A search for the cheapest walk that begins with *root* and goes on to none of *closed*; *least* is the least it may cost.

    A walk that comes to a node no cheaper and in no fewer steps than another is no part of the cheapest: that passes no node twice.
    """

    def __init__(
        self, projection: Projection, guide: _Guide, root: tuple[int, ...], *, hops: int, closed: Collection[int]
    ) -> None:
        self._near = projection.near
        self._guide = guide
        self._hops = hops
        self._closed = closed
        self._root = root
        self._passed = frozenset(root)
        self._fewest: dict[int, int] = {}
        # By the least that a walk can cost: the walk, what it has cost, what that was one step before, and its siblings that are left.
        self._waiting: list[tuple[float, tuple[int, ...], float, float, Iterator[tuple[int, float]]]] = []
        self._expand(root, projection.cost(root))

    @property
    def least(self) -> float:
        return self._waiting[0][0] if self._waiting else math.inf

    def advance(self, *, until: float) -> tuple[int, ...]:
        """Go on until the walk is found, and return it, or until it must cost more than *until*, and return ()."""
        waiting, fewest, last = self._waiting, self._fewest, self._guide.last
        while waiting and waiting[0][0] <= until:
            _, walk, cost, before, siblings = heapq.heappop(waiting)
            self._next(walk[:-1], before, siblings)
            node, taken = walk[-1], len(walk) - 1
            if node == last:
                return walk
            if fewest.get(node, self._hops + 1) > taken:
                fewest[node] = taken
                self._expand(walk, cost)
        return ()

    def _expand(self, walk: tuple[int, ...], cost: float) -> None:
        """Put the neighbours of the end of *walk* on the list: those whose distance is known at once, the others one by one."""
        guide, near = self._guide, self._near[walk[-1]]
        small, large = (near, guide.away) if len(near) < len(guide.away) else (guide.away, near)
        for other in small:
            if other in large and self._open(walk, other):
                there = cost + near[other]
                item = (there + guide.away[other], (*walk, other), there, cost, iter(()))
                heapq.heappush(self._waiting, item)
        if guide.beyond < math.inf:
            self._next(walk, cost, iter(near.items()))

    def _next(self, walk: tuple[int, ...], cost: float, siblings: Iterator[tuple[int, float]]) -> None:
        """Put the next of *siblings*, the neighbours of the end of *walk*, on the list."""
        away = self._guide.away
        for other, step in siblings:
            if other not in away and self._open(walk, other):
                there = cost + step
                heapq.heappush(self._waiting, (there + self._guide.beyond, (*walk, other), there, cost, siblings))
                return

    def _open(self, walk: tuple[int, ...], other: int) -> bool:
        """Return whether *walk* may go on to *other*."""
        taken = len(walk)
        if other in self._passed or (taken == len(self._root) and other in self._closed):
            return False
        if other == self._guide.last:
            return taken <= self._hops
        return taken < self._hops and self._fewest.get(other, self._hops) > taken and self._guide.passable(other)
