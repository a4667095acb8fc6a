"""Grates and gates: what bars a corridor."""

from __future__ import annotations

from itertools import pairwise

import pygame

from game.geometry.points import Path, Point
from game.table.board import Terrain
from game.view.board.canvas import Easel, Shape, blurred, shifted
from game.view.board.layout import Plan, along
from game.view.board.marks import paint_stripes, rivet, swell
from game.view.board.textures import grained

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
