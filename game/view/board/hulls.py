"""Painters of ship hulls and wreckage."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, cos, floor, sin
from random import Random
from typing import Final
from zlib import crc32

import pygame

from game.content.palettes import Colour
from game.geometry.points import Path, Point, distance, unit_vector
from game.geometry.polygons import Box, box
from game.table.board import Terrain
from game.view.board.board_layout import BoardLayout, along
from game.view.board.brushes import paint_seams, rivet, swell
from game.view.board.canvas import (
    AreaShape,
    PaintCanvas,
    blurred,
    faded,
    shifted,
    within,
    without,
)
from game.view.board.lighting import lamps
from game.view.board.textures import grained, mixed

RIM: Final = 0.4
"""Width of the hull's rim on the table, in inches."""
FRAME: Final = 6.0
"""Inches from one rib of a hull to the next."""
FREIGHT: Final = ("#6F7B82", "#7C5240", "#4F6B74", "#8A7442", "#5F6A58")
SIGNALS: Final = ("#FF9A4A", "#7FD8FF", "#7FD8FF", "#FFE2A8")


def paint_rims(painting: PaintCanvas, plan: BoardLayout) -> None:
    """``ZG-14``  Paint the table edges that are hull as a thick, bolted rim of steel."""
    for line in plan.rims:
        if part := painting.part(box(line), 1.0):
            _paint_rim(part, line)


def _paint_rim(painting: PaintCanvas, line: Path) -> None:
    mask = painting.band_mask(line, 2 * RIM)
    painting.darken(blurred(shifted(mask, 0.2 * painting.ppi), 0.2 * painting.ppi), 0.6)
    painting.darken(blurred(mask, 0.4 * painting.ppi), 0.5)
    painting.lay(mask, painting.paper(grained("#8B969D", 0.9, 45)))
    painting.band(line, 2 * RIM * 0.62, (52, 59, 65))
    painting.band(line, 2 * RIM * 0.50, (112, 122, 129))
    painting.band(line, 2 * RIM * 0.16, (40, 45, 50))
    for n, (a, b) in enumerate(pairwise(list(along(line, FRAME / 4)))):
        rivet(painting, a, 0.05)
        _paint_clamp(painting, a, b, wide=n % 4 == 0)


def _paint_clamp(painting: PaintCanvas, a: Point, b: Point, *, wide: bool) -> None:
    """Paint a clamp across the rim, between two points of its line."""
    half, inches = (0.24, RIM) if wide else (0.09, RIM * 0.82)
    flat = a.y == b.y
    step = (b.x - a.x if flat else b.y - a.y) / 2
    x, y = (a.x + step, a.y) if flat else (a.x, a.y + step)
    clamp = (
        (x - half, y - inches, x + half, y + inches)
        if flat
        else (x - inches, y - half, x + inches, y + half)
    )
    _box(
        painting,
        (clamp[0] + 0.05, clamp[1] + 0.05, clamp[2] + 0.05, clamp[3] + 0.05),
        (24, 27, 30),
    )
    _box(painting, clamp, (150, 159, 165) if wide else (96, 105, 112))
    inner = (clamp[0] + 0.06, clamp[1] + 0.06, clamp[2] - 0.04, clamp[3] - 0.04)
    _box(painting, inner, (118, 127, 133) if wide else (84, 92, 98))


def _box(painting: PaintCanvas, area: Box, colour: tuple[int, int, int]) -> None:
    (left, top), (right, low) = painting.spots(
        (Point(area[0], area[1]), Point(area[2], area[3]))
    )
    rect = pygame.Rect(round(left), round(top), 0, 0)
    rect.size = max(1, round(right) - rect.x), max(1, round(low) - rect.y)
    painting.canvas.fill(colour, rect)


def paint_outside(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint the outside of a hull behind walls: plates, ribs, pipes, lights."""
    for rock in plan.rock:
        if part := painting.part(box(rock.outline), 0.1):
            sheet = PaintCanvas(part.canvas.copy(), part.box, part.ppi)
            paint_seams(sheet, FRAME / 2)
            _paint_frame(sheet)
            part.lay(part.mask([rock]), sheet.canvas)


def _paint_frame(painting: PaintCanvas) -> None:
    left, top, right, low = painting.box
    columns = range(floor(left / FRAME) - 1, ceil(right / FRAME) + 1)
    rows = range(floor(top / FRAME) - 1, ceil(low / FRAME) + 1)
    for m in rows:
        for off, wide, colour in _PIPES:
            y = m * FRAME + 4.1 + off
            painting.band((Point(left, y), Point(right, y)), wide, colour)
    for n in columns:
        for off, wide, colour in _RIB:
            x = (n + 0.5) * FRAME + off
            painting.band((Point(x, top), Point(x, low)), wide, colour)
    lucks = [(n, m, n * 7 + m * 13 + n * m) for n in columns for m in rows]
    _paint_signals(
        painting,
        [
            (Point((n + 0.5) * FRAME, m * FRAME + 1.4), SIGNALS[luck % len(SIGNALS)])
            for n, m, luck in lucks
            if luck % 3 == 0
        ],
    )


def _paint_signals(painting: PaintCanvas, signals: list[tuple[Point, Colour]]) -> None:
    glow = pygame.Surface(painting.canvas.get_size())
    for at, colour in signals:
        pygame.draw.aacircle(glow, colour, painting.spot(at), 0.55 * painting.ppi)
    painting.lighten(blurred(glow, 0.35 * painting.ppi), (170, 170, 170))
    for at, colour in signals:
        painting.disc(at, 0.17, (18, 20, 22))
        painting.disc(at, 0.11, colour)


def paint_cargo(painting: PaintCanvas, block: AreaShape, roof: pygame.Surface) -> None:
    """Paint a block in a hull as rows of freight."""
    left, top, right, low = box(block.outline)
    across, down = max(1, round((right - left) / 2.4)), max(1, round((low - top) / 1.3))
    wide, high = (right - left) / across, (low - top) / down
    sheet = PaintCanvas(painting.canvas.copy(), painting.box, painting.ppi)
    for i in range(across):
        for j in range(down):
            x, y = left + i * wide, top + j * high
            tint = FREIGHT[crc32(f"{x:.1f} {y:.1f}".encode()) % len(FREIGHT)]
            _paint_crate(sheet, (x + 0.05, y + 0.05, x + wide - 0.05, y + high - 0.05), tint)
    painting.lay(roof, sheet.canvas)


def _paint_crate(painting: PaintCanvas, area: Box, tint: str) -> None:
    left, top, right, low = area
    plain = pygame.Color(tint)
    dark, lit = faded(plain, 0.62), faded(plain, 1.3)
    _box(painting, (left - 0.05, top - 0.05, right + 0.05, low + 0.05), (18, 20, 22))
    _box(painting, area, (plain.r, plain.g, plain.b))
    for n in range(1, int((right - left) / 0.16)):
        x = left + n * 0.16
        _box(painting, (x, top, x + 0.05, low), dark)
    _box(painting, (left, top, right, top + 0.07), lit)
    _box(painting, (left, top, left + 0.07, low), lit)
    _box(painting, (left, low - 0.09, right, low), dark)
    for x in (left + (right - left) * 0.25, left + (right - left) * 0.75):
        _box(painting, (x - 0.05, top, x + 0.05, low), (34, 36, 38))
        _box(painting, (x - 0.02, top, x + 0.01, low), (122, 124, 122))


_RIB = (
    (0.22, 0.62, (22, 25, 28)),
    (0.0, 0.56, (78, 88, 96)),
    (-0.10, 0.26, (112, 124, 133)),
    (-0.22, 0.06, (160, 172, 181)),
)
_PIPES = (
    (0.14, 0.46, (20, 23, 26)),
    (0.0, 0.34, (70, 76, 80)),
    (-0.06, 0.14, (126, 134, 138)),
    (0.62, 0.22, (20, 23, 26)),
    (0.54, 0.16, (96, 70, 50)),
    (0.50, 0.05, (150, 116, 86)),
)


def paint_lights(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint the lamps in the deck of a hull."""
    if not plan.materials.ribbed or plan.materials.laid == "stars":
        return
    for at, _, lit in lamps(plan):
        inches = 0.6
        if painting.sees((at.x - inches, at.y - inches, at.x + inches, at.y + inches)):
            painting.disc((at.x + 0.03, at.y + 0.04), 0.40, (26, 29, 32))
            painting.disc(at, 0.36, (128, 138, 144))
            painting.disc(at, 0.28, (40, 44, 48))
            red, green, blue = (min(255, round(255 * share)) for share in lit)
            painting.disc(at, 0.22, (red, green, blue))


SKINS: Final = ("#98A2A8", "#8B9690", "#A09A88", "#7E8C9C", "#8C8079")
STRIPES: Final = ("#B4873C", "#9A4A38", "#C9C5B8", "#4F7A8C")
FLANK: Final = 0.15
"""Visible thickness of a piece in inches, on the side away from the light."""
PLATE: Final = 1.05
RIVET: Final = 0.035
JOIST: Final = 1.3
"""Inches between the beams below a deck."""


def debris(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``ZG-12``  Paint wreckage of a ship: plates, scorched edges, holes, its shadow."""
    ppi, random = painting.ppi, Random(crc32(piece.id.encode()))  # noqa: S311  for the eye only
    mask = painting.mask([AreaShape(piece.outline)])
    painting.darken(blurred(shifted(mask, 0.42 * ppi), 0.26 * ppi), 0.8)
    painting.lay(mask, painting.paper(grained("#262B30", 1.6, 39)))
    top = within(mask, shifted(mask, -FLANK * ppi))
    painting.lay(top, _skin(painting, piece, random))
    for (x, y), radius, _, corners in plan.stones(piece, 0.22, 0.13, 0.42):
        rim = tuple(Point(x + c.x * radius, y + c.y * radius) for c in corners)
        _hole(painting, rim, within(painting.mask([AreaShape(rim)]), top))
    swell(painting, top, 0.32)
    edge = without(top, blurred(top, 0.3 * ppi))
    scorch = within(edge, painting.paper(mixed(17)))
    painting.darken(scorch, 1.0)
    painting.darken(edge, 0.4)
    thin = max(1.0, 0.06 * ppi)
    painting.lighten(without(top, shifted(top, thin)), (88, 90, 92))
    painting.darken(without(top, shifted(top, -thin)), 0.45)
    pygame.draw.aalines(painting.canvas, (16, 18, 20), True, painting.spots(piece.outline))  # noqa: FBT003


def paint_breach(painting: PaintCanvas, outline: Path, sky: pygame.Surface) -> None:
    """Paint a hole in a deck: stars and beams below it, and a bent rim."""
    ppi, mask = painting.ppi, painting.mask([AreaShape(outline)])
    painting.darken(blurred(mask, 0.7 * ppi), 0.75)
    painting.band(outline, 0.24, (44, 47, 50), closed=True)
    for start, end in pairwise((*outline, outline[0])):
        for a, b in pairwise(along((start, end), 0.5)):
            bent = 0.05 + 0.09 * ((crc32(f"{a}".encode()) >> 4) % 5) / 4
            painting.band((a, b), bent, (158, 166, 171))
    painting.lay(mask, sky)
    beams = pygame.Surface(mask.get_size())
    lit = beams.copy()
    for beam in _beams(outline):
        beams.blit(painting.band_mask(beam, 0.3), (0, 0), special_flags=pygame.BLEND_RGB_MAX)
        lip = tuple(Point(x, y - 0.1) for x, y in beam)
        lit.blit(painting.band_mask(lip, 0.06), (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    beams = within(beams, mask)
    painting.lay(beams, painting.paper(grained("#343B42", 1.2, 41)))
    painting.lighten(within(lit, beams), (40, 44, 48))
    side = without(mask, shifted(mask, 0.2 * ppi))
    painting.lay(side, painting.paper(grained("#4C555C", 1.4, 43)))
    painting.darken(within(blurred(side, 0.3 * ppi), without(mask, side)), 0.75)


def _skin(painting: PaintCanvas, piece: Terrain, random: Random) -> pygame.Surface:
    """Return plates in rows along the longest side of a piece, some of them painted."""
    sheet = PaintCanvas(
        painting.paper(grained(random.choice(SKINS), 1.3, 39)), painting.box, painting.ppi
    )
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
            sheet.darken(sheet.mask([AreaShape(plate)]), level) if level > 0.1 else None
            pygame.draw.aalines(sheet.canvas, (58, 62, 66), True, sheet.spots(plate))  # noqa: FBT003
            _rivets(sheet, plate)
            start = end
    return sheet.canvas


def _patch(
    middle: Point, along_: Point, across: Point, span: tuple[float, float], row: int
) -> Path:
    """Return a rectangle of one row; *span* is its start and end along the row, in inches."""
    low, high = row * PLATE, (row + 1) * PLATE
    return tuple(
        Point(
            middle.x + along_.x * u + across.x * v,
            middle.y + along_.y * u + across.y * v,
        )
        for u, v in ((span[0], low), (span[1], low), (span[1], high), (span[0], high))
    )


def _rivets(painting: PaintCanvas, plate: Path) -> None:
    x, y = _middle(box(plate))
    for cx, cy in plate:
        rivet(painting, (cx + (x - cx) * 0.16, cy + (y - cy) * 0.16), RIVET)


def _hole(painting: PaintCanvas, rim: Path, mask: pygame.Surface) -> None:
    """Paint a hole: black, with a beam in it and a bright far edge."""
    inches = 0.06 * painting.ppi
    painting.lighten(without(shifted(mask, inches), mask), (46, 48, 50))
    painting.lay(mask, painting.paper(grained("#15181B", 1.0, 39)))
    (x, y), turn = _middle(box(rim)), rim[0].x * 7
    ends = Point(x - cos(turn), y - sin(turn)), Point(x + cos(turn), y + sin(turn))
    painting.lighten(within(painting.band_mask(ends, 0.09), mask), (46, 50, 54))


def _beams(outline: Path) -> Iterator[Path]:
    """Yield the beams below a hole; some are broken, some are missing."""
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
