"""Tags with numbers on bases, laid out without overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame

from game.picture_cache import OwnPictures
from game.view.camera import Camera
from game.view.colours import CREAM, HALO
from game.view.overlays import Tag, TagCell, Tags
from game.view.style import DrawingTheme

SIZE: Final = 12.0
HIGH: Final = 15
EDGE: Final = 3
"""Units on each side of a cell's letters."""
WAYS: Final = 16
RINGS: Final = (1, 4, 9, 16, 26, 38, 52, 68, 86)
"""Distances from a base's rim, in units, at which places for a tag are tried, nearest first."""
LINE: Final = "#E9E2D3"
CROWDED: Final = 0.2
"""Share of the table that tags may cover; beyond it they are brief."""
SMALL: Final = 13
"""Units per inch below which tags are brief, because models are hardly apart."""

Tile = tuple[pygame.Surface, tuple[int, int]]


class TagLayout(NamedTuple):
    """The places of tags, in pixels from the board's corner, and the key of their layout."""

    about: object
    places: tuple[pygame.Rect, ...]


class TagPainter:
    def __init__(self, look: DrawingTheme) -> None:
        self.look = look
        self._plates = OwnPictures()
        self._laid = TagLayout(None, ())
        self._drawn: tuple[object, list[Tile]] = (None, [])

    def tiles(self, tags: Tags, camera: Camera) -> list[Tile]:
        """Return pictures and their places, in pixels from the board's corner."""
        about = tags, camera.ppi, tuple(_room(camera))
        if self._drawn[0] != about:
            self._drawn = about, self._draw(tags.tags, camera)
        return self._drawn[1]

    @property
    def places(self) -> tuple[pygame.Rect, ...]:
        """Return the places of the last tags, in pixels from the board's corner."""
        return self._laid.places

    def _draw(self, tags: Sequence[Tag], camera: Camera) -> list[Tile]:
        plates = [self._plate(tag.cells) for tag in tags]
        room = pygame.Rect(0, 0, camera.width * camera.ppi, camera.height * camera.ppi)
        covered = sum([p.get_width() * p.get_height() for p in plates])
        far = camera.ppi < SMALL * self.look.scale
        if far or covered > CROWDED * room.width * room.height:
            plates = [self._plate(tag.brief) for tag in tags]
        places = self._places(tags, [plate.get_size() for plate in plates], camera)
        lines = [
            line
            for tag, place in zip(tags, places, strict=True)
            for line in self._line(tag, place, camera.ppi)
        ]
        return [*lines, *((p, at.topleft) for p, at in zip(plates, places, strict=True))]

    def _places(
        self, tags: Sequence[Tag], sizes: Sequence[tuple[int, int]], camera: Camera
    ) -> tuple[pygame.Rect, ...]:
        """Return the places of tags; a change of their words alone does not move them."""
        room = _room(camera)
        about = tuple(tag.base for tag in tags), tuple(sizes), camera.ppi, tuple(room)
        if about != self._laid.about:
            bases = [_base(tag, camera.ppi) for tag in tags]
            self._laid = TagLayout(about, tuple(laid(bases, sizes, room, self.look.scale)))
        return self._laid.places

    def _plate(self, cells: tuple[TagCell, ...]) -> pygame.Surface:
        return self._plates.made(cells, lambda: self._paint(cells))

    def _paint(self, cells: tuple[TagCell, ...]) -> pygame.Surface:
        px = self.look.px
        words = [self.look.text(cell.words, SIZE, cell.ink, "heading") for cell in cells]
        # Numbers of up to two figures have the same width, so that tags keep their places.
        least = self.look.text("00", SIZE, CREAM, "heading").get_width()
        wides = [max(least, word.get_width()) + px(2 * EDGE) for word in words]
        plate = pygame.Surface((sum(wides) + 2, px(HIGH) + 2), pygame.SRCALPHA)
        plate.fill(HALO)
        left = 1
        for cell, word, wide in zip(cells, words, wides, strict=True):
            place = pygame.Rect(left, 1, wide, px(HIGH))
            plate.fill(cell.fill, place)
            plate.blit(word, word.get_rect(center=place.center))
            left += wide
        return plate.premul_alpha()

    def _line(self, tag: Tag, place: pygame.Rect, ppi: int) -> Iterator[Tile]:
        """Yield the line from a base to its tag, unless the tag is next to the base."""
        base = _base(tag, ppi)
        end = (
            min(max(base.x, place.left + 3), place.right - 4),
            min(max(base.y, place.top + 3), place.bottom - 4),
        )
        distance = pygame.Vector2(end).distance_to((base.x, base.y))
        if distance <= base.radius + self.look.px(4):
            return
        start = pygame.Vector2(base.x, base.y).move_towards(end, base.radius)
        around = pygame.Rect(start, (0, 0)).union((end, (1, 1))).inflate(6, 6)
        line = pygame.Surface(around.size, pygame.SRCALPHA)
        shift = pygame.Vector2(around.topleft)
        for colour, wide, left in ((HALO, 3, 120), (LINE, 1, 200)):
            ink = pygame.Color(colour)
            ink.a = left
            pygame.draw.line(line, ink, start - shift, end - shift, wide)
        yield line.premul_alpha(), around.topleft


def _room(camera: Camera) -> pygame.Rect:
    """Return the area for tags: the table, or the window if the whole table is in view."""
    if camera.window.contains(camera.board):
        return camera.window.move(-camera.left, -camera.top)
    return pygame.Rect(0, 0, camera.width * camera.ppi, camera.height * camera.ppi)


class BaseMark(NamedTuple):
    """A base in pixels."""

    x: float
    y: float
    radius: float


def _base(tag: Tag, ppi: int) -> BaseMark:
    (x, y), radius = tag.base
    return BaseMark(x * ppi, y * ppi, max(4.0, radius * ppi))


def laid(
    bases: Sequence[BaseMark],
    sizes: Sequence[tuple[int, int]],
    room: pygame.Rect,
    scale: float,
) -> Iterator[pygame.Rect]:
    """Yield a place for each tag: near its base, over no other tag, over few bases."""
    taken = list[pygame.Rect]()
    around = [pygame.Rect(b.x - b.radius, b.y - b.radius, *[2 * b.radius] * 2) for b in bases]
    for base, size in zip(bases, sizes, strict=True):
        best, least = pygame.Rect((0, 0), size), float("inf")
        for distance, place in _tried(base, size, scale):
            cost = distance
            if cost >= least:
                break
            if not room.contains(place):
                cost += 200 * scale
            if place.collidelist(taken) >= 0:
                cost += 120 * scale
            cost += 14 * scale * len(place.collidelistall(around))
            if cost < least:
                best, least = place, cost
        taken.append(best)
        yield best


def _tried(
    base: BaseMark, size: tuple[int, int], scale: float
) -> Iterator[tuple[float, pygame.Rect]]:
    """Yield places around a base with their distance from it, the nearest first."""
    wide, high = size
    for ring in RINGS:
        distance = base.radius + ring * scale
        for n in range(WAYS):
            right, down = sin(2 * pi * n / WAYS), -cos(2 * pi * n / WAYS)
            place = pygame.Rect(0, 0, wide, high)
            place.center = (
                round(base.x + right * (distance + wide / 2)),
                round(base.y + down * (distance + high / 2)),
            )
            yield ring * scale, place
