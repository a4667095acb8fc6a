"""What is drawn of a table that rolls: the city, its edges, mines, and riding at speed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import pygame

from game.geometry.points import Point
from game.table.pieces import Piece, PieceKind
from game.table.records import Where
from game.view.camera import Camera, Pixel
from game.view.city import City
from game.view.story.stage import Stage

Drawn: TypeAlias = tuple[pygame.Surface, Pixel]


class Chase:
    def __init__(self) -> None:
        self.city = City()

    def prepare(self, stage: Stage, camera: Camera) -> None:
        """Paint the whole city at once."""
        self.city.prepare(_city(stage), camera.ppi)

    def draw_city(self, canvas: pygame.Surface, stage: Stage, camera: Camera) -> bool:
        """Draw the pieces of the street; return whether all of them were painted crisp."""
        if not stage.roll:
            return True
        self.city.paint()
        clip = canvas.get_clip()
        canvas.set_clip(clip.clip(camera.board))
        seen = clip.inflate(2, 2)
        drawn = (self.city.drawn(p, at, camera) for p, at in _places(stage))
        canvas.fblits(
            [
                (picture, at)
                for picture, at in drawn
                if seen.colliderect(picture.get_rect(topleft=at))
            ],
            pygame.BLEND_PREMULTIPLIED,
        )
        canvas.set_clip(clip)
        return self.city.crisp


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
