"""The camera of a battle: it frames who is asked or fights, and goes back."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.geometry.points import Disc, Point, distance
from game.prompts.lifted import CarryPrompt
from game.screens.battle.board_view import BACK
from game.screens.battle.minimap import CORNERS
from game.screens.battle.screen import BattleScreen
from game.table.events import Rolled, RollKind
from game.table.records import Model, UnitId
from game.view.camera import SMALLEST
from game.view.playback.effects import tosses
from tests.screens.input_driver import Player, open_deployed, pixel, ready

UNIT, FOE = UnitId("brood-skitterers"), UnitId("wardens-first-squad")


@pytest.fixture
def screen(player: Player) -> BattleScreen:
    return open_deployed(player)


def leader(screen: BattleScreen, unit: UnitId = UNIT) -> Model:
    return screen.session.table.of(unit)[0]


def select(player: Player, screen: BattleScreen) -> None:
    player.click(*pixel(screen, leader(screen).at))
    ready(player, screen)
    player.wait(60)
    assert isinstance(screen.prompt, CarryPrompt)


def fights(screen: BattleScreen) -> Rolled:
    return Rolled(
        "CC-05",
        by=leader(screen).side,
        what="to hit",
        faces=(4, 1),
        need=4,
        who=UNIT,
        target=FOE,
        kind=RollKind.HIT,
    )


def test_who_is_selected_is_large_enough_and_stays_near_the_mouse(
    player: Player, screen: BattleScreen
) -> None:
    model, camera, whole = (
        leader(screen),
        screen.parts.board.scene.camera,
        screen.parts.board.view,
    )
    assert 2 * model.base * camera.ppi < SMALLEST
    before = camera.pixel(model.at)
    select(player, screen)

    assert 2 * model.base * camera.ppi >= SMALLEST
    assert all(screen.parts.board.guide.sees(m.at) for m in screen.session.table.of(UNIT))
    assert distance(Point(*camera.pixel(model.at)), Point(*before)) < 0.3 * camera.window.width
    player.key(pygame.K_ESCAPE)
    player.wait(60)
    assert screen.parts.board.view == whole


def test_a_view_moved_by_hand_stays_until_the_next_question(
    player: Player, screen: BattleScreen
) -> None:
    select(player, screen)
    camera = screen.parts.board.scene.camera
    player.move(*camera.window.center)
    player.wheel(1)
    player.wait(2)
    mine = screen.parts.board.view
    screen.stage.add([fights(screen)])
    player.wait(30)
    assert screen.parts.board.view == mine
    assert screen.parts.board.guide.held

    player.wait_until(lambda: not screen.stage.busy)
    player.key(pygame.K_ESCAPE)
    player.wait(60)
    assert not screen.parts.board.guide.held
    assert screen.parts.board.view == mine


def test_it_stays_while_the_button_is_held(player: Player, screen: BattleScreen) -> None:
    whole, at = screen.parts.board.view, leader(screen).at
    player.push(*pixel(screen, at))
    player.move(*pixel(screen, Point(at.x + 2.0, at.y)))
    player.wait(30)
    assert isinstance(screen.prompt, CarryPrompt)
    assert screen.parts.board.view == whole


@pytest.mark.parametrize("follow", [True, False])
def test_a_fight_is_in_view_as_near_as_both_fit_and_then_not(
    player: Player, screen: BattleScreen, *, follow: bool
) -> None:
    board, whole = screen.parts.board, screen.parts.board.view
    board.guide.on = follow
    board.stage.speed = 1.0
    foes = screen.session.table.of(FOE)
    table, mine = board.seen, leader(screen)
    for n, model in enumerate(foes):  # beside the unit
        at = Point(mine.at.x + 1.2 * n, mine.at.y - 1.5)
        table.models[model.id] = replace(model, at=at)
    board.stage.add([fights(screen)])
    player.wait(30)

    assert (2 * mine.base * board.scene.camera.ppi >= SMALLEST) is follow
    assert len([*tosses(board.stage.effects)]) == 1
    player.wait_until(lambda: not board.stage.busy)
    player.wait(round(60 * (BACK + 1.0)))
    assert board.view == whole


def test_the_whole_table_stays_where_it_is(player: Player, screen: BattleScreen) -> None:
    board = screen.parts.board
    camera = board.scene.camera
    corner = Disc(Point(1.0, 1.0), SMALLEST / camera.ppi)
    board.guide.frame([corner])
    player.wait(60)

    assert camera.window.contains(camera.board)
    assert not screen.extras.minimap.there


def test_what_lies_under_the_minimap_is_out_of_sight(
    player: Player, screen: BattleScreen
) -> None:
    board = screen.parts.board
    board.scene.camera.zoom(4, board.window.center)
    player.wait()
    place = screen.extras.minimap.rect
    spot = board.scene.camera.point(place.center)

    assert not board.guide.sees(spot)
    assert board.guide.sees(board.scene.camera.point(board.window.center))


@pytest.mark.parametrize("corner", CORNERS)
def test_the_minimap_goes_away_from_models(
    player: Player, screen: BattleScreen, corner: tuple[int, int]
) -> None:
    board, minimap = screen.parts.board, screen.extras.minimap
    board.scene.camera.zoom(4, board.window.center)
    player.wait()
    window, table = board.window, board.seen
    across, down = corner
    spot = board.scene.camera.point(
        (
            window.left + round(60 + across * (window.width - 120)),
            window.top + round(60 + down * (window.height - 120)),
        )
    )
    far = board.scene.camera.point(window.center)
    for n, model in enumerate(table.standing()):
        at = Point(spot.x + 0.1 * n, spot.y) if n < 5 else far
        table.models[model.id] = replace(model, at=at)
    board.scene.camera.pan(1, 0)
    player.wait(3)

    place = minimap.rect
    assert not [
        m for m in table.standing() if place.collidepoint(board.scene.camera.pixel(m.at))
    ]


def test_results_drop_into_the_tray(player: Player, screen: BattleScreen) -> None:
    parts = screen.parts
    tray, dock = parts.board.scene.tray, parts.footer.panel
    assert tray.place
    assert dock.rect.contains(tray.place)
    assert tray.place.height >= screen.frame.theme.px(60)

    screen.fold_dock()
    player.wait()
    assert tray.place is None
