"""Requirements of a mission are checked before the battle begins: ``MI-01``…"""

from __future__ import annotations

from typing import Any

import pytest

from game.content.faults import Fault
from game.content.maps.made_board import to_board
from game.content.maps.map_library import map_of
from game.rules.battles import prepare, refusals
from game.table.board import Board

NORTH = {"class": "DeploymentZone", "name": "north", "rectangle": [0, 0, 30, 7]}
SOUTH = {"class": "DeploymentZone", "name": "south", "rectangle": [0, 23, 30, 7]}
MARKERS = [{"class": "Objective", "name": f"m-{x}", "point": [x, 15]} for x in (6, 15, 24)]


def square_board(*objects: dict[str, Any]) -> Board:
    return to_board(map_of(30, 30, objects))


def refusals_on_board(scenario: str, *objects: dict[str, Any]) -> list[Fault]:
    return refusals(prepare(scenario, seed=0), square_board(*objects))


@pytest.mark.rule("MI-03")
def test_a_patrol_needs_two_zones() -> None:
    assert refusals_on_board("combat_patrol", NORTH, SOUTH, *MARKERS) == []
    assert [str(f) for f in refusals_on_board("combat_patrol", NORTH, *MARKERS)] == [
        "zones: 1 zone found; draw two (MI-03)"
    ]


@pytest.mark.rule("MI-02")
def test_zones_that_are_kept_for_others_are_of_no_use() -> None:
    """No side in a crossing is called red or blue, so neither could take a zone."""
    zones = [NORTH | {"side": "red"}, SOUTH | {"side": "blue"}]
    exits: list[dict[str, Any]] = [
        {"class": "Exit", "rectangle": [0, 0, 4, 1], "zone": 1},
        {"class": "Exit", "rectangle": [0, 29, 4, 1], "zone": 2},
    ]
    water: list[dict[str, Any]] = [
        {"class": "FloodOrigin", "point": [0, 15]},
        {"class": "Lane", "polyline": [[0, 15], [28, 15]]},
    ]

    (fault,) = refusals_on_board("crossing", *zones, *exits, *water)

    assert str(fault) == (
        "zones: are reserved for blue and red, not for wardens and brood: "
        "set 'side' on each (MI-02)"
    )
    assert (fault.clause, fault.about) == ("MI-02", ("north", "south"))
    ours = [NORTH | {"side": "wardens"}, SOUTH | {"side": "brood"}]
    assert refusals_on_board("crossing", *ours, *exits, *water) == []


@pytest.mark.rule("MI-01")
@pytest.mark.parametrize(
    ("down", "said"),
    [
        (42.0, []),
        (42.5, ['nest: is 30.5" from the zone of the Wardens, at most 30" (MI-01)']),
        (42.001, ['nest: is 30.001" from the zone of the Wardens, at most 30" (MI-01)']),
    ],
)
def test_the_nest_is_30_inches_from_the_wardens_zone_at_most(
    down: float, said: list[str]
) -> None:
    """The wardens' zone ends at 12"; the brood's zone may be nearer."""
    zones = [
        {"class": "DeploymentZone", "rectangle": [0, 0, 48, 12], "side": "wardens"},
        {"class": "DeploymentZone", "rectangle": [0, 36, 48, 12], "side": "brood"},
    ]
    water: list[dict[str, Any]] = [
        {"class": "FloodOrigin", "point": [0, 24]},
        {"class": "Lane", "polyline": [[0, 24], [40, 24]]},
    ]
    nest = {"class": "Nest", "name": "nest", "point": [24, down]}
    sewer = to_board(map_of(48, 48, [*zones, *water, nest]))

    faults = refusals(prepare("the_nest", seed=0), sewer)

    assert [str(fault) for fault in faults] == said


def test_a_fault_points_at_its_objects_and_its_place() -> None:
    wall = {"class": "Wall", "name": "dam", "rectangle": [10, 10, 2, 10]}
    water: list[dict[str, Any]] = [
        {"class": "FloodOrigin", "name": "spring", "point": [0, 15]},
        {"class": "Lane", "name": "canal", "polyline": [[0, 15], [28, 15]]},
    ]
    zones = [NORTH | {"side": "wardens"}, SOUTH | {"side": "brood"}]
    nest = {"class": "Nest", "point": [20, 15]}

    (fault,) = refusals_on_board("the_nest", *zones, nest, *water, wall)

    assert (fault.kind, fault.clause) == ("lane through a wall", "FF-04")
    assert fault.about == ("canal", "dam")
    assert fault.at == (11, 15), "the middle of what lies in the wall"
