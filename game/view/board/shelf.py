"""Painted parts of boards on the disk, for the next time that they are looked at."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from struct import Struct

import pygame

from game.content.storage import DiskCache
from game.content.storage import cache as cache_folder
from game.geometry.polygons import Box
from game.table.board import Board

_SIZE = Struct("<II")


class Shelf:
    """Finds what was painted of one board by this version of the painter."""

    def __init__(self, board: Board) -> None:
        self._cabinet = DiskCache(cache_folder() / "boards")
        self._board = fingerprint(board)

    def part(
        self, area: Box, ppi: int, paint: Callable[[Box, int], pygame.Surface]
    ) -> pygame.Surface:
        """Return a part of the board from the disk; without it paint it, and keep it there."""
        if (found := self.find(area, ppi)) is None:
            found = paint(area, ppi)
            self.keep(area, ppi, found)
        return found

    def find(self, area: Box, ppi: int) -> pygame.Surface | None:
        told = self._cabinet.find(self._name(area, ppi))
        if told is None or len(told) < _SIZE.size:
            return None
        size = _SIZE.unpack_from(told)
        if len(told) != _SIZE.size + 3 * size[0] * size[1]:
            return None
        return pygame.image.frombytes(told[_SIZE.size :], size, "RGB").convert()

    def keep(self, area: Box, ppi: int, picture: pygame.Surface) -> None:
        told = _SIZE.pack(*picture.get_size()) + pygame.image.tobytes(picture, "RGB")
        self._cabinet.keep(self._name(area, ppi), told)

    def _name(self, area: Box, ppi: int) -> str:
        return "-".join([self._board, str(ppi), *(f"{edge:g}" for edge in area)])


def fingerprint(board: Board) -> str:
    """Return the hash of all that a picture of a board depends on."""
    drawn = (board.name, board.width, board.height, board.look, board.zones, board.spots)
    pieces = [(t.id, t.kind.value, t.outline, t.closed) for t in board.terrain]
    told = repr((_painter(), drawn, pieces))
    return sha256(told.encode()).hexdigest()[:20]


@cache
def _painter() -> str:
    """Return the version of the painter: a hash of its own text, and of what it paints with."""
    told = sha256(pygame.version.ver.encode())
    for file in sorted(Path(__file__).parents[1].rglob("*.py")):
        told.update(file.read_bytes())
    return told.hexdigest()
