"""Parts of the battle screen that can be used at any time: ruler, camera, cards, log."""

from __future__ import annotations

import pygame
import pytest

from game.play.decisions import Choose
from game.prompts.choose import ChoosePrompt
from game.screens.battle.phase_bar import PhaseBar
from game.screens.battle.screen import BattleScreen
from game.screens.screen import WindowContext
from game.shown.event_log import Filter
from game.shown.phase_marks import PhaseStep
from game.table.events import Moved, PhaseBegan, Rolled
from game.widgets.theme import Theme
from tests.screens.input_driver import Player, pixel, ready


@pytest.mark.parametrize("key", [pygame.K_TAB, pygame.K_m])
def test_the_ruler_goes_from_base_edge_to_base_edge(
    player: Player, screen: BattleScreen, key: int
) -> None:
    assert isinstance(screen.prompt, ChoosePrompt)
    one, *_, other = screen.session.table.standing()
    measure = screen.parts.board.measure
    player.move(*pixel(screen, one.at))
    player.send(pygame.KEYDOWN, key=key, mod=0, unicode="")
    player.move(*pixel(screen, other.at))
    assert (measure.start, measure.end) == (one.disc, other.disc)
    lit = screen.prompt.lit

    player.send(pygame.KEYUP, key=key, mod=0)
    assert not measure.on
    assert screen.prompt.lit == lit


def test_the_pressed_wheel_is_the_ruler_too(player: Player, screen: BattleScreen) -> None:
    one, *_, other = screen.session.table.standing()
    board = screen.parts.board
    there = pixel(screen, other.at)
    left = board.scene.camera.left
    player.push(*pixel(screen, one.at), button=2)
    player.send(pygame.MOUSEMOTION, pos=there, rel=(40, 0), buttons=(0, 1, 0))
    assert (board.measure.start, board.measure.end) == (one.disc, other.disc)
    assert board.scene.camera.left == left

    player.let_go(*there, button=2)
    assert not board.measure.on


def test_the_ruler_does_not_stay_when_the_window_loses_the_keyboard(
    player: Player, screen: BattleScreen
) -> None:
    player.send(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="\t")
    assert screen.parts.board.measure.on
    player.send(pygame.WINDOWFOCUSLOST)

    assert not screen.parts.board.measure.on


def test_the_wheel_zooms_and_home_shows_all_again(player: Player, screen: BattleScreen) -> None:
    camera = screen.parts.board.scene.camera
    fitting = camera.ppi
    player.move(600, 360)
    player.wheel(2)
    assert camera.ppi > fitting
    player.key(pygame.K_HOME)
    assert camera.ppi == fitting


def test_the_right_button_drags_the_board(player: Player, screen: BattleScreen) -> None:
    camera = screen.parts.board.scene.camera
    player.move(600, 360)
    player.wheel(4)
    left = camera.left
    player.push(600, 360, button=3)
    player.send(pygame.MOUSEMOTION, pos=(640, 360), rel=(40, 0), buttons=(0, 0, 1))
    player.let_go(640, 360, button=3)

    assert camera.left != left


def test_held_letters_pan(player: Player, screen: BattleScreen) -> None:
    camera = screen.parts.board.scene.camera
    player.move(600, 360)
    player.wheel(4)
    left = camera.left
    player.send(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a")
    player.wait(10)
    player.send(pygame.KEYUP, key=pygame.K_a, mod=0)
    moved = camera.left
    player.wait(10)

    assert moved > left
    assert camera.left == moved


def test_the_card_shows_whom_the_mouse_points_at(player: Player, screen: BattleScreen) -> None:
    model = screen.session.table.standing()[3]
    player.move(*pixel(screen, model.at))
    player.wait()

    assert screen.parts.card.content.subject
    assert screen.parts.card.content.subject.model.id == model.id


def test_a_click_beside_what_is_asked_keeps_a_card(
    player: Player, screen: BattleScreen
) -> None:
    asked = screen.session.pending
    assert asked
    enemy = screen.session.table.standing(screen.session.table.enemy(asked.by))[0]
    player.click(*pixel(screen, enemy.at))
    player.move(5, 5)
    player.wait()

    assert screen.parts.card.content.subject
    assert screen.parts.card.content.subject.model.id == enemy.id


def test_the_strip_marks_the_phase(screen: BattleScreen) -> None:
    (strip,) = screen.parts.header.widgets(PhaseBar)
    assert [m.name for m in strip.marks] == ["movement", "shooting", "assault"]
    assert strip.marks[0].step is PhaseStep.NOW


def test_the_rosters_show_who_can_act(player: Player, screen: BattleScreen) -> None:
    asked = screen.session.pending
    assert isinstance(asked, Choose)
    player.wait()
    rows = screen.parts.rosters.lists[asked.by].rows

    assert [r.note for r in rows] == ["ready"] * len(rows)


def test_a_clause_of_the_log_opens_the_rulebook(player: Player, screen: BattleScreen) -> None:
    screen.follow_link("clause:CC-18")
    assert screen.stack.dialog
    player.key(pygame.K_ESCAPE)
    assert screen.stack.dialog is None


def test_a_name_of_the_log_leads_to_the_model(player: Player, screen: BattleScreen) -> None:
    model = screen.session.table.standing()[0]
    screen.follow_link(model.id)
    player.move(5, 5)
    player.wait()

    assert screen.parts.card.content.subject
    assert screen.parts.card.content.subject.model.id == model.id


def test_the_log_is_filtered(player: Player, screen: BattleScreen) -> None:
    log = screen.event_log
    whole = len(log.lines)
    log.pick(Filter.DICE)
    dice = [t.event for t in log.lines if t.is_shown(Filter.DICE)]

    assert all(isinstance(e, Rolled | PhaseBegan) for e in dice)
    assert any(isinstance(e, Rolled) for e in dice)
    log.pick(Filter.ALL)
    assert len(log.rows) <= whole
    line = [t for t in log.lines if isinstance(t.event, Moved)]
    assert all(t.story for t in line if t.is_shown(Filter.STORY))


def test_another_window_keeps_draft_log_and_camera(
    player: Player, screen: BattleScreen
) -> None:
    player.key(pygame.K_1)
    ready(player, screen)
    prompt, count = screen.prompt, len(screen.event_log.lines)
    screen.fill(WindowContext(Theme(1.5), (1920, 1080)))
    screen.draw(pygame.Surface((1920, 1080)))

    assert screen.prompt is prompt
    assert len(screen.event_log.lines) == count


def test_nothing_is_drawn_while_nothing_changes(player: Player, screen: BattleScreen) -> None:
    player.move(5, 5)
    player.wait(40)

    assert [*screen.draw(player.canvas)] == []


def test_speed_goes_round(player: Player, screen: BattleScreen) -> None:
    screen.speed = 1.0
    seen = []
    for _ in range(4):
        player.key(pygame.K_v)
        seen.append(screen.parts.board.scene.stage.speed)

    assert seen == [2.0, 4.0, 0.5, 1.0]


def test_space_shows_the_rest_at_once(player: Player) -> None:
    screen = player.play("random", "random")
    screen.parts.board.scene.stage.speed = 0.01
    player.wait_until(lambda: screen.busy)
    player.key(pygame.K_SPACE)

    assert screen.playback.shown == screen.playback.played


def test_the_big_button_does_what_enter_would(player: Player) -> None:
    screen = player.play()
    ready(player, screen)
    before = screen.session.pending
    screen.act()
    screen.handle(pygame.Event(pygame.NOEVENT))
    ready(player, screen)

    assert screen.session.pending is not before


def test_escape_takes_the_keyboard_from_a_list_before_it_pauses(
    player: Player, screen: BattleScreen
) -> None:
    player.key(pygame.K_F6)
    assert screen.stack.focus.on
    player.key(pygame.K_ESCAPE)
    assert screen.stack.focus.on is None
    assert screen.stack.dialog is None
