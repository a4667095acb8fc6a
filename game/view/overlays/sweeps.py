"""How the ground is drawn that something slides across: outline, hatching, arrows."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import Final

from shapely import LineString, Polygon, unary_union

from game.content.palettes import palette
from game.geometry.points import Path, Point, distance, point_ahead, unit_vector
from game.geometry.polygons import edges
from game.table.records import ORIGIN
from game.view.overlays.shapes import Stroke, Sweep
from game.view.overlays.svg_lines import Sketch
from game.view.style import COOL

APART: Final = 1.0
"""Inches between two lines of the hatching."""
ARROW: Final = 0.7
"""Inches that an arrow is wide to each side."""
OPEN: Final = "9 5"
"""The dashes around rubble; around what strikes there are dots, as around all that is bad."""


def draw_sweep(drawn: Sketch, sweep: Sweep) -> None:
    far = distance(ORIGIN, sweep.by)
    if far <= 0.0:
        return
    whole = swept(sweep.outline, sweep.by)
    corners = tuple(Point(x, y) for x, y in whole.exterior.coords[:-1])
    stroke = Stroke(palette().bad, "2.5 5") if sweep.hard else Stroke(COOL, OPEN)
    drawn.area((corners,), stroke.colour, 0.13 if sweep.hard else 0.06)
    if sweep.hard:
        drawn.hairs([*_hatching(whole)], stroke.colour, 0.5)
    drawn.line(corners, stroke, 1.8, closed=True)
    _arrow(drawn, sweep, stroke)


def swept(outline: Path, by: Point) -> Polygon:
    """Return all that an outline covers on its way."""
    end = tuple(Point(x + by.x, y + by.y) for x, y in outline)
    sides = [
        Polygon([a, b, (b.x + by.x, b.y + by.y), (a.x + by.x, a.y + by.y)])
        for a, b in edges(outline)
    ]
    parts = [Polygon(outline), Polygon(end), *(side for side in sides if side.area > 1e-6)]
    whole = unary_union([part.buffer(1e-4) for part in parts])
    # A hole closes before anybody could be in it.
    assert isinstance(whole, Polygon)
    plain = Polygon(whole.exterior).simplify(0.01)
    assert isinstance(plain, Polygon)
    return plain


def _hatching(whole: Polygon) -> Iterator[tuple[Point, Point]]:
    """Yield slanted lines across an area."""
    left, top, right, low = whole.bounds
    for n in range(ceil((left - low) / APART), floor((right - top) / APART) + 1):
        at = n * APART
        line = LineString([(at + top - 1.0, top - 1.0), (at + low + 1.0, low + 1.0)])
        cut = whole.intersection(line)
        for part in getattr(cut, "geoms", [cut]):
            if isinstance(part, LineString) and not part.is_empty:
                (ax, ay), (bx, by) = part.coords[0], part.coords[-1]
                yield Point(ax, ay), Point(bx, by)


def _arrow(drawn: Sketch, sweep: Sweep, stroke: Stroke) -> None:
    """Draw an arrow from the middle of where it is to the middle of where it ends."""
    xs, ys = zip(*sweep.outline, strict=True)
    start = Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    end = Point(start.x + sweep.by.x, start.y + sweep.by.y)
    toward = unit_vector(start, end)
    aside = Point(-toward.y, toward.x)
    solid = Stroke(stroke.colour)
    drawn.line((start, end), solid, 2)
    back = point_ahead(end, toward, -ARROW)
    drawn.line(
        (point_ahead(back, aside, -ARROW), end, point_ahead(back, aside, ARROW)), solid, 2.6
    )
    if sweep.leaves:
        drawn.line(
            (point_ahead(end, aside, -2 * ARROW), point_ahead(end, aside, 2 * ARROW)),
            solid,
            2.6,
        )
