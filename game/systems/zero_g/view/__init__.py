"""The look of zero-g on the board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import ceil, cos, radians, sin
from typing import Final

import numpy as np
import pygame

from game.geometry.points import Path, Point, heading_of_vector, length, segments_of
from game.geometry.polygons import box
from game.picture_cache import OwnPictures
from game.systems.zero_g.view.painting import debris, paint_rims
from game.table.board import TerrainKind, terrain
from game.table.events import Event, Motion, Moved, PieceMoved
from game.table.records import Model, ModelId, Where
from game.table.state import Piece, PieceKind, Table
from game.table.system_additions import pieces_of
from game.view.board.board_layout import BoardLayout
from game.view.board.canvas import PaintCanvas
from game.view.camera import Camera
from game.view.colours import CREAM, HALO, NEUTRAL
from game.view.playback import PathTrack, path_up_to
from game.view.playback.effects import Effect
from game.view.playback.fallen import Fallen
from game.view.playback.particles import tint_of, trail
from game.view.playback.stage import Animation, Stage
from game.view.sprites import AROUND, TokenState
from game.view.style import DrawingTheme, draw_svg
from game.view.surface_arrays import surfarray
from game.view.system_view import Drawn, Layer, Shown, StandingPicture, SystemView, centred

HELD: Final = 0.66
"""Relative size of a container held by a model."""
MARGIN: Final = 1.0
"""Inches around loose debris for its shadow."""
_DEFS = (
    '<defs><radialGradient id="s"><stop offset=".55" stop-color="#000" stop-opacity=".7"/>'
    '<stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>'
    '<linearGradient id="w" x1="0%" y1="0%" x2="100%" y2="100%">'
    '<stop offset="0" stop-color="#D9A95A"/><stop offset="1" stop-color="#7E5527"/>'
    '</linearGradient></defs><circle cx="5" cy="7" r="54" fill="url(#s)"/>'
)
_RING = (
    f'<circle r="45" fill="#14181B" fill-opacity=".62" stroke="{HALO}" stroke-width="4"/>'
    f'<circle r="42.6" fill="none" stroke="{NEUTRAL.plain}" stroke-width="3"/>'
)
_CRATE = (
    '<g transform="rotate(-14)">'
    f'<rect x="-29" y="-29" width="58" height="58" rx="4" fill="url(#w)" stroke="{HALO}" '
    'stroke-width="4"/>'
    '<path d="M-25 -13 H25 M-25 3 H25 M-25 18 H25" stroke="#4A3116" stroke-width="2.6"/>'
    '<path d="M-29 -21 V-29 H-21 M21 -29 H29 V-21 M29 21 V29 H21 M-21 29 H-29 V21" fill="none" '
    'stroke="#AEB9BF" stroke-width="8"/>'
    '<path d="M-8 -29 H8 V29 H-8 Z" fill="#4C555B" stroke="#1B1F22" stroke-width="2"/>'
    '<path d="M-5 -27 V27" stroke="#8E999F" stroke-width="2"/>'
    '<rect x="-11" y="-9" width="22" height="18" rx="3" fill="#23292D" stroke="#0B0D0F" '
    'stroke-width="2"/><circle r="5" fill="#6FE3E6"/>'
    '<path d="M-26 -26 H26" stroke="#F3D9A4" stroke-opacity=".7" stroke-width="2"/></g>'
)
MAX_ARROW_HEADS: Final = 4
"""Maximum number of arrow heads drawn; if there are more, their number is shown."""
STEP: Final = 3
"""Degrees between two headings for which arrows are drawn."""
RADIUS: Final = 46.0
"""Radius of the base in the units of the pictures, as for tokens."""
FIRST, PITCH = 27.0, 19.0
"""Distances from the base to the tip of the first head, and between the tips of heads."""
WIDE, DEEP = 21.0, 20.0
SMALL, LARGEST = 30, 1.7
"""Base width in pixels below which heads are enlarged, and the maximum factor."""
LIVELY: Final = ("#FFE3B8", "#E08A3C", "#8A431A")
PALE: Final = ("#E3E8EA", "#9AA3A8", "#4A5157")
DRIFTS = frozenset({PieceKind.CONTAINER, PieceKind.DEBRIS})
MIN_BASE_PIXELS = 8
"""Minimum width of a base in pixels."""
FADES: Final = 1.1
"""Seconds that a trail remains visible after the movement."""


class CrateView:
    """Premultiplied pictures of pieces, cached, centred on the middle of the piece."""

    def __init__(self, plan: BoardLayout) -> None:
        self.plan = plan
        self._pictures = OwnPictures()

    def picture(self, piece: Piece, ppi: int) -> pygame.Surface:
        """Return a piece at *ppi* pixels per inch; a held container is smaller."""
        held = piece.holder is not None
        key = piece.id if piece.outline else "", ppi, held
        return self._pictures.made(key, lambda: self._draw(piece, ppi, held=held))

    def _draw(self, piece: Piece, ppi: int, *, held: bool) -> pygame.Surface:
        if piece.outline:
            return self._debris(piece, ppi)
        return _crate(piece.radius, ppi, held=held)

    def _debris(self, piece: Piece, ppi: int) -> pygame.Surface:
        left, top, right, low = box(piece.outline)
        half = ceil(max(-left, -top, right, low) + MARGIN)
        size = 2 * half * ppi, 2 * half * ppi
        colour, shade = (
            PaintCanvas(pygame.Surface(size), (-half, -half, half, half), ppi) for _ in range(2)
        )
        shade.canvas.fill("white")
        lump = terrain(piece.id, TerrainKind.DEBRIS, piece.outline)
        debris(colour, self.plan, lump)
        debris(shade, self.plan, lump)
        # Painted on black and on white: pixels that are equal on both are opaque.
        through = surfarray.array3d(shade.canvas).astype(np.int16).max(axis=2)
        solid = surfarray.array3d(colour.area(piece.outline)).max(axis=2)
        picture = pygame.Surface(size, pygame.SRCALPHA)
        surfarray.blit_array(picture, surfarray.array3d(colour.canvas))
        alpha = surfarray.pixels_alpha(picture)
        alpha[:] = np.maximum(solid, 255 - through)
        del alpha
        return picture


def _crate(radius: float, ppi: int, *, held: bool) -> pygame.Surface:
    side = max(8, round(2 * radius * AROUND * ppi * (HELD if held else 1.0)))
    ring = "" if held else _RING
    half = 46 * AROUND
    view = f"{-half} {-half} {2 * half} {2 * half}"
    return draw_svg(f"{_DEFS}{ring}{_CRATE}", view, side, side).premul_alpha()


class Pushes:
    def __init__(self, look: DrawingTheme) -> None:
        self.look = look
        self._pictures = OwnPictures()

    def picture(
        self, arrows: int, heading: float, pixels: int, *, pale: bool = False
    ) -> pygame.Surface:
        """Return the premultiplied arrows of a base *pixels* wide, about its middle.

        *heading* is in degrees, clockwise from up the table. *pale* is for corpses.
        """
        key = arrows, round(heading / STEP) % (360 // STEP), pixels, pale
        return self._pictures.made(key, lambda: self._draw(*key))

    def _draw(self, arrows: int, turn: int, pixels: int, pale: bool) -> pygame.Surface:  # noqa: FBT001
        heads = min(arrows, MAX_ARROW_HEADS)
        size = max(1.0, min(LARGEST, SMALL / pixels))
        tip = RADIUS + size * (FIRST + PITCH * (heads - 1))
        reach = tip + size * (26.0 if arrows > MAX_ARROW_HEADS else 4.0)
        side = round(reach / RADIUS * pixels)
        arrow = _svg(heads, turn * STEP, size, pale=pale)
        picture = draw_svg(arrow, f"{-reach} {-reach} {2 * reach} {2 * reach}", side, side)
        if arrows > MAX_ARROW_HEADS:
            number = self.look.text(
                str(arrows), max(11.0, pixels * 0.36 / self.look.scale), CREAM, "title"
            )
            ahead, distance = radians(turn * STEP), (tip + 10.0 * size) / reach * side / 2
            x, y = side / 2 + sin(ahead) * distance, side / 2 - cos(ahead) * distance
            picture.blit(number, number.get_rect(center=(x, y)))
        return picture.premul_alpha()


def _svg(heads: int, heading: float, size: float, *, pale: bool) -> str:
    """Return the SVG of arrow heads, scaled by *size*, from the edge of the base outward."""
    light, plain, dark = PALE if pale else LIVELY
    tip = FIRST + PITCH * (heads - 1)
    shaft = f"M-3 9 L-7.5 {-tip + 12} L7.5 {-tip + 12} L3 9 Z"
    parts = [
        _head(FIRST + PITCH * n, light if n == heads - 1 else plain, dark) for n in range(heads)
    ]
    return (
        f'<g transform="rotate({heading}) translate(0 {-RADIUS}) scale({size:.3f})">'
        f'<path d="{shaft}" fill="{dark}" stroke="{HALO}" '
        f'stroke-width="3"/>{"".join(parts)}</g>'
    )


def _head(tip: float, fill: str, rim: str) -> str:
    direction = (
        f"M0 {-tip} L{WIDE} {-tip + DEEP + 6} L0 {-tip + DEEP - 3} L{-WIDE} {-tip + DEEP + 6} Z"
    )
    return (
        f'<path d="{direction}" fill="{HALO}" stroke="{HALO}" stroke-width="6.4" '
        f'stroke-linejoin="round"/><path d="{direction}" fill="{fill}" stroke="{rim}" '
        'stroke-width="1.6" stroke-linejoin="round"/>'
    )


class ZeroGAnimation(Animation):
    """The playback of zero gravity: trails of what has drifted."""

    def effects(self, event: Event, shown: list[Effect]) -> list[Effect]:
        table = self.stage.seen
        match event:
            case Moved(model=model, path=path) if (
                table.models[model].arrows and length(path) > 0.0
            ):
                tint = tint_of(table.models[model], table)
                return [*shown, Effect(path[-1], FADES, tint, trail=path)]
            case PieceMoved(_, _, path) if length(path) > 0.0:
                return [*shown, Effect(path[-1], FADES, CREAM, trail=path)]
            case _:
                return shown

    def body_at(self, fallen: Fallen, at: Point) -> Point | None:
        """``ZG-26``  Return no place: bodies drift, and the table itself has them."""


class ZeroGLayer(Layer):
    """Arrows, trails, and drifting pieces."""

    def __init__(self, table: Table, look: DrawingTheme, plan: BoardLayout) -> None:
        super().__init__(table, look, plan)
        self.pushes, self.crates = Pushes(look), CrateView(plan)

    def fit(self, look: DrawingTheme) -> None:
        self.pushes = Pushes(look)

    def below(self, stage: Stage, camera: Camera) -> Iterator[Drawn]:
        """Yield trails, loose pieces, and the arrows of these."""
        yield from _trails(stage, camera)
        for piece in stage.seen.pieces.values():
            if piece.kind not in DRIFTS:
                continue
            at = stage.lies(piece.id)
            if piece.holder is None and _in_sight(camera, at):
                yield centred(self.crates.picture(piece, camera.ppi), camera, at)
                if piece.arrows:
                    yield self._arrows(piece, at, _wide(piece), stage, camera)

    def above(self, stage: Stage, camera: Camera, shown: Shown) -> Iterator[Drawn]:
        """Yield the arrows of models, and the containers they hold."""
        borne = {p.holder: p for p in stage.seen.pieces.values() if p.holder is not None}
        for model, at, state in shown:
            if not _in_sight(camera, at):
                continue
            if model.arrows:
                yield self._arrows(model, at, 2 * model.base, stage, camera)
            if state is not TokenState.GHOST and (piece := borne.get(model.id)):
                picture = self.crates.picture(piece, camera.ppi)
                off = 0.62 * model.base  # at the lower right of its bearer's base
                yield centred(picture, camera, Point(at.x + off, at.y + off))

    def _arrows(
        self, thing: Model | Piece, at: Point, wide: float, stage: Stage, camera: Camera
    ) -> Drawn:
        pixels = max(MIN_BASE_PIXELS, round(wide * camera.ppi))
        ahead = drift_heading(stage, thing.id)
        heading = thing.heading if ahead is None else ahead
        dead = isinstance(thing, Model) and thing.where is Where.BODY
        picture = self.pushes.picture(thing.arrows, heading, pixels, pale=dead)
        return centred(picture, camera, at)


def drifts(stage: Stage) -> Iterator[tuple[PathTrack, Path]]:
    """Yield the models and pieces pushed by arrows, with the path covered so far."""
    motion, models = stage.motion, stage.seen.models
    for track in () if motion.still else motion.tracks:
        if isinstance(track, PathTrack):
            model = models.get(ModelId(track.id))
            if model is None or model.arrows:
                yield track, path_up_to(track.path, motion.share * length(track.path))


def drift_heading(stage: Stage, id_: str) -> float | None:
    """Return the present heading of a model or piece pushed by arrows; None for any other.

    It is mirrored at each rebound (``ZG-12``). A recoiling model keeps its heading
    (``ZG-15``), so the result is None.
    """
    for track, _ in drifts(stage):
        recoils = isinstance(track.event, Moved) and track.event.motion is Motion.RECOILS
        if track.id == id_ and not recoils:
            left = stage.motion.share * length(track.path)
            for _, toward, leg in segments_of(track.path):
                if left <= leg:
                    return heading_of_vector(toward)
                left -= leg
    return None


def _trails(stage: Stage, camera: Camera) -> Iterator[Drawn]:
    """Yield trails behind models and pieces that drift."""
    table = stage.seen
    for track, path in drifts(stage):
        model = table.models.get(ModelId(track.id))
        yield from trail(path, tint_of(model, table), 1.0, camera)


def _wide(piece: Piece) -> float:
    """Return the diameter in inches at which a piece's arrows begin."""
    if not piece.outline:
        return 2 * piece.radius
    return 2 * max(max(abs(x), abs(y)) for x, y in piece.outline)


def _in_sight(camera: Camera, at: Point) -> bool:
    around = 4 * camera.ppi
    return bool(camera.window.inflate(around, around).collidepoint(camera.pixel(at)))


def _map_pictures(plan: BoardLayout) -> Iterator[StandingPicture]:
    """Yield the containers and the loose debris of a map."""
    crates = CrateView(plan)
    for piece in pieces_of(plan.board, DRIFTS).values():
        (x, y), reach = piece.at, MARGIN + _wide(piece) / 2 * AROUND
        area = x - reach, y - reach, x + reach, y + reach
        yield StandingPicture(area, partial(_on_map, crates, piece), piece.kind)


def _on_map(crates: CrateView, piece: Piece, ppi: int) -> Drawn:
    picture, (x, y) = crates.picture(piece, ppi), piece.at
    wide, high = picture.get_size()
    return picture, (round(x * ppi) - wide // 2, round(y * ppi) - high // 2)


VIEW = SystemView(
    on_map=lambda board: any(spot.kind in DRIFTS for spot in board.spots),
    animation=ZeroGAnimation,
    layer=ZeroGLayer,
    pictures=_map_pictures,
    rim=paint_rims,
    terrain={TerrainKind.DEBRIS: debris},
)
