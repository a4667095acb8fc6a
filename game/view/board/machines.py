"""Painters of machines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import tau

from game.geometry.points import Point, distance, point_ahead, unit_vector
from game.table.board import Terrain
from game.view.board.board_layout import BoardLayout, along
from game.view.board.brushes import (
    Tone,
    between,
    fall,
    line_of,
    mix,
    moved,
    out,
    paint_seams,
    paint_stripes,
    rivet,
    studs,
    swell,
)
from game.view.board.canvas import PaintCanvas, blurred, shifted, within
from game.view.board.textures import grained

DECK, VESSEL, RAIL = "#6E757A", "#8A9196", (206, 162, 62)
IRON: Tone = (58, 62, 66)
PLASMA: Tone = (96, 214, 255)
HEAT: Tone = (255, 158, 66)
CRATES: tuple[Tone, ...] = ((128, 92, 54), (92, 104, 82), (112, 74, 60), (84, 98, 112))


def reactor(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``  Paint vessels on a deck with a rail around it, heat in their seams."""
    _deck(painting, piece)
    long = list(_along_the_middle(piece))
    for a, b in pairwise(long):
        painting.bands((a, b), (0.34, (30, 32, 34)), (0.24, (112, 78, 54)))
        painting.band(moved((a, b), -0.04), 0.08, (176, 128, 92))
    for at in long:
        _vessel(painting, at, _half(piece) * 0.62, HEAT)


def regulator(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``, ``MP-06``  Paint coils on a deck, and the leak around them."""
    _deck(painting, piece)
    mask = painting.area(piece.outline)
    for at in _along_the_middle(piece):
        pool = painting.disc_mask((at.x + 0.2, at.y + 0.25), _half(piece) * 0.9)
        glow = within(blurred(pool, 0.3 * painting.ppi), mask)
        painting.lighten(glow, (10, 44, 58))
        _coil(painting, at, _half(piece) * 0.52)


def servo_hauler(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``  Paint a crane across crates: two rails, a girder on them, and its claw."""
    mask = painting.area(piece.outline)
    painting.shadow(mask, 0.15, 0.5, 0.12)
    painting.cover(mask, grained("#5E5C58", 1.2, 57))
    paint_stripes(painting, within(painting.band_mask(piece.outline, 0.5, closed=True), mask))
    for at, half, shade in _crates(plan, piece):
        _crate(painting, at, half, CRATES[int(shade * 3.99)])
    a, b, c, d = _corners(piece)
    for rail in ((a, b), (d, c)):
        fall(painting, rail, 0.24, 0.12)
        painting.bands(rail, (0.24, (40, 42, 44)), (0.12, (150, 156, 160)))
    across = between(a, b, 0.42), between(d, c, 0.42)
    fall(painting, across, 0.6, 0.34)
    painting.bands(across, (0.66, (52, 40, 18)), (0.54, (196, 148, 48)))
    toward = unit_vector(*across)
    aside = Point(toward.y, -toward.x)
    for n, (p, q) in enumerate(pairwise(along(across, 0.5))):
        side = 0.2 if n % 2 else -0.2
        lattice = point_ahead(p, aside, side), point_ahead(q, aside, -side)
        painting.band(lattice, 0.07, (112, 80, 24))
    _trolley(painting, between(*across, 0.55))


def _trolley(painting: PaintCanvas, at: Point) -> None:
    for half, tone in ((0.52, (24, 25, 27)), (0.45, (92, 98, 102)), (0.30, (128, 134, 138))):
        painting.square(at, half, tone)
    for n in range(3):
        claw = at, out(at, tau * n / 3 + 0.5, 0.85)
        painting.bands(claw, (0.16, (28, 29, 31)), (0.09, (156, 162, 166)))
    painting.discs(at, (0.2, (34, 36, 38)), (0.12, (210, 70, 48)))


def conduit(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``, ``MP-06``  Paint a jacketed pipe with glowing plasma between clamps."""
    line = line_of(piece)
    fall(painting, line, 0.5, 0.2)
    painting.lighten(blurred(painting.band_mask(line, 1.1), 0.3 * painting.ppi), (6, 26, 36))
    painting.bands(line, (0.52, (26, 29, 32)), (0.44, (92, 100, 106)))
    painting.bands(line, (0.14, (158, 168, 174), -0.08), (0.20, (20, 58, 78)))
    painting.bands(line, (0.13, PLASMA), (0.05, (226, 250, 255)))
    clamp = (0.30, (24, 26, 28)), (0.25, (118, 126, 132), -0.02), (0.12, (176, 184, 188), -0.05)
    studs(painting, line, 1.1, *clamp)


def _deck(painting: PaintCanvas, piece: Terrain) -> None:
    """Paint a deck of plates, a step above the floor, with a rail along its edge."""
    mask = painting.area(piece.outline)
    painting.shadow(mask, 0.2, 0.6, 0.26)
    sheet = painting.sheet(grained(DECK, 0.9, 51))
    paint_seams(sheet, 1.0)
    painting.lay(mask, sheet.canvas)
    painting.band(piece.outline, 0.18, (32, 30, 24), closed=True)
    painting.band(piece.outline, 0.09, RAIL, closed=True)
    for at in along(line_of(piece), 1.2):
        rivet(painting, at, 0.09)


def _vessel(painting: PaintCanvas, at: Point, radius: float, glow: Tone) -> None:
    """Paint a vessel from above: its shadow, its dome in rings, and its glowing core."""
    mask = painting.disc_mask(at, radius)
    painting.shadow(mask, 0.2, 0.7, radius * 0.4)
    painting.disc(at, radius, (30, 32, 34))
    dome = painting.disc_mask(at, radius * 0.95)
    painting.cover(dome, grained(VESSEL, 0.8, 53))
    swell(painting, dome, radius * 0.3)
    for n in range(8):
        turn = tau * n / 8 + 0.2
        inner, outer = out(at, turn, radius * 0.55), out(at, turn, radius * 0.9)
        painting.bands((inner, outer), (0.12, (34, 30, 28)), (0.06, glow))
    painting.disc(at, radius * 0.48, IRON)
    painting.disc((at.x - 0.03, at.y - 0.03), radius * 0.42, (126, 132, 136))
    for share, lit in ((0.30, 0.15), (0.24, 0.6), (0.14, 1.0)):
        painting.disc(at, radius * share, mix((26, 22, 20), glow, lit))
    for n in range(12):
        rivet(painting, out(at, tau * n / 12, radius * 0.365), 0.05)


def _coil(painting: PaintCanvas, at: Point, radius: float) -> None:
    """Paint a coil: alternating rings of steel and plasma."""
    mask = painting.disc_mask(at, radius)
    painting.darken(
        blurred(shifted(mask, radius * 0.4 * painting.ppi), 0.15 * painting.ppi), 0.7
    )
    rings = ((1.0, (22, 24, 26)), (0.95, (122, 130, 136)), (0.80, (22, 44, 58)))
    for share, tone in (*rings, (0.74, PLASMA), (0.62, (22, 44, 58)), (0.58, (140, 148, 154))):
        painting.disc(at, radius * share, tone)
    for share, lit in ((0.40, 0.2), (0.34, 0.7), (0.2, 1.0)):
        painting.disc(at, radius * share, mix((16, 32, 44), PLASMA, lit))
    painting.disc(at, radius * 0.1, (236, 252, 255))
    for n in range(6):
        turn = tau * n / 6 + 0.3
        ends = out(at, turn, radius * 0.55), out(at, turn, radius * 0.95)
        painting.bands(ends, (0.17, (28, 30, 32)), (0.10, (168, 174, 178)))


def _crates(plan: BoardLayout, piece: Terrain) -> Iterator[tuple[Point, float, float]]:
    """Yield each crate's place, half its width in inches, and its shade."""
    x, y = (sum(c[n] for c in piece.outline) / len(piece.outline) for n in (0, 1))
    for at, _, shade, _ in plan.stones(piece, 0.42, 0.1, 0.2):
        # Moved toward the middle, so that no crate overlaps the edge.
        yield Point(x + (at.x - x) * 0.6, y + (at.y - y) * 0.6), 0.42 + 0.2 * shade, shade


def _crate(painting: PaintCanvas, at: Point, half: float, tone: Tone) -> None:
    x, y = at
    painting.square((x + 0.14, y + 0.16), half, (28, 27, 26))
    painting.square(at, half, mix(tone, (20, 18, 16), 0.5))
    painting.square((x - 0.02, y - 0.02), half - 0.06, tone)
    lit = mix(tone, (230, 222, 200), 0.35)
    for side in (-0.5, 0.0, 0.5):
        ends = Point(x - half + 0.1, y + side * half), Point(x + half - 0.1, y + side * half)
        painting.band(ends, 0.05, lit)


def _along_the_middle(piece: Terrain) -> list[Point]:
    """Return the places of the machines on a deck, as many as fit along it."""
    a, b, c, d = _corners(piece)
    start, end = between(a, d, 0.5), between(b, c, 0.5)
    many = max(1, int(distance(start, end) / (2.0 * _half(piece)) + 0.4))
    return [between(start, end, (n + 0.5) / many) for n in range(many)]


def _half(piece: Terrain) -> float:
    """Return half the width of a piece across its longer side, in inches."""
    a, _, _, d = _corners(piece)
    return distance(a, d) / 2


def _corners(piece: Terrain) -> tuple[Point, Point, Point, Point]:
    """Return the corners of a rectangle, starting with a longer side, or else of its box."""
    if len(piece.outline) == 4:
        a, b, c, d = piece.outline
    else:
        left, top, right, low = piece.box
        a, b, c, d = Point(left, top), Point(right, top), Point(right, low), Point(left, low)
    return (a, b, c, d) if distance(a, b) >= distance(a, d) else (b, c, d, a)
