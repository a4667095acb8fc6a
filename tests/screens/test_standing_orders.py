"""Standing orders for command points: which players are asked to spend them (MC-27)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pygame
import pytest

from game.bots.simple_bots import RandomBot
from game.geometry.points import Point
from game.play.decisions import PASS, Choose, CommonKind, DecisionKind, Option
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game
from game.play.left_questions import InterruptPreference
from game.play.session import Session
from game.rules.battles import prepare
from game.screens.battle.header import StatusItem
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame
from game.screens.seats import Seats
from game.table.command_points import commands
from game.table.records import Clock, Side, UnitId, Where
from game.table.state import Table
from tests.screens.input_driver import Player, open_battle, ready
from tests.tools.toy import BLUES, REDS, ToyRules, replaced, toy_table

WARDENS, BROOD = Side("wardens"), Side("brood")
HUMAN = {WARDENS: "human", BROOD: "human"}
STAND = {"wardens-seer": Point(20.0, 20.0), "brood-brutes": Point(30.0, 20.0)}
"""Position of the first model of each unit; no other models are on the table."""


@pytest.fixture(scope="module")
def deployed() -> Table:
    """Return the table as both armies are set up."""
    session, bot = prepare("no_mercy", seed=1).session(), RandomBot()
    while not session.table.clock.side:
        session.answer(bot.answer(session))
    return session.table


def sitting(deployed: Table, faces: str, names: Mapping[Side, str] = HUMAN) -> LiveGame:
    """Return a battle in which a seer may cast mind bolt at a brute, with dice *faces*."""
    battle, table = prepare("no_mercy", seed=1), deployed.fork()
    table.board = replace(table.board, terrain=())
    for model in deployed.models.values():
        table.models[model.id] = replace(model, where=Where.GONE)
    for unit, at in STAND.items():
        first = table.models[table.units[UnitId(unit)].models[0]]
        table.models[first.id] = replace(first, at=at, where=Where.TABLE)
    table.clock, table.first, table.rolls = Clock(1, "psychic", WARDENS), WARDENS, 0
    dice = ScriptedDice(tuple(int(face) for face in faces.split()))
    return LiveGame(battle, Session(battle.rules(), table, dice), Seats(names))


def battle_at_mind_bolt(player: Player, game: LiveGame) -> BattleScreen:
    """Open the battle and try to cast mind bolt."""
    screen = open_battle(player, game)
    player.press_choice("Seer: mind bolt, 5+")
    ready(player, screen)
    return screen


def pending_kind(screen: BattleScreen) -> DecisionKind | None:
    pending = screen.session.pending
    return pending.kind if pending else None


def purse(screen: BattleScreen, side: Side) -> StatusItem:
    return screen.parts.header.statuses[screen.session.table.sides.index(side)]


def label(screen: BattleScreen, side: Side) -> str:
    status = purse(screen, side).status
    assert status
    return status.rows[0][-1].text


def turn_wheel_over_purse(player: Player, screen: BattleScreen, side: Side) -> None:
    at = purse(screen, side).rect.move(screen.parts.header.panel.rect.topleft).center
    player.click(*at)


FAILED, PASSED = "1 3", "2 4 1"
"""Dice of a failed test for a power; dice of a passed test and the power's effect."""


def test_a_player_is_asked_when_a_test_failed(player: Player, deployed: Table) -> None:
    screen = battle_at_mind_bolt(player, sitting(deployed, FAILED))

    assert pending_kind(screen) is CommonKind.BREAK_IN
    assert screen.prompt
    words = [choice.label for choice in screen.prompt.choices()]
    assert words == [
        "Re-roll the 1 (1 of 8 command points)",
        "Re-roll the 3 (1 of 8 command points)",
        "Use none of these",
    ]


def test_a_player_is_not_asked_when_a_test_succeeded(player: Player, deployed: Table) -> None:
    screen = battle_at_mind_bolt(player, sitting(deployed, PASSED))

    assert pending_kind(screen) is not CommonKind.BREAK_IN
    assert [t.answer for t in screen.session.answers_back()][:1] == ["pass"]
    assert commands(screen.session.table)[WARDENS].points == 8


def test_a_player_who_wants_it_is_always_asked(player: Player, deployed: Table) -> None:
    game = sitting(deployed, PASSED)
    game.seats.turn_orders(WARDENS)

    assert game.seats.orders_of(WARDENS) is InterruptPreference.ALWAYS
    assert pending_kind(battle_at_mind_bolt(player, game)) == CommonKind.BREAK_IN


def test_a_press_in_the_header_gives_other_orders(player: Player, deployed: Table) -> None:
    screen = battle_at_mind_bolt(player, sitting(deployed, FAILED))
    planned = screen.prompt
    turn_wheel_over_purse(player, screen, WARDENS)
    ready(player, screen)
    assert pending_kind(screen) is CommonKind.BREAK_IN
    assert screen.prompt is planned, "the answer that is planned is kept"
    turn_wheel_over_purse(player, screen, WARDENS)
    ready(player, screen)

    assert screen.live_game.seats.orders_of(WARDENS) is InterruptPreference.NEVER
    assert screen.live_game.seats.orders_of(BROOD) is InterruptPreference.WEIGHTY
    assert pending_kind(screen) is not CommonKind.BREAK_IN
    assert "You are never asked" in purse(screen, WARDENS).tip
    assert (label(screen, WARDENS), label(screen, BROOD)) == ("CP · ask never", "CP")
    assert screen.parts.header.content.turn.turn == "ROUND 1 / 7"


def test_a_bot_has_points_and_no_orders(player: Player, deployed: Table) -> None:
    game = sitting(deployed, FAILED, {WARDENS: "human", BROOD: "random"})
    screen = battle_at_mind_bolt(player, game)
    turn_wheel_over_purse(player, screen, BROOD)

    chest = purse(screen, BROOD).status
    assert chest is not None
    assert (chest.rows[0][1].text, chest.orders_of) == ("8", None)
    assert purse(screen, BROOD).tip == "Brood: 8 command points (MC-27)"


def test_what_orders_let_go_by_is_taken_back_with_what_came_before(
    player: Player, deployed: Table
) -> None:
    screen = battle_at_mind_bolt(player, sitting(deployed, PASSED))
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    player.press("Brood agrees")
    ready(player, screen)

    assert pending_kind(screen) is CommonKind.POWER
    assert not [*screen.session.answers_back()]


def test_what_orders_let_go_by_is_given_again_with_what_came_before(
    player: Player, deployed: Table
) -> None:
    screen = battle_at_mind_bolt(player, sitting(deployed, PASSED))
    given = screen.session.answers_given
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    player.press("Brood agrees")
    player.key(pygame.K_y, pygame.KMOD_CTRL)
    ready(player, screen)

    assert screen.session.answers_given == given
    assert pending_kind(screen) is not CommonKind.BREAK_IN


@pytest.mark.parametrize(("ids", "asked"), [("a", False), ("ab", True), (PASS, True)])
def test_nobody_is_asked_where_there_is_one_answer(ids: str, *, asked: bool) -> None:
    """To pass alone is asked: the greyed options say why nothing else can be done."""
    options = tuple(Option(id_, id_) for id_ in ((PASS,) if ids == PASS else ids))

    async def ask(game: Game) -> None:
        for side in (REDS, BLUES):
            await Choose(side, "CC-18", "Which one?", options=options)

    session = Session(replaced(ToyRules(), "tagging", ask), toy_table(), ScriptedDice((4,) * 9))
    while session.pending and session.pending.asks != "Which one?":
        session.answer(session.pending.sample(session.table, 0, 4))
    seats = Seats({REDS: "human", BLUES: "human"})

    assert seats.answers(session) is not asked
    if not asked:
        assert seats.think(session)
        assert seats.say() == ids
