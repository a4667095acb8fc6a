"""Hypothesis strategies for points, bases and walls, rounded as tables store them."""

from __future__ import annotations

from hypothesis import strategies as st

from game.geometry.points import Disc, Point, distance
from game.geometry.polygons import Polygon, Segment

INCHES = st.integers(0, 24_000).map(lambda n: n / 1000)
POINTS = st.builds(Point, INCHES, INCHES)
RADII = st.sampled_from([0.25, 0.492, 0.5, 0.63, 1.0, 2.0])
DISCS = st.builds(Disc, POINTS, RADII)
HEADINGS = st.integers(0, 359)
SEGMENTS: st.SearchStrategy[Segment] = st.tuples(POINTS, POINTS).filter(
    lambda s: distance(*s) > 0.01
)


@st.composite
def rectangles(draw: st.DrawFn) -> Polygon:
    left, top = draw(INCHES), draw(INCHES)
    right, bottom = left + draw(INCHES) / 4 + 0.1, top + draw(INCHES) / 4 + 0.1
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


@st.composite
def polygons(draw: st.DrawFn) -> Polygon:
    """Return a star-shaped polygon, often with notches."""
    middle = draw(POINTS)
    spokes = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
    far = draw(st.lists(st.integers(500, 6000), min_size=8, max_size=8))
    return tuple(
        Point(middle.x + x * f / 1000, middle.y + y * f / 1000)
        for (x, y), f in zip(spokes, far, strict=True)
    )
