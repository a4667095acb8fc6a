"""The score sheet, opened by a click on the points or by its key."""

from __future__ import annotations

import pygame

from game.screens.battle.header import ScoreDisplay
from game.screens.battle.screen import BattleScreen
from game.screens.score_dialog import ScoreTable
from tests.screens.catalogue import LAST, open_played_battle
from tests.screens.input_driver import Player


def table_of(screen: BattleScreen) -> ScoreTable | None:
    dialog = screen.stack.dialog
    found = dialog.widgets if dialog else ()
    return next((w for w in found if isinstance(w, ScoreTable)), None)


def test_a_click_on_the_points_opens_the_sheet_and_escape_closes_it(player: Player) -> None:
    screen = open_played_battle(player, LAST)
    header = screen.parts.header
    (scores,) = header.widgets(ScoreDisplay)
    player.click(*scores.rect.move(header.panel.rect.topleft).center)
    shown = table_of(screen)

    assert shown is not None
    totals = tuple(standing.number for standing in scores.standings)
    assert shown.sheet.totals == totals
    player.key(pygame.K_ESCAPE)
    assert screen.stack.dialog is None


def test_its_key_opens_it_with_a_row_for_each_round(player: Player) -> None:
    screen = open_played_battle(player, LAST)
    player.key(pygame.K_F2)
    shown = table_of(screen)

    assert shown is not None
    rounds = screen.session.table.clock.round
    assert [line.title for line in shown.sheet.rounds] == [
        f"Turn {n}" for n in range(1, rounds + 1)
    ]
