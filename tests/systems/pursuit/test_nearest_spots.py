"""The nearest free spot of a base, as far as hand and ruler can tell."""

from __future__ import annotations

import pytest

from game.geometry.points import Disc, Point, gap
from game.geometry.polygons import off_polygon
from game.systems.pursuit.rules.nearest_spots import contact_curves, nearest_spot
from tests.systems.pursuit.pursuit_tables import rectangle

WALL = rectangle(10, 10, 10, 10)
TABLE = (72.0, 48.0)


def spot_of(at: Point, *discs: Disc, closed: bool = False) -> Point | None:
    """Return the nearest spot of a base of 0.75 inches beside the wall and some bases."""

    def fits(spot: Point) -> bool:
        free = all(gap(Disc(spot, 0.75), disc) > 0.01 for disc in discs)
        return not closed and free and off_polygon(spot, WALL) > 0.749

    return nearest_spot(at, contact_curves(0.75, [WALL], discs, TABLE), fits)


@pytest.mark.rule("PU-14")
def test_a_free_base_stays() -> None:
    assert spot_of(Point(9.25, 15)) == Point(9.25, 15)


@pytest.mark.rule("PU-14")
def test_a_base_in_a_wall_goes_to_its_nearest_side() -> None:
    assert spot_of(Point(11, 15)) == Point(9.25, 15)
    assert spot_of(Point(18.9, 19.1)) == Point(18.9, 20.75)


@pytest.mark.rule("PU-14")
def test_between_a_wall_and_a_base_it_touches_the_wall_and_nearly_the_base() -> None:
    """Its rim is 0.011 inch off the other's: 1.511 between centres, 1.4 along the wall."""
    spot = spot_of(Point(9.5, 15), Disc(Point(8.6816, 15.0), 0.75))

    assert spot is not None
    assert spot.x == 9.25
    assert abs(spot.y - 15) == pytest.approx(1.4, abs=0.001)


@pytest.mark.rule("PU-14")
def test_without_a_free_spot_there_is_none() -> None:
    assert spot_of(Point(11, 15), closed=True) is None
