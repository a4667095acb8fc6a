"""Doors: the states of one board, their hash, and where they are in the way (CC-39)."""

from typing import Any

import pytest

from game.content.maps.board_faults import findings_of
from game.content.maps.made_board import to_board
from game.content.maps.map_library import drawn_map
from game.content.state_hashes import TableHash
from game.geometry.points import Point
from game.systems.flood.table.water import water_from
from game.table.apply import apply
from game.table.board import BARE, Board, TerrainKind, terrain
from game.table.events import DoorMoved
from game.table.state import Table

LINE = Point(10, 0), Point(10, 4)
AREA = Point(20, 0), Point(21, 0), Point(21, 4), Point(20, 4)


@pytest.fixture
def board() -> Board:
    gate = terrain("gate", TerrainKind.DOOR, LINE, closed=False)
    grille = terrain("grille", TerrainKind.DOOR, AREA, blocks_sight=False)
    wall = terrain("wall", TerrainKind.WALL, (Point(0, 9), Point(9, 9)), closed=False)
    return Board(terrain=(wall, gate, grille))


@pytest.mark.rule("CC-39")
def test_an_open_door_is_no_wall_and_is_restored_when_it_closes(board: Board) -> None:
    opened = board.with_open_doors(["gate", "grille"])

    assert len(board.walls.segments) == 1 + 1 + 4
    assert [t.id for t in board.opaque] == ["wall", "gate"]
    assert len(opened.walls.segments) == 1
    assert [t.id for t in opened.opaque] == ["wall"]
    assert [t.is_open for t in opened.doors] == [True, True]
    half = opened.with_door("grille", is_open=False)
    assert len(half.walls.segments) == 1 + 4
    assert [t.id for t in half.opaque] == ["wall"]


@pytest.mark.rule("CC-39")
def test_a_board_in_the_same_state_is_the_same_object(board: Board) -> None:
    opened = board.with_door("gate", is_open=True)

    assert opened is board.with_open_doors(["gate", "no such door"])
    assert opened.with_door("gate", is_open=False) is board
    assert board.all_open is opened.with_door("grille", is_open=True)
    assert BARE.all_open is BARE


@pytest.mark.rule("CC-39")
def test_the_event_changes_one_table_and_its_hash_alone(board: Board) -> None:
    table, hashes = Table(board), TableHash()
    other, before = table.fork(), hashes.of(table)
    apply(table, DoorMoved("CC-39", "gate", is_open=True))

    assert table.board.doors[0].is_open
    assert not other.board.doors[0].is_open
    assert hashes.of(table) != before == hashes.of(other)
    apply(table, DoorMoved("CC-39", "gate", is_open=False))
    assert hashes.of(table) == before


@pytest.mark.rule("CC-39")
def test_a_map_may_begin_with_an_open_door() -> None:
    doors: list[dict[str, Any]] = [
        {"class": "Door", "name": "north", "state": "open", "polyline": [[1, 1], [4, 1]]},
        {"class": "Door", "name": "south", "rectangle": [10, 10, 1, 3]},
    ]
    board = to_board(drawn_map(24, 24, {"doors": doors}, title="Hall", look="city"))

    assert [(door.id, door.is_open, door.impassable) for door in board.doors] == [
        ("north", True, False),
        ("south", False, True),
    ]


@pytest.mark.rule("CC-39")
def test_a_zone_behind_a_closed_door_is_reached_but_not_one_behind_a_wall() -> None:
    def findings(kind: str) -> list[str]:
        zones: list[dict[str, Any]] = [
            {"class": "DeploymentZone", "name": "west", "rectangle": [0, 0, 8, 24]},
            {"class": "DeploymentZone", "name": "east", "rectangle": [16, 0, 8, 24]},
        ]
        walls: list[dict[str, Any]] = [
            {"class": "Wall", "polyline": [[12, 0], [12, 10]]},
            {"class": "Wall", "polyline": [[12, 14], [12, 24]]},
            {"class": kind, "polyline": [[12, 10], [12, 14]]},
        ]
        found = drawn_map(24, 24, {"all": [*zones, *walls]}, title="Hall", look="city")
        return [fault.kind for fault in findings_of(to_board(found)).faults]

    assert findings("Door") == []
    assert findings("Wall") == ["cramped zone", "cramped zone"]


@pytest.mark.rule("CC-39")
def test_an_open_door_gives_no_cover_whatever_its_map_says() -> None:
    shutter = terrain("shutter", TerrainKind.DOOR, AREA, cover=4, bonus=2)
    board = Board(terrain=(shutter,))

    assert [(d.cover, d.bonus) for d in board.all_open.doors] == [(0, 0)]
    assert [(d.cover, d.bonus) for d in board.doors] == [(4, 2)]


LANE: dict[str, Any] = {"class": "Lane", "polyline": [[0, 10], [24, 10]]}


@pytest.mark.rule("FF-26", "FF-18")
@pytest.mark.parametrize("lanes", [[], [LANE]])
def test_ground_in_and_behind_a_closed_door_is_flooded_as_if_it_were_not_there(
    lanes: list[dict[str, Any]],
) -> None:
    """A room is cut off by walls and a door 0.5" thick, from (10, 8) to (14, 8.5)."""

    def flooded(door: list[dict[str, Any]]) -> set[tuple[Point, ...]]:
        walls: list[dict[str, Any]] = [
            {"class": "FloodOrigin", "point": [0, 10]},
            {"class": "Wall", "polyline": [[0, 8], [10, 8]]},
            {"class": "Wall", "polyline": [[14, 8], [24, 8]]},
        ]
        found = drawn_map(24, 24, {"all": [*walls, *lanes, *door]}, title="Hall", look="city")
        return set(water_from(to_board(found), "").flooded)

    door = {"class": "Door", "name": "gate", "rectangle": [10, 8, 4, 0.5]}
    wall = {"class": "Wall", "rectangle": [10, 8, 4, 0.5]}
    assert flooded([door]) == flooded([{**door, "state": "open"}]) == flooded([])
    assert flooded([wall]) != flooded([])
