"""Street pieces as models meet them (PU-03).

Each has an effect on a model, and may give cover.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.cores.classic.rules import SHELTER, CoverBonus, FireLine
from game.geometry.limits import is_within
from game.geometry.points import CONTACT, EPSILON, ROUNDING, Disc, Path, Point, point_ahead
from game.geometry.polygons import (
    Box,
    boxes_meet,
    crosses,
    edges,
    inside,
    off_polygon,
    stretches_over,
)
from game.geometry.sweeps import NO_WALLS, Walls, sweep
from game.physics.space import space_for
from game.play.game import GameView
from game.table.records import Model, Profile, Where
from game.table.state import Piece, PieceKind, Table

NEAR = 0.011
"""Inches beyond which there is certainly no contact, despite rounding."""
AT_END = ROUNDING / 2 + EPSILON
"""Inches before the end of a move within which a contact is one just at the end.

Stored places are rounded to thousandths of an inch, so each may be off by half of one.
"""
LOW = 1
"""``PU-03``  Size of a ruin that is open ground to a model flying over it."""
OVER_LOW = "over low ruins"
SAVE = 4
"""``PU-03``  Cover save within or behind a ruin of size 1 or 2."""


Intervals: TypeAlias = tuple[tuple[float, float], ...]
"""Beginnings and ends in inches along a move."""


class StraightMove(NamedTuple):
    """A move of a base straight on, by some inches."""

    base: Disc
    """Where it begins."""
    toward: Point
    """Its direction, as a vector of length 1."""
    distance: float

    @property
    def end(self) -> Disc:
        """Return the base at the end of the move."""
        return self.base._replace(at=point_ahead(self.base.at, self.toward, self.distance))


def city(table: Table) -> list[Piece]:
    """Return the terrain pieces on the table, in the order of the map."""
    return _laid(table, PieceKind.CITY)


def mines(table: Table) -> list[Piece]:
    """``PU-10``  Return the clusters of mines on the table."""
    return _laid(table, PieceKind.MINES)


def _laid(table: Table, kind: PieceKind) -> list[Piece]:
    on = Where.TABLE
    return [p for p in table.pieces.values() if p.kind is kind and p.where is on]


def called(id_: str) -> str:
    """Return a piece's name as it is written within a sentence."""
    return id_.replace("-", " ")


def is_on_table(piece: Piece) -> bool:
    """Return whether a piece is on the table."""
    return piece.where is Where.TABLE


def is_impassable(piece: Piece) -> bool:
    """``PU-03``  Return whether a piece is Impassable: a ruin of size 3, or intact."""
    return piece.impassable


def is_difficult(piece: Piece, profile: Profile) -> bool:
    """``PU-03``  Return whether a piece is Difficult to a model.

    A ruin of size 1 or 2 is; one of size 1 is open ground to a model flying over it.
    """
    if is_impassable(piece):
        return False
    return piece.size > LOW or not profile.has(OVER_LOW)


def is_open(piece: Piece, profile: Profile) -> bool:
    """``PU-03``  Return whether a piece is open ground to a model."""
    return not is_impassable(piece) and not is_difficult(piece, profile)


@lru_cache(maxsize=256)
def _walls(shape: Path) -> Walls:
    return Walls(tuple(edges(shape)))


def from_it(piece: Piece, at: Point) -> Point:
    """Return a point relative to a piece's middle, where the piece's shape never changes."""
    return Point(at[0] - piece.at[0], at[1] - piece.at[1])


def may_meet(piece: Piece, move: StraightMove) -> bool:
    """Return whether a base moving straight may come near a piece, by bounding boxes."""
    return boxes_meet(piece.box, _swept(move))


def _swept(move: StraightMove) -> Box:
    """Return the box around all that a base moving straight may come near."""
    ((x, y), r), toward, distance = move
    end_x, end_y = x + toward[0] * distance, y + toward[1] * distance
    left, right = (x, end_x) if x < end_x else (end_x, x)
    top, low = (y, end_y) if y < end_y else (end_y, y)
    r += NEAR
    return left - r, top - r, right + r, low + r


def models_near(piece: Piece, by: Point, models: Sequence[Model]) -> list[Model]:
    """Return the models that a piece may touch while it moves *by* a vector."""
    (left, top, right, low), (x, y) = piece.box, by
    left, right = left + min(x, 0.0) - NEAR, right + max(x, 0.0) + NEAR
    top, low = top + min(y, 0.0) - NEAR, low + max(y, 0.0) + NEAR
    return [
        m
        for m in models
        if left - m.base <= m.at.x <= right + m.base and top - m.base <= m.at.y <= low + m.base
    ]


def on_way(table: Table, move: StraightMove) -> list[Piece]:
    """Return the pieces that a base moving straight may come near, in the map's order."""
    left, top, right, low = _swept(move)
    return [
        piece
        for piece in city(table)
        for x, y, end_x, end_y in (piece.box,)
        if x <= right and left <= end_x and y <= low and top <= end_y
    ]


def meets_at(piece: Piece, move: StraightMove) -> float | None:
    """Return the inches until a base moving straight touches a piece; None if it does not."""
    if not may_meet(piece, move):
        return None
    base, toward, distance = move
    start = from_it(piece, base.at)
    touch = sweep(start, toward, distance, base.radius, _walls(piece.shape), {})
    return touch.distance if touch else None


def is_on_the_way(inches: float, end: float) -> bool:
    """Return whether something met after some inches of a move comes before its end.

    What is met just at the end is only touched: no collision, no crossing, no die.
    """
    return inches < end - AT_END


def runs_into(piece: Piece, move: StraightMove) -> float | None:
    """Return the inches until a base runs into a piece; None if it reaches its end first."""
    hit = meets_at(piece, move)
    return hit if hit is not None and is_on_the_way(hit, move.distance) else None


def confirm_contact(thing: Piece | Model, base: Disc, toward: Point) -> None:
    """Raise UnconfirmedContactError unless pymunk finds that a moving base touches a thing.

    A piece with an outline never changes in its own frame: each shape has a Space of its own.
    """
    if isinstance(thing, Piece) and thing.outline:
        here = Disc(from_it(thing, base.at), base.radius)
        space_for(_walls(thing.shape)).contact(here, toward, lambda name: name is None)
        return
    space = space_for(NO_WALLS)
    space.put(thing.id, thing.disc)
    space.contact(base, toward, lambda name: name == thing.id)


def covers(piece: Piece, move: StraightMove) -> Intervals:
    """Return the intervals of a move, in inches, where its base overlaps a piece."""
    if not may_meet(piece, move):
        return ()
    base, toward, distance = move
    return _covers(piece.shape, from_it(piece, base.at), toward, distance, base.radius)


@lru_cache(maxsize=1024)
def _covers(
    shape: Path, start: Point, toward: Point, distance: float, radius: float
) -> Intervals:
    """Return the intervals of a move over a shape; rides often begin alike."""
    return tuple(stretches_over(start, toward, distance, radius, shape))


def off(piece: Piece, base: Disc) -> float:
    """Return the inches between a base's edge and a piece; negative if they overlap."""
    return off_polygon(from_it(piece, base.at), piece.shape) - base.radius


def is_near(piece: Piece, base: Disc) -> bool:
    """Return whether a base may be in contact with a piece, by bounding boxes."""
    (x, y), r = base
    left, top, right, low = piece.box
    r += NEAR
    return left - r <= x <= right + r and top - r <= y <= low + r


def is_in(piece: Piece, base: Disc) -> bool:
    """Return whether a base overlaps a piece; mere contact does not count."""
    return is_near(piece, base) and off(piece, base) < -0.001


def touches(piece: Piece, base: Disc) -> bool:
    """Return whether a base is in contact with a piece or overlaps it."""
    return is_near(piece, base) and is_within(off(piece, base), CONTACT)


def shelters(view: GameView, line: FireLine) -> Iterator[CoverBonus]:
    """``PU-03``  Yield the cover of each ruin of size 1 or 2 that a model is in or behind."""
    base = view.table.models[line.target].disc
    for piece in city(view.table):
        if is_impassable(piece):
            continue
        if is_in(piece, base) or _is_behind(piece, line, base.at):
            yield CoverBonus(SAVE, piece.id, "PU-03")


def _is_behind(piece: Piece, line: FireLine, at: Point) -> bool:
    """``PU-03``  Return whether a ruin that the firer is not in crosses the line of fire."""
    eye = from_it(piece, line.eye)
    return crosses(eye, from_it(piece, at), piece.shape, piece.extent) and not inside(
        eye, piece.shape
    )


HOOKS = (SHELTER.gets(shelters),)
