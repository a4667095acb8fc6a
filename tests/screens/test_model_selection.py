"""The selected model: its card, its highlight in the rosters, and the ruler's start."""

from __future__ import annotations

import pygame
import pytest

from game.geometry.points import Disc, Point, gap
from game.play.decisions import Choose
from game.play.moves.arrange import Arrange
from game.prompts.choose import ChoosePrompt
from game.prompts.march import MarchPrompt
from game.screens.battle.question_panels import _offered  # the marks alone
from game.screens.battle.screen import BattleScreen
from game.shown.roster_rows import READY, TARGET
from game.table.records import UnitId
from tests.play.tables import SQUAD, US, table
from tests.prompts.test_choose import units
from tests.screens.input_driver import Player, open_deployed, pixel, ready

ASIDE = 5, 5


@pytest.fixture
def screen(player: Player) -> BattleScreen:
    """Return a battle in its first Movement phase."""
    screen = open_deployed(player)
    player.move(*ASIDE)
    player.wait()
    return screen


def carded(screen: BattleScreen) -> UnitId:
    shown = screen.parts.card.content.subject
    assert shown
    return shown.unit.id


def lit(screen: BattleScreen) -> list[str]:
    return [rows.chosen for rows in screen.parts.rosters.lists.values() if rows.chosen]


def test_card_and_roster_follow_the_unit_that_is_set_up(player: Player) -> None:
    screen = player.play()
    player.move(*ASIDE)
    player.key(pygame.K_RETURN)
    ready(player, screen)
    player.key(pygame.K_2)
    ready(player, screen)
    asked = screen.session.pending
    assert isinstance(asked, Arrange)

    assert carded(screen) == asked.unit
    assert lit(screen) == [asked.unit]


def test_a_card_that_was_kept_gives_way_to_the_unit_that_moves(
    player: Player, screen: BattleScreen
) -> None:
    asked = screen.session.pending
    assert isinstance(asked, Choose)
    enemy = screen.session.table.standing(screen.session.table.enemy(asked.by))[0]
    player.click(*pixel(screen, enemy.at))
    player.move(*ASIDE)
    player.wait()
    assert carded(screen) == enemy.unit

    player.key(pygame.K_2)
    ready(player, screen)
    assert isinstance(screen.prompt, MarchPrompt | ChoosePrompt)
    assert carded(screen) == asked.options[1].id
    assert lit(screen) == [asked.options[1].id]


def test_a_card_of_whom_the_mouse_points_at_falls_back_when_it_leaves(
    player: Player, screen: BattleScreen
) -> None:
    screen.parts.board.guide.on = False  # The enemy is to stay in view.
    player.key(pygame.K_2)
    ready(player, screen)
    mine = carded(screen)
    asked = screen.session.pending
    assert asked
    enemy = screen.session.table.standing(screen.session.table.enemy(asked.by))[0]
    player.move(*pixel(screen, enemy.at))
    player.wait()
    assert carded(screen) == enemy.unit
    assert lit(screen) == [mine]

    player.move(*ASIDE)
    player.wait()
    assert carded(screen) == mine


def test_who_is_only_a_target_is_not_called_ready() -> None:
    laid = table({"a": (10, 10), "b": (12, 10)}, {"x": (10, 20)}, others={"y": (30, 20)})
    prompt = units(laid)
    assert prompt.decision.by == US

    assert _offered(prompt, laid) == {SQUAD: READY, "foes": TARGET}


def test_a_ruler_that_is_begun_beside_the_board_begins_at_the_selected_model(
    player: Player, screen: BattleScreen
) -> None:
    screen.parts.board.guide.on = False  # The mouse is to stay beside the table.
    player.key(pygame.K_2)
    ready(player, screen)
    selected = screen.parts.card.content.subject
    assert selected
    player.send(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m")

    measure = screen.parts.board.measure
    assert measure.start == selected.model.disc
    assert measure.end
    assert measure.end.at == Point(0, 0)


@pytest.mark.parametrize(("steps", "unit"), [(1, 0), (2, 1), (-1, -1)])
def test_a_held_ruler_goes_from_unit_to_unit_by_keys(
    player: Player, screen: BattleScreen, steps: int, unit: int
) -> None:
    screen.parts.board.guide.on = False
    player.key(pygame.K_2)
    ready(player, screen)
    board, table = screen.parts.board, screen.session.table
    selected = screen.parts.card.content.subject
    assert selected
    start = selected.model.disc
    player.move(*pixel(screen, Point(table.board.width / 2, table.board.height / 2)))
    player.send(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="")
    for _ in range(abs(steps)):
        player.key(pygame.K_e if steps > 0 else pygame.K_q)

    offs = [
        min((gap(start, m.disc), m.disc) for m in table.of(u.id))
        for u in table.fielded()
        if u.id != selected.model.unit
    ]
    assert (board.measure.start, board.measure.end) == (start, sorted(offs)[unit][1])


def test_arrows_move_the_end_of_a_held_ruler_and_not_the_unit(
    player: Player, screen: BattleScreen
) -> None:
    table = screen.session.table
    middle = Point(table.board.width / 2, table.board.height / 2)
    measure, camera = screen.parts.board.measure, screen.parts.board.scene.camera
    player.move(*camera.pixel(middle))
    player.send(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="")
    start = measure.start
    assert start
    prompt = screen.prompt
    player.key(pygame.K_RIGHT)
    player.key(pygame.K_DOWN, mod=pygame.KMOD_SHIFT)
    player.send(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="")

    assert measure.end == Disc(Point(start.at.x + 0.25, start.at.y + 1.0), 0.0)
    assert measure.start == start
    assert screen.prompt is prompt


def test_without_a_selected_model_it_begins_in_the_middle(player: Player) -> None:
    screen = player.play()
    player.move(*ASIDE)
    player.wait()
    board = screen.session.table.board
    player.send(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m")

    middle = Point(board.width / 2, board.height / 2)
    assert screen.parts.board.measure.start == Disc(middle, 0.0)


def test_a_click_on_a_badge_picks_its_unit(player: Player, screen: BattleScreen) -> None:
    board, asked = screen.parts.board, screen.prompt
    assert isinstance(asked, ChoosePrompt)
    badges = board.scene.badges
    bare = [
        place.center
        for place in badges.places
        if badges.under(place.center) in asked.options and not covered(screen, place.center)
    ]
    unit = badges.under(bare[0])
    player.click(*bare[0])

    picked = screen.prompt
    assert isinstance(picked, MarchPrompt)
    assert picked.decision.unit == unit


def covered(screen: BattleScreen, place: tuple[int, int]) -> bool:
    """Return whether a model is at a pixel."""
    screen.parts.board.mouse = place
    return screen.parts.board.model_under(screen.prompt) is not None
