"""A battle screen just before a flood is played back."""

from __future__ import annotations

from dataclasses import replace

from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.systems.flood.rules import PAGE, FloodState
from game.systems.flood.table.water import origins
from tests.screens.input_driver import Player
from tests.tools.fuzz_flood import boards, random_crowd

CROSS, LUCK, MANY = 1, 5, 12


def open_flooded_battle(
    player: Player, players: tuple[str, str] = ("human", "human")
) -> BattleScreen:
    """Open a battle in turn 5, which begins with the flood; none of its events is shown yet."""
    opening = random_crowd(boards(0)[CROSS], LUCK, MANY)
    origin = origins(opening.board)[0].id
    opening.notes[PAGE.name] = FloodState(origin)
    battle = replace(prepare("the_nest", seed=LUCK), opening=opening)
    screen = player.open(BattleScreen(start_game(battle, players), speed=1.0))
    screen.parts.board.scene.restart(opening)
    screen.event_log.undo(0)
    screen.playback.played = screen.playback.shown = 0
    player.wait()
    return screen
