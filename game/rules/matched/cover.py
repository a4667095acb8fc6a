"""What terrain does for who is shot at: ``MP-01``, ``MP-02``, ``MP-06``."""

from __future__ import annotations

from collections.abc import Iterator

from game.geometry.points import Disc, Point
from game.geometry.polygons import crosses, off_polygon, off_segment
from game.play.game import Game, GameView
from game.rules.kit.core_api import Shot
from game.rules.modern.hooks import NO_COVER, CoverBonus, SavesRolled
from game.rules.modern.targeting import wholly
from game.rules.modern.wounds import mortal_wounds
from game.table.board import Board, Terrain
from game.table.records import How

BEHIND = 1.0
"""``MP-01``  Inches from a linear feature within which one is behind it."""
ABILITY = 2
"""``MP-02``  What camouflage makes of the bonus in soft cover."""
SOFT = 1
LEAK = 1


def cover(look: GameView, shot: Shot) -> Iterator[CoverBonus]:
    """``MP-01``  The best that every model of a unit has; of equals what does not leak."""
    table = look.table
    eye = table.models[shot.model].at
    had = [list(_features(table.board, eye, m.disc)) for m in table.of(shot.target)]
    best = [max(pieces, key=_worth, default=None) for pieces in had]
    used = [piece for piece in best if piece is not None]
    if not used or len(used) < len(best):
        yield NO_COVER
        return
    least = min(used, key=_worth)
    bonus = least.bonus or 0
    leaks = any(
        all(piece.leaks for piece in pieces if (piece.bonus or 0) >= bonus) for pieces in had
    )
    better = ABILITY if bonus <= SOFT else bonus + 1
    yield CoverBonus(bonus, better, least.id, "MP-01", leaks)


def _worth(piece: Terrain) -> tuple[int, bool]:
    return piece.bonus or 0, not piece.leaks


def _features(board: Board, eye: Point, base: Disc) -> Iterator[Terrain]:
    """``MP-01``  Yield what a base is wholly in or on, or behind for who looks from *eye*."""
    for piece in board.terrain:
        if piece.bonus and (wholly(piece, base) or is_behind(piece, eye, base)):
            yield piece


def is_behind(piece: Terrain, eye: Point, base: Disc) -> bool:
    """``MP-01``  Within 1" of a linear feature, with the line between the centres across it.

    Linear is what nobody stands in: a line on the map, or an Impassable piece.
    """
    left, top, right, low = piece.box
    (x, y), far = base.at, base.radius + BEHIND
    if piece.area or not (left - far <= x <= right + far and top - far <= y <= low + far):
        return False
    if piece.closed:
        off = off_polygon(base.at, piece.outline)
    else:
        off = min([off_segment(base.at, side) for side in piece.sides()])
    return off <= far + 1e-9 and crosses(eye, base.at, piece.outline, piece.box)


async def leak(game: Game, saved: SavesRolled) -> None:
    """``MP-06``  For each unmodified 6 to save a d6: on a 1 the unit takes a mortal wound."""
    sixes = saved.faces.count(6)
    if not saved.cover.leaks or not sixes or not game.table.of(saved.target):
        return
    side = game.table.units[saved.target].side
    faces = game.throw("MP-06", side, "leak", sixes, need=LEAK, under=True, who=saved.target)
    await mortal_wounds(game, "MP-06", saved.target, faces.count(LEAK), How.HAZARD)
