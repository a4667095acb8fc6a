"""The set-up of trial games on a map that may not be saved."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from game.content.faults import UnusableFile
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.writer import canonical
from game.content.scenarios import load_scenario
from game.rules import MODULES, PLAYED
from game.rules.battles import GameSetup

DRAWN = "drawn.tmj"
"""Name of a map that is in no file."""


def setup_on(mapfile: MapFile, scenario: str, name: str = DRAWN) -> GameSetup:
    """Return the set-up of a scenario on a map; its name is that in messages and saves."""
    return GameSetup(scenario, name, files={name: canonical(mapfile)})


def with_options(setup: GameSetup, mapfile: MapFile) -> GameSetup:
    """Return the set-up with the options of its scenario that a map turns on.

    An option that is set already stays as it is. One that is refused stays off; the map checks
    name the reason.
    """
    options = load_scenario(setup.scenario, PLAYED).options
    board = to_board(mapfile)
    for name in options:
        is_open = name in MODULES and name not in setup.options
        if is_open and MODULES[name].turned_on_by(board):
            changed = replace(setup, options={**setup.options, name: True})
            with suppress(UnusableFile):
                changed.battle(1)
                setup = changed
    return setup
