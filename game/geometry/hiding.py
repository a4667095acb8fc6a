"""How much of a base is hidden from a point: by the lines to some points of it."""

from __future__ import annotations

from collections.abc import Sequence

from game.geometry.crossings import crosses, passes_through
from game.geometry.directions import toward
from game.geometry.points import Disc, Path, Point
from game.geometry.polygons import Polygon, box, line_meets_disc

RIM = tuple(toward(n * 22.5) for n in range(16))
SHORT = 1e-5
"""By this share a line ends before its point: what the point only touches hides nothing."""


def points_of(base: Disc) -> tuple[Point, ...]:
    """Return 16 points on the rim of a base, the first up the table, and its centre."""
    (x, y), r = base
    return (*[Point(x + r * dx, y + r * dy) for dx, dy in RIM], base.at)


def hidden_points(
    eye: Point,
    base: Disc,
    areas: Sequence[Polygon],
    lines: Sequence[Path],
    discs: Sequence[Disc],
) -> int:
    """Return to how many of 17 points of a base the line from *eye* is not clear.

    *areas* and *discs* are in the way of what passes through them, *lines* of what crosses
    them. A mere touch is nothing.
    """
    hidden = 0
    for spot in points_of(base):
        end = Point(spot.x + SHORT * (eye.x - spot.x), spot.y + SHORT * (eye.y - spot.y))
        if (
            any([line_meets_disc(eye, spot, disc) for disc in discs])
            or any(passes_through(eye, spot, area) for area in areas)
            or any(crosses(eye, end, line, box(line)) for line in lines)
        ):
            hidden += 1
    return hidden
