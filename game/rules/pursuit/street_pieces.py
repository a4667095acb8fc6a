"""Street pieces: effect on each model, contact, cover (PU-03)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.geometry.points import CONTACT, Disc, Path, Point
from game.geometry.polygons import crosses, edges, inside, off_polygon, stretches_over
from game.geometry.sweeps import Walls, sweep
from game.play.game import GameView
from game.rules.classic.hooks import SHELTER, CoverBonus, FireLine
from game.table.pieces import Piece, PieceKind
from game.table.records import Profile, Where
from game.table.state import Table

NEAR = 0.011
"""Inches: what is further off is in no contact, whatever the last digits say."""
LOW = 1
"""``PU-03``  A ruin of this size is open ground to who flies over it."""
OVER_LOW = "over low ruins"


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
    """Return what a piece is called in the midst of a sentence."""
    return id_.replace("-", " ")


def is_on(piece: Piece) -> bool:
    return piece.where is Where.TABLE


def is_impassable(piece: Piece) -> bool:
    """``PU-03``  A ruin of size 3 and any intact building."""
    return piece.impassable


def is_difficult(piece: Piece, profile: Profile) -> bool:
    """``PU-03``  A ruin of size 1 or 2; to who flies over it one of size 1 is open ground."""
    if is_impassable(piece):
        return False
    return piece.size > LOW or not profile.has(OVER_LOW)


def is_open(piece: Piece, profile: Profile) -> bool:
    """``PU-03``  Whether a piece is nothing to somebody."""
    return not is_impassable(piece) and not is_difficult(piece, profile)


@lru_cache(maxsize=256)
def _walls(shape: Path) -> Walls:
    return Walls(tuple(edges(shape)))


def from_it(piece: Piece, at: Point) -> Point:
    """Return a point seen from the middle of a piece: there its shape never changes."""
    return Point(at[0] - piece.at[0], at[1] - piece.at[1])


def may_meet(piece: Piece, base: Disc, toward: Point, far: float) -> bool:
    """Return whether a base that goes straight on comes near to a piece at all."""
    (x, y), r = base
    left, top, right, low = piece.box
    r += NEAR
    ex, ey = x + toward[0] * far, y + toward[1] * far
    return (
        (x <= right + r or ex <= right + r)
        and (x >= left - r or ex >= left - r)
        and (y <= low + r or ey <= low + r)
        and (y >= top - r or ey >= top - r)
    )


def on_way(table: Table, base: Disc, toward: Point, far: float) -> list[Piece]:
    """Return the pieces that a base comes near to that goes straight on, in the map's order."""
    return [p for p in city(table) if may_meet(p, base, toward, far)]


def meets_at(piece: Piece, base: Disc, toward: Point, far: float) -> float | None:
    """Return after how many inches a base that goes straight on runs into a piece."""
    if not may_meet(piece, base, toward, far):
        return None
    start = from_it(piece, base.at)
    touch = sweep(start, toward, far, base.radius, _walls(piece.shape), {})
    return touch.far if touch else None


def covers(piece: Piece, base: Disc, toward: Point, far: float) -> list[tuple[float, float]]:
    """Return over which inches of its way a base is in a piece."""
    if not may_meet(piece, base, toward, far):
        return []
    return stretches_over(from_it(piece, base.at), toward, far, base.radius, piece.shape)


def off(piece: Piece, base: Disc) -> float:
    """Return how far a base is off a piece; negative if it stands in it."""
    return off_polygon(from_it(piece, base.at), piece.shape) - base.radius


def is_near(piece: Piece, base: Disc) -> bool:
    """Return whether a base may be in contact with a piece at all."""
    (x, y), r = base
    left, top, right, low = piece.box
    r += NEAR
    return left - r <= x <= right + r and top - r <= y <= low + r


def is_in(piece: Piece, base: Disc) -> bool:
    """Return whether a base covers any of a piece; mere contact does not count."""
    return is_near(piece, base) and off(piece, base) < -0.001


def touches(piece: Piece, base: Disc) -> bool:
    """Return whether a base is in contact with a piece, or in it."""
    return is_near(piece, base) and off(piece, base) <= CONTACT + 1e-9


SAVE = 4
"""``PU-03``  The cover save within or behind a low ruin."""


def shelters(look: GameView, line: FireLine) -> Iterator[CoverBonus]:
    """``PU-03``  Yield the ruins of size 1 or 2 that a fig is in, or behind."""
    base = look.table.models[line.target].disc
    for piece in city(look.table):
        if is_impassable(piece):
            continue
        if is_in(piece, base) or _is_behind(piece, line, base.at):
            yield CoverBonus(SAVE, piece.id, "PU-03")


def _is_behind(piece: Piece, line: FireLine, at: Point) -> bool:
    """``PU-03``  Whether the line of fire crosses a ruin that its firer's centre is not in."""
    eye = from_it(piece, line.eye)
    return crosses(eye, from_it(piece, at), piece.shape, piece.extent) and not inside(
        eye, piece.shape
    )


HOOKS = (SHELTER.gets(shelters),)
