"""The board's share of a battle window beside its panels."""

from __future__ import annotations

import pygame
import pytest

from game.rules.battles import prepare
from game.screens.battle.battle_layout import OpenSides, layout
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.screens.screen import WindowContext
from game.screens.ui_scale import largest_scale
from game.view.camera import Camera
from game.widgets.theme import Theme
from tests.screens.input_driver import Player, open_deployed, ready

ROSTERS, RAIL, CLOSED = (
    OpenSides(),
    OpenSides(rosters=False),
    OpenSides(rosters=False, dock=False),
)
MIDDLE = (1600, 900)


def measured(
    size: tuple[int, int], table: tuple[float, float], sides: OpenSides, scale: float = 1.0
) -> tuple[int, int]:
    """Return the pixels of an inch, and the table's share of the window in percent."""
    theme = Theme(scale)
    window = theme.rect(layout(size[0] / scale, size[1] / scale, sides).board)
    camera = Camera(*table, window)
    return camera.ppi, round(
        100 * camera.board.width * camera.board.height / (size[0] * size[1])
    )


@pytest.mark.parametrize(
    ("size", "table", "sides", "least"),
    [
        ((1280, 720), (48, 48), ROSTERS, (14, 49)),
        ((1280, 720), (72, 48), RAIL, (12, 54)),
        ((1280, 720), (72, 48), CLOSED, (14, 74)),
        (MIDDLE, (48, 48), ROSTERS, (18, 52)),
        (MIDDLE, (72, 48), RAIL, (16, 61)),
        (MIDDLE, (72, 48), CLOSED, (18, 78)),
        ((1920, 1080), (48, 48), ROSTERS, (21, 49)),
        ((1920, 1080), (72, 48), RAIL, (21, 74)),
        (MIDDLE, (24, 24), ROSTERS, (36, 52)),
    ],
)
def test_the_table_fills_the_window(
    size: tuple[int, int],
    table: tuple[float, float],
    sides: OpenSides,
    least: tuple[int, int],
) -> None:
    inch, share = measured(size, table, sides)

    assert inch >= least[0]
    assert share >= least[1]


@pytest.mark.parametrize(
    ("size", "table", "sides", "least"),
    [
        (MIDDLE, (48, 48), RAIL, (17, 46)),
        (MIDDLE, (72, 48), RAIL, (13, 41)),
        (MIDDLE, (72, 48), CLOSED, (17, 69)),
        ((1920, 1080), (48, 48), RAIL, (21, 49)),
        ((1920, 1080), (72, 48), RAIL, (16, 43)),
        ((1920, 1080), (72, 48), CLOSED, (21, 74)),
    ],
)
def test_the_table_has_its_share_at_the_largest_scale(
    size: tuple[int, int],
    table: tuple[float, float],
    sides: OpenSides,
    least: tuple[int, int],
) -> None:
    inch, share = measured(size, table, sides, largest_scale(size))

    assert inch >= least[0]
    assert share >= least[1]


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), MIDDLE, (1920, 1080)])
def test_with_both_sides_closed_the_board_has_most_of_the_width(size: tuple[int, int]) -> None:
    for scale in (1.0, largest_scale(size)):
        _, _, wide, _ = layout(size[0] / scale, size[1] / scale, CLOSED).board
        assert wide * scale >= 0.6 * size[0]


def wide(screen: BattleScreen) -> int:
    return screen.parts.board.window.width


def test_keys_and_buttons_open_and_close_the_sides(player: Player) -> None:
    screen = open_deployed(player)
    whole = wide(screen)
    player.key(pygame.K_F5)
    without_dock = wide(screen)
    player.key(pygame.K_F4)
    closed = wide(screen)
    player.key(pygame.K_F4, pygame.KMOD_SHIFT)

    assert whole < without_dock < closed
    assert wide(screen) == whole
    player.key(pygame.K_F4, pygame.KMOD_SHIFT)
    assert wide(screen) == closed


def test_a_question_is_never_hidden_and_keeps_clear_of_its_subject(player: Player) -> None:
    screen = open_deployed(player)
    player.key(pygame.K_F5)
    ready(player, screen)
    prompt, slip = screen.prompt, screen.parts.ask.panel
    assert prompt

    assert slip in screen.stack.panels
    assert screen.parts.log.panel not in screen.stack.panels
    camera = screen.parts.board.scene.camera
    about = [m for m in screen.session.table.standing() if m.unit == prompt.subject]
    assert not any(slip.rect.collidepoint(camera.pixel(m.at)) for m in about)


def test_the_rosters_of_a_wide_table_begin_as_a_rail_with_the_strength_of_each_unit(
    player: Player,
) -> None:
    player.frame = WindowContext(Theme(), MIDDLE)
    battle = prepare("no_mercy", seed=1)
    screen = player.open(BattleScreen(start_game(battle, ("human", "steady"), kept=False)))

    assert screen.parts.rosters.compact
    for side, listing in screen.parts.rosters.lists.items():
        assert all(row.picture and row.note for row in listing.rows), side


def test_a_larger_log_takes_the_place_of_the_card(player: Player) -> None:
    screen = open_deployed(player)
    before = screen.parts.log.panel.rect.height
    screen.enlarge_log()

    assert screen.parts.log.panel.rect.height > before
    assert screen.parts.card_panel not in screen.stack.panels
    screen.enlarge_log()
    assert screen.parts.log.panel.rect.height == before
