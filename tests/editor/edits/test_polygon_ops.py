"""Conversion of shapely areas to outlines that a map may contain."""

from __future__ import annotations

import shapely
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps.map_file import MAX_CORNERS
from game.editor.outline_edits import outlines


def union_of(area: BaseGeometry) -> BaseGeometry:
    """Return the union of an area's outlines, after checking that none overlap."""
    parts = [Polygon(path) for path in outlines(area)]
    together = shapely.union_all(parts)
    assert abs(together.area - sum(part.area for part in parts)) < 0.001
    return together


def test_an_area_with_holes_is_cut_through_them() -> None:
    area: BaseGeometry = shapely.box(0, 0, 10, 4)
    for x in (2, 6):
        area = area.difference(shapely.box(x, 1, x + 2, 3))
    assert len([*outlines(area)]) > 1
    assert union_of(area).equals(area)


def test_a_hole_of_dust_is_filled() -> None:
    area = shapely.box(0, 0, 10, 4).difference(shapely.box(5, 2, 5.004, 2.003))
    assert union_of(area).equals(shapely.box(0, 0, 10, 4))


def test_many_corners_are_shared_out() -> None:
    area = Point(20, 20).buffer(10, quad_segs=200)
    parts = [*outlines(area)]
    assert max(map(len, parts)) <= MAX_CORNERS
    assert abs(union_of(area).area - area.area) < 0.1


def test_areas_that_touch_in_a_corner_are_two() -> None:
    area = shapely.union_all([shapely.box(0, 0, 2, 2), shapely.box(2, 2, 4, 4)])
    assert sorted(len(path) for path in outlines(area)) == [4, 4]


def test_slivers_are_swept_away() -> None:
    area = shapely.union_all([shapely.box(0, 0, 2, 2), shapely.box(2, 1, 40, 1.003)])
    assert union_of(area).equals(shapely.box(0, 0, 2, 2))
