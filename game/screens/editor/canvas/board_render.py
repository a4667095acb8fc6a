"""The painted board behind the objects, rendered in the background."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pygame

from game.content.maps import MapFile, to_board
from game.geometry.points import Path
from game.table.board import Board
from game.table.cage_floor import rings_of
from game.table.pieces import PieceKind, pieces_of
from game.table.water import origins, water_from
from game.view.background_task import Loader
from game.view.board.board_layout import BoardLayout
from game.view.board.street_pictures import building
from game.view.board.tiles import BoardTiles
from game.view.cage_view import at_rest
from game.view.camera import Camera
from game.view.zero_g_view import CrateView


class RenderedPieces(NamedTuple):
    picture: pygame.Surface
    """Picture with premultiplied alpha."""
    at: tuple[int, int]
    """Pixels from the board's corner."""


class PieceRenderer:
    """Pictures of one board's pieces at the last requested zoom, drawn in the background."""

    def __init__(self, board: Board, plan: BoardLayout) -> None:
        self.board, self.plan = board, plan
        self._ppi = 0
        self._drawn: tuple[RenderedPieces, ...] = ()
        self._next: tuple[int, Loader[tuple[RenderedPieces, ...]]] | None = None

    def at(self, ppi: int) -> tuple[RenderedPieces, ...] | None:
        """Return the pictures; None while they are being drawn."""
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
        """Draw the pictures now, which may take long."""
        self._ppi, self._drawn = ppi, tuple(self._draw(ppi))

    def _draw(self, ppi: int) -> Iterator[RenderedPieces]:
        crates = CrateView(self.plan)
        kinds = PieceKind.CITY, PieceKind.DEBRIS, PieceKind.CONTAINER
        for piece in pieces_of(self.board, kinds).values():
            x, y = piece.at
            if piece.kind is PieceKind.CITY:
                picture, left, top = building(piece, ppi)
                yield RenderedPieces(picture, (round((x + left) * ppi), round((y + top) * ppi)))
            else:
                picture = crates.picture(piece, ppi)
                wide, high = picture.get_size()
                yield RenderedPieces(
                    picture, (round(x * ppi) - wide // 2, round(y * ppi) - high // 2)
                )
        if rings_of(self.board):
            floor, left, top = at_rest(self.board, ppi)
            yield RenderedPieces(floor, (round(left), round(top)))


REST = 0.6
"""Seconds for which a map must be unchanged before it is painted anew."""


class MapSnapshot(NamedTuple):
    """A map at one moment, with everything derived from it."""

    map: MapFile
    board: Board
    ground: BoardTiles
    standing: PieceRenderer
    streams: tuple[Path, ...]
    """``FF-04``  The paths of the water, each downstream."""


class BoardRenderer:
    """The painted board of the last snapshot; later changes are drawn over it elsewhere."""

    def __init__(self, mapfile: MapFile) -> None:
        self.still = _still(mapfile)
        self._next: Loader[MapSnapshot] | None = None
        self._seen, self._rested = mapfile, 0.0

    @property
    def map(self) -> MapFile:
        """Return the map as it is painted."""
        return self.still.map

    def follow(self, mapfile: MapFile, seconds: float, camera: Camera, *, held: bool) -> bool:
        """Advance by *seconds*; return whether a new snapshot is shown from now on.

        *held*: something is being dragged, so that no painting is begun.
        """
        if mapfile is not self._seen:
            self._seen, self._rested = mapfile, 0.0
        self._rested += seconds
        if self._next is None:
            if mapfile is not self.map and self._rested >= REST and not held:
                view = _copy(camera, mapfile)
                self._next = Loader(lambda: _painted(mapfile, view))
            return False
        if not self._next.done or held:
            return False
        self.still, self._next = self._next.result(), None
        return True

    def prepare(self, camera: Camera) -> None:
        """Paint everything in view now, which may take long."""
        self.still.ground.prepare(camera)
        self.still.standing.prepare(camera.ppi)

    def draw(self, sheet: pygame.Surface, camera: Camera) -> bool:
        """Draw everything in view; return whether it was complete and crisp."""
        crisp = self.still.ground.draw(sheet, camera)
        standing = self.still.standing.at(camera.ppi)
        for picture, (x, y) in standing or ():
            at = camera.left + x, camera.top + y
            sheet.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        return crisp and standing is not None


def _still(mapfile: MapFile) -> MapSnapshot:
    board = to_board(mapfile)
    ground = BoardTiles(board)
    return MapSnapshot(
        mapfile, board, ground, PieceRenderer(board, ground.bake.plan), _streams(board)
    )


def _streams(board: Board) -> tuple[Path, ...]:
    if not origins(board):
        return ()
    lanes = water_from(board, "").lanes
    return tuple(stretch.path for stretch in lanes.stretches) if lanes else ()


def _painted(mapfile: MapFile, camera: Camera) -> MapSnapshot:
    """Return a snapshot of a map with everything in view painted."""
    still = _still(mapfile)
    still.ground.prepare(camera)
    still.standing.prepare(camera.ppi)
    return still


def _copy(camera: Camera, mapfile: MapFile) -> Camera:
    """Return a camera for another thread, with the same view."""
    copy = Camera(mapfile.width, mapfile.height, camera.window.copy())
    copy.lie(camera.view)
    return copy
