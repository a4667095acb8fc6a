"""The map of a model's possible destinations, against distances worked out by hand."""

from __future__ import annotations

from math import pi, sqrt

import pytest

from game.geometry.points import Disc, Path, Point
from game.geometry.polygons import edges, inside
from game.table.board import Board, Terrain, TerrainKind, terrain
from game.view.overlays.ground_outlines import ReachQuery, reach
from tests.tools.shapes import box_corners

FAR = 6.0
HERE = Point(24.0, 24.0)


def outlines(
    *pieces: Terrain,
    others: tuple[Disc, ...] = (),
    off_limits: tuple[Terrain, ...] = (),
    over: bool = False,
    at: Point = HERE,
    distance: float = FAR,
) -> tuple[Path, ...]:
    return reach(
        ReachQuery(
            Board(terrain=pieces),
            base=Disc(at, 0.5),
            distance=distance,
            over=over,
            others=others,
            off_limits=off_limits,
        )
    )


def comes_to(x: float, y: float, found: tuple[Path, ...]) -> bool:
    return sum(inside(Point(x, y), outline) for outline in found) % 2 == 1


def test_on_open_ground_it_is_a_circle_of_the_whole_move() -> None:
    (outline,) = outlines()
    size = abs(sum(a.x * b.y - b.x * a.y for a, b in edges(outline))) / 2

    assert size == pytest.approx(36 * pi, rel=0.01)


def test_it_ends_where_the_base_would_leave_the_table() -> None:
    found = outlines(at=Point(2.0, 24.0))

    assert comes_to(0.6, 24, found)
    assert not comes_to(0.4, 24, found)


def test_a_wall_is_gone_round() -> None:
    wall = terrain("wall", TerrainKind.WALL, (Point(20, 22), Point(25, 22)), closed=False)
    found = outlines(wall)

    # Round the right end with half an inch to spare: (24, 24) to (25.5, 22) is 2.5", and from
    # there to (24, 19) it is 3.4" more: 5.9" of 6".
    assert comes_to(24.2, 19.2, found)
    # A straight path up past the wall would reach y = 18.1.
    assert not comes_to(24, 18.4, found)
    assert not comes_to(24, 22.4, found)


def test_what_goes_over_everything_only_has_to_come_down() -> None:
    wall = terrain("wall", TerrainKind.WALL, (Point(0, 22), Point(48, 22)), closed=False)

    assert comes_to(24, 18.2, outlines(wall, over=True))
    assert not comes_to(24, 21.7, outlines(wall, over=True))
    assert not comes_to(24, 18.2, outlines(wall))


def test_a_gap_narrower_than_the_base_is_no_way() -> None:
    left = terrain("left", TerrainKind.WALL, (Point(0, 22), Point(23.6, 22)), closed=False)
    right = terrain("right", TerrainKind.WALL, (Point(24.4, 22), Point(48, 22)), closed=False)

    assert not comes_to(24, 20, outlines(left, right))


def test_enemies_are_kept_off_and_shut_ground_is_not_entered() -> None:
    enemy, wood = (
        Disc(Point(28.0, 24.0), 1.5),
        terrain("wood", TerrainKind.WOOD, box_corners(18, 18, 22, 30)),
    )
    found = outlines(others=(enemy,), off_limits=(wood,))

    assert comes_to(25.9, 24, found)
    assert not comes_to(26.1, 24, found)
    assert comes_to(22.6, 24, found)
    assert not comes_to(22.4, 24, found)


def test_a_hole_is_left_where_somebody_stands() -> None:
    found = outlines(others=(Disc(Point(24.0, 21.0), 0.5),))
    sizes = [abs(sum(a.x * b.y - b.x * a.y for a, b in edges(o))) / 2 for o in found]

    # Bases with a radius of half an inch keep their middles an inch apart.
    assert sqrt(min(sizes) / pi) == pytest.approx(1.0, abs=0.05)


def test_a_long_move_is_drawn_on_a_coarser_grid() -> None:
    found = outlines(distance=12.0)

    assert comes_to(24, 12.2, found)
    assert not comes_to(24, 11.8, found)
