"""``MI-04``, ``MI-05``: maps that the zero-g missions refuse."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.content.maps.made_board import to_board
from game.content.maps.map_library import parse_map
from game.content.scenarios import load_scenario
from game.content.user_files import DISK
from game.geometry.points import Point
from game.rules import PLAYED
from game.rules.catalog import rules_of
from game.table.board import Board, Spot, Zone

NORTH = Zone("north", (Point(0, 0), Point(48, 0), Point(48, 6), Point(0, 6)))
SOUTH = Zone("south", (Point(0, 42), Point(48, 42), Point(48, 48), Point(0, 48)))
MIDDLE = Zone("middle", (Point(0, 20), Point(48, 20), Point(48, 26), Point(0, 26)))


def board_with_crates(*zones: Zone, crates: int = 3) -> Board:
    spots = [Spot(f"crate-{n}", "container", (Point(20 + 3 * n, 24),)) for n in range(crates)]
    return Board(zones=zones, spots=tuple(spots))


@pytest.mark.rule("MI-04")
@pytest.mark.parametrize(
    ("zones", "faults"),
    [((NORTH, SOUTH), 0), ((NORTH,), 1), ((), 1), ((NORTH, MIDDLE, SOUTH), 1)],
)
def test_adrift_needs_two_zones(zones: tuple[Zone, ...], faults: int) -> None:
    assert (
        len(rules_of("zero_g", "adrift").unfit(board_with_crates(*zones, crates=0))) == faults
    )


@pytest.mark.rule("MI-04", "MI-05")
@pytest.mark.parametrize("mission", ["adrift", "salvage"])
def test_debris_all_over_a_zone_leaves_no_room_to_deploy(mission: str) -> None:
    slab = Spot("slab", "loose debris", NORTH.outline)
    crowded = board_with_crates(NORTH, SOUTH)
    crowded = replace(crowded, spots=(*crowded.spots, slab))

    (fault,) = rules_of("zero_g", mission).unfit(crowded)
    assert fault.place == "north"
    assert fault.reason.startswith("has room for only 0 of 7")


@pytest.mark.rule("MI-05")
@pytest.mark.parametrize(("crates", "faults"), [(3, 0), (2, 1), (4, 1), (0, 1)])
def test_salvage_needs_three_containers(crates: int, faults: int) -> None:
    fit = rules_of("zero_g", "salvage").unfit(board_with_crates(NORTH, SOUTH, crates=crates))

    assert len(fit) == faults
    assert all(f"{crates} of them" in fault.reason for fault in fit)


@pytest.mark.rule("MI-05")
def test_a_map_that_lacks_both_is_told_of_both() -> None:
    places = [
        fault.place
        for fault in rules_of("zero_g", "salvage").unfit(board_with_crates(crates=1))
    ]

    assert places == ["zones", "containers"]


@pytest.mark.rule("MI-04", "MI-05")
@pytest.mark.parametrize("name", ["adrift", "salvage"])
def test_every_map_of_both_scenarios_has_room_for_either(name: str) -> None:
    scenario = load_scenario(name, PLAYED)

    for file in scenario.maps:
        path = f"maps/{file}.tmj"
        played = to_board(parse_map(DISK.read(path), path))
        for mission in ("adrift", "salvage"):
            assert rules_of("zero_g", mission).unfit(played) == []
        depths = [
            max(y for _, y in z.outline) - min(y for _, y in z.outline) for z in played.zones
        ]
        assert depths == [6.0, 6.0], "the teams start within 6 inches of opposite edges"
