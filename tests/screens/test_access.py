from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygame
import pytest

from game.content.palettes import PaletteName, palette, use_palette
from game.content.settings import Settings
from game.screens.battle.screen import BattleScreen
from game.screens.battle.sound_captions import CAPTION_SECONDS, Captions
from game.screens.live_game import start_game
from game.screens.screen import Adopt, WindowContext
from game.shown.event_log import Filter
from game.view.colours import TEAMS
from game.view.sounds import Sound
from game.widgets.theme import Theme
from tests.screens.input_driver import Player, battle, ready


@pytest.fixture(autouse=True)
def _back_again() -> Iterator[None]:
    yield
    use_palette(PaletteName.LAMPLIGHT)


def adopt(player: Player, settings: Settings) -> None:
    """Apply settings to the window, as the window itself does."""
    use_palette(settings.palette)
    player.stack.adopt = lambda liked: WindowContext(Theme(), player.frame.size, liked)
    player.stack.follow(Adopt(settings))
    player.wait()


def battle_in_first_turn(player: Player) -> BattleScreen:
    screen = player.play()
    ready(player, screen)
    for _ in range(3):
        player.key(pygame.K_RETURN)
        ready(player, screen)
    return screen


def colours_in(canvas: pygame.Surface, rect: pygame.Rect) -> set[str]:
    """Return all colours in a part of the window, as ``#RRGGBB``."""
    assert canvas.get_masks()[:3] == (0xFF0000, 0x00FF00, 0x0000FF)
    found = np.unique(pygame.surfarray.array2d(canvas.subsurface(rect)) & 0xFFFFFF)
    return {f"#{colour:06X}" for colour in found.tolist()}


def test_another_palette_repaints_board_panels_and_log(player: Player) -> None:
    screen = battle_in_first_turn(player)
    old = palette()
    whole = player.canvas.get_rect()
    screen.parts.log.pick(Filter.STORY)
    player.wait()
    log = screen.parts.log.panel.rect
    assert {old.teams[0].plain, old.teams[1].plain} <= colours_in(player.canvas, whole)
    assert old.teams[0].light in colours_in(player.canvas, log)

    adopt(player, Settings(palette=PaletteName.TEAL))
    now = colours_in(player.canvas, whole)
    assert {TEAMS[0].plain, TEAMS[1].plain} <= now
    assert not now & {old.teams[0].plain, old.teams[1].plain, old.good, old.bad}
    assert TEAMS[0].light in colours_in(player.canvas, log)


def test_less_motion_reaches_the_stage_and_stays_there(player: Player) -> None:
    screen = battle_in_first_turn(player)
    adopt(player, Settings(still=True))
    assert screen.parts.board.scene.stage.reduced
    screen.parts.board.scene.restart(screen.session.table)
    assert screen.parts.board.scene.stage.reduced
    adopt(player, Settings())

    assert not screen.parts.board.scene.stage.reduced


def test_what_can_be_heard_is_written_where_captions_are_on(player: Player) -> None:
    player.frame = player.frame._replace(settings=Settings(captions=True))
    screen = player.play()
    board = screen.parts.board
    ready(player, screen)
    player.key(pygame.K_RETURN)
    player.wait_until(lambda: bool(board.captions.lines))
    shown = player.canvas.subsurface(board.window).copy()
    player.wait_until(lambda: not board.captions.lines)

    bare = player.canvas.subsurface(board.window)
    assert pygame.image.tobytes(shown, "RGB") != pygame.image.tobytes(bare, "RGB")


def test_captions_say_the_last_few_and_fade() -> None:
    captions = Captions()
    captions.play([Sound.DICE])
    assert not captions.lines
    captions.on = True
    captions.play([Sound.TICK, Sound.DICE, Sound.STEPS])
    captions.update(CAPTION_SECONDS / 2)
    captions.play([Sound.DICE, Sound.WOUND, Sound.FALL])
    assert captions.lines == ("dice roll", "a hit", "somebody falls")
    captions.update(CAPTION_SECONDS / 2)
    assert captions.lines == ("dice roll", "a hit", "somebody falls")
    captions.update(CAPTION_SECONDS / 2)

    assert not captions.lines


def test_things_are_shown_as_fast_as_is_liked_until_another_speed_is_chosen(
    player: Player,
) -> None:
    player.frame = player.frame._replace(settings=Settings(speed=2.0))
    screen = player.open(BattleScreen(start_game(battle(), ("human", "human"))))
    stage = screen.parts.board.scene.stage
    assert stage.speed == 2.0
    player.key(pygame.K_v)
    assert stage.speed == 4.0
    adopt(player, Settings(speed=2.0, volume=5))
    assert stage.speed == 4.0
    adopt(player, Settings(speed=0.5))

    assert stage.speed == screen.speed == 0.5


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080)])
def test_at_the_largest_scale_the_battle_still_fits(
    player: Player, size: tuple[int, int]
) -> None:
    frame = WindowContext(Theme(), size)
    screen = player.play()
    screen.fill(frame)
    panels = screen.stack.panels
    window = pygame.Rect((0, 0), size)
    assert [p.box for p in panels if not window.contains(p.rect)] == []
    for panel in panels:
        shown = [w for w in panel.widgets if w.shown and w.focusable]
        crossing = [
            (a, b) for n, a in enumerate(shown) for b in shown[:n] if a.rect.colliderect(b.rect)
        ]
        assert crossing == []
    tray = screen.parts.footer.tray
    beside = [w for w in screen.parts.footer.panel.widgets if w is not tray]
    assert tray.rect.width >= 120
    assert [w for w in beside if w.rect.colliderect(tray.rect)] == []
    assert screen.parts.log.log.rect.height >= 60
