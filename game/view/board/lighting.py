"""Compute and paint lamp light on the board."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from game.geometry.points import Point
from game.geometry.polygons import Box, off_polygon
from game.table.board import Spot, TerrainKind
from game.table.records import ORIGIN
from game.view.board.board_layout import BoardLayout
from game.view.board.canvas import PaintCanvas
from game.view.board.textures import Field, Materials, Shares

FINE = 4
"""Pixels per inch of the small light picture, which is scaled up to the board."""
AROUND = 4
"""Inches that the light picture extends beyond the edges of the board."""
BLOOM = 0.13
"""Share of a lamp's light that is visible even on dark ground."""
EDGE = 0.22
"""Share by which the corners of the board are darker than its middle."""


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
    dusk = 1 - EDGE * np.clip(off - 0.35, 0, 1) / 0.65
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
    return pygame.surfarray.make_surface(raw).convert()


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
