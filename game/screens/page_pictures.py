"""Pictures on how-to-play pages, drawn from situations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pygame

from game.content.how_to_pages import Picture
from game.content.situations.situation_files import LoadedSituation
from game.geometry.points import Disc, Point
from game.rules.situation_setup import set_up
from game.screens.table_pictures import picture_of
from game.view.overlays import BaseOutline, Overlay, OverlayLine, OverlayTone, RangeRing, Trail

BASE_INCHES = 0.5
"""Radius of the base drawn at the end of a path, in inches."""


def illustration(
    opened: LoadedSituation, picture: Picture, size: tuple[int, int], scale: float
) -> pygame.Surface:
    """Return a picture of a page; raise UnusableFile if its situation cannot be opened."""
    rules, table = set_up(opened)
    return picture_of(table, rules.parts, size, [*_draw_page_picture(picture)], scale)


def _draw_page_picture(picture: Picture) -> Iterator[Overlay]:
    for ring in picture.ring:
        yield RangeRing(Point(*ring.at), ring.radius, OverlayTone.CHOSEN, f'{ring.radius:g}"')
    for line in picture.line:
        yield OverlayLine(
            Point(*line.start), Point(*line.end), OverlayTone.GOOD, words=line.words
        )
    for path in picture.path:
        yield Trail(tuple(Point(*at) for at in path), BASE_INCHES, 6.0)
    for route in picture.way:
        for a, b in pairwise(Point(*at) for at in route):
            yield OverlayLine(a, b, OverlayTone.PLANNED)
        yield BaseOutline((Disc(Point(*route[-1]), BASE_INCHES),), OverlayTone.PLAIN)
