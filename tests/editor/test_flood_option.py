"""Trials of a map with flood origins use the flood rules: ``FF-25``."""

from __future__ import annotations

import pytest

from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of
from game.content.maps.writer import canonical
from game.editor.registry import with_options
from game.editor.trials import setup_for
from game.lab.trial_game import Setup

ZONES = (
    {"class": "DeploymentZone", "rectangle": [0, 0, 24, 8]},
    {"class": "DeploymentZone", "rectangle": [0, 40, 24, 8]},
)
SPRING = {"class": "FloodOrigin", "point": [0, 24]}
DRY, WET = map_of(24, 48, ZONES), map_of(24, 48, (*ZONES, SPRING))


def tried(mapfile: MapFile, scenario: str = "combat_patrol") -> Setup:
    return with_options(Setup(scenario, canonical(mapfile), options={"turns": 4}), mapfile)


@pytest.mark.rule("FF-25")
def test_the_flood_is_switched_on_beside_the_other_options() -> None:
    assert tried(DRY).options == {"turns": 4}
    assert tried(WET).options == {"turns": 4, "flood": True}


@pytest.mark.rule("FF-25")
def test_a_scenario_that_does_not_leave_it_open_is_not_asked() -> None:
    assert tried(WET, "cage").options == {"turns": 4}


@pytest.mark.rule("FF-25")
def test_no_flood_is_switched_on_that_could_not_come() -> None:
    # Walls on all sides of the origin: the set-up would refuse it (FF-01).
    shut = {"class": "Wall", "rectangle": [0, 22, 4, 4]}
    assert "flood" not in tried(map_of(24, 48, (*ZONES, SPRING, shut))).options


@pytest.mark.rule("FF-25")
def test_trial_games_are_played_as_the_map_is_tried() -> None:
    setup = setup_for("combat_patrol", ("random", "steady"), WET)

    assert (setup.players, setup.options) == (("random", "steady"), {"flood": True})
