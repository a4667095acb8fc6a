"""A sandbox table on a map as it is drawn, be it in a file or not."""

from __future__ import annotations

from random import randrange

from game.content.maps import MapFile, canonical
from game.lab.trial_game import DRAWN, Setup
from game.screens.battle.seats import HUMAN
from game.screens.live_game import sit_down
from game.screens.sandbox_screen import battle_screen
from game.screens.screen import Screen

SCENARIO = "sandbox"
SEEDS = 1_000_000


def open_sandbox(mapfile: MapFile, name: str = "") -> Screen:
    """Return the screen of a sandbox table on a map; raise UnusableFile if it has faults.

    *name*: of its file, if it has one. One person sits on both sides, and the game is written
    down with its map.
    """
    called = f"{name}.tmj" if name else DRAWN
    setup = Setup(SCENARIO, canonical(mapfile), name=called)
    battle = setup.battle(randrange(1, SEEDS))  # noqa: S311  which game it is, no secret
    return battle_screen(sit_down(battle, (HUMAN, HUMAN)))
