"""Brushes that painters of a board share, with the light of its lamps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil, cos, floor, sin
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from game.geometry.points import Path, Point
from game.geometry.polygons import Box, off_polygon
from game.table.board import Spot, Terrain, TerrainKind
from game.table.records import ORIGIN
from game.view.board.board_layout import BoardLayout, ScatteredObject, along
from game.view.board.canvas import PaintCanvas, Stroke, blurred, shifted, within, without
from game.view.board.textures import Field, Materials, Shares, grained
from game.view.surface_arrays import surfarray

Tone: TypeAlias = tuple[int, int, int]
Painting: TypeAlias = Callable[[PaintCanvas, BoardLayout], None]
TerrainPainter: TypeAlias = Callable[[PaintCanvas, BoardLayout, Terrain], None]
EDGE: Tone = (58, 55, 48)
"""Colour of the thin line around areas."""
MIN_RIVET_RADIUS = 0.6
"""Smallest painted radius of a rivet, in pixels."""
PITCH = 0.62
"""Inches from one stripe to the next."""
FINE = 4
"""Pixels per inch of the small light picture, which is scaled up to the board."""
AROUND = 4
"""Inches that the light picture extends beyond the edges of the board."""
BLOOM = 0.13
"""Share of a lamp's light that is visible even on dark ground."""
VIGNETTE = 0.22
"""Share by which the corners of the board are darker than its middle."""


def patch(
    painting: PaintCanvas, piece: Terrain, texture: pygame.Surface, soft: float
) -> pygame.Surface:
    """Paint a patch of other ground with an edge blurred by *soft* inches; return its mask.

    A thin line shows the exact outline, because rules ask whether a base is in the area.
    """
    mask = painting.area(piece.outline)
    edge = blurred(mask, soft * painting.ppi)
    painting.cover(edge, texture)
    painting.outline(piece.outline, EDGE)
    return mask


def pile(painting: PaintCanvas, stones: Iterable[ScatteredObject]) -> None:
    for stone in stones:
        if is_in_view(painting, stone) and stone.radius * painting.ppi >= 0.8:
            _stone(painting, stone)


def _stone(painting: PaintCanvas, stone: ScatteredObject) -> None:
    (x, y), radius, shade, _ = stone
    tone = mix((78, 74, 66), (168, 160, 142), shade)
    dark = stone._replace(at=Point(x + radius * 0.30, y + radius * 0.36))
    for one, colour in ((dark, (36, 34, 31)), (stone, tone)):
        pygame.draw.polygon(painting.canvas, colour, painting.spots(one.outline))
    if radius * painting.ppi > 3:
        top = Point(x - radius * 0.15, y - radius * 0.18)
        lit = stone._replace(at=top, radius=radius * 0.55)
        painting.fill(lit.outline, mix(tone, (226, 216, 194), 0.35))


def is_in_view(painting: PaintCanvas, scrap: ScatteredObject) -> bool:
    return painting.sees((*scrap.at, *scrap.at), scrap.radius * 2)


def fall(painting: PaintCanvas, line: Path, wide: float, shift: float) -> None:
    """Paint the shadow of a line *wide* inches wide."""
    painting.shadow(painting.band_mask(moved(line, shift), wide), 0.1, 0.55)


def studs(painting: PaintCanvas, line: Path, pitch: float, *strokes: Stroke) -> None:
    """Paint the same discs over each other at points about *pitch* inches apart."""
    for at in along(line, pitch):
        painting.discs(at, *strokes)


def loop(outline: Path) -> Path:
    return (*outline, outline[0])


def line_of(piece: Terrain) -> Path:
    return loop(piece.outline) if piece.closed else piece.outline


def moved(line: Path, inches: float) -> Path:
    return tuple(Point(x + inches, y + inches) for x, y in line)


def shrunk(path: Path, about: Point, share: float) -> Path:
    return tuple(between(about, at, share) for at in path)


def between(a: Point, b: Point, share: float) -> Point:
    return Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)


def out(at: Point, turn: float, inches: float) -> Point:
    """Return the point *inches* from another, at an angle in radians from the right."""
    return Point(at.x + cos(turn) * inches, at.y + sin(turn) * inches)


def mix(a: Tone, b: Tone, share: float) -> Tone:
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def paint_stripes(painting: PaintCanvas, mask: pygame.Surface) -> None:
    """Paint worn stripes of yellow and black where the mask is white."""
    sheet = painting.sheet(grained("#D9A632", 0.8, 27))
    left, top, right, bottom = painting.box
    high = bottom - top
    first, last = floor((left + top) / PITCH), ceil((right + bottom) / PITCH)
    for n in range(first, last + 1):
        # A stripe is all (x, y) whose sum lies in the first half of a pitch.
        x = n * PITCH - top
        end = x + PITCH / 2
        band = (x, top), (end, top), (end - high, bottom), (x - high, bottom)
        sheet.fill([Point(*at) for at in band], (38, 36, 32))
    worn = mask.copy()
    worn.fill((235, 235, 235), special_flags=pygame.BLEND_RGB_MULT)
    painting.lay(within(worn, painting.paper(grained("#FFFFFF", 0.9, 29))), sheet.canvas)


def paint_seams(painting: PaintCanvas, side: float) -> None:
    """Cut a surface into square plates of *side* inches, with a rivet in each corner."""
    left, top, right, bottom = painting.box
    for i in range(floor(left / side), ceil(right / side) + 1):
        for j in range(floor(top / side), ceil(bottom / side) + 1):
            x, y = painting.spot((i * side, j * side))
            wide = painting.wide(side)
            tint = 232 + (i * 53 + j * 31 + i * j * 17) % 24
            plate = pygame.Rect(round(x), round(y), wide, wide)
            painting.canvas.fill((tint, tint, tint), plate, pygame.BLEND_RGB_MULT)
            for line in ((wide, 1), (1, wide)):
                seam = *plate.topleft, *line
                painting.canvas.fill((130, 130, 130), seam, pygame.BLEND_RGB_MULT)
            lit = (*plate.move(1, 1).topleft, wide, 1)
            painting.canvas.fill((18, 18, 18), lit, pygame.BLEND_RGB_ADD)
            for dx in (0.13, side - 0.13):
                for dy in (0.13, side - 0.13):
                    rivet(painting, (i * side + dx, j * side + dy), 0.045)


def swell(painting: PaintCanvas, mask: pygame.Surface, soft: float) -> None:
    """Shade an area as if rounded: lit at the upper left, dark at the lower right."""
    high = blurred(mask, soft * painting.ppi)
    distance = soft * 0.85 * painting.ppi
    painting.lighten(within(without(high, shifted(high, distance)), mask), (66, 64, 57))
    painting.darken(within(without(high, shifted(high, -distance)), mask), 0.65)


def rivet(painting: PaintCanvas, at: tuple[float, float], radius: float) -> None:
    """Paint a rivet, unless it is too small to see."""
    if radius * painting.ppi < MIN_RIVET_RADIUS:
        return
    painting.disc((at[0] + 0.02, at[1] + 0.025), radius * 1.2, (30, 33, 36))
    painting.disc(at, radius, (128, 136, 140))
    painting.disc((at[0] - radius * 0.3, at[1] - radius * 0.3), radius * 0.45, (178, 184, 186))


class Glow(NamedTuple):
    """A lamp: its place, its reach in inches, and its colour."""

    at: Point
    reach: float
    lit: Shares


def lamps(plan: BoardLayout) -> list[Glow]:
    """Return the map's own lamps, or evenly spaced ones if it has none."""
    stuff = plan.materials
    named = [spot for spot in plan.board.spots if spot.kind == "lamp"]
    if named or not stuff.lamps:
        return [_named(spot, stuff) for spot in named]
    pitch = stuff.lamps
    solid = [
        t.outline for t in plan.board.terrain if t.kind in {TerrainKind.WALL, TerrainKind.BLOCK}
    ]
    across = max(1, round(plan.board.width / pitch))
    down = max(1, round(plan.board.height / pitch))
    spots = (
        Point(
            plan.board.width * (i + 0.5 + 0.22 * ((i * 7 + j * 3) % 3 - 1)) / across,
            plan.board.height * (j + 0.5 + 0.22 * ((i * 5 + j * 2) % 3 - 1)) / down,
        )
        for i in range(across)
        for j in range(down)
    )
    free = [at for at in spots if all(off_polygon(at, s) > 1.0 for s in solid)]
    return [Glow(at, pitch * 0.62, stuff.lit) for at in free]


def _named(spot: Spot, stuff: Materials) -> Glow:
    """Return a lamp of the map; properties that it lacks get default values."""
    found, words = dict(spot.numbers), dict(spot.words)
    bright = found.get("brightness", 1.0)
    lit = stuff.lit
    if tint := words.get("tint"):
        # Tiled writes the opacity first.
        red, green, blue, _ = pygame.Color(f"#{tint[3:]}")
        lit = red / 255, green / 255, blue / 255
    reach = found.get("radius") or max(5.0, stuff.lamps) * 0.6
    return Glow(spot.outline[0], reach, (lit[0] * bright, lit[1] * bright, lit[2] * bright))


class Light(NamedTuple):
    """Small pictures of the board's lighting: the share of each colour that a spot reflects."""

    share: pygame.Surface
    bloom: pygame.Surface
    """Light added near lamps, independent of the floor."""


def light(plan: BoardLayout) -> Light:
    board, stuff = plan.board, plan.materials
    wide = round((board.width + 2 * AROUND) * FINE)
    high = round((board.height + 2 * AROUND) * FINE)
    x = (np.arange(wide, dtype=np.float32)[:, None] + 0.5) / FINE - AROUND
    y = (np.arange(high, dtype=np.float32)[None] + 0.5) / FINE - AROUND
    dark = np.array(stuff.dark, np.float32)
    pools: Field = np.zeros((wide, high, 3), np.float32)
    bloom: Field = np.zeros((wide, high, 3), np.float32)
    for at, reach, lit in _all_along(plan):
        columns, rows = _within(x[:, 0], at.x, reach), _within(y[0], at.y, reach)
        distances = np.sqrt((x[columns] - at.x) ** 2 + (y[:, rows] - at.y) ** 2) / reach
        near = np.clip(1 - distances, 0, 1)[..., None]
        gain = np.clip(np.array(lit, np.float32) - dark, 0, None)
        for field, fall in ((pools, 1.2), (bloom, 3)):
            lit_up = field[columns, rows]
            np.maximum(lit_up, gain * near**fall, out=lit_up)
    # Repeating ground does not darken toward its ends.
    across, down = (0.0 if way else 1.5 for way in plan.repeats)
    off = np.sqrt(
        ((x / board.width - 0.5) * across) ** 2 + ((y / board.height - 0.5) * down) ** 2
    )
    dusk = 1 - VIGNETTE * np.clip(off - 0.35, 0, 1) / 0.65
    return Light(_small((dark + pools) * dusk[..., None]), _small(bloom * BLOOM))


def _within(places: npt.NDArray[np.floating], at: float, reach: float) -> slice:
    """Return the slice of some sorted positions that a lamp may reach."""
    first, last = np.searchsorted(places, (at - reach, at + reach))
    return slice(int(first), int(last))


def _all_along(plan: BoardLayout) -> list[Glow]:
    """Return the lamps; repeating ground also has those beyond its ends."""
    found, board = lamps(plan), plan.board
    if plan.repeats == ORIGIN:
        return found
    right, down = plan.repeats.x * board.width, plan.repeats.y * board.height
    return [
        glow._replace(at=Point(glow.at.x + n * right, glow.at.y + n * down))
        for glow in found
        for n in (-1, 0, 1)
    ]


def _small(shares: npt.NDArray[np.floating]) -> pygame.Surface:
    raw = np.clip(shares * 255, 0, 255).astype(np.uint8)
    return surfarray.make_surface(raw).convert()


def shine(painting: PaintCanvas, small: Light) -> None:
    """Apply the light to a part of the board."""
    share, bloom = (stretched(picture, painting) for picture in small)
    painting.canvas.blit(share, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    painting.canvas.blit(bloom, (0, 0), special_flags=pygame.BLEND_RGB_ADD)


def stretched(small: pygame.Surface, painting: PaintCanvas) -> pygame.Surface:
    """Return the part of a small picture that a canvas shows, scaled up to the canvas.

    The picture shows the board and *AROUND* it.
    """
    crop = _crop(painting.box).clip(small.get_rect())
    return pygame.transform.smoothscale(small.subsurface(crop), painting.canvas.get_size())


def _crop(box: Box) -> pygame.Rect:
    left, top, right, bottom = box
    start = round((left + AROUND) * FINE), round((top + AROUND) * FINE)
    return pygame.Rect(start, (round((right - left) * FINE), round((bottom - top) * FINE)))
