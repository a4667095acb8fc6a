"""Small pictures of whole tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pygame

from game.table.state import Table
from game.view.overlays import Overlay
from game.view.scene import Scene
from game.widgets.theme import Theme

TWICE = 2
"""Factor by which pictures are drawn larger before they are scaled to size."""


def picture_of(
    table: Table,
    parts: Collection[str],
    size: tuple[int, int],
    overlays: Iterable[Overlay] = (),
    scale: float = 1.0,
) -> pygame.Surface:
    """Return a picture of a table, within a size in pixels; *parts* are those of its rules.

    It uses a theme of its own, so that it can be drawn in a background thread.
    """
    wide, high = table.board.width, table.board.height
    fit = min(size[0] / wide, size[1] / high)
    ppi = max(4, round(fit * TWICE))
    window = pygame.Rect(0, 0, round((wide + 1) * ppi), round((high + 1) * ppi))
    scene = Scene(table, Theme(scale * TWICE), window, parts)
    scene.prepare()
    canvas = pygame.Surface(window.size)
    scene.draw(canvas, (), overlays)
    whole = canvas.subsurface(scene.camera.board.clip(window))
    small = max(1, round(wide * fit)), max(1, round(high * fit))
    return pygame.transform.smoothscale(whole, small)
