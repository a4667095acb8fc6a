"""Leaving the rest of a deployment to a bot by one key, and undoing it unit by unit."""

from __future__ import annotations

import pygame

from game.content.save_format import HUMAN
from game.play.decisions import CommonKind
from game.prompts.choose import ChoosePrompt
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.table.records import Side, Where
from tests.screens.input_driver import Player, ready


def standing_units(screen: BattleScreen, side: Side) -> int:
    table = screen.session.table
    return sum(1 for u in table.units.values() if u.side == side and table.of(u.id))


def waits(screen: BattleScreen, side: Side) -> bool:
    models = screen.session.table.models.values()
    return any(m.side == side and m.where is Where.RESERVE for m in models)


def deploying(player: Player, mission: str) -> BattleScreen:
    battle = prepare(mission, seed=5)
    screen = player.open(BattleScreen(start_game(battle, (HUMAN, HUMAN)), speed=50.0))
    while not is_deploying(screen):
        ready(player, screen)
        player.key(pygame.K_RETURN)
    return screen


def is_deploying(screen: BattleScreen) -> bool:
    asked = screen.prompt
    return isinstance(asked, ChoosePrompt) and asked.decision.kind is CommonKind.DEPLOY


def test_all_units_are_set_up_at_one_key_and_taken_back_one_by_one(player: Player) -> None:
    # In this mission a side sets up its whole army before the other does.
    screen = deploying(player, "vital_intelligence")
    assert screen.prompt is not None
    side = screen.prompt.decision.by
    assert "Let a bot deploy all 8" in [c.label for c in screen.prompt.choices()]
    player.key(pygame.K_z)
    player.wait_until(lambda: not waits(screen, side))
    player.wait_until(lambda: screen.prompt is not None)

    assert screen.session.pending is not None
    assert screen.session.pending.by != side
    player.key(pygame.K_z, mod=pygame.KMOD_CTRL)

    assert standing_units(screen, side) == 7


def test_both_players_may_leave_what_they_set_up_in_turns(player: Player) -> None:
    screen = deploying(player, "no_mercy")
    for _ in range(2):
        player.wait_until(lambda: is_deploying(screen))
        player.key(pygame.K_z)
    player.wait_until(lambda: not any(waits(screen, s) for s in screen.session.table.sides))

    assert all(standing_units(screen, side) == 8 for side in screen.session.table.sides)
