"""How far apart areas are."""

from __future__ import annotations

from game.geometry.polygons import Polygon, crossing, edges, inside, off_segment


def between(a: Polygon, b: Polygon) -> float:
    """Return how far apart two areas are; 0 if they meet."""
    if inside(a[0], b) or inside(b[0], a):
        return 0.0
    sides = [*edges(a)], [*edges(b)]
    if any([crossing(*one, *other) is not None for one in sides[0] for other in sides[1]]):
        return 0.0
    near = [off_segment(at, side) for at in a for side in sides[1]]
    return min([*near, *(off_segment(at, side) for at in b for side in sides[0])])
