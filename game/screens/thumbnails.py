"""Small pictures of maps, tables and saves, drawn in the background."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import TypeAlias

import pygame

from game.content.faults import UnusableFile
from game.content.file_source import DISK, MAPS, named
from game.content.learning import Picture
from game.content.maps import board_of
from game.content.save_files import SaveSummary
from game.content.save_format import load_save
from game.geometry.points import Disc, Point
from game.rules.situation_setup import set_up
from game.screens.live_game import record_of_save
from game.table.state import Table
from game.view.background_task import Loader
from game.view.board.painter import BoardPainter
from game.view.board.tiles import TileDiskCache
from game.view.overlays.overlay_shapes import (
    BaseOutline,
    Overlay,
    OverlayLine,
    OverlayTone,
    RangeRing,
    Trail,
)
from game.view.scene import Scene
from game.view.systems import map_pictures
from game.widgets.theme import DIM, Theme
from game.widgets.widget import Visible, Widget


class Thumbnail(Widget):
    map = Visible[str]()
    """Name of the map."""

    def __init__(self, box: tuple[float, float, float, float]) -> None:
        super().__init__(box)
        self.map = ""

    def paint(self, canvas: pygame.Surface) -> None:
        picture = picture_of_map(self.map, self.rect.size)
        if picture is None:
            words = self.theme.text("No picture", 14, DIM)
            canvas.blit(words, words.get_rect(center=self.rect.center))
        else:
            canvas.blit(picture, picture.get_rect(center=self.rect.center))


def picture_of_map(name: str, size: tuple[int, int]) -> pygame.Surface | None:
    """Return a picture of a map within a size in pixels; None if it cannot be read."""
    file = named(name, MAPS, ".tmj")
    try:
        return _picture(DISK.read(file), file, size)
    except UnusableFile:
        return None


@lru_cache(maxsize=24)
def _picture(text: str, file: str, size: tuple[int, int]) -> pygame.Surface:
    board = board_of(text, file)
    share = min(size[0] / board.width, size[1] / board.height)
    whole = _painted(text, file, max(4, round(share)))
    small = max(1, round(board.width * share)), max(1, round(board.height * share))
    return pygame.transform.smoothscale(whole, small)


@lru_cache(maxsize=8)
def _painted(text: str, file: str, ppi: int) -> pygame.Surface:
    """Return a whole map at *ppi* pixels per inch."""
    board = board_of(text, file)
    area = (0.0, 0.0, float(ceil(board.width)), float(ceil(board.height)))
    bake = BoardPainter(board)
    whole = TileDiskCache(board).part(area, ppi, bake.part)
    for one in map_pictures(bake.plan):
        picture, at = one.paint(ppi)
        whole.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    return whole


BASE = 0.5
"""Radius of the base drawn at the end of a path, in inches."""
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
    canvas = pygame.Surface(window.size).convert()
    scene.draw(canvas, (), overlays)
    whole = canvas.subsurface(scene.camera.board.clip(window))
    small = max(1, round(wide * fit)), max(1, round(high * fit))
    return pygame.transform.smoothscale(whole, small)


def illustration(picture: Picture, size: tuple[int, int], scale: float) -> pygame.Surface:
    """Return a picture of a page; raise UnusableFile if its situation cannot be opened."""
    rules, table = set_up(picture.opened)
    return picture_of(table, rules.parts, size, [*_draw_page_picture(picture)], scale)


def _draw_page_picture(picture: Picture) -> Iterator[Overlay]:
    for ring in picture.circles:
        yield RangeRing(Point(*ring.at), ring.radius, OverlayTone.CHOSEN, f'{ring.radius:g}"')
    for line in picture.lines:
        yield OverlayLine(
            Point(*line.start), Point(*line.end), OverlayTone.GOOD, words=line.words
        )
    for path in picture.paths:
        yield Trail(tuple(Point(*at) for at in path), BASE, 6.0)
    for route in picture.ways:
        for a, b in pairwise(Point(*at) for at in route):
            yield OverlayLine(a, b, OverlayTone.PLANNED)
        yield BaseOutline((Disc(Point(*route[-1]), BASE),), OverlayTone.PLAIN)


MAX_THUMBNAILS = 64
Key: TypeAlias = tuple[Path, float, tuple[int, int]]

_kept: OrderedDict[Key, pygame.Surface | None] = OrderedDict()
"""Pictures of saves, kept when the screen is closed; None if one cannot be drawn."""


class Previews:
    def __init__(self, size: tuple[int, int]) -> None:
        """Draw pictures of at most *size* pixels."""
        self.size = size
        self._drawing: tuple[Key, Loader[list[pygame.Surface]]] | None = None

    def _key(self, summary: SaveSummary) -> Key:
        return summary.path, summary.changed, self.size

    def of(self, summary: SaveSummary) -> pygame.Surface | None:
        """Return the picture of a save, if it has been drawn."""
        return _kept.get(self._key(summary))

    def draw_next(self, wanted: Iterable[SaveSummary]) -> bool:
        """Draw the next missing picture; return whether another one was finished."""
        came = self._take()
        missing = (g for g in wanted if not g.fault and self._key(g) not in _kept)
        if self._drawing is None and (summary := next(missing, None)):
            path, size = summary.path, self.size
            self._drawing = self._key(summary), Loader(lambda: _draw_save(path, size))
        return came

    def _take(self) -> bool:
        if self._drawing is None or not self._drawing[1].done:
            return False
        key, loader = self._drawing
        self._drawing = None
        _kept[key] = next(iter(loader.result()), None)
        if len(_kept) > MAX_THUMBNAILS:
            _kept.popitem(last=False)
        return True


def _draw_save(path: Path, size: tuple[int, int]) -> list[pygame.Surface]:
    """Return the picture of a save's last state; empty if it cannot be opened."""
    try:
        story = record_of_save(load_save(path))
        return [picture_of(story.at(len(story.events)), story.rules.parts, size)]
    except Exception:  # noqa: BLE001  whatever is wrong with a file is told when it is loaded
        return []
