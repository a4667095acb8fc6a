"""What is drawn of a table that rolls: the city, its edges, mines, and riding at speed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pygame

from game.geometry.points import Point
from game.table.board import Board
from game.table.pieces import Piece, PieceKind, street_of, table_rolls
from game.table.records import Where
from game.view.camera import Camera
from game.view.edges import Drawn, Edges
from game.view.look import Look
from game.view.mines import cluster, phase_at
from game.view.playback.stage import Stage
from game.view.street_pieces import City
from game.view.street_view import rush


class Chase:
    def __init__(self, look: Look, board: Board) -> None:
        self.city = City()
        self.edges = Edges(look, street_of(board)) if table_rolls(board) else None

    def dress(self, look: Look) -> None:
        """Write at another UI scale from now on."""
        if self.edges:
            self.edges = Edges(look, self.edges.street)

    def prepare(self, stage: Stage, camera: Camera) -> None:
        """Paint the whole city at once."""
        self.city.prepare(_city(stage), camera.ppi)

    def draw_city(
        self,
        canvas: pygame.Surface,
        stage: Stage,
        camera: Camera,
        laid: Iterable[Piece] = (),
    ) -> bool:
        """Draw the pieces of the street; return whether all of them were painted crisp.

        *laid*: those that are about to be set down.
        """
        if not stage.roll:
            return True
        self.city.paint()
        clip = canvas.get_clip()
        canvas.set_clip(clip.clip(camera.board))
        seen = clip.inflate(2, 2)
        drawn = (
            self.city.drawn(p, at, camera)
            for p, at in (*_places(stage), *((p, p.at) for p in laid))
        )
        pieces = [
            (picture, at)
            for picture, at in drawn
            if seen.colliderect(picture.get_rect(topleft=at))
        ]
        if self.edges:
            arrival, rear = self.edges.drawn(camera)
            pieces = [arrival, *pieces, rear]
        canvas.fblits(pieces, pygame.BLEND_PREMULTIPLIED)
        canvas.set_clip(clip)
        return self.city.crisp

    def below(self, stage: Stage, camera: Camera) -> Iterator[Drawn]:
        """Yield what lies below the models: mines, dust, the wind."""
        if not stage.roll:
            return
        for piece in stage.seen.pieces.values():
            if piece.kind is PieceKind.MINES and piece.where is Where.TABLE:
                yield self._cluster(piece, stage.lies(piece.id), stage, camera)
        for piece in stage.roll.slid.values():
            if piece.kind is PieceKind.MINES:
                at = stage.roll.spots.get(piece.id, piece.at)
                yield self._cluster(piece, at, stage, camera)
        yield from rush(stage, camera)

    def _cluster(self, piece: Piece, at: Point, stage: Stage, camera: Camera) -> Drawn:
        phase = phase_at(stage.roll.run) if stage.roll else 0
        picture = cluster(round(2 * piece.radius * camera.ppi), phase)
        x, y = camera.pixel(at)
        return picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)


def _city(stage: Stage) -> list[Piece]:
    pieces = stage.seen.pieces.values()
    return [p for p in pieces if p.kind is PieceKind.CITY and p.where is Where.TABLE]


def _places(stage: Stage) -> Iterator[tuple[Piece, Point]]:
    """Yield the pieces of the street and where they are seen, those that slide off, too."""
    for piece in _city(stage):
        yield piece, stage.lies(piece.id)
    if stage.roll:
        for piece in stage.roll.slid.values():
            if piece.kind is PieceKind.CITY:
                yield piece, stage.roll.spots.get(piece.id, piece.at)
