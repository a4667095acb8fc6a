"""What is drawn where nothing slows down by itself: arrows, what drifts, who bears what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import pygame

from game.geometry.points import Point
from game.table.pieces import Piece, PieceKind
from game.table.records import Model, ModelId, Where
from game.view.board.layout import Plan
from game.view.camera import Camera, Pixel
from game.view.look import Look
from game.view.playback.stage import Stage
from game.view.playback.trails import tint_of, trail
from game.view.pushes import Pushes
from game.view.sprites import State
from game.view.zero_g_view import Crates, held_at

Drawn: TypeAlias = tuple[pygame.Surface, Pixel]
Shown: TypeAlias = Iterable[tuple[Model, Point, State]]
"""Models as they are drawn: where, and how they look."""
DRIFTS = frozenset({PieceKind.CONTAINER, PieceKind.DEBRIS})
LEAST = 8
"""Pixels that a base is wide, however far away."""


class Weightless:
    def __init__(self, look: Look, plan: Plan) -> None:
        self.pushes = Pushes(look)
        self.crates = Crates(plan)

    def below(self, stage: Stage, camera: Camera) -> Iterator[Drawn]:
        """Yield what lies below the models: trails, pieces that nobody holds, their arrows."""
        yield from _trails(stage, camera)
        for piece in stage.seen.pieces.values():
            if piece.kind not in DRIFTS:
                continue
            at = stage.lies(piece.id)
            if piece.holder is None and _in_sight(camera, at):
                yield _about(self.crates.picture(piece, camera.ppi), camera, at)
                if piece.arrows:
                    yield self._arrows(piece, at, _wide(piece), stage, camera)

    def above(self, stage: Stage, camera: Camera, shown: Shown) -> Iterator[Drawn]:
        """Yield what goes over the models: their arrows, and the containers that they hold."""
        borne = {p.holder: p for p in stage.seen.pieces.values() if p.holder is not None}
        for model, at, state in shown:
            if not _in_sight(camera, at):
                continue
            if model.arrows:
                yield self._arrows(model, at, 2 * model.base, stage, camera)
            if state is not State.GHOST and (piece := borne.get(model.id)):
                picture = self.crates.picture(piece, camera.ppi)
                yield _about(picture, camera, held_at(at, model.base))

    def _arrows(
        self, who: Model | Piece, at: Point, wide: float, stage: Stage, camera: Camera
    ) -> Drawn:
        pixels = max(LEAST, round(wide * camera.ppi))
        ahead = stage.heads(who.id)
        heading = who.heading if ahead is None else ahead
        dead = isinstance(who, Model) and who.where is Where.BODY
        picture = self.pushes.picture(who.arrows, heading, pixels, pale=dead)
        return _about(picture, camera, at)


def _trails(stage: Stage, camera: Camera) -> Iterator[Drawn]:
    """Yield what fades behind those who drift, and behind those who just did."""
    table = stage.seen
    for who, path in stage.trails():
        model = table.models.get(ModelId(who))
        yield from trail(path, tint_of(model, table), 1.0, camera)
    for effect in stage.effects:
        if effect.trail:
            left = 0.6 if stage.reduced else 1.0 - effect.share
            yield from trail(effect.trail, effect.colour, left, camera)


def _wide(piece: Piece) -> float:
    """Return how far across a piece its arrows begin, in inches."""
    if not piece.outline:
        return 2 * piece.radius
    return 2 * max(max(abs(x), abs(y)) for x, y in piece.outline)


def _in_sight(camera: Camera, at: Point) -> bool:
    around = 4 * camera.ppi
    return bool(camera.window.inflate(around, around).collidepoint(camera.pixel(at)))


def _about(picture: pygame.Surface, camera: Camera, at: Point) -> Drawn:
    x, y = camera.pixel(at)
    return picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)
