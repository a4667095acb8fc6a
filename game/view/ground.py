"""The board under the camera: tiles painted when they come into sight, and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from math import ceil

import pygame

from game.geometry.shapes import Box
from game.table.board import Board
from game.view.bake import Bake
from game.view.camera import Camera
from game.view.palette import VOID

TILE = 512
"""About how many pixels a tile is wide; always whole inches."""
MOST_KEPT = 96
"""Tiles: some 100 MB."""
COARSE = 768
"""The longer side of the picture that stands in for tiles not yet painted."""

Tile = tuple[int, int, int]
"""Pixels an inch, column and row."""


class Ground:
    """Draws the board, and paints one tile a frame where any is missing."""

    def __init__(self, board: Board) -> None:
        self.bake = Bake(board)
        self._tiles: OrderedDict[Tile, pygame.Surface] = OrderedDict()
        self._coarse_ppi = max(1, int(COARSE / max(board.width, board.height)))
        self.coarse = self.bake.whole(self._coarse_ppi)

    def prepare(self, camera: Camera) -> None:
        """Paint all that is in sight now, however long it takes."""
        for tile in self._in_sight(camera):
            if tile not in self._tiles:
                self._paint(tile)

    def draw(self, canvas: pygame.Surface, camera: Camera) -> bool:
        """Draw what is in sight; return whether all of it was crisp."""
        clip = canvas.get_clip()
        canvas.set_clip(camera.window)
        canvas.fill(VOID)
        may_paint, crisp = True, True
        for tile in self._in_sight(camera):
            if tile not in self._tiles and may_paint:
                self._paint(tile)
                may_paint = False
            if tile in self._tiles:
                self._tiles.move_to_end(tile)
                canvas.blit(self._tiles[tile], self._spot(tile, camera))
            else:
                self._stand_in(canvas, tile, camera)
                crisp = False
        canvas.set_clip(clip)
        return crisp

    def _in_sight(self, camera: Camera) -> Iterator[Tile]:
        ppi = camera.ppi
        pitch = inches(ppi) * ppi
        seen = camera.board.clip(camera.window)
        if not seen:
            return
        across = range(
            (seen.left - camera.left) // pitch, (seen.right - 1 - camera.left) // pitch + 1
        )
        down = range(
            (seen.top - camera.top) // pitch, (seen.bottom - 1 - camera.top) // pitch + 1
        )
        yield from ((ppi, i, j) for j in down for i in across)

    def _box(self, tile: Tile) -> Box:
        ppi, i, j = tile
        side = inches(ppi)
        right = min((i + 1) * side, ceil(self.bake.board.width))
        bottom = min((j + 1) * side, ceil(self.bake.board.height))
        return i * side, j * side, right, bottom

    def _spot(self, tile: Tile, camera: Camera) -> tuple[int, int]:
        ppi, i, j = tile
        pitch = inches(ppi) * ppi
        return camera.left + i * pitch, camera.top + j * pitch

    def _paint(self, tile: Tile) -> None:
        self._tiles[tile] = self.bake.part(self._box(tile), tile[0])
        if len(self._tiles) > MOST_KEPT:
            self._tiles.popitem(last=False)

    def _stand_in(self, canvas: pygame.Surface, tile: Tile, camera: Camera) -> None:
        """Draw a tile from the coarse picture of the whole board, stretched."""
        left, top, right, bottom = (round(edge * self._coarse_ppi) for edge in self._box(tile))
        part = self.coarse.subsurface((left, top, right - left, bottom - top))
        ppi, box = tile[0], self._box(tile)
        size = round((box[2] - box[0]) * ppi), round((box[3] - box[1]) * ppi)
        canvas.blit(pygame.transform.scale(part, size), self._spot(tile, camera))


def inches(ppi: int) -> int:
    """Return how many inches a tile is wide."""
    return max(1, TILE // ppi)
