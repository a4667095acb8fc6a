"""Painters of ruined street buildings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, sin
from random import Random
from typing import Final, NamedTuple

import pygame

from game.geometry.points import Path, Point
from game.geometry.polygons import box, edges, inside, off_segment
from game.view.board.board_layout import ScatteredObject, along, scrap
from game.view.board.brushes import pile
from game.view.board.canvas import AreaShape, PaintCanvas, blurred, shifted, within, without
from game.view.board.roofs import slopes, white
from game.view.board.textures import grained, mixed

RUBBLE: Final = "#837B6C"
STONE: Final = 0.62
"""Length of the parts of a wall that stand or fall together, in inches."""


class WallCourse(NamedTuple):
    """A part of a ruined wall."""

    line: Path
    high: float
    """Height from 0, fallen, to 1, intact; the highest ruins exceed it."""


def foundations(painting: PaintCanvas, outline: Path, random: Random) -> None:
    """Paint a ruin of size 1: rubble between low courses."""
    mask = painting.mask([AreaShape(outline)])
    painting.lay(mask, painting.paper(grained("#8A8170", 1.7, random.randrange(9))))
    _floor(painting, mask, "#A39A84", 0.9, random)
    _edge(painting, outline, mask, 0.35)
    weeds = _strewn(outline, random, 0.8, 0.08, 0.22)
    for at, radius, shade, _ in weeds:
        tone = (66 + int(22 * shade), 78 + int(20 * shade), 44)
        painting.disc((at.x + 0.03, at.y + 0.04), radius, (42, 44, 34))
        painting.disc(at, radius * 0.9, tone)
    pile(painting, _strewn(outline, random, 2.0, 0.05, 0.24))
    _walls(painting, mask, courses(outline, random, least=0.0, most=0.42, gone=0.45), 0.30)


def shell(painting: PaintCanvas, outline: Path, random: Random) -> None:
    """Paint a passable ruin: tiled floors, walls with gaps, inner walls, beams."""
    mask = painting.mask([AreaShape(outline)])
    painting.lay(mask, painting.paper(grained("#736A5C", 1.6, random.randrange(9))))
    _floor(painting, mask, "#94785E", 0.6, random)
    _edge(painting, outline, mask, 0.5)
    pile(painting, _strewn(outline, random, 1.8, 0.05, 0.34))
    for line in _inner(outline, random):
        rooms = [
            WallCourse(line_, random.uniform(0.2, 0.7)) for line_ in _cut_up(line, random, 0.3)
        ]
        _walls(painting, mask, rooms, 0.28)
    for _ in range(3):
        _beam(painting, outline, mask, random)
    _walls(painting, mask, courses(outline, random, least=0.35, most=1.0, gone=0.22), 0.44)


def heap(painting: PaintCanvas, outline: Path, random: Random) -> None:
    """Paint an impassable ruin: high walls all around, fallen storeys in the middle."""
    mask, ppi = painting.mask([AreaShape(outline)]), painting.ppi
    painting.lay(mask, painting.paper(grained("#3E3A35", 1.8, random.randrange(9))))
    rise = slopes(painting, outline)
    pit = within(blurred(white(rise.off > 1.0), 0.8 * ppi), mask)
    painting.darken(pit, 0.55)
    pile(painting, _strewn(outline, random, 2.4, 0.08, 0.42))
    for _ in range(max(5, int(_area(outline) / 3.2))):
        _fallen(painting, outline, mask, random)
    for _ in range(4):
        _beam(painting, outline, mask, random, steel=True)
    pile(painting, _strewn(outline, random, 1.2, 0.06, 0.30))
    _walls(painting, mask, courses(outline, random, least=0.7, most=1.25, gone=0.0), 0.62)


def _floor(
    painting: PaintCanvas, mask: pygame.Surface, colour: str, side: float, random: Random
) -> None:
    """Paint the remaining patches of a tiled floor."""
    sheet = PaintCanvas(painting.paper(grained(colour, 0.9, 7)), painting.box, painting.ppi)
    left, top, right, low = painting.box
    for i in range(int((right - left) / side) + 1):
        for j in range(int((low - top) / side) + 1):
            x, y = sheet.spot((left + i * side, top + j * side))
            tint = random.randint(196, 255) - (34 if (i + j) % 2 else 0)
            tile = pygame.Rect(round(x), round(y), sheet.wide(side), sheet.wide(side))
            sheet.canvas.fill((tint, tint, tint), tile, pygame.BLEND_RGB_MULT)
            sheet.canvas.fill(
                (150, 150, 150), (*tile.topleft, tile.w, 1), pygame.BLEND_RGB_MULT
            )
            sheet.canvas.fill(
                (150, 150, 150), (*tile.topleft, 1, tile.h), pygame.BLEND_RGB_MULT
            )
    left_of_it = within(mask, painting.paper(mixed(random.randrange(60))))
    painting.darken(within(shifted(left_of_it, 0.06 * painting.ppi), mask), 0.35)
    painting.lay(left_of_it, sheet.canvas)


def _edge(painting: PaintCanvas, outline: Path, mask: pygame.Surface, share: float) -> None:
    """Draw dirt along the walls, and a thin line along the piece's exact outline."""
    painting.darken(without(mask, blurred(mask, 0.5 * painting.ppi)), share)
    pygame.draw.aalines(painting.canvas, (52, 48, 42), True, painting.spots(outline))  # noqa: FBT003


def courses(
    outline: Path, random: Random, *, least: float, most: float, gone: float
) -> list[WallCourse]:
    """Return the standing parts of the walls around a piece; corners are likelier to stand."""
    found = list[WallCourse]()
    high = random.uniform(least, most)
    for a, b in edges(outline):
        steps = list(along((a, b), STONE))
        count = len(steps) - 1
        fallen = 0
        for n, line in enumerate(pairwise(steps)):
            high += random.uniform(-0.35, 0.35) * (most - least)
            high = min(most, max(least, high))
            corner = 1.0 - min(n, count - 1 - n) / max(1.0, count / 2)
            if fallen or random.random() < gone * (1.0 - 0.8 * corner):
                fallen = fallen - 1 if fallen else random.randint(0, 2)
                continue
            found.append(WallCourse(line, min(most, high + 0.25 * corner * (most - least))))
    return found


def _cut_up(line: Path, random: Random, gone: float) -> Iterator[Path]:
    for part in pairwise(along(line, STONE)):
        if random.random() >= gone:
            yield part


def _inner(outline: Path, random: Random) -> Iterator[Path]:
    """Yield up to two inner walls across a piece."""
    left, top, right, low = box(outline)
    if right - left > 3.0:
        x = left + (right - left) * random.uniform(0.35, 0.65)
        yield from _inside((Point(x, top), Point(x, low)), outline)
    if low - top > 4.0:
        y = top + (low - top) * random.uniform(0.3, 0.7)
        yield from _inside((Point(left, y), Point(right, y)), outline)


def _inside(line: Path, outline: Path) -> Iterator[Path]:
    spots = [at for at in along(line, 0.2) if inside(at, outline)]
    if len(spots) > 2:
        yield spots[0], spots[-1]


def _walls(
    painting: PaintCanvas, mask: pygame.Surface, stands: list[WallCourse], wide: float
) -> None:
    """Draw parts of masonry within a piece: shadows by height, stone, broken tops."""
    ppi = painting.ppi
    shade = pygame.Surface(painting.canvas.get_size())
    for line, high in stands:
        for n in range(4):
            distance = (0.12 + 0.5 * high) * n / 3
            _thick(
                shade,
                painting.spots([Point(x + distance, y + distance) for x, y in line]),
                wide * ppi,
            )
    painting.darken(within(blurred(shade, 0.1 * ppi), mask), 0.62)
    body = pygame.Surface(painting.canvas.get_size())
    for line, _ in stands:
        part = painting.spots(line)
        _thick(body, part, 2 * wide * ppi)
    body = within(body, mask)
    painting.lay(body, painting.paper(grained("#9C9382", 1.1, 3)))
    for line, high in stands:
        tone = 0.42 - 0.36 * min(1.0, high)
        if tone > 0.05:
            _tint(painting, mask, line, wide, tone)
    thin = max(1.0, 0.06 * ppi)
    painting.lighten(without(body, shifted(body, thin)), (58, 54, 46))
    painting.darken(without(body, shifted(body, -thin)), 0.55)
    for line, _ in stands:
        _joint(painting, mask, line, wide)


def _tint(
    painting: PaintCanvas, mask: pygame.Surface, line: Path, wide: float, share: float
) -> None:
    around = box(line)
    part = painting.part(around, 2 * wide)
    if part is None:
        return
    one = pygame.Surface(part.canvas.get_size())
    _thick(one, part.spots(line), 2 * wide * part.ppi)
    offset = part.canvas.get_offset()
    one.blit(mask, (-offset[0], -offset[1]), special_flags=pygame.BLEND_RGB_MULT)
    part.darken(one, share)


def _joint(painting: PaintCanvas, mask: pygame.Surface, line: Path, wide: float) -> None:
    (ax, ay), (bx, by) = line[0], line[-1]
    long = max(1e-6, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    nx, ny = (by - ay) / long * wide, (ax - bx) / long * wide
    for sign in (1, -1):
        end = painting.spot((ax + sign * nx * 0.9, ay + sign * ny * 0.9))
        x, y = round(end[0]), round(end[1])
        if mask.get_rect().collidepoint(x, y) and mask.get_at((x, y))[0] > 128:
            pygame.draw.aaline(painting.canvas, (74, 69, 60), painting.spot((ax, ay)), end)


def _thick(canvas: pygame.Surface, spots: list[tuple[float, float]], wide: float) -> None:
    (ax, ay), (bx, by) = spots[0], spots[-1]
    long = max(1e-6, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    nx, ny = (by - ay) / long * wide / 2, (ax - bx) / long * wide / 2
    corners = [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
    pygame.draw.polygon(canvas, "white", corners)
    pygame.draw.circle(canvas, "white", (bx, by), wide / 2)


def _beam(
    painting: PaintCanvas,
    outline: Path,
    mask: pygame.Surface,
    random: Random,
    *,
    steel: bool = False,
) -> None:
    at, turn = _spot(outline, random, 0.8), random.uniform(0.0, 3.14)
    long = random.uniform(1.0, 2.2)
    x, y = cos(turn) * long, sin(turn) * long
    line = Point(at.x - x, at.y - y), Point(at.x + x, at.y + y)
    tones = (
        ((28, 27, 26), (92, 66, 50), (142, 104, 78))
        if steel
        else ((34, 29, 24), (86, 66, 46), (128, 100, 70))
    )
    for wide, shift, tone in (
        (0.24, 0.12, tones[0]),
        (0.20, 0.0, tones[1]),
        (0.07, -0.05, tones[2]),
    ):
        one = painting.band_mask(tuple(Point(p.x + shift, p.y + shift) for p in line), wide)
        sheet = pygame.Surface(one.get_size())
        sheet.fill(tone)
        painting.lay(within(one, mask), sheet)


def _fallen(painting: PaintCanvas, outline: Path, mask: pygame.Surface, random: Random) -> None:
    """Paint a fallen slab of a storey, tilted, with a torn edge."""
    at, turn = _spot(outline, random, 0.6), random.uniform(0.0, 6.28)
    long, wide = random.uniform(0.9, 1.9), random.uniform(0.6, 1.2)
    corners = []
    for u, v in ((-1, -1), (-0.2, -1.1), (1, -0.9), (0.8, 0.1), (1.1, 1), (0, 0.85), (-1, 1)):
        a, b = u * long * random.uniform(0.85, 1.1), v * wide * random.uniform(0.85, 1.1)
        corners.append(
            Point(at.x + a * cos(turn) - b * sin(turn), at.y + a * sin(turn) + b * cos(turn))
        )
    slab, ppi = tuple(corners), painting.ppi
    part = painting.part(box(slab), 0.6)
    if part is None:
        return
    offset = part.canvas.get_offset()
    inside_ = pygame.Surface(part.canvas.get_size())
    inside_.blit(mask, (-offset[0], -offset[1]))
    one = within(part.mask([AreaShape(slab)]), inside_)
    part.darken(within(blurred(shifted(one, 0.26 * ppi), 0.12 * ppi), inside_), 0.7)
    part.lay(
        one.copy(),
        part.paper(grained(random.choice(("#8D8779", "#7C776C", "#96856F")), 1.2, 21)),
    )
    tilt = random.uniform(0.0, 0.35)
    part.darken(one, tilt)
    thin = max(1.0, 0.07 * ppi)
    part.lighten(without(one, shifted(one, thin)), (52, 49, 42))
    part.darken(without(one, shifted(one, -thin)), 0.55)
    for n in (2, 3, 4):
        x, y = slab[n]
        end = Point(x + 0.3 * cos(turn), y + 0.3 * sin(turn))
        if inside(end, outline):
            pygame.draw.aaline(
                painting.canvas, (112, 70, 48), painting.spot((x, y)), painting.spot(end)
            )


def _spot(outline: Path, random: Random, off: float) -> Point:
    left, top, right, low = box(outline)
    at = Point((left + right) / 2, (top + low) / 2)
    for _ in range(12):
        at = Point(random.uniform(left, right), random.uniform(top, low))
        if inside(at, outline) and all(off_segment(at, e) > off for e in edges(outline)):
            return at
    return at


def _strewn(
    outline: Path, random: Random, each: float, least: float, most: float
) -> list[ScatteredObject]:
    """Return stones on a piece, *each* per square inch of its box, none across its outline."""
    left, top, right, low = box(outline)
    found = list[ScatteredObject]()
    for _ in range(round((right - left) * (low - top) * each)):
        at = Point(random.uniform(left, right), random.uniform(top, low))
        one = scrap(random, at, least, most)
        if inside(at, outline) and all(
            off_segment(at, e) > 1.3 * one.radius for e in edges(outline)
        ):
            found.append(one)
    return found


def _area(outline: Path) -> float:
    left, top, right, low = box(outline)
    return (right - left) * (low - top)
