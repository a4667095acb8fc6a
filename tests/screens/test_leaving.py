"""Leaving the rest of a set-up to a bot: by key, and taken back unit by unit."""

from __future__ import annotations

import pygame
import pytest

from game.prompts.choose import ChoosePrompt
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.battle.seats import HUMAN
from game.screens.sitting import sit_down
from game.table.records import Side, Where
from tests.screens.hands import Player, ready


def standing_units(screen: BattleScreen, side: Side) -> int:
    table = screen.session.table
    return sum(1 for u in table.units.values() if u.side == side and table.of(u.id))


def waits(screen: BattleScreen, side: Side) -> bool:
    models = screen.session.table.models.values()
    return any(m.side == side and m.where is Where.RESERVE for m in models)


@pytest.fixture
def screen(player: Player) -> BattleScreen:
    """Return the set-up of Vital intelligence, where one side sets its whole army up."""
    battle = prepare("vital_intelligence", seed=5)
    screen = player.open(BattleScreen(sit_down(battle, (HUMAN, HUMAN)), speed=50.0))
    while not is_deploying(screen):
        ready(player, screen)
        player.key(pygame.K_RETURN)
    return screen


def is_deploying(screen: BattleScreen) -> bool:
    asked = screen.prompt
    return isinstance(asked, ChoosePrompt) and asked.decision.kind == "deploy"


def test_all_units_are_set_up_at_one_key_and_taken_back_one_by_one(
    player: Player, screen: BattleScreen
) -> None:
    assert screen.prompt is not None
    side = screen.prompt.decision.by
    assert "Let a bot set up all 8 units" in [c.label for c in screen.prompt.choices()]
    player.key(pygame.K_z)
    player.wait_until(lambda: not waits(screen, side))
    player.wait_until(lambda: screen.prompt is not None)

    assert screen.session.pending is not None
    assert screen.session.pending.by != side
    player.key(pygame.K_z, mod=pygame.KMOD_CTRL)

    assert standing_units(screen, side) == 7
