"""The light that falls on a board: pools under lamps, dusk between them and at the edges."""

from __future__ import annotations

import numpy as np
import pygame

from game.geometry.points import Point
from game.geometry.shapes import Box, off_polygon
from game.table.terrain import Kind
from game.view.brush import Easel
from game.view.grain import Field
from game.view.plan import Plan

FINE = 4
"""Pixels an inch of the small picture of the light; it is drawn out to the board's size."""
AROUND = 4
"""Inches of it beyond the edges of the board."""
EDGE = 0.22
"""How much darker the corners of the board are than its middle."""


def lamps(plan: Plan) -> list[tuple[Point, float]]:
    """Return where lamps hang and how far each shines: the map's own, or evenly about."""
    pitch = plan.materials.lamps
    named = [spot for spot in plan.board.spots if spot.kind == "lamp"]
    if named or not pitch:
        usual = max(5.0, pitch) * 0.6
        return [(s.outline[0], dict(s.numbers).get("radius") or usual) for s in named]
    solid = [t.outline for t in plan.board.terrain if t.kind in {Kind.WALL, Kind.BLOCK}]
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
    return [(at, pitch * 0.62) for at in spots if all(off_polygon(at, s) > 1.0 for s in solid)]


def light(plan: Plan) -> pygame.Surface:
    """Return a small picture of how much of each colour every spot of the board gives back."""
    board, stuff = plan.board, plan.materials
    wide = round((board.width + 2 * AROUND) * FINE)
    high = round((board.height + 2 * AROUND) * FINE)
    x = (np.arange(wide, dtype=np.float32)[:, None] + 0.5) / FINE - AROUND
    y = (np.arange(high, dtype=np.float32)[None] + 0.5) / FINE - AROUND
    pool: Field = np.zeros((wide, high), np.float32)
    for at, reach in lamps(plan):
        far = np.sqrt((x - at.x) ** 2 + (y - at.y) ** 2) / reach
        pool = np.maximum(pool, np.clip(1 - far, 0, 1) ** 1.2)
    off = np.sqrt(((x / board.width - 0.5) * 1.5) ** 2 + ((y / board.height - 0.5) * 1.5) ** 2)
    dusk = 1 - EDGE * np.clip(off - 0.35, 0, 1) / 0.65
    dark, lit = np.array(stuff.dark, np.float32), np.array(stuff.lit, np.float32)
    shares = (dark + (lit - dark) * pool[..., None]) * dusk[..., None]
    return pygame.surfarray.make_surface(
        np.clip(shares * 255, 0, 255).astype(np.uint8)
    ).convert()


def shine(easel: Easel, small: pygame.Surface) -> None:
    """Let a picture of the light fall on a part of the board."""
    part = small.subsurface(_crop(easel.box).clip(small.get_rect()))
    drawn = pygame.transform.smoothscale(part, easel.canvas.get_size())
    easel.canvas.blit(drawn, (0, 0), special_flags=pygame.BLEND_RGB_MULT)


def _crop(box: Box) -> pygame.Rect:
    left, top, right, bottom = box
    start = round((left + AROUND) * FINE), round((top + AROUND) * FINE)
    return pygame.Rect(start, (round((right - left) * FINE), round((bottom - top) * FINE)))
