"""Pictures of screens."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Protocol

import pygame

from game.background import loading
from game.content.png_payload import embed_save
from game.content.safe_writing import write_bytes
from game.screens.battle.battle_window import BattlePanels
from game.screens.screen import Screen, WindowContext
from game.screens.ui_scale import natural_scale
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays import Overlay
from game.view.scene import Scene
from game.view.style import DrawingTheme
from game.widgets.theme import Theme

SETTLING = 20
"""Number of frames in which overlays are computed and animations end."""
BUSY_MS = 10
"""Milliseconds between two frames while something is loading or being computed."""


class BattleDisplay(Screen, Protocol):
    """A screen that shows a battle."""

    parts: BattlePanels


def open_nothing() -> None:
    """Set up pygame to draw offscreen, unless there is a window already."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    if pygame.display.get_surface() is None:
        pygame.display.set_mode((64, 64))


def frame_of(size: tuple[int, int]) -> WindowContext:
    """Return the context of an offscreen window, at its natural scale."""
    return WindowContext(Theme(natural_scale(size)), size)


def window_shot(screen: Screen, frame: WindowContext, frames: int = SETTLING) -> pygame.Surface:
    """Return the picture of a screen after some frames without input."""
    canvas = pygame.Surface(frame.size)
    screen.fill(frame)
    settle(screen, canvas, frames)
    return canvas


def settle(
    screen: Screen,
    canvas: pygame.Surface,
    frames: int = SETTLING,
    busy: Callable[[], bool] = loading,
) -> None:
    """Wait until nothing is loading or being computed, and then run *frames* frames.

    No time passes during the wait, so that the picture does not depend on its duration.
    """
    still = SETTLING
    while still:
        screen.update(0.0)
        screen.draw(canvas)
        is_busy = busy()
        still = SETTLING if is_busy else still - 1
        # Drawing would take processor time from the work in the background.
        pygame.time.wait(BUSY_MS if is_busy else 2)
    for _ in range(frames):
        screen.update(1 / 60)
        screen.draw(canvas)


def point_at(screen: BattleDisplay, model: ModelId, canvas: pygame.Surface) -> None:
    """Move the mouse to a model, and wait until the result is shown."""
    board = screen.parts.board
    pixel = board.scene.camera.pixel(board.scene.stage.place_of(model))
    motion = {"pos": pixel, "rel": (0, 0), "buttons": (0, 0, 0), "touch": False}
    screen.handle(pygame.Event(pygame.MOUSEMOTION, motion))
    settle(screen, canvas, 2 * SETTLING)


def table_shot(
    table: Table,
    parts: Collection[str],
    look: DrawingTheme,
    size: tuple[int, int],
    below: Sequence[Overlay] = (),
    above: Sequence[Overlay] = (),
) -> pygame.Surface:
    """Return the whole table with its models and pieces, as large as fits.

    *parts* are those of its rules.
    """
    canvas = pygame.Surface(size)
    scene = Scene(table, look, canvas.get_rect(), parts)
    scene.prepare()
    scene.pen.prepare(scene.camera, (*below, *above))
    scene.draw(canvas, below, above)
    return canvas


def as_png(picture: pygame.Surface, save: str = "") -> bytes:
    """Return a picture as a PNG file, with an embedded save if one is given."""
    found = BytesIO()
    pygame.image.save(picture, found, "shot.png")
    return embed_save(found.getvalue(), save) if save else found.getvalue()


def keep(picture: pygame.Surface, folder: Path, name: str, save: str = "") -> Path:
    """Write a picture under a free name and return its path; raise UnusableFile."""
    tries = (folder / f"{name}{'' if n == 1 else f' {n}'}.png" for n in count(1))
    path = next(path for path in tries if _is_free(path))
    write_bytes(path, as_png(picture, save))
    return path


def _is_free(path: Path) -> bool:
    try:
        return not path.exists()
    except OSError:
        return True  # Writing will report the error.
