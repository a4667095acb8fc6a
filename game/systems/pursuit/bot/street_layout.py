"""The layout of pieces on a street."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.geometry.points import Path, Point, point_ahead, thousandths
from game.geometry.polygons import edges
from game.systems.pursuit.rules.slides import to_rear
from game.systems.pursuit.rules.street_pieces import is_difficult, is_impassable, mines
from game.systems.pursuit.rules.threats import to_roll
from game.systems.pursuit.table.street import ROLL, Street, street_of
from game.table.records import Profile, Where
from game.table.state import Piece, PieceKind, Table

Mask: TypeAlias = NDArray[np.bool_]

ROW, COLUMN = 1.0, 0.5
"""Inches between the places considered: off the Arrival, and along it."""
SLACK = 0.2
"""Inches by which a base may overlap a piece, because places are rounded."""
WIDE_BERTH = 0.5
"""Inches that are left between a base and mines."""


@dataclass(frozen=True, eq=False)
class CoverGrid:
    """Masks of all places of the street: rows off the Arrival, columns along it."""

    walls: Mask
    """Places where a base of this size cannot be, or should not be because of mines."""
    clears: Mask
    """Places to avoid when something rolls toward them: walls, and places close beside."""
    rubble: Mask
    """Places where the base would be in Difficult ground."""


@dataclass(frozen=True)
class StreetLayout:
    """The pieces on the street; a key for caches of values computed from them."""

    street: Street
    walls: tuple[Path, ...]
    rubble: tuple[Path, ...]
    _: KW_ONLY
    mines: tuple[tuple[Point, float], ...]
    base: float
    smaller: StreetLayout | None = field(default=None, compare=False, repr=False)
    """The layout without the last wall or rubble, if this was made by ``adding``."""

    @cached_property
    def cover(self) -> CoverGrid:
        return _cover(self) if self.smaller is None else _more_cover(self, self.smaller)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.street, self.walls, self.rubble, self.mines, self.base))

    def adding(self, piece: Piece, profile: Profile) -> StreetLayout:
        """Return the layout with one more piece."""
        if is_impassable(piece):
            return replace(self, walls=(*self.walls, piece.corners), smaller=self)
        if is_difficult(piece, profile):
            return replace(self, rubble=(*self.rubble, piece.corners), smaller=self)
        return self


def lie_of(table: Table, profile: Profile, base: float) -> StreetLayout:
    """Return the layout of the pieces in the next Movement phase, or in the current one.

    Pieces that have left the table are left out: where they come back is not known.
    """
    street, left = street_of(table.board), {piece.id for piece in _still_to_roll(table)}
    walls, rubble, gone = list[Path](), list[Path](), set[str]()
    for piece in table.pieces.values():
        if piece.kind is not PieceKind.CITY or piece.where is not Where.TABLE:
            continue
        there = piece
        if piece.id in left:
            if to_rear(street, piece) <= ROLL:
                gone.add(piece.id)
                continue
            there = replace(piece, at=thousandths(point_ahead(piece.at, street.back, ROLL)))
        if is_impassable(piece):
            walls.append(there.corners)
        elif is_difficult(piece, profile):
            rubble.append(there.corners)
    clusters = [
        (point_ahead(c.at, street.back, ROLL) if c.on in left else c.at, c.radius)
        for c in mines(table)
        if c.on not in gone
    ]
    return StreetLayout(
        street, walls=tuple(walls), rubble=tuple(rubble), mines=tuple(clusters), base=base
    )


def _still_to_roll(table: Table) -> list[Piece]:
    """``PU-06``  Return the pieces that roll before the next Movement phase."""
    return to_roll(table) if table.clock.phase in ("pursuit", "deployment") else []


def _cover(layout: StreetLayout) -> CoverGrid:
    street = layout.street
    rows, columns = shape_of(street)
    walls, clears, rubble = (np.zeros((rows, columns), dtype=np.bool_) for _ in range(3))
    near = layout.base - SLACK
    _cover_pieces(layout, CoverGrid(walls, clears, rubble), layout.walls, layout.rubble)
    off, along = np.arange(rows) * ROW, np.arange(columns) * COLUMN
    for at, radius in layout.mines:
        x, y = off - street.off(at), along - street.along(at)
        walls |= (x * x)[:, None] + (y * y)[None, :] < (radius + layout.base + WIDE_BERTH) ** 2
    walls[:, (along < near) | (along > street.wide - near)] = True
    return CoverGrid(walls, clears | walls, rubble)


def _more_cover(layout: StreetLayout, smaller: StreetLayout) -> CoverGrid:
    """Return the masks of a layout that has one piece more than another."""
    known = smaller.cover
    cover = CoverGrid(known.walls.copy(), known.clears.copy(), known.rubble.copy())
    walls, rubble = layout.walls[len(smaller.walls) :], layout.rubble[len(smaller.rubble) :]
    _cover_pieces(layout, cover, walls, rubble)
    np.logical_or(cover.clears, cover.walls, out=cover.clears)
    return cover


def _cover_pieces(
    layout: StreetLayout, cover: CoverGrid, walls: Sequence[Path], rubble: Sequence[Path]
) -> None:
    """Add the places that some pieces cover."""
    street, near = layout.street, layout.base - SLACK
    for outline in walls:
        patch = _patch(street, outline, (near, layout.base + COLUMN / 2))
        patch.lay(cover.walls, 0)
        patch.lay(cover.clears, 1)
    for outline in rubble:
        _patch(street, outline, (near,)).lay(cover.rubble, 0)


def shape_of(street: Street) -> tuple[int, int]:
    """Return the numbers of rows and columns of a street."""
    return int(street.long / ROW) + 1, int(street.wide / COLUMN) + 1


class _Patch(NamedTuple):
    """The places within some distances of an area."""

    row: int
    column: int
    masks: tuple[Mask, ...]
    """One for each distance."""

    def lay(self, on: Mask, which: int) -> None:
        """Add the places within one of the distances to a mask of the whole street."""
        mask = self.masks[which]
        rows, columns = mask.shape
        on[self.row : self.row + rows, self.column : self.column + columns] |= mask


@lru_cache(512)
def _patch(street: Street, outline: Path, nears: tuple[float, ...]) -> _Patch:
    """Return the places within some distances of an area; it is measured once for all."""
    rows, columns = shape_of(street)
    corners = tuple([Point(street.off(c), street.along(c)) for c in outline])
    offs, alongs, near = [c[0] for c in corners], [c[1] for c in corners], max(nears)
    first = max(0, int((min(offs) - near) / ROW))
    last = min(rows, int((max(offs) + near) / ROW) + 2)
    left = max(0, int((min(alongs) - near) / COLUMN))
    right = min(columns, int((max(alongs) + near) / COLUMN) + 2)
    x = (np.arange(first, last) * ROW)[:, None]
    y = (np.arange(left, right) * COLUMN)[None, :]
    # All edges at once, along a first axis: an area has few places, so that each call counts.
    ax, ay, bx, by = np.array([(*a, *b) for a, b in edges(corners)]).T[:, :, None, None]
    ex, ey = bx - ax, by - ay
    slope = np.where(ey == 0.0, 1.0, ey)
    crosses = ((ay > y) != (by > y)) & (x < ex * (y - ay) / slope + ax)
    share = np.clip(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey), 0.0, 1.0)
    dx, dy = x - ax - share * ex, y - ay - share * ey
    inside, square = np.logical_xor.reduce(crosses), (dx * dx + dy * dy).min(axis=0)
    return _Patch(first, left, tuple([inside | (square < near * near) for near in nears]))
