"""The opening of games of every kind."""

from __future__ import annotations

from collections.abc import Sequence

from game.content.maps.map_file import MapFile
from game.content.save_format import HUMAN, SavedGame
from game.lab.trial_game import DRAWN, setup_on
from game.rules.battles import Battle
from game.screens.live_game import LiveGame, random_seed, record_of_save, start_game
from game.screens.screen import Destination
from game.screens.show.show_programme import ShowProgramme
from game.screens.side_by_side.pair import named
from game.screens.system_screens import SYSTEM_SCREENS

SCENARIO = "sandbox"
"""The scenario in which a map is tried by hand."""
PLAYED_ON = "battle"
"""The name of the screens on which games are played."""


def game_screen(live_game: LiveGame, *, speed: float = 0.0, shows: bool = False) -> Destination:
    """Return the screen for playing a game: its system's own, or that of battles.

    *shows*: it begins in show mode, which only the one of battles has.
    """
    system = live_game.battle.scenario.system
    own = SYSTEM_SCREENS.get(system, {})
    name = f"{system}.{PLAYED_ON}" if PLAYED_ON in own else PLAYED_ON
    options = {"shows": True} if shows and name == PLAYED_ON else {}
    return Destination(name, live_game, speed=speed, **options)


def new_battle(
    battle: Battle, players: Sequence[str], *, speed: float = 1.0, shows: bool = False
) -> Destination:
    """Return the screen of a battle that begins; *shows*: in show mode."""
    return game_screen(start_game(battle, players), speed=speed, shows=shows)


def show_loop(
    battles: Sequence[Battle], players: Sequence[str], *, speed: float = 1.0
) -> Destination:
    """Return the screen that shows battles one after the other, without end."""
    return Destination("show loop", ShowProgramme(tuple(battles), tuple(players), speed))


def replay_of(save: SavedGame) -> Destination:
    """Return the screen that shows a saved game again."""
    return Destination("replay", record_of_save(save))


def both_of(first: SavedGame, second: SavedGame) -> Destination:
    """Return the screen that shows two saved games side by side."""
    games = [named(record_of_save(save)) for save in (first, second)]
    return Destination("side by side", *games)


def open_sandbox(mapfile: MapFile, name: str = "") -> Destination:
    """Return the screen of a sandbox table on a map; raise UnusableFile if it has faults.

    *name* is the name of its file, if it has one. One person plays both sides, and the game is
    saved with its map.
    """
    called = f"{name}.tmj" if name else DRAWN
    battle = setup_on(mapfile, SCENARIO, called).battle(random_seed())
    return game_screen(start_game(battle, (HUMAN, HUMAN)))
