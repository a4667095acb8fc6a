"""Painters of woods, hedges and death-world plants."""

from __future__ import annotations

from math import sin, tau

import pygame

from game.geometry.points import Path, Point
from game.table.board import Terrain
from game.view.board.board_layout import BoardLayout, ScatteredObject
from game.view.board.brushes import fall, is_in_view, line_of, mix, out, patch
from game.view.board.canvas import PaintCanvas
from game.view.board.textures import grained

MOSS, LOAM, ROT, SLIME = "#57633C", "#66623A", "#6A5A3E", "#403F46"
STALKS = 7
"""Number of blades of a tuft of weeds; thorns have four more."""


def wood(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint mossy ground under crowns, each with its shadow, dark below and light above."""
    patch(painting, piece, grained(MOSS, 1.5, 11), soft=0.2)
    crowns = [c for c in plan.crowns(piece) if is_in_view(painting, c)]
    _shade(painting, crowns, 0.22, 1.0, 0.55)
    for one in crowns:
        crown(painting, one)


def crown(painting: PaintCanvas, one: ScatteredObject) -> None:
    """Paint a plant with one round crown: a tree or a bush."""
    (x, y), radius, shade, _ = one
    base = mix((44, 62, 34), (66, 84, 46), shade)
    painting.disc(one.at, radius * 0.9, (22, 31, 20))
    for right, down in _BOUGHS:
        painting.disc((x + right * radius, y + down * radius), radius * 0.31, (22, 31, 20))
    for right, down in _BOUGHS:
        tone = mix(base, (24, 34, 22), 0.30 + 0.22 * (right + down))
        painting.disc(
            (x + right * radius - 0.02, y + down * radius - 0.02), radius * 0.26, tone
        )
    painting.disc((x - 0.02, y - 0.02), radius * 0.80, base)
    for n, (right, down, size) in enumerate(_LEAVES):
        tone = mix(base, (128, 148, 84), 0.08 + 0.055 * n)
        painting.disc((x + right * radius, y + down * radius), size * radius, tone)


_LEAVES = (
    (0.38, 0.36, 0.24),
    (0.28, 0.22, 0.34),
    (-0.46, 0.22, 0.30),
    (0.40, -0.18, 0.26),
    (0.15, -0.46, 0.32),
    (-0.10, 0.02, 0.34),
    (-0.30, -0.30, 0.38),
    (-0.38, -0.40, 0.20),
)
_BOUGHS = (
    (0.74, 0.0),
    (0.57, 0.48),
    (0.13, 0.73),
    (-0.37, 0.64),
    (-0.69, 0.25),
    (-0.69, -0.25),
    (-0.37, -0.64),
    (0.13, -0.73),
    (0.57, -0.48),
)


def hedge(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    fall(painting, line_of(piece), 0.5, 0.16)
    for bush in plan.bushes(piece):
        if is_in_view(painting, bush):
            crown(painting, bush)


def weeds(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``  Paint tufts of tall grass, their blades bent every way."""
    patch(painting, piece, grained(LOAM, 1.7, 45), soft=0.25)
    for tuft in plan.stones(piece, 2.4, 0.28, 0.62):
        if is_in_view(painting, tuft):
            _tuft(painting, tuft)


def _tuft(painting: PaintCanvas, tuft: ScatteredObject) -> None:
    (x, y), radius, shade, corners = tuft
    dark, light = (40, 48, 26), mix((104, 118, 52), (158, 150, 82), shade)
    painting.disc((x + 0.05, y + 0.06), radius * 0.5, dark)
    for n in range(STALKS):
        turn = tau * (n + corners[n % len(corners)].x * 0.4) / STALKS + shade * tau
        distance = radius * (0.7 + 0.3 * ((n * 5) % 3))
        lit = mix(dark, light, 0.45 + 0.5 * ((n * 3) % STALKS) / STALKS)
        painting.fill(_leaf(tuft.at, turn, distance, 0.055), lit)


def spines(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``  Paint plants that are all thorns, bone-coloured, with red tips."""
    patch(painting, piece, grained(ROT, 1.7, 47), soft=0.2)
    found = sorted(plan.stones(piece, 0.9, 0.42, 0.95), key=lambda one: one.radius)
    _shade(painting, found, 0.14, 0.85, 0.5)
    for one in found:
        if is_in_view(painting, one):
            _spine(painting, one)


def _spine(painting: PaintCanvas, one: ScatteredObject) -> None:
    (x, y), radius, shade, corners = one
    count = STALKS + 4
    for n in range(count):
        turn = tau * n / count + shade * 3
        distance = radius * (0.75 + 0.35 * abs(corners[n % len(corners)].y))
        lit = 0.5 - 0.5 * sin(turn + tau / 8)
        painting.fill(_thorn(one.at, turn, distance, 0.12), (34, 28, 22))
        painting.fill(
            _thorn(one.at, turn, distance, 0.075), mix((112, 96, 62), (214, 200, 158), lit)
        )
        tip = out(one.at, turn, distance * 0.72)
        painting.fill(_thorn(tip, turn, distance * 0.28, 0.035), (150, 58, 40))
    painting.disc((x, y), radius * 0.30, (40, 36, 24))
    painting.disc((x - 0.02, y - 0.02), radius * 0.24, mix((86, 88, 46), (122, 112, 58), shade))


def venom_plants(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``  Paint fleshy leaves around bladders that glow."""
    patch(painting, piece, grained(SLIME, 1.5, 49), soft=0.3)
    found = sorted(plan.stones(piece, 0.8, 0.40, 0.85), key=lambda one: one.radius)
    _shade(painting, found, 0.14, 0.85, 0.5)
    for one in found:
        if is_in_view(painting, one):
            _venom(painting, one)


def _venom(painting: PaintCanvas, one: ScatteredObject) -> None:
    (x, y), radius, shade, _ = one
    leaf = mix((54, 74, 70), (92, 70, 104), shade)
    for n in range(STALKS):
        turn = tau * n / STALKS + shade * 5
        lit = mix((24, 26, 34), leaf, 0.65 - 0.35 * sin(turn + tau / 8))
        painting.fill(_leaf(one.at, turn, radius * 1.1, radius * 0.30), (20, 20, 26))
        painting.fill(_leaf(one.at, turn, radius * 1.02, radius * 0.22), lit)
        vein = out(one.at, turn, radius * 0.8)
        painting.band((one.at, vein), 0.025, mix(lit, (190, 150, 200), 0.4))
    glow = (176, 206, 74) if shade > 0.5 else (206, 96, 168)
    for share, bright in ((0.36, 0.25), (0.29, 0.65), (0.20, 1.0)):
        spot = x - 0.04 * radius, y - 0.05 * radius
        painting.disc(spot, radius * share, mix((30, 24, 34), glow, bright))
    painting.disc((x - radius * 0.12, y - radius * 0.14), radius * 0.07, (246, 248, 220))


def _shade(
    painting: PaintCanvas,
    found: list[ScatteredObject],
    shift: float,
    size: float,
    share: float,
) -> None:
    """Darken the ground below plants, *shift* inches to the right and a little more down."""
    shadows = pygame.Surface(painting.canvas.get_size())
    for (x, y), radius, _, _ in found:
        spot = painting.spot((x + shift, y + shift + 0.02))
        pygame.draw.aacircle(shadows, "white", spot, radius * size * painting.ppi)
    painting.shadow(shadows, 0.15, share)


def _leaf(at: Point, turn: float, distance: float, half: float) -> Path:
    """Return a leaf of *distance* inches from a point outward, widest in its middle."""
    middle = out(at, turn, distance * 0.5)
    left, right = (out(middle, turn + side * tau / 4, half) for side in (1, -1))
    return at, left, out(at, turn, distance), right


def _thorn(at: Point, turn: float, distance: float, half: float) -> Path:
    """Return a thorn of *distance* inches from a point outward, widest at its base."""
    left, right = (out(at, turn + side * tau / 4, half) for side in (1, -1))
    return left, out(at, turn, distance), right
