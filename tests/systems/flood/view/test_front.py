"""The distance water has run when it reaches a place, and the part of a board wet by then."""

from __future__ import annotations

import pygame
import pytest

from game.geometry.points import Point
from game.systems.flood.view.front import (
    CELL,
    FOAM,
    RAGGED,
    SLOWER,
    FloodArrivalTimes,
    FloodFront,
)
from game.systems.flood.view.painting import FloodedGround
from game.table.board import Board, Spot, TerrainKind, terrain
from game.view.board.tiles import BoardTiles
from game.view.camera import Camera
from game.view.system_view import GroundState
from tests.view.tables import rectangle

BESIDE = RAGGED / 2 + 0.6
"""Tolerance in inches: unevenness of the front plus size of the cells."""
PPI = 8


def board_with_spots(*spots: Spot, wall: bool = False, tight: bool = False) -> Board:
    pieces = [terrain("wall", TerrainKind.WALL, rectangle(10, 0, 1, 9))] if wall else []
    if tight:
        pieces.append(
            terrain("gate", TerrainKind.SLUICE_GATE, rectangle(12, 0, 1, 12), watertight=True)
        )
    return Board("basin", width=24, height=12, terrain=tuple(pieces), spots=spots)


MOUTH = Spot("mouth", "flood origin", (Point(0, 6),))
LANE = Spot("lane", "lane", (Point(0, 6), Point(24, 6)))


def come(tide: FloodArrivalTimes, x: float, y: float) -> float | None:
    """Return the arrival time of water at a point; None if it never comes."""
    row, column = int(y / CELL), int(x / CELL)
    here = (tide.rows == row) & (tide.columns == column)
    return float(tide.come[here][0]) if here.any() else None


def test_water_runs_down_the_lane_first_and_from_there_aside() -> None:
    tide = FloodArrivalTimes(board_with_spots(MOUTH, LANE), "mouth")

    assert come(tide, 18.1, 6.1) == pytest.approx(18, abs=BESIDE)
    # Along the lane and then at right angles to it; the diagonal of 18.4 is shorter but slower.
    beside = come(tide, 18.1, 10.1)
    assert beside is not None
    assert 18 + 2 < beside <= 18 + 4 * SLOWER + BESIDE


def test_without_lanes_it_spreads_in_a_ring() -> None:
    middle = Spot("spring", "flood origin", (Point(12, 6),))
    tide = FloodArrivalTimes(board_with_spots(middle), "spring")

    for x, y, distance in ((17.1, 6.1, 5), (12.1, 11.1, 5), (15.1, 10.1, 5), (4.1, 6.1, 8)):
        assert come(tide, x, y) == pytest.approx(distance, abs=BESIDE)


def test_it_runs_round_what_is_in_its_way() -> None:
    middle = Spot("spring", "flood origin", (Point(9, 1),))
    tide = FloodArrivalTimes(board_with_spots(middle, wall=True), "spring")

    # A straight line would be 3 inches; round the end of the wall it is 16.5.
    behind = come(tide, 12.1, 1.1)
    assert behind is not None
    assert behind > 15


def test_what_is_shut_off_stays_dry() -> None:
    tide = FloodArrivalTimes(board_with_spots(MOUTH, LANE, tight=True), "mouth")

    assert come(tide, 8.1, 6.1) is not None
    assert come(tide, 18.1, 6.1) is None


def test_streaks_show_which_way_it_runs() -> None:
    tide = FloodArrivalTimes(board_with_spots(MOUTH, LANE), "mouth")
    here = (tide.rows == int(6.1 / CELL)) & (tide.columns == int(12.1 / CELL))

    assert tide.turns[here][0] == pytest.approx(0.0, abs=0.01)


def colours_of_front(surge: FloodFront) -> dict[float, tuple[int, ...]]:
    dry, wet = pygame.Surface((24 * PPI, 12 * PPI)), pygame.Surface((24 * PPI, 12 * PPI))
    dry.fill("#800000")
    wet.fill("#000080")
    seen = surge.part("all", dry, wet, (0, 0, 24, 12), PPI)
    return {x: tuple(seen.get_at((round(x * PPI), 6 * PPI + 2)))[:3] for x in (2.0, 8.6, 20.0)}


def test_a_board_is_wet_behind_the_front_and_dry_before_it() -> None:
    tide = FloodArrivalTimes(board_with_spots(MOUTH, LANE), "mouth")
    surge = FloodFront(tide)
    surge.go(10.0 / (tide.distance + FOAM))

    found = colours_of_front(surge)

    assert found[2.0] == (0, 0, 128)
    assert found[20.0] == (128, 0, 0)
    assert not surge.over
    # Between them the water is rising: the colour is a mixture.
    assert found[8.6][0] > 0
    assert found[8.6][2] > 0

    surge.go(1.0)
    assert surge.over
    assert set(colours_of_front(surge).values()) == {(0, 0, 128)}

    # A step back in time, in a replay: dry again.
    surge.go(0.0)
    assert set(colours_of_front(surge).values()) == {(128, 0, 0)}


def test_foam_is_at_the_front_and_gone_when_it_is_over() -> None:
    tide = FloodArrivalTimes(board_with_spots(MOUTH, LANE), "mouth")
    surge, camera = FloodFront(tide), Camera(24, 12, pygame.Rect(0, 0, 480, 240))
    surge.go(12.0 / (tide.distance + FOAM))
    xs = [camera.point(spot).x for _, spot in surge.foam(camera)]

    assert xs
    assert min(xs) > 12 - FOAM - 4 * SLOWER - 2
    assert max(xs) < 12 + RAGGED
    surge.go(1.0)
    assert surge.foam(camera) == []
    assert surge.streaks(camera, 0.0) != surge.streaks(camera, 0.3)


def test_water_stands_on_the_ground_until_it_is_taken_away(canvas: pygame.Surface) -> None:
    basin = board_with_spots()
    ground, camera = BoardTiles(basin), Camera(24, 12, canvas.get_rect())

    def drawn(wet: FloodedGround | None) -> bytes:
        ground.soak(wet)
        ground.prepare(camera)
        assert ground.draw(canvas, camera, GroundState(wet))
        return pygame.image.tobytes(canvas, "RGB")

    dry = drawn(None)
    flooded = drawn(FloodedGround(basin, (rectangle(2, 2, 8, 6),)))

    assert flooded != dry
    ground.soak(None)
    assert drawn(None) == dry


def test_where_water_ends_on_open_floor_is_exact() -> None:
    basin, area = board_with_spots(wall=True), (0, 0, 24, 12)
    floor = pygame.Surface((24 * 20, 12 * 20))
    floor.fill("#808080")

    seen = FloodedGround(basin, (rectangle(3, 3, 6.5, 6),)).over(floor, area, 20)

    def wet(x: float, y: float) -> bool:
        return tuple(seen.get_at((round(x * 20), round(y * 20)))) != (128, 128, 128, 255)

    assert wet(6, 6)
    assert not wet(2.9, 6)
    assert not wet(6, 9.1)
    # The squares end half an inch short of the wall; the water touches but does not cover it.
    assert wet(9.75, 6)
    assert not wet(10.5, 6)
