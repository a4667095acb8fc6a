"""Wreckage: torn pieces of ships that drift, and the holes that they left in hulls."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, sin
from random import Random
from typing import Final
from zlib import crc32

import pygame

from game.geometry.points import Path, Point, distance, unit_vector
from game.geometry.polygons import Box, box
from game.table.board import Terrain
from game.view.board.canvas import Easel, Shape, blurred, shifted, within, without
from game.view.board.layout import Plan, along
from game.view.board.marks import rivet, swell
from game.view.board.textures import grained, mixed

SKINS: Final = ("#98A2A8", "#8B9690", "#A09A88", "#7E8C9C", "#8C8079")
STRIPES: Final = ("#B4873C", "#9A4A38", "#C9C5B8", "#4F7A8C")
FLANK: Final = 0.15
"""Inches: how much of a piece's thickness is seen, on the side away from the light."""
PLATE: Final = 1.05
RIVET: Final = 0.035
JOIST: Final = 1.3
"""Inches between the beams below a deck."""


def debris(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """``ZG-12``  Paint a torn piece of a ship: plates, scorched edges, holes, its shadow."""
    ppi, random = easel.ppi, Random(crc32(piece.id.encode()))  # noqa: S311  for the eye only
    mask = easel.mask([Shape(piece.outline)])
    easel.darken(blurred(shifted(mask, 0.42 * ppi), 0.26 * ppi), 0.8)
    easel.lay(mask, easel.paper(grained("#262B30", 1.6, 39)))
    top = within(mask, shifted(mask, -FLANK * ppi))
    easel.lay(top, _skin(easel, piece, random))
    for (x, y), radius, _, corners in plan.stones(piece, 0.22, 0.13, 0.42):
        rim = tuple(Point(x + c.x * radius, y + c.y * radius) for c in corners)
        _hole(easel, rim, within(easel.mask([Shape(rim)]), top))
    swell(easel, top, 0.32)
    edge = without(top, blurred(top, 0.3 * ppi))
    scorch = within(edge, easel.paper(mixed(17)))
    easel.darken(scorch, 1.0)
    easel.darken(edge, 0.4)
    thin = max(1.0, 0.06 * ppi)
    easel.lighten(without(top, shifted(top, thin)), (88, 90, 92))
    easel.darken(without(top, shifted(top, -thin)), 0.45)
    pygame.draw.aalines(easel.canvas, (16, 18, 20), True, easel.spots(piece.outline))  # noqa: FBT003


def paint_breach(easel: Easel, outline: Path, sky: pygame.Surface) -> None:
    """Tear a hole into a deck: stars below it, the beams that it lay on, and a bent rim."""
    ppi, mask = easel.ppi, easel.mask([Shape(outline)])
    easel.darken(blurred(mask, 0.7 * ppi), 0.75)
    easel.band(outline, 0.24, (44, 47, 50), closed=True)
    for start, end in pairwise((*outline, outline[0])):
        for a, b in pairwise(along((start, end), 0.5)):
            bent = 0.05 + 0.09 * ((crc32(f"{a}".encode()) >> 4) % 5) / 4
            easel.band((a, b), bent, (158, 166, 171))
    easel.lay(mask, sky)
    beams = pygame.Surface(mask.get_size())
    lit = beams.copy()
    for beam in _beams(outline):
        beams.blit(easel.band_mask(beam, 0.3), (0, 0), special_flags=pygame.BLEND_RGB_MAX)
        lip = tuple(Point(x, y - 0.1) for x, y in beam)
        lit.blit(easel.band_mask(lip, 0.06), (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    beams = within(beams, mask)
    easel.lay(beams, easel.paper(grained("#343B42", 1.2, 41)))
    easel.lighten(within(lit, beams), (40, 44, 48))
    side = without(mask, shifted(mask, 0.2 * ppi))
    easel.lay(side, easel.paper(grained("#4C555C", 1.4, 43)))
    easel.darken(within(blurred(side, 0.3 * ppi), without(mask, side)), 0.75)


def _skin(easel: Easel, piece: Terrain, random: Random) -> pygame.Surface:
    """Return plates in rows along the longest side of a piece, some of them painted."""
    sheet = Easel(easel.paper(grained(random.choice(SKINS), 1.3, 39)), easel.box, easel.ppi)
    a, b = max(pairwise((*piece.outline, piece.outline[0])), key=lambda side: distance(*side))
    along_, middle = unit_vector(a, b), _middle(piece.box)
    across = Point(-along_.y, along_.x)
    reach = distance(Point(*piece.box[:2]), Point(*piece.box[2:])) / 2 + PLATE
    striped, stripe = random.randrange(3), random.choice(STRIPES)
    rows = int(reach / PLATE) + 1
    for row in range(-rows, rows):
        start = -reach + random.uniform(0, PLATE)
        if row == striped - 1 and random.random() < 0.7:
            sheet.fill(_patch(middle, along_, across, (-reach, reach), row), stripe)
        while start < reach:
            end = start + PLATE * random.uniform(1.5, 3.2)
            plate = _patch(middle, along_, across, (start, end), row)
            level = random.uniform(0.0, 0.34)
            sheet.darken(sheet.mask([Shape(plate)]), level) if level > 0.1 else None
            pygame.draw.aalines(sheet.canvas, (58, 62, 66), True, sheet.spots(plate))  # noqa: FBT003
            _rivets(sheet, plate)
            start = end
    return sheet.canvas


def _patch(
    middle: Point, along_: Point, across: Point, span: tuple[float, float], row: int
) -> Path:
    """Return a rectangle of one row, from so far to so far along it."""
    low, high = row * PLATE, (row + 1) * PLATE
    return tuple(
        Point(
            middle.x + along_.x * u + across.x * v,
            middle.y + along_.y * u + across.y * v,
        )
        for u, v in ((span[0], low), (span[1], low), (span[1], high), (span[0], high))
    )


def _rivets(easel: Easel, plate: Path) -> None:
    x, y = _middle(box(plate))
    for cx, cy in plate:
        rivet(easel, (cx + (x - cx) * 0.16, cy + (y - cy) * 0.16), RIVET)


def _hole(easel: Easel, rim: Path, mask: pygame.Surface) -> None:
    """Punch a hole: black, a beam seen in it, its far edge bright."""
    far = 0.06 * easel.ppi
    easel.lighten(without(shifted(mask, far), mask), (46, 48, 50))
    easel.lay(mask, easel.paper(grained("#15181B", 1.0, 39)))
    (x, y), turn = _middle(box(rim)), rim[0].x * 7
    ends = Point(x - cos(turn), y - sin(turn)), Point(x + cos(turn), y + sin(turn))
    easel.lighten(within(easel.band_mask(ends, 0.09), mask), (46, 50, 54))


def _beams(outline: Path) -> Iterator[Path]:
    """Yield the beams below a hole; some are broken off, some are gone."""
    left, top, right, low = box(outline)
    random = Random(crc32(f"{outline[0]}".encode()))  # noqa: S311  for the eye only
    first = int(top / JOIST) + 1
    for n in range(first, int(low / JOIST) + 1):
        y, wide = n * JOIST, right - left
        short, whole = random.uniform(0.15, 0.45) * wide, random.random()
        if whole < 0.4:
            yield Point(left, y), Point(right, y)
        elif whole < 0.8:
            yield Point(left, y), Point(left + short, y + 0.12)
            yield Point(right - short * 0.6, y - 0.08), Point(right, y)
    x = left + (right - left) * random.uniform(0.4, 0.6)
    yield Point(x, top), Point(x, low)


def _middle(area: Box) -> Point:
    return Point((area[0] + area[2]) / 2, (area[1] + area[3]) / 2)
