"""Draw the pursuit: edges of the street, speed effects."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import hypot
from typing import Final

import pygame

from game.content.palettes import Colour
from game.geometry.points import Path, Point, point_ahead
from game.geometry.polygons import box
from game.picture_cache import PICTURES, OwnPictures
from game.systems.pursuit.table.street import Street, street_of, table_rolls
from game.systems.pursuit.view.animation import DUST, PursuitAnimation
from game.systems.pursuit.view.buildings import StreetPieceCache, building
from game.systems.pursuit.view.mine_clusters import cluster, phase_at
from game.table.records import ORIGIN, Model, Where
from game.table.state import Piece, PieceKind, Table
from game.table.system_additions import pieces_of
from game.view.board.board_layout import BoardLayout
from game.view.board.canvas import PaintCanvas, within
from game.view.board.textures import grained, mixed
from game.view.camera import Camera
from game.view.colours import AMBER, CREAM
from game.view.playback.stage import Stage
from game.view.sprites import FROM_ABOVE, icon_of
from game.view.style import DrawingTheme, premultiplied
from game.view.system_view import (
    Drawn,
    GroundState,
    Layer,
    StandingPicture,
    SystemView,
    centred,
)

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
CHECK: Final = 0.5
"""Size of a square of the finish line, in inches."""
ROWS: Final = 2
GLOW: Final = 4.0
"""Inches that the light of the Arrival reaches, and the dusk at the rear edge."""
DUSK: Final = 6.0
LETTERS: Final = 17
REACH: Final = 2.5
"""Inches beyond a piece's outline that its picture covers at most."""
DASH_PITCH: Final = 6.0
"""Inches from one dash to the next; it divides slabs, so that the street repeats exactly."""
DASH: Final = 2.6
LINE: Final = 0.20
PAINT: Final = "#C9C2A8"
LANE_SHARES: Final = (0.26, 0.5, 0.74)
"""Positions of the lane lines, as shares of the street's width."""
ARROWS: Final = (0.38, 0.62)
"""Positions of the arrows, as shares of the street's width."""
ARROW_STEP_INCHES: Final = 12.0
"""Inches from one arrow to the next."""


def _speed_effects(stage: Stage, camera: Camera) -> Iterator[Drawn]:
    """Yield dust and wind streaks."""
    roll = _roll(stage)
    if stage.reduced or roll.pace <= 0.0:
        return
    for model in stage.seen.standing():
        at = stage.place_of(model.id)
        if model.id in roll.spots or not camera.window.collidepoint(camera.pixel(at)):
            continue
        icon = icon_of(model.profile)
        if icon in WHEELED:
            yield from _dust(model, at, roll, camera)
        if icon in FROM_ABOVE:
            yield from _wind(model, at, roll, camera)


def _dust(model: Model, at: Point, roll: PursuitAnimation, camera: Camera) -> Iterator[Drawn]:
    # A puff counts in each frame: no points are made of numbers here.
    (x, y), (right, down), ppi = at, roll.street.back, camera.ppi
    phase, most = roll.run / FAR + _luck(model.id), roll.street.long - roll.street.off(at)
    for n in range(PUFFS):
        # An offset for each puff, so that no two are alike.
        off = (phase + n / PUFFS) % 1.0
        level = round(LEVELS * roll.pace * (1.0 - off))
        behind = model.base * 0.8 + off * FAR
        if level <= 0 or behind > most:
            continue
        radius = max(2, round((0.30 + 0.55 * off) * ppi))
        sway = 0.34 * off * ((n * 0.618) % 1.0 - 0.5) * 2
        left = camera.left + round((x + behind * right - sway * down) * ppi)
        top = camera.top + round((y + behind * down + sway * right) * ppi)
        yield _cloud(radius, level), (left - radius, top - radius)


def _wind(model: Model, at: Point, roll: PursuitAnimation, camera: Camera) -> Iterator[Drawn]:
    (x, y), (right, down), ppi = at, roll.street.back, camera.ppi
    phase, most = roll.run / 5.0 + _luck(model.id), roll.street.long - roll.street.off(at)
    for side, when, share in STREAKS:
        off = (phase + when) % 1.0
        level = round(8 * roll.pace * (1.0 - abs(2 * off - 1)))
        behind = model.base * 0.6 + 3.4 * off
        if level <= 0 or behind + LONG * share > most:
            continue
        long = max(6, round(LONG * share * ppi))
        picture = _streak(long, max(1, ppi // 14), level, (right, down))
        behind, aside = behind + LONG * share / 2, side * model.base
        left = camera.left + round((x + behind * right - aside * down) * ppi)
        top = camera.top + round((y + behind * down + aside * right) * ppi)
        yield picture, (left - picture.get_width() // 2, top - picture.get_height() // 2)


@PICTURES.keeps
def _cloud(radius: int, level: int) -> pygame.Surface:
    """Return a premultiplied puff of dust: dense, with a soft edge."""
    picture = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA)
    rings = max(2, min(7, radius))
    for n in range(rings):
        shade = premultiplied(DUST, THICK * level / LEVELS * (n + 1) / rings)
        distance = radius * (1.0 - (n / rings) ** 1.6)
        pygame.draw.circle(picture, shade, (radius, radius), distance)
    return picture


@PICTURES.keeps
def _streak(long: int, wide: int, level: int, back: tuple[float, float]) -> pygame.Surface:
    """Return a line that fades toward the direction in which the street moves."""
    shares = [0.5 * level / 8 * (1.0 - x / long) for x in range(long)]
    turn = {(1.0, 0.0): 0, (-1.0, 0.0): 180, (0.0, 1.0): -90}.get(back, 90)
    return pygame.transform.rotate(_tinted(shares, CREAM, wide), turn)


@lru_cache(maxsize=64)
def _luck(id_: str) -> float:
    return sum(id_.encode()) * 0.618 % 1.0


class StreetEnds:
    def __init__(self, look: DrawingTheme, street: Street) -> None:
        self.look, self.street = look, street
        self._pictures = OwnPictures()

    def drawn(self, camera: Camera) -> tuple[Drawn, Drawn]:
        """Return the premultiplied Arrival and rear edge, with their places.

        The Arrival is drawn below the city, and the rear edge above it.
        """
        ppi = camera.ppi
        arrival = self._pictures.made(("arrival", ppi), lambda: self._arrival(ppi))
        rear = self._pictures.made(("rear", ppi), lambda: self._rear(ppi))
        board, back = camera.board, self.street.back
        at = arrival.get_rect(topleft=board.topleft)
        end = rear.get_rect(bottomright=board.bottomright)
        if back.x < 0.0 or back.y < 0.0:
            at = arrival.get_rect(bottomright=board.bottomright)
            end = rear.get_rect(topleft=board.topleft)
        return (arrival, at.topleft), (rear, end.topleft)

    def _arrival(self, ppi: int) -> pygame.Surface:
        wide, high = round(GLOW * ppi), round(self.street.wide * ppi)
        picture = _tinted(_falling(wide, 0.34, 2), AMBER, high)
        side = CHECK * ppi
        for row in range(ROWS):
            for n in range(int(self.street.wide / CHECK) + 1):
                light = (row + n) % 2 == 0
                shade = premultiplied(*(("#DED6C2", 0.92) if light else ("#141618", 0.88)))
                square = pygame.Rect(round(row * side), round(n * side), 0, 0)
                square.size = (
                    round((row + 1) * side) - square.x,
                    round((n + 1) * side) - square.y,
                )
                picture.fill(shade, square)
        picture.fill(AMBER, (round(ROWS * side), 0, max(2, round(0.08 * ppi)), high))
        left = round((ROWS * CHECK + 0.25) * ppi)
        self._write(picture, "ARRIVAL", AMBER, left, over=self.street.back.x < 0.0)
        return self._turned(picture, near=True)

    def _rear(self, ppi: int) -> pygame.Surface:
        wide, high = round(DUSK * ppi), round(self.street.wide * ppi)
        picture = _tinted(_falling(wide, 0.86, 1.4), "#0D1012", high)
        line = 0, 0, max(2, round(0.1 * ppi)), high
        picture.fill(premultiplied("#96342C", 0.784), line)
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


def _falling(wide: int, most: float, power: float) -> list[float]:
    """Return shares that fall from *most* to 0."""
    return [most * (1.0 - x / max(1, wide - 1)) ** power for x in range(wide)]


def _tinted(shares: Sequence[float], colour: Colour, high: int) -> pygame.Surface:
    """Return a premultiplied wash of changing strength from left to right."""
    picture = pygame.Surface((len(shares), high), pygame.SRCALPHA)
    for x, share in enumerate(shares):
        picture.fill(premultiplied(colour, share), (x, 0, 1, high))
    return picture


def _paint_road(painting: PaintCanvas, plan: BoardLayout) -> None:
    """``PU-02``  Paint the road markings if the board is a street."""
    if not table_rolls(plan.board):
        return
    street = street_of(plan.board)
    paint = pygame.Surface(painting.canvas.get_size())
    for mark, wide in _marks(street):
        if painting.sees(box(mark), 1.0):
            spots = painting.spots(mark)
            pixels = max(1, round(wide * painting.ppi))
            if len(mark) == 2:
                pygame.draw.line(paint, "white", spots[0], spots[1], pixels)
            else:
                pygame.draw.polygon(paint, "white", spots)
    worn = painting.paper(mixed(33))
    worn.fill((120,) * 3, special_flags=pygame.BLEND_RGB_MULT)
    worn.fill((40,) * 3, special_flags=pygame.BLEND_RGB_ADD)
    painting.lay(within(paint, worn), painting.paper(grained(PAINT, 0.8, 25)))


def _marks(street: Street) -> Iterator[tuple[Path, float]]:
    for share in LANE_SHARES:
        for n in range(int(street.long / DASH_PITCH)):
            off = n * DASH_PITCH + (DASH_PITCH - DASH) / 2
            start = street.at(off, share * street.wide)
            yield (start, point_ahead(start, street.back, DASH)), LINE
    for m, share in enumerate(ARROWS):
        for n in range(int(street.long / ARROW_STEP_INCHES)):
            off = (n + 0.5 * m + 0.25) * ARROW_STEP_INCHES
            yield _arrow(street, off, share * street.wide), 0.0


def _arrow(street: Street, off: float, along: float) -> Path:
    """Return an arrow toward the Arrival with its tip *off* inches from it."""
    shape = ((0, 0), (0.9, 0.55), (0.9, 0.16), (2.9, 0.16))
    corners = [*shape, *((distance, -side) for distance, side in reversed(shape[1:]))]
    return tuple(Point(*street.at(off + distance, along + side)) for distance, side in corners)


class PursuitLayer(Layer):
    """The street: its pieces, its ends, mines, and the dust behind the riders."""

    def __init__(self, table: Table, look: DrawingTheme, plan: BoardLayout) -> None:
        super().__init__(table, look, plan)
        self.city = StreetPieceCache()
        self.edges = StreetEnds(look, street_of(table.board))

    def fit(self, look: DrawingTheme) -> None:
        self.edges = StreetEnds(look, self.edges.street)

    def prepare(self, stage: Stage, camera: Camera) -> None:
        self.city.prepare([piece for piece, _ in _places(stage, PieceKind.CITY)], camera.ppi)

    def ground(self, stage: Stage, ground: GroundState) -> GroundState:
        return ground._replace(shift=_roll(stage).rolled)

    def floor(
        self, canvas: pygame.Surface, stage: Stage, camera: Camera, laid: Iterable[Piece]
    ) -> bool:
        """Draw the pieces of the street between its ends."""
        self.city.paint()
        clip = canvas.get_clip()
        canvas.set_clip(clip.clip(camera.board))
        seen = clip.inflate(2, 2)
        places = (*_places(stage, PieceKind.CITY), *((piece, piece.at) for piece in laid))
        pieces = [
            self.city.drawn(piece, at, camera)
            for piece, at in places
            if seen.colliderect(area_around(piece, at, camera))
        ]
        arrival, rear = self.edges.drawn(camera)
        canvas.fblits([arrival, *pieces, rear], pygame.BLEND_PREMULTIPLIED)
        canvas.set_clip(clip)
        return self.city.crisp

    def floor_key(self, stage: Stage, laid: Iterable[Piece]) -> Hashable:
        places = (*_places(stage, PieceKind.CITY), *((piece, piece.at) for piece in laid))
        return tuple([(p.id, p.size, p.intact, p.turned, at) for p, at in places])

    def below(self, stage: Stage, camera: Camera) -> Iterator[Drawn]:
        """Yield mines, dust and wind."""
        phase = phase_at(_roll(stage).run)
        for piece, at in _places(stage, PieceKind.MINES):
            yield centred(cluster(round(2 * piece.radius * camera.ppi), phase), camera, at)
        yield from _speed_effects(stage, camera)


def area_around(piece: Piece, at: Point, camera: Camera) -> pygame.Rect:
    """Return a rectangle of the window that holds a piece and its shadow."""
    distance = (_radius(piece.outline) + REACH) * camera.ppi
    x, y = camera.pixel(at)
    return pygame.Rect(x - distance, y - distance, 2 * distance, 2 * distance)


@lru_cache(maxsize=256)
def _radius(outline: Path) -> float:
    """Return the distance of an outline's farthest corner, which each frame asks for."""
    return max(hypot(*corner) for corner in outline)


def _roll(stage: Stage) -> PursuitAnimation:
    return stage.animation(PursuitAnimation)


def _places(stage: Stage, kind: PieceKind) -> Iterator[tuple[Piece, Point]]:
    """Yield the pieces of a kind with their shown places, including those sliding off."""
    for piece in stage.seen.pieces.values():
        if piece.kind is kind and piece.where is Where.TABLE:
            yield piece, stage.lies(piece.id)
    roll = _roll(stage)
    for piece in roll.slid.values():
        if piece.kind is kind:
            yield piece, roll.spots.get(piece.id, piece.at)


def _map_pictures(plan: BoardLayout) -> Iterator[StandingPicture]:
    """Yield the city pieces of a map."""
    for piece in pieces_of(plan.board, (PieceKind.CITY,)).values():
        left, top, right, low = piece.box
        area = left - REACH, top - REACH, right + REACH, low + REACH
        yield StandingPicture(area, partial(_on_map, piece), piece.kind)


def _on_map(piece: Piece, ppi: int) -> Drawn:
    picture, left, top = building(piece, ppi)
    return picture, (round((piece.at.x + left) * ppi), round((piece.at.y + top) * ppi))


VIEW = SystemView(
    on_map=table_rolls,
    needs_map=True,
    animation=PursuitAnimation,
    layer=PursuitLayer,
    pictures=_map_pictures,
    repeats=lambda board: street_of(board).back if table_rolls(board) else ORIGIN,
    floor=_paint_road,
)
