"""Painting of the shipped maps into the disk cache while nobody does anything."""

from __future__ import annotations

from collections.abc import Iterator

from game.background import Pending
from game.content.library_kinds import MAP
from game.content.maps.map_library import load_map
from game.content.shipped_folders import MAPS as FOLDER
from game.content.user_files import DISK
from game.screens.battle.battle_layout import layout, opening_sides
from game.screens.screen import WindowContext
from game.view.board.tiles import BoardTiles
from game.view.camera import Camera


class IdlePainter:
    """Paints the shipped maps as the battle screen of a window first shows them.

    Each step paints one part of a map in a background thread.
    """

    def __init__(self, frame: WindowContext) -> None:
        self._steps = paint_shipped_maps(frame)
        self._work = Pending[bool]()
        self.is_done = False
        """True once the cache has all parts, as far as it can keep them."""

    def step(self) -> None:
        """Begin with the next part, unless the last one is still painted."""
        for is_done in self._work.finished():
            self.is_done = is_done
        if not self.is_done and not self._work.is_running:
            self._work.start(self._paint)

    def _paint(self) -> bool:
        """Paint one part; return whether there was none left."""
        return next(self._steps, None) is None


def paint_shipped_maps(frame: WindowContext) -> Iterator[str]:
    """Paint all shipped maps for a window; yield a map's name after each part."""
    wide, high = frame.units
    for name in DISK.shipped.names(MAP):
        board = load_map(FOLDER / f"{name}.tmj")
        window = frame.theme.rect(layout(wide, high, opening_sides(board, wide)).board)
        for _ in BoardTiles(board).fill_disk_cache(Camera(board.width, board.height, window)):
            yield name
