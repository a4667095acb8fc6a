"""Painters of ships in space, whole or wrecked."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final
from zlib import crc32

import pygame

from game.geometry.points import Path, Point, distance, unit_vector
from game.geometry.polygons import box, box_middle
from game.table.board import Terrain
from game.view.board.board_layout import BoardLayout, along
from game.view.board.brushes import between, loop, out, rivet, swell
from game.view.board.canvas import PaintCanvas, blurred, shifted, within, without
from game.view.board.textures import grained, mixed
from game.view.board.walls import fill_box

RIM: Final = 0.4
"""Width of the hull's rim on the table, in inches."""
CLAMPS: Final = 1.5
"""Inches from one clamp of the rim to the next."""
SKINS: Final = ("#98A2A8", "#8B9690", "#A09A88", "#7E8C9C", "#8C8079")
STRIPES: Final = ("#B4873C", "#9A4A38", "#C9C5B8", "#4F7A8C")
FLANK: Final = 0.15
"""Visible thickness of a piece in inches, on the side away from the light."""
PLATE: Final = 1.05
RIVET: Final = 0.035


def paint_rims(painting: PaintCanvas, plan: BoardLayout) -> None:
    """``ZG-14``  Paint the table edges that are hull as a thick, bolted rim of steel."""
    for line in plan.rims:
        if part := painting.part(box(line), 1.0):
            _paint_rim(part, line)


def _paint_rim(painting: PaintCanvas, line: Path) -> None:
    mask = painting.band_mask(line, 2 * RIM)
    painting.shadow(mask, 0.2, 0.6, 0.2)
    painting.shadow(mask, 0.4, 0.5)
    painting.cover(mask, grained("#8B969D", 0.9, 45))
    painting.band(line, 2 * RIM * 0.62, (52, 59, 65))
    painting.band(line, 2 * RIM * 0.50, (112, 122, 129))
    painting.band(line, 2 * RIM * 0.16, (40, 45, 50))
    for n, (a, b) in enumerate(pairwise(list(along(line, CLAMPS)))):
        rivet(painting, a, 0.05)
        _paint_clamp(painting, a, b, wide=n % 4 == 0)


def _paint_clamp(painting: PaintCanvas, a: Point, b: Point, *, wide: bool) -> None:
    """Paint a clamp across the rim, between two points of its line."""
    half, inches = (0.24, RIM) if wide else (0.09, RIM * 0.82)
    flat = a.y == b.y
    step = (b.x - a.x if flat else b.y - a.y) / 2
    x, y = (a.x + step, a.y) if flat else (a.x, a.y + step)
    dx, dy = (half, inches) if flat else (inches, half)
    left, top, right, low = x - dx, y - dy, x + dx, y + dy
    fill_box(painting, (left + 0.05, top + 0.05, right + 0.05, low + 0.05), (24, 27, 30))
    fill_box(painting, (left, top, right, low), (150, 159, 165) if wide else (96, 105, 112))
    inner = left + 0.06, top + 0.06, right - 0.04, low - 0.04
    fill_box(painting, inner, (118, 127, 133) if wide else (84, 92, 98))


def debris(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``ZG-12``  Paint wreckage of a ship: plates, scorched edges, holes, its shadow."""
    ppi, random = painting.ppi, Random(crc32(piece.id.encode()))  # noqa: S311  for the eye only
    mask = painting.area(piece.outline)
    painting.shadow(mask, 0.26, 0.8, 0.42)
    painting.cover(mask, grained("#262B30", 1.6, 39))
    top = within(mask, shifted(mask, -FLANK * ppi))
    painting.lay(top, _skin(painting, piece, random))
    for hole in plan.stones(piece, 0.22, 0.13, 0.42):
        _hole(painting, hole.outline, within(painting.area(hole.outline), top))
    swell(painting, top, 0.32)
    edge = without(top, blurred(top, 0.3 * ppi))
    scorch = within(edge, painting.paper(mixed(17)))
    painting.darken(scorch, 1.0)
    painting.darken(edge, 0.4)
    painting.bevel(top, 0.06, (88, 90, 92), 0.45)
    painting.outline(piece.outline, (16, 18, 20))


def _skin(painting: PaintCanvas, piece: Terrain, random: Random) -> pygame.Surface:
    """Return plates in rows along the longest side of a piece, some of them painted."""
    sheet = painting.sheet(grained(random.choice(SKINS), 1.3, 39))
    row_ahead = unit_vector(
        *max(pairwise(loop(piece.outline)), key=lambda side: distance(*side))
    )
    reach = distance(Point(*piece.box[:2]), Point(*piece.box[2:])) / 2 + PLATE
    striped, stripe = random.randrange(3), random.choice(STRIPES)
    rows = int(reach / PLATE) + 1
    for row in range(-rows, rows):
        start = -reach + random.uniform(0, PLATE)
        if row == striped - 1 and random.random() < 0.7:
            sheet.fill(_plate(piece, row_ahead, (-reach, reach), row), stripe)
        while start < reach:
            end = start + PLATE * random.uniform(1.5, 3.2)
            plate = _plate(piece, row_ahead, (start, end), row)
            level = random.uniform(0.0, 0.34)
            if level > 0.1:
                sheet.darken(sheet.area(plate), level)
            sheet.outline(plate, (58, 62, 66))
            for corner in plate:
                rivet(sheet, between(corner, box_middle(box(plate)), 0.16), RIVET)
            start = end
    return sheet.canvas


def _plate(piece: Terrain, ahead: Point, span: tuple[float, float], row: int) -> Path:
    """Return a rectangle of one row; *span* is its start and end along the row, in inches."""
    (x, y), low, high = box_middle(piece.box), row * PLATE, (row + 1) * PLATE
    return tuple(
        Point(x + ahead.x * u - ahead.y * v, y + ahead.y * u + ahead.x * v)
        for u, v in ((span[0], low), (span[1], low), (span[1], high), (span[0], high))
    )


def _hole(painting: PaintCanvas, rim: Path, mask: pygame.Surface) -> None:
    """Paint a hole: black, with a beam in it and a bright far edge."""
    inches = 0.06 * painting.ppi
    painting.lighten(without(shifted(mask, inches), mask), (46, 48, 50))
    painting.cover(mask, grained("#15181B", 1.0, 39))
    centre, turn = box_middle(box(rim)), rim[0].x * 7
    ends = out(centre, turn, -1.0), out(centre, turn, 1.0)
    painting.lighten(within(painting.band_mask(ends, 0.09), mask), (46, 50, 54))
