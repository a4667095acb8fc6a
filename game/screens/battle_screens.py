"""The screen on which a game is played, by its system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.content.maps.map_file import MapFile
from game.content.maps.writer import canonical
from game.content.save_format import HUMAN, SavedGame
from game.lab.trial_game import DRAWN, Setup
from game.rules.battles import Battle
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame, random_seed, record_of_save, start_game
from game.screens.replay import ReplayScreen
from game.screens.screen import Screen
from game.systems import Parts

SCENARIO = "sandbox"
"""The scenario in which a map is tried by hand."""
OWN_SCREENS: Mapping[str, type[BattleScreen]] = Parts("screens.screen", "SCREEN")
"""The screens of systems whose games are played on one of their own."""


def battle_screen(live_game: LiveGame, *, speed: float = 0.0) -> BattleScreen:
    """Return the screen for playing a game: its system's own, or that of battles."""
    screen = OWN_SCREENS.get(live_game.battle.scenario.system, BattleScreen)
    return screen(live_game, speed=speed)


def new_battle(battle: Battle, players: Sequence[str], *, speed: float = 1.0) -> BattleScreen:
    """Return the screen of a battle that begins."""
    return battle_screen(start_game(battle, players), speed=speed)


def replay_of(save: SavedGame) -> ReplayScreen:
    """Return the screen that shows a saved game again."""
    return ReplayScreen(record_of_save(save), battle_screen)


def open_sandbox(mapfile: MapFile, name: str = "") -> Screen:
    """Return the screen of a sandbox table on a map; raise UnusableFile if it has faults.

    *name* is the name of its file, if it has one. One person plays both sides, and the game is
    saved with its map.
    """
    called = f"{name}.tmj" if name else DRAWN
    setup = Setup(SCENARIO, canonical(mapfile), name=called)
    battle = setup.battle(random_seed())
    return battle_screen(start_game(battle, (HUMAN, HUMAN)))
