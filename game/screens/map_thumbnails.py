"""Small pictures of maps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import ClassVar, NamedTuple

import pygame

from game.background import BackgroundValue
from game.content.faults import UnusableFile
from game.content.file_words import named
from game.content.library_kinds import MAP
from game.content.maps.map_library import board_of, map_text
from game.content.user_files import DISK
from game.picture_cache import PICTURES
from game.table.state import PieceKind
from game.view.board.painter import BoardPainter
from game.view.board.tiles import TileDiskCache
from game.view.systems import map_pictures
from game.widgets.theme import DIM, Theme
from game.widgets.widget import Visible, Widget

MAP_SHARE = 0.62
"""Height of a usual map as a share of its width."""


class MapKey(NamedTuple):
    """The key of a map's picture: all that it depends on."""

    name: str
    size: tuple[int, int]
    """Size in pixels within which the picture is drawn."""
    changed: int
    """Time of the last change of its file or pack in nanoseconds; 0 for built-in maps."""
    left_off: tuple[PieceKind, ...] = ()
    """Kinds of pieces that are not shown."""


def map_key(name: str, size: tuple[int, int], left_off: tuple[PieceKind, ...] = ()) -> MapKey:
    """Return the key of a map's picture, for which its file is looked up."""
    file = named(name, MAP)
    pack = DISK.pack_of(file)
    path = pack.path if pack else DISK.own_file(file)
    try:
        changed = path.stat().st_mtime_ns if path else 0
    except OSError:
        changed = 0
    return MapKey(name, size, changed, left_off)


def map_pictures_in_background() -> BackgroundValue[pygame.Surface | None]:
    """Return the pictures of maps, drawn in a background thread one after another."""
    return BackgroundValue(None, PICTURES)


def wanted_picture(key: MapKey) -> tuple[MapKey, Callable[[], pygame.Surface | None]]:
    """Return a key with the function that draws its picture."""
    return key, partial(picture_of_map, key.name, key.size, key.left_off)


def picture_of_map(
    name: str, size: tuple[int, int], left_off: tuple[PieceKind, ...] = ()
) -> pygame.Surface | None:
    """Return a picture of a map within a size in pixels; None if it cannot be read.

    *left_off*: kinds of pieces that are not shown.
    """
    file = named(name, MAP)
    try:
        return _picture(map_text(DISK, file), file, size, left_off)
    except UnusableFile:
        return None


@PICTURES.keeps
def _picture(
    text: str, file: str, size: tuple[int, int], left_off: tuple[PieceKind, ...]
) -> pygame.Surface:
    board = board_of(text, file)
    share = min(size[0] / board.width, size[1] / board.height)
    whole = _painted(text, file, max(4, round(share)), left_off)
    small = max(1, round(board.width * share)), max(1, round(board.height * share))
    return pygame.transform.smoothscale(whole, small)


def _painted(text: str, file: str, ppi: int, left_off: tuple[PieceKind, ...]) -> pygame.Surface:
    """Return a whole map at *ppi* pixels per inch."""
    board = board_of(text, file)
    area = (0.0, 0.0, float(ceil(board.width)), float(ceil(board.height)))
    bake = BoardPainter(board)
    whole = TileDiskCache(bake).part(area, ppi, bake.part)
    for one in map_pictures(bake.plan):
        if one.kind not in left_off:
            picture, at = one.paint(ppi)
            whole.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    return whole


class Thumbnail(Widget):
    """A small picture of a map."""

    wraps: ClassVar[bool] = True
    state: ClassVar[frozenset[str]] = Widget.state | {"_picture_key"}

    map = Visible[str]()
    """Name of the map."""
    left_off = Visible[tuple[PieceKind, ...]]()
    """Kinds of pieces that are not shown."""

    def __init__(self, map_: str = "", left_off: tuple[PieceKind, ...] = ()) -> None:
        super().__init__()
        self.map, self.left_off = map_, left_off
        self._picture_key: MapKey | None = None

    def height_for(self, theme: Theme, width: float) -> float:
        """Return the height of a usual map of a width."""
        return width * MAP_SHARE

    @property
    def picture_key(self) -> MapKey:
        """Return the key of its picture; the file is looked up once for each map."""
        wanted = MapKey(self.map, self.rect.size, 0, self.left_off)
        if self._picture_key is None or self._picture_key._replace(changed=0) != wanted:
            self._picture_key = map_key(self.map, self.rect.size, self.left_off)
        return self._picture_key

    def paint(self, canvas: pygame.Surface) -> None:
        picture = PICTURES.recall(self.picture_key)
        if picture is None:
            is_drawn = self.picture_key in PICTURES
            words = self.theme.text("No picture" if is_drawn else "Drawing the map …", 14, DIM)
            canvas.blit(words, words.get_rect(center=self.rect.center))
        else:
            canvas.blit(picture, picture.get_rect(center=self.rect.center))
