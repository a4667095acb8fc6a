"""Small pictures of tables, drawn when they are looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import pygame

from game.content.learning import Picture
from game.geometry.points import Disc, Point
from game.rules.situation_setup import set_up
from game.table.state import Table
from game.view.overlays.shapes import (
    BaseOutline,
    Overlay,
    OverlayLine,
    OverlayTone,
    RangeRing,
    Trail,
)
from game.view.scene import Scene
from game.widgets.theme import Theme

BASE = 0.5
"""The radius that a model is drawn with where it would end."""
TWICE = 2
"""Drawn so much larger and then made small: an inch is a whole number of pixels."""


def picture_of(
    table: Table, size: tuple[int, int], overlays: Iterable[Overlay] = (), scale: float = 1.0
) -> pygame.Surface:
    """Return a table as it stands, no larger than a size in pixels.

    It has a theme of its own, so that it may be drawn beside the frames.
    """
    wide, high = table.board.width, table.board.height
    fit = min(size[0] / wide, size[1] / high)
    ppi = max(4, round(fit * TWICE))
    window = pygame.Rect(0, 0, round((wide + 1) * ppi), round((high + 1) * ppi))
    scene = Scene(table, Theme(scale * TWICE), window)
    scene.prepare()
    canvas = pygame.Surface(window.size).convert()
    scene.draw(canvas, (), overlays)
    whole = canvas.subsurface(scene.camera.board.clip(window))
    small = max(1, round(wide * fit)), max(1, round(high * fit))
    return pygame.transform.smoothscale(whole, small)


def illustration(picture: Picture, size: tuple[int, int], scale: float) -> pygame.Surface:
    """Return a picture of a page; raise UnusableFile if its situation cannot be opened."""
    _, table = set_up(picture.opened)
    return picture_of(table, size, [*_drawn(picture)], scale)


def _drawn(picture: Picture) -> Iterator[Overlay]:
    for ring in picture.rings:
        yield RangeRing(Point(*ring.at), ring.radius, OverlayTone.CHOSEN, f'{ring.radius:g}"')
    for line in picture.lines:
        yield OverlayLine(
            Point(*line.start), Point(*line.end), OverlayTone.GOOD, words=line.words
        )
    for path in picture.paths:
        yield Trail(tuple(Point(*at) for at in path), BASE, 6.0)
    for way in picture.ways:
        for a, b in pairwise(Point(*at) for at in way):
            yield OverlayLine(a, b, OverlayTone.PLANNED)
        yield BaseOutline((Disc(Point(*way[-1]), BASE),), OverlayTone.PLAIN)
