"""Doors in the battle window: picked on the board or by key, drawn as they stand (CC-39)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.bots.simple_bots import RandomBot
from game.content.maps.map_library import drawn_map
from game.content.maps.writer import canonical
from game.content.save_format import HUMAN
from game.geometry.points import Point
from game.play.dice_sequences import SeededDice
from game.play.session import Session
from game.rules.battles import Battle, prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame
from game.screens.seats import Seats
from game.table.records import Clock, Side, UnitId, Where
from game.table.state import Table
from game.view.door_pictures import leaves
from tests.screens.input_driver import Player, open_battle, pixel, ready

WARDENS, BROOD = Side("wardens"), Side("brood")
SCOUTS = UnitId("wardens-scouts")
HALL: list[dict[str, Any]] = [
    {"class": "DeploymentZone", "name": "north", "rectangle": [0, 0, 30, 8]},
    {"class": "DeploymentZone", "name": "south", "rectangle": [0, 32, 30, 8]},
    {"class": "Wall", "rectangle": [0, 19.5, 12, 1]},
    {"class": "Wall", "rectangle": [18, 19.5, 12, 1]},
    {"class": "Door", "name": "gate", "rectangle": [12, 19.7, 6, 0.6]},
    {"class": "Door", "name": "wicket", "state": "open", "polyline": [[20, 14], [24, 14]]},
    *({"class": "Objective", "point": [x, 16]} for x in (8, 15, 26)),
]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> tuple[Battle, Table]:
    """Return a battle, and its table when five scouts of the wardens stand before a gate."""
    path = tmp_path_factory.mktemp("maps") / "hall.tmj"
    drawn = drawn_map(30, 40, {"all": HALL}, title="Hall", look="city")
    path.write_text(canonical(drawn), "utf-8")
    prepared = prepare("combat_patrol", seed=1, map_=str(path))
    session, bot = prepared.session(), RandomBot()
    while not session.table.clock.side:
        session.answer(bot.answer(session))
    table = session.table.fork()
    for n, id_ in enumerate(table.units[SCOUTS].models):
        at = Point(12.6 + 1.2 * n, 18.5)
        table.models[id_] = replace(table.models[id_], at=at, where=Where.TABLE)
    table.clock, table.first = Clock(1, "doors", WARDENS), WARDENS
    return prepared, table


def open_battle_in_hall(player: Player, hall: tuple[Battle, Table]) -> BattleScreen:
    battle, table = hall
    session = Session(battle.rules(), table.fork(), SeededDice(1))
    game = LiveGame(battle, session, Seats({WARDENS: HUMAN, BROOD: HUMAN}))
    return open_battle(player, game)


def is_open(screen: BattleScreen) -> bool:
    return screen.session.table.board.doors[0].is_open


@pytest.mark.rule("CC-39")
def test_a_door_is_opened_by_a_click_on_it_and_the_movement_follows(
    player: Player, hall: tuple[Battle, Table]
) -> None:
    screen = open_battle_in_hall(player, hall)
    assert not is_open(screen)
    player.click(*pixel(screen, Point(15, 20)))
    ready(player, screen)

    assert is_open(screen)
    assert screen.session.table.clock.phase == "movement"
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    ready(player, screen)
    assert not is_open(screen)


@pytest.mark.rule("CC-39")
@pytest.mark.parametrize(("key", "opens"), [(pygame.K_1, True), (pygame.K_RETURN, False)])
def test_a_number_opens_the_door_and_enter_leaves_it(
    key: int,
    opens: bool,  # noqa: FBT001  a case
    player: Player,
    hall: tuple[Battle, Table],
) -> None:
    screen = open_battle_in_hall(player, hall)
    player.key(key)
    ready(player, screen)

    assert is_open(screen) is opens
    assert screen.session.table.clock.phase == "movement"


@pytest.mark.rule("CC-39")
def test_a_gate_that_opens_shows_the_floor_in_its_middle(
    player: Player, hall: tuple[Battle, Table]
) -> None:
    screen = open_battle_in_hall(player, hall)
    scene = screen.parts.board.scene
    middle = pixel(screen, Point(14, 20))
    scene.prepare()
    player.wait()
    closed = player.canvas.get_at(middle)
    screen.session.answer("gate")
    ready(player, screen)
    player.wait()

    assert player.canvas.get_at(middle) != closed


def test_leaves_meet_in_the_middle_or_are_drawn_back_to_the_ends() -> None:
    line = Point(0, 0), Point(10, 0)
    area = Point(0, 0), Point(10, 0), Point(10, 1), Point(0, 1)

    def spans(outline: tuple[Point, ...], *, closed: bool, is_open: bool) -> list[Any]:
        found = leaves(outline, closed=closed, is_open=is_open)
        return [(min(x for x, _ in leaf), max(x for x, _ in leaf)) for leaf in found]

    for outline, closed in ((line, False), (area, True)):
        whole = spans(outline, closed=closed, is_open=False)
        drawn_back = spans(outline, closed=closed, is_open=True)
        assert whole == [pytest.approx((0, 5)), pytest.approx((5, 10))]
        assert drawn_back == [pytest.approx((0, 1.4)), pytest.approx((8.6, 10))]
