"""The shipped streets: fit for a pursuit, checked without the rules."""

from __future__ import annotations

from collections import Counter

import pytest
import shapely
from shapely import LineString, Polygon

from game.content.maps.map_library import load_map
from game.content.shipped_folders import MAPS
from game.rules.battles import check_board
from game.systems.pursuit.table.street import ARRIVAL
from game.table.board import Board, Spot
from tests.tools.shipped_boards import shipped_board

STREETS = {"broken-mile": 6, "foundry-bend": 6, "kiln-road": 7, "slate-row": 5}
"""The shipped streets, with their number of pieces of each size."""
each = pytest.mark.parametrize("name", STREETS)
pytestmark = pytest.mark.rule("PU-02")


def houses(name: str) -> list[Spot]:
    return [spot for spot in shipped_board(name).spots if spot.kind == "city piece"]


def has_arrival(board: Board) -> bool:
    return any(spot.kind == ARRIVAL for spot in board.spots)


def test_all_of_them_are_named_here() -> None:
    found = [path.stem for path in sorted(MAPS.glob("*.tmj")) if has_arrival(load_map(path))]

    assert found == [*STREETS]


@each
def test_a_street_has_its_size_and_as_many_houses_of_each(name: str) -> None:
    assert check_board(MAPS / f"{name}.tmj") == ([], [])
    assert (shipped_board(name).width, shipped_board(name).height) == (72.0, 48.0)
    sizes = Counter(dict(s.numbers)["size"] for s in houses(name))
    assert sizes == dict.fromkeys((1.0, 2.0, 3.0), STREETS[name])
    conditions = Counter(dict(s.words)["condition"] for s in houses(name))
    assert conditions["ruin"] >= 6


@each
def test_no_line_leads_straight_from_the_riders_to_the_arrival(name: str) -> None:
    # The Arrival is at x = 72, the riders begin behind x = 24: lines at every half inch.
    places = [n / 2 for n in range(97)]
    lines = [LineString([(24.0, a), (72.0, b)]) for a in places for b in places]
    city = shapely.union_all([Polygon(spot.outline) for spot in houses(name)])
    shapely.prepare(city)

    assert shapely.intersects(city, lines).all()


@each
def test_two_bikes_abreast_come_through(name: str) -> None:
    # A base of 1.5" beside another, and an inch: 4" wide, from the riders' zone to the Arrival.
    city = shapely.union_all([Polygon(spot.outline) for spot in houses(name)])
    path = shapely.box(2.0, 2.0, 70.0, 46.0).difference(city.buffer(2.0))
    zone, arrival = shapely.box(2.0, 2.0, 22.0, 46.0), shapely.box(69.0, 2.0, 70.0, 46.0)

    parts = shapely.get_parts(path)
    assert any(part.intersects(zone) and part.intersects(arrival) for part in parts)
