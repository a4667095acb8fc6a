"""Doors on the table (CC-39), which any system may have."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import partial
from math import ceil, floor
from typing import Final

import numpy as np
import pygame

from game.geometry.points import Path, distance, length, unit_vector
from game.geometry.polygons import band, box, box_middle, edges, part_where, widened
from game.play.moves.paths import cut
from game.table.board import Terrain, TerrainKind
from game.table.state import Piece, Table
from game.view.board.board_layout import BoardLayout
from game.view.board.brushes import between
from game.view.board.canvas import AreaShape, PaintCanvas, blurred, shifted
from game.view.board.textures import grained
from game.view.camera import Camera
from game.view.playback.stage import Stage
from game.view.style import DrawingTheme
from game.view.surface_arrays import surfarray
from game.view.system_view import Drawn, Layer, StandingPicture, SystemView

THICK: Final = 0.4
"""Width in inches of a door that is a line."""
DRAWN_BACK: Final = 0.14
"""Share of an open door's length that shows at each end."""
AROUND: Final = 0.9
"""Inches of a picture around a door, for its shadow."""
SHADOW, DARK = 0.2, 0.6
"""Offset of the shadow in inches, and its opacity."""
BRONZE, EDGE, STUD = "#B07A3E", "#1F150B", "#F0CF93"


def leaves(outline: Path, *, closed: bool, is_open: bool) -> tuple[Path, ...]:
    """Return the outlines of a door's leaves: two halves that slide apart when it is open.

    *closed*: the outline is an area, not a line.
    """
    share = DRAWN_BACK if is_open else 0.5
    if closed:
        return tuple(_ends(outline, share))
    whole = length(outline)
    ends = (cut(path, whole * share) for path in (outline, outline[::-1]))
    return tuple(band(path, THICK / 2) for path in ends)


def _ends(area: Path, share: float) -> Iterator[Path]:
    """Yield the parts at both ends of an area along its longest side."""
    a, b = max(edges(area), key=lambda edge: distance(*edge))
    toward = unit_vector(a, b)
    offs = [at.x * toward.x + at.y * toward.y for at in area]
    low, high = min(offs), max(offs)
    first, last = low + share * (high - low), high - share * (high - low)
    yield part_where(area, lambda at: first - at.x * toward.x - at.y * toward.y)
    yield part_where(area, lambda at: at.x * toward.x + at.y * toward.y - last)


def sill(painting: PaintCanvas, plan: BoardLayout, door: Terrain) -> None:
    """Paint the worn floor in a doorway."""
    painting.darken(painting.area(door.surface(2 * THICK)), 0.35)


def paint_door(door: Terrain, ppi: int) -> Drawn:
    """Return a premultiplied picture of a door as it stands, with its place on the board."""
    left, top, right, low = _around(door)
    canvas = pygame.Surface(((right - left) * ppi, (low - top) * ppi))
    painting = PaintCanvas(canvas, (left, top, right, low), ppi)
    parts = leaves(door.outline, closed=door.closed, is_open=door.is_open)
    solid = painting.mask([AreaShape(leaf) for leaf in parts])
    painting.cover(solid, grained(BRONZE, 0.5, 5))
    painting.bevel(solid, 0.08, (70, 52, 30), 0.5)
    for leaf in parts:
        painting.outline(leaf, EDGE)
    if not door.is_open:
        for leaf in parts:
            _paint_studs(painting, leaf)
    shadow = blurred(shifted(solid, SHADOW * ppi), 0.2 * ppi)
    picture = pygame.Surface(canvas.get_size(), pygame.SRCALPHA)
    # Premultiplied, so that the shadow is black; lines at the edge of a leaf stay opaque.
    lines = painting.blank()
    for leaf in parts:
        lines.outline(leaf, "white")
    surfarray.blit_array(picture, surfarray.array3d(canvas))
    opaque = [surfarray.array3d(mask).max(axis=2) for mask in (solid, lines.canvas)]
    dark = (surfarray.array3d(shadow).max(axis=2) * DARK).astype(np.uint8)
    alpha = surfarray.pixels_alpha(picture)
    alpha[:] = np.maximum.reduce([*opaque, dark])
    del alpha
    return picture, (left * ppi, top * ppi)


def _paint_studs(painting: PaintCanvas, leaf: Path) -> None:
    """Paint a bright stud near each corner of a leaf, so that a closed door stands out."""
    middle = box_middle(box(leaf))
    for corner in leaf:
        at = between(corner, middle, 0.45)
        painting.discs(at, (0.07, EDGE), (0.045, STUD))


def _around(door: Terrain) -> tuple[int, int, int, int]:
    """Return the box of a door's picture, in whole inches."""
    left, top, right, low = widened(door.box, AROUND)
    return floor(left), floor(top), ceil(right), ceil(low)


class DoorLayer(Layer):
    """Draws the doors as they stand, below markers, overlays and models."""

    def __init__(self, table: Table, look: DrawingTheme, plan: BoardLayout) -> None:
        super().__init__(table, look, plan)
        self._kept: dict[tuple[str, bool, int], Drawn] = {}

    def floor(
        self, canvas: pygame.Surface, stage: Stage, camera: Camera, laid: Iterable[Piece]
    ) -> bool:
        ppi, (x, y) = camera.ppi, camera.board.topleft
        for door in stage.seen.board.doors:
            left, top, right, low = _around(door)
            place = pygame.Rect(left * ppi, top * ppi, (right - left) * ppi, (low - top) * ppi)
            if place.move(x, y).colliderect(camera.window):
                key = door.id, door.is_open, ppi
                if key not in self._kept:
                    self._kept = {k: v for k, v in self._kept.items() if k[2] == ppi}
                    self._kept[key] = paint_door(door, ppi)
                picture, at = self._kept[key]
                canvas.blit(
                    picture, (x + at[0], y + at[1]), special_flags=pygame.BLEND_PREMULTIPLIED
                )
        return True

    def floor_key(self, stage: Stage, laid: Iterable[Piece]) -> Hashable:
        return tuple(door.is_open for door in stage.seen.board.doors)


def _on_map(plan: BoardLayout) -> Iterator[StandingPicture]:
    """Yield the doors of a map as they stand when a battle begins."""
    for door in plan.board.doors:
        yield StandingPicture(_around(door), partial(paint_door, door))


DOORS = SystemView(
    on_map=lambda board: bool(board.doors),
    needs_map=True,
    layer=DoorLayer,
    pictures=_on_map,
    terrain={TerrainKind.DOOR: sill},
)
