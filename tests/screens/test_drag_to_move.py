"""Moving a unit by one drag: picked, moved and committed, or put back as if nothing was."""

from __future__ import annotations

import pygame
import pytest

from game.geometry.points import Point
from game.prompts.march import MarchPrompt
from game.prompts.pick import CarryPrompt, PickPrompt
from game.screens.battle.screen import BattleScreen
from game.table.records import ModelId, UnitId
from tests.screens.input_driver import Player, deployed, pixel, ready

UNIT = UnitId("brood-skitterers")


def places(screen: BattleScreen) -> dict[ModelId, Point]:
    return {m.id: m.at for m in screen.session.table.of(UNIT)}


def take(player: Player, screen: BattleScreen, x: float, y: float) -> Point:
    """Press on the unit's first model, and drag it by inches; return where the mouse is."""
    at = screen.session.table.of(UNIT)[0].at
    player.push(*pixel(screen, at))
    player.move(*pixel(screen, Point(at.x + x / 2, at.y + y / 2)))
    player.move(*pixel(screen, Point(at.x + x, at.y + y)))
    player.wait()
    return Point(at.x + x, at.y + y)


def free_way(screen: BattleScreen) -> Point:
    """Return a step of 2" that the unit can take as a whole."""
    twin = screen.session.fork(1)
    twin.answer(UNIT)
    middle = screen.session.table.board.height / 2
    return Point(0.0, 2.0 if screen.session.table.of(UNIT)[0].at.y < middle else -2.0)


def test_a_drag_picks_moves_and_commits(player: Player) -> None:
    screen = deployed(player)
    before, step, given = places(screen), free_way(screen), screen.session.answers_given
    end = take(player, screen, *step)
    assert isinstance(screen.prompt, CarryPrompt)
    assert screen.session.answers_given == given

    player.let_go(*pixel(screen, end))
    ready(player, screen)
    after = places(screen)
    assert isinstance(screen.prompt, PickPrompt)
    assert UNIT not in screen.prompt.options
    for model, at in before.items():
        assert after[model].x - at.x == pytest.approx(step.x, abs=0.2)
        assert after[model].y - at.y == pytest.approx(step.y, abs=0.2)


def test_undo_takes_the_whole_gesture_back_and_redo_repeats_it(player: Player) -> None:
    screen = deployed(player)
    before, given = places(screen), screen.session.answers_given
    end = take(player, screen, *free_way(screen))
    player.let_go(*pixel(screen, end))
    ready(player, screen)
    after = places(screen)

    player.key(pygame.K_z, pygame.KMOD_CTRL)
    ready(player, screen)
    assert places(screen) == before
    assert screen.session.answers_given == given

    player.key(pygame.K_y, pygame.KMOD_CTRL)
    ready(player, screen)
    assert places(screen) == after


def test_escape_and_a_drop_at_the_start_put_the_unit_back(player: Player) -> None:
    screen = deployed(player)
    given, before = screen.session.answers_given, screen.prompt
    take(player, screen, *free_way(screen))
    player.key(pygame.K_ESCAPE)
    assert screen.prompt is before
    assert screen.stack.dialog is None

    take(player, screen, *free_way(screen))
    player.let_go(*pixel(screen, screen.session.table.of(UNIT)[0].at))
    assert screen.prompt is before
    assert screen.session.answers_given == given


def test_an_illegal_drop_stays_in_hand_and_f_takes_the_nearest_place(player: Player) -> None:
    screen = deployed(player)
    before, step = places(screen), free_way(screen)
    end = take(player, screen, 0.0, step.y * 8)
    player.let_go(*pixel(screen, end))
    ready(player, screen)
    assert isinstance(screen.prompt, CarryPrompt)
    assert screen.prompt.refused
    assert screen.prompt.draft.paths

    player.key(pygame.K_f)
    ready(player, screen)
    assert places(screen) != before


def test_a_click_only_picks(player: Player) -> None:
    screen = deployed(player)
    player.click(*pixel(screen, screen.session.table.of(UNIT)[0].at))
    ready(player, screen)
    assert not isinstance(screen.prompt, CarryPrompt)
    assert screen.session.pending is not None
    assert UNIT in {
        getattr(screen.session.pending, "unit", ""),
        getattr(screen.session.pending, "about", ""),
    }


def test_arrows_move_the_highlighted_unit_and_enter_commits(player: Player) -> None:
    screen = deployed(player)
    before, step = places(screen), free_way(screen)
    assert isinstance(screen.prompt, PickPrompt)
    while screen.prompt.lit != UNIT:
        player.key(pygame.K_e)
    arrow = pygame.K_DOWN if step.y > 0 else pygame.K_UP
    player.key(arrow, pygame.KMOD_SHIFT)
    player.key(arrow)
    assert isinstance(screen.prompt, CarryPrompt)
    player.wait_for_keys()
    player.key(pygame.K_RETURN)
    ready(player, screen)
    moved = [
        after.y - at.y
        for at, after in zip(before.values(), places(screen).values(), strict=True)
    ]
    assert moved == pytest.approx([1.25 * step.y / 2.0] * len(moved), abs=0.01)
    assert not isinstance(screen.prompt, MarchPrompt)


def test_arrows_that_go_too_far_say_why(player: Player) -> None:
    screen = deployed(player)
    step = free_way(screen)
    assert isinstance(screen.prompt, PickPrompt)
    while screen.prompt.lit != UNIT:
        player.key(pygame.K_e)
    arrow = pygame.K_DOWN if step.y > 0 else pygame.K_UP
    for _ in range(24):
        player.key(arrow, pygame.KMOD_SHIFT)
    assert isinstance(screen.prompt, CarryPrompt)
    assert screen.prompt.refused
    assert screen.prompt.refused.clause
