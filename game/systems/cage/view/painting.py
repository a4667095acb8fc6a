"""Painters of the cage, from its floor to the bars around it."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin, tau
from typing import Final

import pygame

from game.geometry.points import Point
from game.geometry.polygons import box, box_middle
from game.table.board import Spot
from game.view.board.board_layout import BoardLayout
from game.view.board.brushes import paint_seams, rivet
from game.view.board.canvas import BLACK, PaintCanvas, blurred, within, without
from game.view.board.textures import grained

PIT: Final = 0.12
"""Inches from the floor's rim to the collar around it; no model stands there."""
COLLAR: Final = 0.62
"""Width of the steel collar around the pit, in inches."""
RAIL: Final = 0.44
"""Inches from the floor's rim to the rails between the bars."""
BARS: Final = 27
"""Number of bars of the cage; every third one is a post."""
HEIGHT: Final = 0.9
"""Length of a bar's shadow in inches, outward: the light hangs over the middle."""
STRIPE: Final = 0.20
MIN_DISCS: Final = 2
"""Minimum number of discs in a cage: the centre and one ring."""
AMBER: Final = "#8A6A22"


def paint_cage(painting: PaintCanvas, plan: BoardLayout) -> None:
    """``TC-01``, ``TC-23``  Paint the rings of a cage and its rim; a model beyond it is out."""
    rings = [spot for spot in plan.board.spots if spot.kind == "ring"]
    for ring in rings:
        if part := painting.part(box(ring.outline), 1.6):
            _paint_ring(part, *_circle_of(ring), centre=dict(ring.numbers).get("number") == 0)
    if len(rings) >= MIN_DISCS:
        middle, radius = max((_circle_of(ring) for ring in rings), key=lambda ring: ring[1])
        _paint_dusk(painting, middle, radius)
        _paint_collar(painting, middle, radius)
        _paint_bars(painting, middle, radius)


def _circle_of(ring: Spot) -> tuple[Point, float]:
    area = box(ring.outline)
    return box_middle(area), (area[2] - area[0]) / 2


def _paint_ring(painting: PaintCanvas, at: Point, radius: float, *, centre: bool) -> None:
    """Paint the rim of a ring: a groove in which it turns, and its bearings."""
    if centre:
        sheet = painting.sheet(grained("#6C7278", 0.5, 35))
        paint_seams(sheet, 1.0)
        painting.lay(painting.disc_mask(at, radius), sheet.canvas)
    hoop = painting.blank()
    hoop.circle(at, radius + 0.25, 0.5, "white")
    painting.darken(blurred(hoop.canvas, 0.12 * painting.ppi), 0.4)
    for distance, wide, tint in (
        (0.15, 0.30, "#191C1F"),
        (0.09, 0.18, "#8C969B"),
        (0.07, 0.06, "#D2D8DA"),
    ):
        painting.circle(at, radius + distance, wide, tint)
    for n in range(round(tau * radius / 0.9)):
        turn = n * 0.9 / radius
        rivet(painting, (at.x + cos(turn) * radius, at.y + sin(turn) * radius), 0.05)


def _hoop(painting: PaintCanvas, at: Point, inner: float, outer: float) -> pygame.Surface:
    """Return a mask that is white between two circles."""
    mask = painting.disc_mask(at, outer)
    pygame.draw.aacircle(mask, BLACK, painting.spot(at), inner * painting.ppi)
    return mask


def _paint_dusk(painting: PaintCanvas, at: Point, radius: float) -> None:
    """Darken the board away from the ring, because lamps light only the bout."""
    for distance, share in ((2.6, 0.16), (1.4, 0.12)):
        beyond = without(
            _hoop(painting, at, 0.0, 40.0), _hoop(painting, at, 0.0, radius + distance)
        )
        painting.shadow(beyond, 1.2, share)
    shadow = _hoop(painting, at, radius, radius + COLLAR + 0.5)
    painting.shadow(shadow, 0.35, 0.7, 0.12)


def _paint_collar(painting: PaintCanvas, at: Point, radius: float) -> None:
    collar = _hoop(painting, at, 0.0, radius + COLLAR)
    painting.cover(collar, grained("#565D61", 0.7, 41))
    stripes = _hoop(painting, at, radius + COLLAR - STRIPE, radius + COLLAR - 0.03)
    painting.lay(within(stripes, _slants(painting)), painting.paper(grained(AMBER, 1.3, 17)))
    for distance, wide, tint in (
        (COLLAR, 0.05, "#8E979B"),
        (COLLAR - STRIPE, 0.03, "#22272A"),
        (PIT, 0.05, "#8E979B"),
    ):
        painting.circle(at, radius + distance, wide, tint)
    painting.darken(_hoop(painting, at, 0.0, radius + PIT - 0.03), 0.92)


def _slants(painting: PaintCanvas) -> pygame.Surface:
    """Return slanting white stripes across the board, as wide as the gaps between them."""
    mask = pygame.Surface(painting.canvas.get_size())
    left, top, right, low = painting.box
    first, last = int((left - low) // 0.7), int((right - top) // 0.7) + 1
    for n in range(first, last + 1):
        x = n * 0.7
        corners = ((x + top, top), (x + top + 0.35, top), (x + low + 0.35, low), (x + low, low))
        pygame.draw.polygon(mask, "white", painting.spots([Point(*at) for at in corners]))
    return mask


def _paint_bars(painting: PaintCanvas, at: Point, radius: float) -> None:
    shade = pygame.Surface(painting.canvas.get_size())
    for n, foot in enumerate(_feet(at, radius)):
        tip = _off(foot, at, HEIGHT if n % 3 else 1.6 * HEIGHT)
        wide = 0.1 if n % 3 else 0.2
        pygame.draw.line(
            shade,
            "white",
            painting.spot(foot),
            painting.spot(tip),
            max(1, round(wide * painting.ppi)),
        )
    painting.shadow(shade, 0.07, 0.75)
    for distance, wide, tint in (
        (RAIL + 0.03, 0.15, "#15181A"),
        (RAIL, 0.09, "#7C858A"),
        (RAIL - 0.01, 0.03, "#C3CACD"),
    ):
        painting.circle(at, radius + distance, wide, tint)
    for n, foot in enumerate(_feet(at, radius)):
        if n % 3:
            rivet(painting, foot, 0.08)
        else:
            _paint_post(painting, foot)


def _paint_post(painting: PaintCanvas, foot: Point) -> None:
    for distance, size, tint in (
        (0.04, 0.26, (12, 14, 16)),
        (0.0, 0.24, (70, 77, 81)),
        (-0.01, 0.18, (120, 129, 134)),
        (-0.04, 0.08, (196, 203, 206)),
    ):
        painting.disc((foot.x + distance, foot.y + distance), size, tint)


def _feet(at: Point, radius: float) -> Iterator[Point]:
    """Yield the feet of the bars, evenly spaced, none of them at the top."""
    for n in range(BARS):
        turn = tau * (n + 0.5) / BARS
        yield Point(at.x + sin(turn) * (radius + RAIL), at.y - cos(turn) * (radius + RAIL))


def _off(foot: Point, middle: Point, distance: float) -> Point:
    """Return the point *distance* inches beyond *foot*, seen from the middle."""
    dx, dy = foot.x - middle.x, foot.y - middle.y
    long = (dx * dx + dy * dy) ** 0.5
    return Point(foot.x + dx / long * distance, foot.y + dy / long * distance)
