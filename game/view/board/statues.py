"""The painter of statues."""

from __future__ import annotations

from game.geometry.points import Path, Point
from game.geometry.polygons import box_middle
from game.table.board import Terrain
from game.view.board.board_layout import BoardLayout
from game.view.board.brushes import patch, shrunk, swell
from game.view.board.canvas import AreaShape, PaintCanvas, blurred, shifted, without
from game.view.board.textures import grained

MARBLE = "#A49E8E"


def statue(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``  Paint a winged figure on a plinth with steps, its shadow across them."""
    centre, ppi = box_middle(piece.box), painting.ppi
    patch(painting, piece, grained(MARBLE, 1.1, 59), soft=0.05)
    for share in (1.0, 0.78, 0.54):
        step = painting.area(shrunk(piece.outline, centre, share))
        painting.darken(without(blurred(shifted(step, 0.10 * ppi), 0.08 * ppi), step), 0.5)
        painting.cover(step, grained(MARBLE, 1.0, 59 + round(10 * share)))
        swell(painting, step, 0.08)
    left, top, right, low = piece.box
    size = min(right - left, low - top) / 4
    shadow = [
        AreaShape(_figure(Point(centre.x + n * 0.12, centre.y + n * 0.13), size))
        for n in range(6)
    ]
    painting.shadow(painting.mask(shadow), 0.1, 0.55)
    figure = painting.area(_figure(centre, size))
    painting.cover(figure, grained("#C2BCA9", 1.2, 61))
    swell(painting, figure, 0.10)
    x, y = centre
    for side in (-1, 1):
        for n in range(3):
            feather = (
                Point(x + side * size * (0.5 + 0.35 * n), y - size * (0.5 - 0.1 * n)),
                Point(x + side * size * (0.7 + 0.4 * n), y + size * (0.35 - 0.1 * n)),
            )
            painting.band(feather, 0.04, (104, 99, 86))
    painting.disc((x + 0.04, y + 0.05), size * 0.36, (66, 62, 54))
    painting.disc(centre, size * 0.34, (178, 172, 152))
    painting.disc((x - size * 0.1, y - size * 0.1), size * 0.18, (222, 216, 198))


def _figure(at: Point, size: float) -> Path:
    """Return the outline of shoulders and wings, seen from above."""
    half = (
        (0.0, -0.45),
        (0.55, -0.75),
        (1.3, -0.6),
        (1.75, -0.05),
        (1.35, 0.2),
        (0.9, 0.35),
        (0.55, 0.4),
        (0.3, 0.75),
        (0.0, 0.8),
    )
    right = [Point(at.x + x * size, at.y + y * size) for x, y in half]
    left = [Point(2 * at.x - p.x, p.y) for p in right[-2:0:-1]]
    return (*right, *left)
