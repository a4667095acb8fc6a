"""The six zone maps, by hand, on the usual table and on others: ``MP-23``."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import pytest

from game.geometry.points import Disc, Path, Point, distance
from game.geometry.polygons import inside, off_polygon, within_polygon
from game.table.board import Board
from game.table.zone_maps import ZONE_MAPS, zone_map

USUAL, SMALL = (72.0, 48.0), (48.0, 36.0)
SIZES = [USUAL, SMALL, (48.0, 72.0), (44.0, 44.0), (60.0, 40.0)]

CORNERS: dict[tuple[str, tuple[float, float]], list[tuple[float, float]]] = {
    ("long-edges", USUAL): [(0, 0), (72, 0), (72, 12), (0, 12)],
    ("long-edges", SMALL): [(0, 0), (48, 0), (48, 9), (0, 9)],
    ("short-edges", USUAL): [(0, 48), (0, 0), (24, 0), (24, 48)],
    ("short-edges", SMALL): [(0, 36), (0, 0), (16, 0), (16, 36)],
    ("arrowhead", USUAL): [(0, 48), (0, 0), (12, 0), (24, 24), (12, 48)],
    ("arrowhead", SMALL): [(0, 36), (0, 0), (8, 0), (16, 18), (8, 36)],
    # 12" from 2x = 3y, and 8" from 3x = 4y
    ("diagonal", USUAL): [(6 * sqrt(13), 0), (72, 0), (72, 48 - 4 * sqrt(13))],
    ("diagonal", SMALL): [(40 / 3, 0), (48, 0), (48, 26)],
    # upright, as if turned and mirrored
    ("long-edges", (48.0, 72.0)): [(0, 0), (0, 72), (12, 72), (12, 0)],
}


def path_agrees(path: Path, corners: list[tuple[float, float]]) -> bool:
    distances = [distance(Point(*a), Point(*b)) for a, b in zip(path, corners, strict=True)]
    return max(distances) < 1e-9


@pytest.mark.rule("MP-23")
@pytest.mark.parametrize(("name", "size"), CORNERS)
def test_straight_zones_are_as_deep_as_the_table_asks(
    name: str, size: tuple[float, float]
) -> None:
    assert path_agrees(zone_map(name, *size)[0], CORNERS[name, size])


@pytest.mark.rule("MP-23")
@pytest.mark.parametrize(
    ("size", "middle", "off"), [(USUAL, (36, 24), 9), (SMALL, (24, 18), 6)]
)
def test_quarters_leave_a_circle_round_the_centre_free(
    size: tuple[float, float], middle: tuple[float, float], off: float
) -> None:
    quarter = zone_map("quarters", *size)[0]
    centre = Point(*middle)
    x, y = middle
    assert quarter[:2] == ((0, 0), (x, 0))
    assert quarter[-1] == (0, y)
    arc = quarter[2:-1]
    assert path_agrees((arc[0], arc[-1]), [(x, y - off), (x - off, y)])
    assert all(abs(distance(p, centre) - off) < 1e-9 for p in arc)
    assert all(off - 0.001 <= distance(_half(p, q), centre) for p, q in pairwise(arc))


@pytest.mark.rule("MP-23")
@pytest.mark.parametrize(
    ("size", "radius", "ends", "middle"),
    # half the width squared and the rise squared, by twice the rise: (1296 + 81) / 18
    [(USUAL, 76.5, 6, 15), (SMALL, (576 + 6.75 * 6.75) / 13.5, 4.5, 11.25)],
)
def test_a_bulge_is_a_bow_through_its_ends_and_its_middle(
    size: tuple[float, float], radius: float, ends: float, middle: float
) -> None:
    zone = zone_map("bulge", *size)[0]
    assert zone[:2] == ((0, 0), (size[0], 0))
    bow = zone[2:]
    assert path_agrees((bow[0], bow[-1]), [(size[0], ends), (0, ends)])
    assert max(p.y for p in bow) == pytest.approx(middle, abs=1e-9)
    centre = Point(size[0] / 2, middle - radius)
    assert all(abs(distance(p, centre) - radius) < 1e-9 for p in bow)
    assert all(radius - 0.001 <= distance(_half(p, q), centre) for p, q in pairwise(bow))


def _half(p: Point, q: Point) -> Point:
    return Point((p.x + q.x) / 2, (p.y + q.y) / 2)


@pytest.mark.rule("MP-23")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ZONE_MAPS)
def test_the_second_zone_is_the_first_turned_and_neither_meets_the_other(
    name: str, size: tuple[float, float]
) -> None:
    first, second = zone_map(name, *size)
    w, h = size
    assert path_agrees(second, [(w - x, h - y) for x, y in first])
    assert all(0 <= x <= w and 0 <= y <= h for x, y in first)
    assert min(off_polygon(p, first) for p in second) > 5
    assert not inside(Point(w / 2, h / 2), first)


@pytest.mark.rule("MP-23")
def test_a_base_stands_wholly_in_a_bulge_up_to_its_bow() -> None:
    bulge = Board(width=72, height=48).zone("bulge-1").outline
    assert within_polygon(Disc(Point(36, 14), 1), bulge)
    assert not within_polygon(Disc(Point(36, 14.01), 1), bulge)
    # its middle may be 75.5" from (36, -61.5): 31 to the left, that leaves 68.84 down
    assert within_polygon(Disc(Point(5, 7.3), 1), bulge)
    assert not within_polygon(Disc(Point(5, 7.4), 1), bulge)


@pytest.mark.rule("MP-23")
def test_a_board_knows_the_zones_of_all_six_maps() -> None:
    board = Board(width=72, height=48)
    assert ZONE_MAPS == (
        "arrowhead",
        "long-edges",
        "quarters",
        "short-edges",
        "bulge",
        "diagonal",
    )
    for name in ZONE_MAPS:
        first, second = board.zone_maps[name]
        assert (first.id, second.id) == (f"{name}-1", f"{name}-2")
        assert board.zone(first.id) is first
    assert board.zones == ()


@pytest.mark.rule("MP-23")
@pytest.mark.parametrize(
    ("zone", "edge"),
    [
        ("long-edges-1", "top"),
        ("long-edges-2", "bottom"),
        ("bulge-2", "bottom"),
        ("short-edges-1", "left"),
        ("arrowhead-2", "right"),
        ("quarters-1", "top"),
        ("quarters-2", "bottom"),
        ("diagonal-1", "top"),
        ("diagonal-2", "bottom"),
    ],
)
def test_each_zone_has_an_edge_of_its_own(zone: str, edge: str) -> None:
    board = Board(width=72, height=48)
    named = dict(zip(("top", "right", "bottom", "left"), board.rim, strict=True))
    assert board.own_edge(board.zone(zone)) == named[edge]
