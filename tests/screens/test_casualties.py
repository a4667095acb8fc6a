"""Casualties in the battle window: suggested, chosen, or by standing orders (CC-17)."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.bots.simple_bots import RandomBot
from game.content.save_format import HUMAN
from game.geometry.points import Point
from game.play.decisions import CommonKind
from game.play.dice_sequences import ScriptedDice
from game.play.session import Session
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame
from game.screens.seats import Seats
from game.table.events import Removed
from game.table.records import Clock, Side, UnitId, Where
from game.table.state import Table
from tests.screens.input_driver import Player, open_battle, ready

WARDENS, BROOD = Side("wardens"), Side("brood")
SQUAD, SWARM = UnitId("wardens-second-squad"), UnitId("brood-skitterers")
SERGEANT, GRENADIER, *FILE = [f"{SQUAD}-{x}" for x in ("sergeant", "grenadier", 3, 4, 5)]
HITS = (6,) * 6 + (1,) * 3


@pytest.fixture(scope="module")
def deployed() -> Table:
    session, bot = prepare("combat_patrol", seed=1).session(), RandomBot()
    while not session.table.clock.side:
        session.answer(bot.answer(session))
    return session.table


def battle_with_wounds(deployed: Table, wounds: int, *, alike: bool = False) -> LiveGame:
    """Return a battle in which nine skitterers have wounded the squad without a save.

    *alike*: only rank and file are left.
    """
    battle, table = prepare("combat_patrol", seed=1), deployed.fork()
    table.board = replace(table.board, terrain=())
    for model in deployed.models.values():
        table.models[model.id] = replace(model, where=Where.GONE)
    for unit, y in ((SQUAD, 20.0), (SWARM, 25.0)):
        for n, id_ in enumerate(table.units[unit].models):
            at, gone = Point(16 + 1.2 * n, y), alike and unit == SQUAD and n < 2
            if not gone:
                table.models[id_] = replace(table.models[id_], at=at, where=Where.TABLE)
    table.clock, table.first, table.rolls = Clock(1, "shooting", BROOD), BROOD, 0
    dice = (*HITS, *(6 if n < wounds else 1 for n in range(6)), *(1 for _ in range(60)))
    session = Session(battle.rules(), table, ScriptedDice(dice))
    session.answer(SWARM)
    session.answer(SQUAD)
    return LiveGame(battle, session, Seats({WARDENS: HUMAN, BROOD: HUMAN}))


def fallen(screen: BattleScreen) -> list[str]:
    return [e.model for e in screen.session.game.story if isinstance(e, Removed)]


def asks_for_casualties(screen: BattleScreen) -> bool:
    asked = screen.session.pending
    return asked is not None and asked.kind is CommonKind.CASUALTY


def test_enter_lets_rank_and_file_take_all_the_wounds(player: Player, deployed: Table) -> None:
    screen = open_battle(player, battle_with_wounds(deployed, 3))
    assert asks_for_casualties(screen)
    player.key(pygame.K_RETURN)
    ready(player, screen)

    assert sorted(fallen(screen)) == FILE
    assert not asks_for_casualties(screen)


def test_one_undo_takes_the_whole_suggestion_back(player: Player, deployed: Table) -> None:
    screen = open_battle(player, battle_with_wounds(deployed, 3))
    given = screen.session.answers_given
    player.key(pygame.K_RETURN)
    ready(player, screen)
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    player.wait()
    if player.panels.dialog:
        player.press("Brood agrees")
    ready(player, screen)

    assert asks_for_casualties(screen)
    assert (screen.session.answers_given, fallen(screen)) == (given, [])


def test_the_player_may_choose_otherwise(player: Player, deployed: Table) -> None:
    screen = open_battle(player, battle_with_wounds(deployed, 2))
    player.press_choice("Choose…")
    ready(player, screen)
    player.press_choice("Warden sergeant")
    ready(player, screen)

    assert (fallen(screen), asks_for_casualties(screen)) == ([SERGEANT], True)


def test_a_standing_order_answers_until_the_menu_ends_it(
    player: Player, deployed: Table
) -> None:
    screen = open_battle(player, battle_with_wounds(deployed, 1))
    player.press_choice("Don't ask again in this battle")
    ready(player, screen)
    seats = screen.live_game.seats
    assert (len(fallen(screen)), seats.suggests) == (1, (WARDENS,))

    player.key(pygame.K_ESCAPE)
    player.press("Ask about casualties again")
    assert seats.suggests == ()


def test_nobody_is_asked_where_alike_models_all_fall(player: Player, deployed: Table) -> None:
    screen = open_battle(player, battle_with_wounds(deployed, 3, alike=True))

    assert fallen(screen) == FILE


def test_the_choice_stays_where_some_of_them_stand(player: Player, deployed: Table) -> None:
    screen = open_battle(player, battle_with_wounds(deployed, 2, alike=True))

    assert (fallen(screen), asks_for_casualties(screen)) == ([], True)


def test_a_question_in_the_enemys_turn_looks_different_from_ones_own(
    player: Player, deployed: Table
) -> None:
    screen = open_battle(player, battle_with_wounds(deployed, 1))
    head = screen.parts.ask.content.head
    waits = screen.session.table.clock.side != WARDENS

    assert waits
    assert head.side == "WARDENS: ASKED"
    assert head.hint == "You are asked in the other side's turn"
