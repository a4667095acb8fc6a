"""Grates, gates and debris: what bars a corridor or drifts in space."""

from __future__ import annotations

from itertools import pairwise

import pygame

from game.geometry.points import Path, Point
from game.table.terrain import Terrain
from game.view.brush import Easel, Shape, blurred, shifted, within, without
from game.view.grain import grained
from game.view.marks import paint_stripes, rivet, swell
from game.view.plan import Plan, along

IRON, RIM = (112, 122, 126), (34, 38, 40)


def grate(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """``FF-03``  Paint an iron frame, and bars across it through which the floor shows."""
    _fall(easel, piece, 0.16)
    if piece.closed:
        left, top, right, bottom = piece.box
        upright = bottom - top > right - left
        long = bottom - top if upright else right - left
        for n in range(1, max(2, round(long / 0.32))):
            far = n * long / max(2, round(long / 0.32))
            ends = (
                (Point(left, top + far), Point(right, top + far))
                if upright
                else (Point(left + far, top), Point(left + far, bottom))
            )
            easel.band(ends, 0.13, RIM)
            easel.band(ends, 0.07, IRON)
    _frame(easel, _line(piece))


def sluice_gate(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """``FF-03``  Paint a steel leaf with stripes, and stripes on the floor around it."""
    far = 0.5
    around = easel.band_mask(_line(piece), 2 * far)
    if piece.closed:
        inner = easel.mask([Shape(piece.outline)])
        around.blit(inner, (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    paint_stripes(easel, around)
    _fall(easel, piece, 0.22)
    if piece.closed:
        leaf = easel.mask([Shape(piece.outline)])
        easel.lay(leaf, easel.paper(grained("#7C878C", 0.7, 37)))
        swell(easel, leaf, 0.14)
    _frame(easel, _line(piece))


def debris(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """``ZG-12``  Paint a torn lump: lit on one side, pitted, with its shadow below it."""
    if not piece.closed:
        _fall(easel, piece, 0.18)
        _frame(easel, piece.outline)
        return
    ppi, mask = easel.ppi, easel.mask([Shape(piece.outline)])
    easel.darken(blurred(shifted(mask, 0.34 * ppi), 0.2 * ppi), 0.7)
    lump = Easel(easel.paper(grained("#8B8781", 2.0, 39)), easel.box, ppi)
    for (x, y), radius, _, _ in plan.stones(piece, 1.6, 0.08, 0.34):
        lump.disc((x + radius * 0.16, y + radius * 0.16), radius, (172, 168, 160))
        lump.disc((x, y), radius, (74, 72, 70))
        lump.disc((x + radius * 0.14, y + radius * 0.14), radius * 0.8, (112, 108, 103))
    easel.lay(mask, lump.canvas)
    swell(easel, mask, 0.45)
    far_side = blurred(without(mask, shifted(mask, -0.5 * ppi)), 0.3 * ppi)
    easel.darken(within(far_side, mask), 0.7)
    pygame.draw.aalines(easel.canvas, (24, 24, 26), True, easel.spots(piece.outline))  # noqa: FBT003


def _frame(easel: Easel, line: Path) -> None:
    easel.band(line, 0.26, RIM)
    easel.band(line, 0.17, IRON)
    for a, b in pairwise(line):
        for at in along((a, b), 0.5):
            rivet(easel, at, 0.055)


def _fall(easel: Easel, piece: Terrain, far: float) -> None:
    shadow = easel.band_mask(_line(piece), 0.36)
    easel.darken(blurred(shifted(shadow, far * easel.ppi), 0.1 * easel.ppi), 0.55)


def _line(piece: Terrain) -> Path:
    return (*piece.outline, piece.outline[0]) if piece.closed else piece.outline
