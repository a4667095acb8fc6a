"""Whether a polygon crosses itself. Exact: corners are whole thousandths of an inch."""

from __future__ import annotations

from typing import TypeAlias

from game.geometry.points import Path

Spot: TypeAlias = tuple[int, int]


def whole(corners: Path) -> list[Spot]:
    """Return corners in thousandths of an inch."""
    return [(round(x * 1000), round(y * 1000)) for x, y in corners]


def twice_area(spots: list[Spot]) -> int:
    """Return twice a polygon's area in square thousandths; negative if counter-clockwise."""
    total = 0
    for (ax, ay), (bx, by) in zip(spots, spots[1:] + spots[:1], strict=True):
        total += ax * by - bx * ay
    return total


def spike(spots: list[Spot]) -> int | None:
    """Return the first corner at which a polygon turns right round, if there is one."""
    for n, here in enumerate(spots):
        before, after = spots[n - 1], spots[(n + 1) % len(spots)]
        back = (before[0] - here[0]) * (after[0] - here[0])
        back += (before[1] - here[1]) * (after[1] - here[1])
        if back > 0 and not _turn(before, here, after):
            return n
    return None


def crossing_edges(spots: list[Spot]) -> tuple[int, int] | None:
    """Return two edges that are no neighbours and meet; edge n goes on from corner n."""
    count = len(spots)
    edges = [(spots[n], spots[(n + 1) % count], n) for n in range(count)]
    # From left to right, so that an edge is tried against those it can reach, no others.
    edges.sort(key=lambda edge: min(edge[0][0], edge[1][0]))
    for k, (a, b, n) in enumerate(edges):
        right = max(a[0], b[0])
        for c, d, m in edges[k + 1 :]:
            if min(c[0], d[0]) > right:
                break
            if (n - m) % count not in {1, count - 1} and _meet(a, b, c, d):
                return min(n, m), max(n, m)
    return None


def _turn(a: Spot, b: Spot, c: Spot) -> int:
    """Return which way the turn at *b* goes: its sign; 0 for straight on or right back."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _meet(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    return not (
        _same_side(_turn(a, b, c), _turn(a, b, d)) or _same_side(_turn(c, d, a), _turn(c, d, b))
    )


def _same_side(one: int, other: int) -> bool:
    return (one > 0 and other > 0) or (one < 0 and other < 0)
