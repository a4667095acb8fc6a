"""Areas that are visible or can be reached, against sizes worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sqrt

import numpy as np
import pytest
import shapely

from game.geometry.points import Disc, Path, Point, distance
from game.geometry.polygons import edges, inside
from game.table.board import Board, TerrainKind, terrain
from game.view.overlays.ground_outlines import ReachQuery, contours, reach, visible_area
from game.view.overlays.threat_areas import area_of
from tests.view.tables import rectangle

EYE = Point(10.0, 10.0)
BOX = (Point(12, 8), Point(16, 8), Point(16, 12), Point(12, 12))


def area_within(outline: Path) -> float:
    return abs(sum(a.x * b.y - b.x * a.y for a, b in edges(outline))) / 2


def test_on_open_ground_all_within_reach_is_seen() -> None:
    outline = visible_area(EYE, 6.0, ())

    assert {round(distance(EYE, at), 2) for at in outline} == {6.0}
    # A polygon of 180 corners is a little smaller than its circle.
    assert area_within(outline) == pytest.approx(36 * pi, rel=0.001)


def test_a_wall_hides_what_is_behind_it_and_nothing_else() -> None:
    outline = visible_area(EYE, 10.0, [(Point(8, 14), Point(12, 14))])

    assert inside(Point(10, 13.9), outline)
    assert not inside(Point(10, 14.1), outline)
    # The shadow's edge passes (12, 14): at y = 18 it has come to x = 14.
    assert not inside(Point(13.9, 18), outline)
    assert inside(Point(14.1, 18), outline)


def test_one_sees_into_a_clump_but_not_out_on_its_far_side() -> None:
    outline = visible_area(EYE, 10.0, (), [[*edges(BOX)]])

    assert inside(Point(15.9, 10), outline)
    assert not inside(Point(16.1, 10), outline)


def test_a_solid_block_hides_itself() -> None:
    outline = visible_area(EYE, 10.0, [*edges(BOX)])

    assert inside(Point(11.9, 10), outline)
    assert not inside(Point(12.1, 10), outline)


def test_walls_out_of_reach_change_nothing() -> None:
    far = [(Point(30, 0), Point(30, 40))]

    assert visible_area(EYE, 6.0, far) == visible_area(EYE, 6.0, ())


def test_an_outline_lies_where_a_field_is_nought() -> None:
    field = np.array([[-1, -1, -1, -1], [-1, 1, 3, -1], [-1, -1, -1, -1]], dtype=float)
    (outline,) = contours(field, Point(5, 5), 2.0)

    # Zero is half way from 1 to -1, and three quarters of the way from 3 to -1.
    assert {(at.x, at.y) for at in outline} == {
        (6.0, 7.0),
        (7.0, 6.0),
        (9.0, 5.5),
        (10.5, 7.0),
        (9.0, 8.5),
        (7.0, 8.0),
    }


def test_holes_have_outlines_of_their_own() -> None:
    ys, xs = np.mgrid[-10:11, -10:11] * 1.0
    off = np.sqrt(xs * xs + ys * ys)
    ring = np.minimum(8.0 - off, off - 4.0)
    outlines = sorted(contours(ring, Point(-10, -10), 1.0), key=area_within)

    assert [round(sqrt(area_within(o) / pi), 1) for o in outlines] == [4.0, 8.0]


def test_in_an_arc_only_what_is_ahead_is_seen() -> None:
    # 90 degrees to the right: a quarter of the circle, with the eye at its corner.
    outline = visible_area(EYE, 6.0, (), arc=(90.0, 45.0))

    assert outline[0] == EYE
    assert area_within(outline) == pytest.approx(9 * pi, rel=0.001)
    assert inside(Point(13, 12.9), outline)
    assert not inside(Point(13, 13.1), outline)
    assert not inside(Point(7, 10), outline)
    # The rest of the circle.
    behind = visible_area(EYE, 6.0, (), arc=(270.0, 135.0))
    assert area_within(behind) == pytest.approx(27 * pi, rel=0.001)
    assert not inside(Point(13, 10), behind)


def test_walls_hide_in_an_arc_as_elsewhere() -> None:
    outline = visible_area(EYE, 10.0, [(Point(12, 9), Point(12, 11))], arc=(90.0, 45.0))

    assert inside(Point(11.9, 10), outline)
    assert not inside(Point(12.1, 10), outline)
    assert inside(Point(12.5, 12.3), outline)


def test_what_is_behind_a_wall_is_reached_around_it_and_not_through_it() -> None:
    wall = terrain("wall", TerrainKind.WALL, rectangle(6.0, 0.0, 0.5, 12.0))
    query = ReachQuery(
        Board("yard", 24, 18, terrain=(wall,)),
        Disc(Point(4.0, 6.0), 0.5),
        6.0,
        over=False,
        others=(),
        off_limits=(),
    )
    reached = area_of(reach(query))
    assert not reached.contains(shapely.Point(8.0, 6.0))
    assert reached.contains(shapely.Point(4.0, 11.0))
    # Around the end of the wall it is 9" to the first place, and 4" to the second.
    further = area_of(reach(replace(query, base=Disc(Point(4.0, 11.0), 0.5))))
    assert not further.contains(shapely.Point(8.0, 6.5))
    assert further.contains(shapely.Point(7.5, 12.5))
