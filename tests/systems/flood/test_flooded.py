"""The ground that a flood reaches, compared square by square with its plain definition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.content.maps.made_board import to_board
from game.content.maps.map_library import load_map, map_of
from game.geometry.points import Disc, Point
from game.geometry.polygons import Polygon, Segment, crossing, inside, off_segment
from game.systems.flood.table import Square, centre, square_at
from game.systems.flood.table.carried_bases import carries
from game.systems.flood.table.water import DROP, Water, origins
from game.table.board import GANTRY, LANE, Board, TerrainKind, terrain
from tests.tiers import few
from tests.tools.random_sewers import random_sewer

MAPS = Path(__file__).parents[3] / "maps"
HAIR = 1e-6

# Obstacles begin at quarters of an inch, where squares have their middles, and beside them. One
# lane leads on through a gate, behind which it is dry; another way, a vault has no lane.
SMALL: list[dict[str, Any]] = [
    {"class": "FloodOrigin", "point": [0, 6]},
    {"class": "Lane", "polyline": [[0, 6], [12, 6], [12, 14.2], [23, 14.2]]},
    {"class": "Lane", "polyline": [[12, 6], [23, 6]]},
    {"class": "SluiceGate", "rectangle": [17, 4, 0.75, 4], "watertight": True},
    {"class": "Grate", "rectangle": [4.25, 4.25, 2, 3.5]},
    {"class": "CaveIn", "polygon": [[14, 12], [17, 13.1], [15, 16.3]]},
    {"class": "Gantry", "rectangle": [7.25, 7, 2.5, 1.75]},
    {"class": "Gantry", "polygon": [[19, 14.7], [22.1, 15.2], [21, 17]]},
    {"class": "Block", "rectangle": [0, 9.25, 9, 3]},
    {"class": "Block", "polygon": [[0, 0], [23, 0], [19, 3.3], [3, 3.7]]},
    {"class": "Wall", "polyline": [[6, 12.25], [9.75, 16.25], [5.25, 19.75]]},
    {"class": "Wall", "rectangle": [14, 18, 6, 0.5]},
    {"class": "Wall", "rectangle": [14, 18.5, 0.5, 3]},
    {"class": "Wall", "rectangle": [19.5, 18.5, 0.5, 3]},
    {"class": "Wall", "rectangle": [14, 21.5, 6, 0.5]},
    {"class": "DeepWater", "rectangle": [1, 15, 3, 3]},
]


def small(*without: str) -> Board:
    objects = [one for one in SMALL if one["class"] not in without]
    return to_board(map_of(24, 24, objects, "a small sewer"))


def squares_of(rectangles: Iterable[Polygon]) -> list[Square]:
    """Return all squares of rectangles; squares that are covered repeatedly are repeated."""
    found = list[Square]()
    for left_top, _, right_low, _ in rectangles:
        (left, top), (right, low) = square_at(left_top), square_at(right_low)
        found += product(range(left, right), range(top, low))
    return sorted(found)


def is_floor(board: Board, at: Point) -> bool:
    """``FF-02``  Return whether a point is neither in something solid nor on raised ground."""
    solid = [t.outline for t in board.terrain if t.impassable and t.closed]
    raised = [spot.outline for spot in board.spots if spot.kind == GANTRY]
    return not any(inside(at, outline) for outline in (*solid, *raised))


def parted(a: Point, b: Point, bank: Segment) -> bool:
    """``FF-03``  Return whether a bank lies between two points; touching its corner counts."""
    corner = any(off_segment(end, (a, b)) <= HAIR for end in bank)
    return corner or crossing(a, b, *bank) is not None


def reached(board: Board, start: Square) -> set[Square]:
    """``FF-03``  Return the squares that are connected to one, found step by step."""
    banks = [
        side
        for t in board.terrain
        if t.watertight or (t.impassable and t.kind is not TerrainKind.DEEP_WATER)
        for side in t.sides()
    ]
    look, found = [start], {start}
    while look:
        x, y = look.pop()
        for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            on_table = 0 <= beside[0] < 2 * board.width and 0 <= beside[1] < 2 * board.height
            if on_table and beside not in found:
                path = centre((x, y)), centre(beside)
                if not any(parted(*path, bank) for bank in banks):
                    found.add(beside)
                    look.append(beside)
    return found


def squares_flooded(board: Board, water: Water, rows: range) -> list[Square]:
    """``FF-18``  Return the squares of these rows with centres that the flood reaches."""
    lanes = any(spot.kind == LANE for spot in board.spots)
    wet = set() if lanes else reached(board, square_at(water.origin[0]))
    found = list[Square]()
    for square in product(range(ceil(2 * board.width)), rows):
        at = centre(square)
        if is_floor(board, at):
            # With a lane: from there water takes a drop somewhere (FF-10).
            takes = water.course(Disc(at, DROP)) is not None if lanes else square in wet
            if takes:
                found.append(square)
    return found


def compared(board: Board, every: int = 1) -> None:
    """Compare every *every*-th row, for each origin with another first row."""
    for n, origin in enumerate(origins(board)):
        rows = range(n % every, ceil(2 * board.height), every)
        water = Water(board, origin.outline)
        flooded = [square for square in squares_of(water.flooded) if square[1] in rows]
        assert flooded == squares_flooded(board, Water(board, origin.outline), rows)


@pytest.mark.rule("FF-02", "FF-03", "FF-10", "FF-18")
def test_the_ground_flooded_along_lanes_is_that_from_which_water_takes_a_drop() -> None:
    board = small()
    compared(board)
    wet = squares_of(Water(board, origins(board)[0].outline).flooded)
    assert square_at(Point(5, 6)) in wet, "it passes a grate"
    assert square_at(Point(20, 6)) not in wet, "but not the gate"
    assert square_at(Point(17, 20)) not in wet, "nor does it get to where no lane leads"
    assert square_at(Point(8, 8)) not in wet, "nor up to a gantry"
    assert square_at(Point(2, 1)) not in wet, "nor into a block"


@pytest.mark.rule("FF-02", "FF-03", "FF-10")
@pytest.mark.parametrize("name", ["", "sewer-cross"])
@pytest.mark.parametrize("radius", [DROP, 0.5, 0.79])
def test_bases_of_many_places_are_carried_as_each_alone_is(name: str, radius: float) -> None:
    board = load_map(MAPS / f"{name}.tmj") if name else small()
    rng = Random(name)
    places = [
        Point(rng.uniform(0, board.width), rng.uniform(0, board.height)) for _ in range(120)
    ]
    bases = [Disc(at, radius) for at in places]
    for origin in origins(board):
        water = Water(board, origin.outline)
        assert carries(water, bases) == [water.course(base) is not None for base in bases]


def test_a_board_that_was_flooded_floods_the_same_ground() -> None:
    """It is not found anew, but with a wall less it is."""
    board = small()
    water, (origin,) = Water(board, origins(board)[0].outline), origins(board)
    mud = terrain("mud", TerrainKind.FLOODED, water.flooded[0])
    muddy = Water(replace(board, terrain=(*board.terrain, mud)), origin.outline)
    other = Water(small("Wall"), origin.outline)

    assert muddy.flooded is water.flooded
    assert other.flooded == other.find_flooded() != water.flooded


@pytest.mark.rule("FF-03", "FF-18")
@pytest.mark.parametrize("without", [(), ("SluiceGate",), ("Wall", "Gantry")])
def test_the_ground_flooded_without_lanes_is_what_no_bank_cuts_off(
    without: tuple[str, ...],
) -> None:
    compared(small("Lane", *without))


@pytest.mark.rule("FF-10", "FF-18")
@pytest.mark.parametrize(
    ("name", "every"),
    few([("sewer-bend", 4), ("sewer-cross", 6), ("sewer-canal", 8), ("sunken-quarter", 12)], 2),
)
def test_the_ground_flooded_on_shipped_maps_is_that_of_the_definition(
    name: str, every: int
) -> None:
    compared(load_map(MAPS / f"{name}.tmj"), every)


@pytest.mark.rule("FF-10", "FF-18")
@pytest.mark.parametrize("luck", range(2, 5))
def test_the_ground_flooded_in_sewers_by_chance_is_that_of_the_definition(luck: int) -> None:
    compared(random_sewer(luck), 6)


def test_a_board_with_nothing_dry_is_one_rectangle() -> None:
    board = to_board(map_of(24, 24, [{"class": "FloodOrigin", "point": [0, 6]}], "open"))
    assert Water(board, origins(board)[0].outline).flooded == (
        (Point(0, 0), Point(24, 0), Point(24, 24), Point(0, 24)),
    )
