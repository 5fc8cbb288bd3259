"""Places the nodes of a graph in rows, so that arrows point down and few of them cross.

Rows by the longest way from the inputs; then each row is ordered by where its neighbours are, down and up in turn, as
in K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system structures" (1981). What
has no inputs stands just above what takes it. All of it is linear in nodes and arrows, but for sorting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_SWEEPS = 4
GAP_ACROSS, GAP_DOWN = 24, 44
"""Pixels between nodes of a row, and between rows."""


@dataclass
class Placed:
    """Where a node is: its left upper corner and size, in pixels."""

    x: float
    y: float
    width: float
    height: float


def place(sizes: Sequence[tuple[float, float]], edges: Sequence[tuple[int, int]]) -> list[Placed]:
    """Places nodes.

    Args:
        sizes: the width and height of each node.
        edges: arrows, by the numbers of their nodes. Those that close a circle are passed over.

    Returns:
        The places, in the order of the nodes.

    >>> [(p.x, p.y) for p in place([(10, 10), (10, 10)], [(0, 1)])]
    [(0.0, 0.0), (0.0, 54.0)]
    """
    forward = _without_circles(len(sizes), edges)
    rows = _rows(len(sizes), forward)
    above, below = _neighbours(len(sizes), forward)
    _order(rows, above, below)
    placed = _initial(rows, sizes)
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for row in rows if down else reversed(rows):
            _align(row, placed, above if down else below)
    left = min((node.x for node in placed), default=0.0)
    for node in placed:
        node.x -= left
    return placed


def _without_circles(count: int, edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The arrows without those that lead back to where a walk came from."""
    targets: list[list[int]] = [[] for _ in range(count)]
    for start, stop in edges:
        targets[start].append(stop)
    state = [0] * count
    kept = []
    for root in range(count):
        stack = [] if state[root] else [(root, iter(targets[root]))]
        state[root] = state[root] or 1
        while stack:
            node, rest = stack[-1]
            target = next(rest, None)
            if target is None:
                state[node] = 2
                stack.pop()
            elif state[target] != 1:
                kept.append((node, target))
                if not state[target]:
                    state[target] = 1
                    stack.append((target, iter(targets[target])))
    return kept


def _neighbours(count: int, edges: Sequence[tuple[int, int]]) -> tuple[list[list[int]], list[list[int]]]:
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    for start, stop in edges:
        above[stop].append(start)
        below[start].append(stop)
    return above, below


def _rows(count: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    above, below = _neighbours(count, edges)
    waiting = [len(sources) for sources in above]
    ranks = [0] * count
    ready = [node for node in range(count) if not waiting[node]]
    for node in ready:
        for target in below[node]:
            ranks[target] = max(ranks[target], ranks[node] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    for node in range(count):
        if not above[node] and below[node]:
            ranks[node] = min(ranks[target] for target in below[node]) - 1
    rows: list[list[int]] = [[] for _ in range(max(ranks, default=-1) + 1)]
    for node in range(count):
        rows[ranks[node]].append(node)
    return rows


def _order(rows: list[list[int]], above: list[list[int]], below: list[list[int]]) -> None:
    position = {node: place for row in rows for place, node in enumerate(row)}
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for row in rows if down else reversed(rows):
            neighbours = above if down else below
            row.sort(key=lambda node: _mean([position[n] for n in neighbours[node]], position[node]))
            position.update((node, place) for place, node in enumerate(row))


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _initial(rows: list[list[int]], sizes: Sequence[tuple[float, float]]) -> list[Placed]:
    placed = [Placed(0.0, 0.0, *size) for size in sizes]
    y = 0.0
    for row in rows:
        width = sum(placed[node].width + GAP_ACROSS for node in row) - GAP_ACROSS
        x = -width / 2
        for node in row:
            placed[node].x, placed[node].y = x, y
            x += placed[node].width + GAP_ACROSS
        y += max(placed[node].height for node in row) + GAP_DOWN
    return placed


def _align(row: list[int], placed: list[Placed], neighbours: list[list[int]]) -> None:
    """Moves the nodes of a row towards the middle of their neighbours, without changing their order."""
    wished = [_wish(placed[node], [placed[n] for n in neighbours[node]]) for node in row]
    starts, edge = [], float("-inf")
    for node, wish in zip(row, wished, strict=True):
        starts.append(max(wish, edge))
        edge = starts[-1] + placed[node].width + GAP_ACROSS
    shift = _mean([wish - start for wish, start in zip(wished, starts, strict=True)], 0.0)
    for node, start in zip(row, starts, strict=True):
        placed[node].x = start + shift


def _wish(node: Placed, around: Sequence[Placed]) -> float:
    return _mean([other.x + other.width / 2 - node.width / 2 for other in around], node.x)
