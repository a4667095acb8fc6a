"""What stands around the floor of a cage, from above: a pit, its collar, rails and bars."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin, tau
from typing import Final

import pygame

from game.content.palettes import Colour
from game.geometry.points import Point
from game.geometry.polygons import box
from game.view.board.canvas import BLACK, Easel, blurred, shifted, within, without
from game.view.board.layout import Plan
from game.view.board.marks import rivet
from game.view.board.textures import grained

PIT: Final = 0.12
"""Inches from the floor's rim to the collar around it: nobody stands there."""
COLLAR: Final = 0.62
"""Inches of steel around the pit."""
RAIL: Final = 0.44
"""Inches from the floor's rim to the rails between the bars."""
BARS: Final = 27
"""How many bars the cage has, each third one a post."""
HEIGHT: Final = 0.9
"""Inches that the shadow of a bar is long, outward: the light hangs over the middle."""
STRIPE: Final = 0.20
FEWEST: Final = 2
"""A cage has a centre and a ring at least."""
AMBER: Final = "#8A6A22"


def paint_arena(easel: Easel, plan: Plan) -> None:
    """``TC-01``, ``TC-23``  Paint the rim of a cage: who is beyond it is out."""
    discs = [box(spot.outline) for spot in plan.board.spots if spot.kind == "ring"]
    if len(discs) < FEWEST:
        return
    left, top, right, low = max(discs, key=lambda disc: disc[2] - disc[0])
    middle, radius = Point((left + right) / 2, (top + low) / 2), (right - left) / 2
    _paint_dusk(easel, middle, radius)
    _paint_collar(easel, middle, radius)
    _paint_bars(easel, middle, radius)


def _hoop(easel: Easel, at: Point, inner: float, outer: float) -> pygame.Surface:
    """Return white between two circles, black elsewhere."""
    mask = pygame.Surface(easel.canvas.get_size())
    pygame.draw.aacircle(mask, "white", easel.spot(at), outer * easel.ppi)
    pygame.draw.aacircle(mask, BLACK, easel.spot(at), inner * easel.ppi)
    return mask


def _paint_dusk(easel: Easel, at: Point, radius: float) -> None:
    """Let it be darker further from the ring: lamps hang over the duel alone."""
    for far, share in ((2.6, 0.16), (1.4, 0.12)):
        beyond = without(_hoop(easel, at, 0.0, 40.0), _hoop(easel, at, 0.0, radius + far))
        easel.darken(blurred(beyond, 1.2 * easel.ppi), share)
    shadow = _hoop(easel, at, radius, radius + COLLAR + 0.5)
    easel.darken(blurred(shifted(shadow, 0.12 * easel.ppi), 0.35 * easel.ppi), 0.7)


def _paint_collar(easel: Easel, at: Point, radius: float) -> None:
    collar = _hoop(easel, at, 0.0, radius + COLLAR)
    easel.lay(collar, easel.paper(grained("#565D61", 0.7, 41)))
    stripes = _hoop(easel, at, radius + COLLAR - STRIPE, radius + COLLAR - 0.03)
    easel.lay(within(stripes, _slants(easel)), easel.paper(grained(AMBER, 1.3, 17)))
    for far, wide, tint in (
        (COLLAR, 0.05, "#8E979B"),
        (COLLAR - STRIPE, 0.03, "#22272A"),
        (PIT, 0.05, "#8E979B"),
    ):
        _circle(easel, at, radius + far, wide, tint)
    easel.darken(_hoop(easel, at, 0.0, radius + PIT - 0.03), 0.92)


def _slants(easel: Easel) -> pygame.Surface:
    """Return white stripes that lie aslant across the board, as wide as what is between."""
    mask = pygame.Surface(easel.canvas.get_size())
    left, top, right, low = easel.box
    first, last = int((left - low) // 0.7), int((right - top) // 0.7) + 1
    for n in range(first, last + 1):
        x = n * 0.7
        corners = ((x + top, top), (x + top + 0.35, top), (x + low + 0.35, low), (x + low, low))
        pygame.draw.polygon(mask, "white", easel.spots([Point(*at) for at in corners]))
    return mask


def _paint_bars(easel: Easel, at: Point, radius: float) -> None:
    shade = pygame.Surface(easel.canvas.get_size())
    for n, foot in enumerate(_feet(at, radius)):
        tip = _off(foot, at, HEIGHT if n % 3 else 1.6 * HEIGHT)
        wide = 0.1 if n % 3 else 0.2
        pygame.draw.line(
            shade, "white", easel.spot(foot), easel.spot(tip), max(1, round(wide * easel.ppi))
        )
    easel.darken(blurred(shade, 0.07 * easel.ppi), 0.75)
    for far, wide, tint in (
        (RAIL + 0.03, 0.15, "#15181A"),
        (RAIL, 0.09, "#7C858A"),
        (RAIL - 0.01, 0.03, "#C3CACD"),
    ):
        _circle(easel, at, radius + far, wide, tint)
    for n, foot in enumerate(_feet(at, radius)):
        if n % 3:
            rivet(easel, foot, 0.08)
        else:
            _paint_post(easel, foot)


def _paint_post(easel: Easel, foot: Point) -> None:
    for far, size, tint in (
        (0.04, 0.26, (12, 14, 16)),
        (0.0, 0.24, (70, 77, 81)),
        (-0.01, 0.18, (120, 129, 134)),
        (-0.04, 0.08, (196, 203, 206)),
    ):
        easel.disc((foot.x + far, foot.y + far), size, tint)


def _feet(at: Point, radius: float) -> Iterator[Point]:
    """Yield where the bars stand, evenly around, none of them at the top."""
    for n in range(BARS):
        turn = tau * (n + 0.5) / BARS
        yield Point(at.x + sin(turn) * (radius + RAIL), at.y - cos(turn) * (radius + RAIL))


def _off(foot: Point, middle: Point, far: float) -> Point:
    """Return a point beyond another, seen from the middle."""
    dx, dy = foot.x - middle.x, foot.y - middle.y
    long = (dx * dx + dy * dy) ** 0.5
    return Point(foot.x + dx / long * far, foot.y + dy / long * far)


def _circle(easel: Easel, at: Point, radius: float, wide: float, tint: Colour) -> None:
    pixels = max(1, round(wide * easel.ppi))
    pygame.draw.aacircle(easel.canvas, tint, easel.spot(at), radius * easel.ppi, pixels)
