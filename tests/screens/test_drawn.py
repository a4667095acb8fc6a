"""Every laid-out widget and model is visible in its window, in any colours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame
import pytest
from pygame import surfarray

from game.screens.battle.board_view import BoardView
from game.screens.battle.choice_list import ChoiceList
from game.screens.battle.header import TurnEdge
from game.screens.result import ResultScreen
from game.screens.screen import WindowContext
from game.screens.title import TitleScreen
from game.view.scene import Scene
from game.widgets.hint_line import HintLine
from game.widgets.list_box import ListBox
from game.widgets.panel import Panel
from game.widgets.text_view import Label, Log, Paragraph
from game.widgets.widget import Widget
from tests.screens.catalogue import SHOTS, freeze
from tests.screens.input_driver import Player
from tests.screens.test_every_size import Album, only_laid_out, proofs
from tests.screens.test_golden import SHOWN
from tests.screens.test_idle_frames import MOVING, idle_frame, wait_for_rest
from tests.tools.layout_checks import name_of

SIZES = ((1280, 720), (1920, 1080))
COLOURS = 12
"""Minimum number of colours of a drawn model, from its ring to its icon."""


def _cases() -> Iterator[Any]:
    """Yield each screen in each size; of one kind, the fast tier looks at the first.

    Screens that the fast tier compares with a stored picture are slow tests here.
    """
    kinds = set[str]()
    for name in SHOTS:
        kind = name.split("-")[0]
        fast = name not in SHOWN and kind not in kinds
        if fast:
            kinds.add(kind)
        for size in SIZES:
            marks = [] if fast and size == SIZES[0] else [pytest.mark.slow]
            yield pytest.param(name, size, id=f"{name}-{size[0]}", marks=marks)


@pytest.fixture(autouse=True)
def _frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    freeze(monkeypatch)


@pytest.mark.parametrize(("name", "size"), [*_cases()])
def test_all_that_is_laid_out_is_to_be_seen(
    name: str, size: tuple[int, int], player: Player, request: pytest.FixtureRequest
) -> None:
    """Look at the pixels of a screen.

    In the fast tier look at its layout in other windows, too, in the slow one at a frame in
    which nothing changes.
    """
    shot = SHOTS[name]
    player.frame = WindowContext(player.frame.theme, size, shot.settings)
    player.canvas = pygame.Surface(size)
    screen = shot.make(player)
    player.stack.screens = [screen]
    player.stack.refit(player.frame)
    player.wait()
    shot.pose(player)
    player.wait(2)

    assert [*unseen(player)] == []
    if not isinstance(screen, TitleScreen | ResultScreen):
        assert re.search("[a-z]", getattr(screen, "caption", ""))
    if not request.node.get_closest_marker("slow"):
        album, found = Album(shot, player, screen), list[str]()
        with only_laid_out():
            for window, proof in proofs().items():
                found += album.faults(window, proof)
        assert found == []
    elif size != SIZES[0] and name not in MOVING:
        wait_for_rest(player)
        assert idle_frame(player) == ([], False, [])


def unseen(player: Player) -> Iterator[str]:
    """Yield the names of panels and widgets that are laid out but not drawn."""
    panels, window = player.seen_panels.open_panels, colours_of_pixels(player.canvas)
    for panel in panels:
        painted, solid = (
            colours_of_pixels(panel.surface),
            surfarray.array_alpha(panel.surface) == 255,
        )
        if (solid & (part_of(window, panel.rect) != painted)).any():
            yield name_of(panel)
        # A panel without plates keeps no ground: it is transparent there.
        differs = painted != (colours_of_pixels(panel.ground) if panel.ground else 0)
        for widget in panel.widgets:
            # A part of a widget in a column that scrolls may be an empty edge.
            whole = not widget.view or panel.visible_part(widget) == widget.rect
            shown = widget.shown and whole
            if shown and says(widget) and not part_of(differs, widget.rect).any():
                yield name_of(widget)
    board = getattr(getattr(player.top, "parts", None), "board", None)
    # A curtain hides the table.
    if isinstance(board, BoardView) and player.seen_panels is player.panels:
        # The minimap covers models, also below a dialog.
        covers = [*panels, *player.panels.panels]
        yield from unseen_models(board.scene, covers, player.canvas)


def unseen_models(
    scene: Scene, panels: Iterable[Panel], canvas: pygame.Surface
) -> Iterator[str]:
    """Yield the models without a token at their position, unless a panel covers it."""
    covers = [panel.rect for panel in panels]
    for model, at, _ in scene.shown_models():
        side = max(12, round(1.4 * model.base * scene.camera.ppi))
        token = pygame.Rect(0, 0, side, side)
        token.center = scene.camera.pixel(at)
        if scene.camera.window.contains(token) and token.collidelist(covers) < 0:
            colours = np.unique(colours_of_pixels(canvas.subsurface(token)))
            if len(colours) < COLOURS:
                yield str(model.id)


def says(widget: Widget) -> bool:
    """Return whether a widget currently has any content."""
    match widget:
        case Paragraph():
            return any(span.text or span.picture for span in widget.spans)
        case TurnEdge():
            return widget.team is not None
        case Label(text=said) | HintLine(text=said) | Log(entries=said):
            return bool(said)
        case ListBox(rows=said) | ChoiceList(choices=said):
            return bool(said)
        case _:
            return True


def part_of(picture: npt.NDArray[Any], rect: pygame.Rect) -> npt.NDArray[Any]:
    return picture[rect.left : rect.right, rect.top : rect.bottom]


def colours_of_pixels(picture: pygame.Surface) -> npt.NDArray[Any]:
    """Return the colour of each pixel, without its opacity."""
    assert picture.get_masks()[:3] == (0xFF0000, 0x00FF00, 0x0000FF)
    return surfarray.pixels2d(picture) & 0xFFFFFF
