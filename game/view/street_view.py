"""Draw the pursuit: edges of the street, speed effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import hypot
from typing import Final, TypeAlias

import numpy as np
import pygame

from game.geometry.points import Point, point_ahead
from game.table.board import Board
from game.table.pieces import Piece, PieceKind, Street, street_of, table_rolls
from game.table.records import Model, Where
from game.view.camera import Camera, Pixel
from game.view.playback.event_effects import DUST
from game.view.playback.stage import Stage
from game.view.sprites import FROM_ABOVE, icon_of
from game.view.street_pieces import StreetPieceCache, cluster, phase_at
from game.view.style import AMBER, CREAM, DrawingTheme

WHEELED: Final = frozenset({"units/bike", "units/bike-sergeant", "units/rider"})
"""Icons of models that raise dust."""
PUFFS: Final = 7
LEVELS: Final = 12
"""Number of strengths that dust is drawn in."""
THICK: Final = 0.42
"""Opacity of the densest dust."""
FAR: Final = 4.6
"""Inches behind a base at which dust has settled."""
STREAKS: Final = ((-0.72, 0.0, 1.0), (0.66, 0.45, 0.85), (-0.30, 0.7, 0.7), (0.34, 0.2, 0.8))
"""For each streak: place beside the middle in radii, phase, and relative length."""
LONG: Final = 3.0
"""Length of a streak, in inches."""


def draw_speed_effects(stage: Stage, camera: Camera) -> Iterator[tuple[pygame.Surface, Pixel]]:
    """Yield premultiplied dust and wind streaks, to be drawn below the tokens."""
    roll = stage.roll
    if not roll or stage.reduced or roll.pace <= 0.0:
        return
    for model in stage.seen.standing():
        at = stage.stands(model.id)
        if model.id in roll.spots or not camera.window.collidepoint(camera.pixel(at)):
            continue
        icon = icon_of(model.profile)
        if icon in WHEELED:
            yield from _dust(model, at, stage, camera)
        if icon in FROM_ABOVE:
            yield from _wind(model, at, stage, camera)


def _dust(
    model: Model, at: Point, stage: Stage, camera: Camera
) -> Iterator[tuple[pygame.Surface, Pixel]]:
    roll = stage.roll
    assert roll
    back = roll.street.back
    across = Point(-back.y, back.x)
    for n in range(PUFFS):
        # An offset for each puff, so that no two are alike.
        off = (roll.run / FAR + n / PUFFS + _luck(model.id)) % 1.0
        level = round(LEVELS * roll.pace * (1.0 - off))
        if level <= 0:
            continue
        radius = max(2, round((0.30 + 0.55 * off) * camera.ppi))
        sway = 0.34 * off * ((n * 0.618) % 1.0 - 0.5) * 2
        spot = point_ahead(point_ahead(at, back, model.base * 0.8 + off * FAR), across, sway)
        if roll.street.off(spot) > roll.street.long:
            continue
        x, y = camera.pixel(spot)
        yield _cloud(radius, level), (x - radius, y - radius)


def _wind(
    model: Model, at: Point, stage: Stage, camera: Camera
) -> Iterator[tuple[pygame.Surface, Pixel]]:
    roll = stage.roll
    assert roll
    back = roll.street.back
    across = Point(-back.y, back.x)
    for side, when, share in STREAKS:
        off = (roll.run / 5.0 + when + _luck(model.id)) % 1.0
        level = round(8 * roll.pace * (1.0 - abs(2 * off - 1)))
        if level <= 0:
            continue
        long = max(6, round(LONG * share * camera.ppi))
        picture = _streak(long, max(1, camera.ppi // 14), level, (back.x, back.y))
        start = point_ahead(
            point_ahead(at, across, side * model.base), back, model.base * 0.6 + 3.4 * off
        )
        middle = point_ahead(start, back, LONG * share / 2)
        if roll.street.off(middle) + LONG * share / 2 > roll.street.long:
            continue
        x, y = camera.pixel(middle)
        yield picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)


@lru_cache(maxsize=512)
def _cloud(radius: int, level: int) -> pygame.Surface:
    """Return a premultiplied puff of dust: dense, with a soft edge."""
    picture = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA)
    colour = pygame.Color(DUST)
    rings = max(2, min(7, radius))
    for n in range(rings):
        share = THICK * level / LEVELS * (n + 1) / rings
        shade = [round(part * share) for part in (colour.r, colour.g, colour.b, 255)]
        distance = radius * (1.0 - (n / rings) ** 1.6)
        pygame.draw.circle(picture, shade, (radius, radius), distance)
    return picture


@lru_cache(maxsize=256)
def _streak(long: int, wide: int, level: int, back: tuple[float, float]) -> pygame.Surface:
    """Return a line that fades toward the direction in which the street moves."""
    picture = pygame.Surface((long, wide), pygame.SRCALPHA)
    colour = pygame.Color(CREAM)
    for x in range(long):
        share = 0.5 * level / 8 * (1.0 - x / long)
        shade = [round(c * share) for c in (colour.r, colour.g, colour.b, 255)]
        picture.fill(shade, (x, 0, 1, wide))
    turn = {(1.0, 0.0): 0, (-1.0, 0.0): 180, (0.0, 1.0): -90}.get(back, 90)
    return pygame.transform.rotate(picture, turn)


@lru_cache(maxsize=64)
def _luck(id_: str) -> float:
    return sum(id_.encode()) * 0.618 % 1.0


CHECK: Final = 0.5
"""Size of a square of the finish line, in inches."""
ROWS: Final = 2
GLOW: Final = 4.0
"""Inches that the light of the Arrival reaches, and the dusk at the rear edge."""
DUSK: Final = 6.0
LETTERS: Final = 17
REACH: Final = 2.5
"""Inches beyond a piece's outline that its picture covers at most."""
Drawn: TypeAlias = tuple[pygame.Surface, Pixel]


class StreetEnds:
    def __init__(self, look: DrawingTheme, street: Street) -> None:
        self.look, self.street = look, street
        self._kept: dict[int, tuple[pygame.Surface, pygame.Surface]] = {}

    def drawn(self, camera: Camera) -> tuple[Drawn, Drawn]:
        """Return the premultiplied Arrival and rear edge, with their places.

        The Arrival is drawn below the city, and the rear edge above it.
        """
        if camera.ppi not in self._kept:
            if len(self._kept) > 3:
                self._kept.clear()
            self._kept[camera.ppi] = self._arrival(camera.ppi), self._rear(camera.ppi)
        arrival, rear = self._kept[camera.ppi]
        board, back = camera.board, self.street.back
        at = arrival.get_rect(topleft=board.topleft)
        end = rear.get_rect(bottomright=board.bottomright)
        if back.x < 0.0 or back.y < 0.0:
            at = arrival.get_rect(bottomright=board.bottomright)
            end = rear.get_rect(topleft=board.topleft)
        return (arrival, at.topleft), (rear, end.topleft)

    def _arrival(self, ppi: int) -> pygame.Surface:
        wide, high = round(GLOW * ppi), round(self.street.wide * ppi)
        share = np.linspace(1.0, 0.0, wide, dtype=np.float32) ** 2
        picture = _tinted(share * 0.34, pygame.Color(AMBER), high)
        side = CHECK * ppi
        for row in range(ROWS):
            for n in range(int(self.street.wide / CHECK) + 1):
                light = (row + n) % 2 == 0
                shade = (222, 214, 194, 235) if light else (20, 22, 24, 225)
                square = pygame.Rect(round(row * side), round(n * side), 0, 0)
                square.size = (
                    round((row + 1) * side) - square.x,
                    round((n + 1) * side) - square.y,
                )
                picture.fill(_premultiplied(shade), square)
        line = pygame.Color(AMBER)
        picture.fill(line, (round(ROWS * side), 0, max(2, round(0.08 * ppi)), high))
        left = round((ROWS * CHECK + 0.25) * ppi)
        self._write(picture, "ARRIVAL", AMBER, left, over=self.street.back.x < 0.0)
        return self._turned(picture, near=True)

    def _rear(self, ppi: int) -> pygame.Surface:
        wide, high = round(DUSK * ppi), round(self.street.wide * ppi)
        share = np.linspace(1.0, 0.0, wide, dtype=np.float32) ** 1.4
        picture = _tinted(share * 0.86, pygame.Color("#0D1012"), high)
        picture.fill(_premultiplied((150, 52, 44, 200)), (0, 0, max(2, round(0.1 * ppi)), high))
        self._write(picture, "REAR", "#C4685C", round(0.3 * ppi), over=self.street.back.x > 0.0)
        return self._turned(picture, near=False)

    def _write(
        self, picture: pygame.Surface, words: str, colour: str, left: int, *, over: bool
    ) -> None:
        """Write along the edge at a quarter and at three quarters, to keep the middle clear.

        *over*: the picture will be flipped.
        """
        text = self.look.text(" ".join(words), LETTERS, colour, "title")
        turned = pygame.transform.rotate(text, -90 if over else 90)
        if over:
            turned = pygame.transform.flip(turned, True, False)  # noqa: FBT003
        for share in (0.25, 0.75):
            place = turned.get_rect(left=left, centery=round(picture.get_height() * share))
            picture.blit(turned.premul_alpha(), place, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _turned(self, picture: pygame.Surface, *, near: bool) -> pygame.Surface:
        """Turn a picture of a left edge to fit the Arrival or the rear edge."""
        x, y = self.street.back
        if not near:
            x, y = -x, -y
        if x:
            return picture if x > 0.0 else pygame.transform.flip(picture, True, False)  # noqa: FBT003
        return pygame.transform.rotate(picture, -90 if y > 0.0 else 90)


def _tinted(
    share: np.ndarray[tuple[int, ...], np.dtype[np.float32]], colour: pygame.Color, high: int
) -> pygame.Surface:
    """Return a premultiplied wash of changing strength from left to right."""
    picture = pygame.Surface((len(share), high), pygame.SRCALPHA)
    for x, level in enumerate(share.tolist()):
        shade = [round(c * level) for c in (colour.r, colour.g, colour.b, 255)]
        picture.fill(shade, (x, 0, 1, high))
    return picture


def _premultiplied(shade: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    red, green, blue, alpha = shade
    return red * alpha // 255, green * alpha // 255, blue * alpha // 255, alpha


class PursuitView:
    def __init__(self, look: DrawingTheme, board: Board) -> None:
        self.city = StreetPieceCache()
        self.edges = StreetEnds(look, street_of(board)) if table_rolls(board) else None

    def dress(self, look: DrawingTheme) -> None:
        """Use another UI scale from now on."""
        if self.edges:
            self.edges = StreetEnds(look, self.edges.street)

    def prepare(self, stage: Stage, camera: Camera) -> None:
        """Paint the whole city now, in this thread."""
        self.city.prepare(_city(stage), camera.ppi)

    def draw_city(
        self,
        canvas: pygame.Surface,
        stage: Stage,
        camera: Camera,
        laid: Iterable[Piece] = (),
    ) -> bool:
        """Draw the pieces of the street; return whether all of them were drawn sharply.

        *laid* are pieces that are about to be placed.
        """
        if not stage.roll:
            return True
        self.city.paint()
        clip = canvas.get_clip()
        canvas.set_clip(clip.clip(camera.board))
        seen = clip.inflate(2, 2)
        pieces = [
            self.city.drawn(piece, at, camera)
            for piece, at in (*_places(stage), *((piece, piece.at) for piece in laid))
            if seen.colliderect(area_around(piece, at, camera))
        ]
        if self.edges:
            arrival, rear = self.edges.drawn(camera)
            pieces = [arrival, *pieces, rear]
        canvas.fblits(pieces, pygame.BLEND_PREMULTIPLIED)
        canvas.set_clip(clip)
        return self.city.crisp

    def below(self, stage: Stage, camera: Camera) -> Iterator[Drawn]:
        """Yield the pictures below the models: mines, dust, wind."""
        if not stage.roll:
            return
        for piece in stage.seen.pieces.values():
            if piece.kind is PieceKind.MINES and piece.where is Where.TABLE:
                yield self._cluster(piece, stage.lies(piece.id), stage, camera)
        for piece in stage.roll.slid.values():
            if piece.kind is PieceKind.MINES:
                at = stage.roll.spots.get(piece.id, piece.at)
                yield self._cluster(piece, at, stage, camera)
        yield from draw_speed_effects(stage, camera)

    def _cluster(self, piece: Piece, at: Point, stage: Stage, camera: Camera) -> Drawn:
        phase = phase_at(stage.roll.run) if stage.roll else 0
        picture = cluster(round(2 * piece.radius * camera.ppi), phase)
        x, y = camera.pixel(at)
        return picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)


def area_around(piece: Piece, at: Point, camera: Camera) -> pygame.Rect:
    """Return a rectangle of the window that holds a piece and its shadow."""
    distance = (max(hypot(*corner) for corner in piece.outline) + REACH) * camera.ppi
    x, y = camera.pixel(at)
    return pygame.Rect(x - distance, y - distance, 2 * distance, 2 * distance)


def _city(stage: Stage) -> list[Piece]:
    pieces = stage.seen.pieces.values()
    return [p for p in pieces if p.kind is PieceKind.CITY and p.where is Where.TABLE]


def _places(stage: Stage) -> Iterator[tuple[Piece, Point]]:
    """Yield the pieces of the street with their shown places, including those sliding off."""
    for piece in _city(stage):
        yield piece, stage.lies(piece.id)
    if stage.roll:
        for piece in stage.roll.slid.values():
            if piece.kind is PieceKind.CITY:
                yield piece, stage.roll.spots.get(piece.id, piece.at)
