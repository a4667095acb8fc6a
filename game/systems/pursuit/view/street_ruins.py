"""Painters of ruined street buildings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, sin
from random import Random
from typing import Final, NamedTuple

import pygame

from game.geometry.points import Path, Point, point_ahead, unit_vector
from game.geometry.polygons import box, box_middle, edges, inside
from game.systems.pursuit.view.roofs import slopes, white
from game.view.board.board_layout import ScatteredObject, along, is_clear, scrap, spot_in
from game.view.board.brushes import moved, out, pile
from game.view.board.canvas import PaintCanvas, blurred, shifted, within, without
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
    mask = painting.area(outline)
    painting.cover(mask, grained("#8A8170", 1.7, random.randrange(9)))
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
    mask = painting.area(outline)
    painting.cover(mask, grained("#736A5C", 1.6, random.randrange(9)))
    _floor(painting, mask, "#94785E", 0.6, random)
    _edge(painting, outline, mask, 0.5)
    pile(painting, _strewn(outline, random, 1.8, 0.05, 0.34))
    for line in _inner(outline, random):
        parts = pairwise(along(line, STONE))
        stands = (part for part in parts if random.random() >= 0.3)
        rooms = [WallCourse(part, random.uniform(0.2, 0.7)) for part in stands]
        _walls(painting, mask, rooms, 0.28)
    for _ in range(3):
        _beam(painting, outline, mask, random)
    _walls(painting, mask, courses(outline, random, least=0.35, most=1.0, gone=0.22), 0.44)


def heap(painting: PaintCanvas, outline: Path, random: Random) -> None:
    """Paint an impassable ruin: high walls all around, fallen storeys in the middle."""
    mask, ppi = painting.area(outline), painting.ppi
    painting.cover(mask, grained("#3E3A35", 1.8, random.randrange(9)))
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
    sheet = painting.sheet(grained(colour, 0.9, 7))
    left, top, right, low = painting.box
    for i in range(int((right - left) / side) + 1):
        for j in range(int((low - top) / side) + 1):
            x, y = sheet.spot((left + i * side, top + j * side))
            tint = random.randint(196, 255) - (34 if (i + j) % 2 else 0)
            tile = pygame.Rect(round(x), round(y), sheet.wide(side), sheet.wide(side))
            sheet.canvas.fill((tint, tint, tint), tile, pygame.BLEND_RGB_MULT)
            for line in ((tile.w, 1), (1, tile.h)):
                joint = *tile.topleft, *line
                sheet.canvas.fill((150, 150, 150), joint, pygame.BLEND_RGB_MULT)
    left_of_it = within(mask, painting.paper(mixed(random.randrange(60))))
    painting.darken(within(shifted(left_of_it, 0.06 * painting.ppi), mask), 0.35)
    painting.lay(left_of_it, sheet.canvas)


def _edge(painting: PaintCanvas, outline: Path, mask: pygame.Surface, share: float) -> None:
    """Draw dirt along the walls, and a thin line along the piece's exact outline."""
    painting.darken(without(mask, blurred(mask, 0.5 * painting.ppi)), share)
    painting.outline(outline, (52, 48, 42))


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
            _thick(shade, painting.spots(moved(line, distance)), wide * ppi)
    painting.darken(within(blurred(shade, 0.1 * ppi), mask), 0.62)
    body = pygame.Surface(painting.canvas.get_size())
    for line, _ in stands:
        _thick(body, painting.spots(line), 2 * wide * ppi)
    body = within(body, mask)
    painting.cover(body, grained("#9C9382", 1.1, 3))
    for line, high in stands:
        tone = 0.42 - 0.36 * min(1.0, high)
        if tone > 0.05:
            _tint(painting, mask, line, wide, tone)
    painting.bevel(body, 0.06, (58, 54, 46), 0.55)
    for line, _ in stands:
        _joint(painting, mask, line, wide)


def _tint(
    painting: PaintCanvas, mask: pygame.Surface, line: Path, wide: float, share: float
) -> None:
    if part := painting.part(box(line), 2 * wide):
        one = pygame.Surface(part.canvas.get_size())
        _thick(one, part.spots(line), 2 * wide * part.ppi)
        x, y = part.canvas.get_offset()
        one.blit(mask, (-x, -y), special_flags=pygame.BLEND_RGB_MULT)
        part.darken(one, share)


def _joint(painting: PaintCanvas, mask: pygame.Surface, line: Path, wide: float) -> None:
    toward = unit_vector(line[0], line[-1])
    aside = Point(toward.y, -toward.x)
    for sign in (1, -1):
        end = point_ahead(line[0], aside, sign * wide * 0.9)
        x, y = (round(n) for n in painting.spot(end))
        if mask.get_rect().collidepoint(x, y) and mask.get_at((x, y))[0] > 128:
            at = painting.spot(line[0])
            pygame.draw.aaline(painting.canvas, (74, 69, 60), at, painting.spot(end))


def _thick(canvas: pygame.Surface, spots: list[tuple[float, float]], wide: float) -> None:
    a, b = pygame.Vector2(spots[0]), pygame.Vector2(spots[-1])
    along_it = b - a
    aside = pygame.Vector2(along_it.y, -along_it.x) / max(1e-6, along_it.length()) * wide / 2
    pygame.draw.polygon(canvas, "white", (a + aside, b + aside, b - aside, a - aside))
    pygame.draw.circle(canvas, "white", b, wide / 2)


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
    line = out(at, turn, -long), out(at, turn, long)
    tones = (
        ((28, 27, 26), (92, 66, 50), (142, 104, 78))
        if steel
        else ((34, 29, 24), (86, 66, 46), (128, 100, 70))
    )
    for wide, shift, tone in zip((0.24, 0.20, 0.07), (0.12, 0.0, -0.05), tones, strict=True):
        one = painting.band_mask(moved(line, shift), wide)
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
    left, top = part.canvas.get_offset()
    inside_ = pygame.Surface(part.canvas.get_size())
    inside_.blit(mask, (-left, -top))
    one = within(part.area(slab), inside_)
    part.darken(within(blurred(shifted(one, 0.26 * ppi), 0.12 * ppi), inside_), 0.7)
    part.cover(one, grained(random.choice(("#8D8779", "#7C776C", "#96856F")), 1.2, 21))
    part.darken(one, random.uniform(0.0, 0.35))
    part.bevel(one, 0.07, (52, 49, 42), 0.55)
    for n in (2, 3, 4):
        rod = slab[n], out(slab[n], turn, 0.3)
        if inside(rod[1], outline):
            painting.outline(rod, (112, 70, 48), closed=False)


def _spot(outline: Path, random: Random, off: float) -> Point:
    at = box_middle(box(outline))
    for _ in range(12):
        at = spot_in(random, box(outline))
        if is_clear(at, outline, off):
            break
    return at


def _strewn(
    outline: Path, random: Random, each: float, least: float, most: float
) -> list[ScatteredObject]:
    """Return stones on a piece, *each* per square inch of its box, none across its outline."""
    many = round(_area(outline) * each)
    stones = [scrap(random, spot_in(random, box(outline)), least, most) for _ in range(many)]
    return [one for one in stones if is_clear(one.at, outline, 1.3 * one.radius)]


def _area(outline: Path) -> float:
    left, top, right, low = box(outline)
    return (right - left) * (low - top)
