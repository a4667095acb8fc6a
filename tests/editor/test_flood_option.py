"""Trials of a map with flood origins use the flood rules: ``FF-25``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of
from game.editor.trial_games import setup_for
from game.lab.trial_game import setup_on, with_options
from game.rules.battles import GameSetup

ZONES = (
    {"class": "DeploymentZone", "rectangle": [0, 0, 24, 8]},
    {"class": "DeploymentZone", "rectangle": [0, 40, 24, 8]},
)
SPRING = {"class": "FloodOrigin", "point": [0, 24]}
DRY, WET = map_of(24, 48, ZONES), map_of(24, 48, (*ZONES, SPRING))


def setup_with_flood(mapfile: MapFile, scenario: str = "combat_patrol") -> GameSetup:
    setup = replace(setup_on(mapfile, scenario), options={"turns": 4})
    return with_options(setup, mapfile)


@pytest.mark.rule("FF-25")
def test_the_flood_is_switched_on_beside_the_other_options() -> None:
    assert setup_with_flood(DRY).options == {"turns": 4}
    assert setup_with_flood(WET).options == {"turns": 4, "flood": True}
    dry = replace(setup_on(WET, "combat_patrol"), options={"flood": False})
    assert with_options(dry, WET) == dry


@pytest.mark.rule("FF-25")
def test_a_scenario_that_does_not_leave_it_open_is_not_asked() -> None:
    assert setup_with_flood(WET, "cage").options == {"turns": 4}


@pytest.mark.rule("FF-25")
def test_no_flood_is_switched_on_that_could_not_come() -> None:
    # Walls on all sides of the origin: the set-up would refuse it (FF-01).
    shut = {"class": "Wall", "rectangle": [0, 22, 4, 4]}
    assert "flood" not in setup_with_flood(map_of(24, 48, (*ZONES, SPRING, shut))).options


@pytest.mark.rule("FF-25")
def test_trial_games_are_played_as_the_map_is_tried() -> None:
    setup = setup_for("combat_patrol", WET)

    assert setup.options == {"flood": True}
