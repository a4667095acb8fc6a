"""Whether lines on a map cross so often that it cannot be judged, nor played on.

Each place where walls cross is a corner of the floor: what is asked of the floor costs more
than anybody waits for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from game.content.faults import Fault
from game.geometry.array_sweeps import Floats, Ints, corners, spread
from game.geometry.polygons import Segment
from game.table.board import Board

MOST_CROSSINGS = 50_000
MOST_PAIRS = 20_000_000
"""So many pairs of legs lie above one another before they are too many to be looked at."""
_AT_ONCE = 500_000


@lru_cache(maxsize=8)
def tangled(board: Board) -> Fault | None:
    """Return what is wrong with a board whose walls cross too often; None if they do not."""
    solid = [piece for piece in board.terrain if piece.impassable or piece.watertight]
    if crosses_often([leg for piece in solid for leg in piece.sides()]):
        reason = f"cross in more than {MOST_CROSSINGS} places: draw fewer, or shorter ones"
        return Fault("walls", reason, "tangled walls")
    return None


def crosses_often(legs: Sequence[Segment]) -> bool:
    """Return whether straight lines cross in more than ``MOST_CROSSINGS`` places."""
    if len(legs) * (len(legs) - 1) <= 2 * MOST_CROSSINGS:
        return False
    ax, ay, bx, by = corners(legs)
    order = np.argsort(np.minimum(ax, bx), kind="stable")
    ends = np.stack((ax, ay, bx, by))[:, order]
    left, right = np.minimum(ends[0], ends[2]), np.maximum(ends[0], ends[2])
    beyond = np.searchsorted(left, right, side="right") - np.arange(len(legs)) - 1
    if (pairs := int(beyond.sum())) <= MOST_CROSSINGS or pairs > MOST_PAIRS:
        return pairs > MOST_PAIRS
    crossings, start = 0, 0
    while start < len(legs) and crossings <= MOST_CROSSINGS:
        stop = start + 1 + int(np.searchsorted(np.cumsum(beyond[start + 1 :]), _AT_ONCE))
        one, place = spread(beyond[start:stop])
        crossings += _crossings(ends, one + start, one + start + 1 + place)
        start = stop
    return crossings > MOST_CROSSINGS


def _crossings(ends: Floats, one: Ints, other: Ints) -> int:
    """Return how many of some pairs of legs cross each other."""
    ax, ay, bx, by = ends.take(one, axis=1)
    cx, cy, dx, dy = ends.take(other, axis=1)
    c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return int(np.count_nonzero((c * d < 0.0) & (a * b < 0.0)))
