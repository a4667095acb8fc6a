"""What stands on the painted board and is no part of it: houses, crates, a cage's floor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pygame

from game.table.board import Board
from game.table.cage_floor import rings_of
from game.table.pieces import PieceKind, pieces_of
from game.view.background_task import Loader
from game.view.board.layout import BoardLayout
from game.view.board.street_pictures import building
from game.view.cage_view import at_rest
from game.view.zero_g_view import CrateView


class Drawn(NamedTuple):
    picture: pygame.Surface
    """Premultiplied."""
    at: tuple[int, int]
    """Pixels from the board's corner."""


class Standing:
    """Of one board, at the zoom that was asked for last; drawn beside the frames."""

    def __init__(self, board: Board, plan: BoardLayout) -> None:
        self.board, self.plan = board, plan
        self._ppi = 0
        self._drawn: tuple[Drawn, ...] = ()
        self._next: tuple[int, Loader[tuple[Drawn, ...]]] | None = None

    def at(self, ppi: int) -> tuple[Drawn, ...] | None:
        """Return the pictures; None as long as they are being drawn."""
        if ppi == self._ppi:
            return self._drawn
        if self._next and self._next[1].done:
            self._ppi, loader = self._next
            self._drawn, self._next = loader.result(), None
            return self.at(ppi)
        if self._next is None:
            self._next = ppi, Loader(lambda: tuple(self._draw(ppi)))
        return None

    def prepare(self, ppi: int) -> None:
        """Draw them now, however long it takes."""
        self._ppi, self._drawn = ppi, tuple(self._draw(ppi))

    def _draw(self, ppi: int) -> Iterator[Drawn]:
        crates = CrateView(self.plan)
        kinds = PieceKind.CITY, PieceKind.DEBRIS, PieceKind.CONTAINER
        for piece in pieces_of(self.board, kinds).values():
            x, y = piece.at
            if piece.kind is PieceKind.CITY:
                picture, left, top = building(piece, ppi)
                yield Drawn(picture, (round((x + left) * ppi), round((y + top) * ppi)))
            else:
                picture = crates.picture(piece, ppi)
                wide, high = picture.get_size()
                yield Drawn(picture, (round(x * ppi) - wide // 2, round(y * ppi) - high // 2))
        if rings_of(self.board):
            floor, left, top = at_rest(self.board, ppi)
            yield Drawn(floor, (round(left), round(top)))
