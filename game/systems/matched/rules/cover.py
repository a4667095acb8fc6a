"""Cover of matched play (MP-01 to MP-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from game.content.armouries.weapon_rules import AttackStage, Trigger
from game.cores.kit.attempts import Shot
from game.cores.kit.queries import GROUND
from game.cores.kit.sight_lines import pieces_blocking_sight, screens
from game.cores.modern.rules import COVER, NO_COVER, OBSCURED, CoverBonus
from game.cores.modern.rules.targeting import wholly
from game.geometry.limits import is_within
from game.geometry.line_of_sight import hidden_sample_points
from game.geometry.points import Disc, Point
from game.geometry.polygons import box_within, crosses, off_polygon, off_segment
from game.play.game import GameView
from game.table.board import Board, Terrain
from game.table.events import Reason
from game.table.records import How, Model
from game.table.state import Table

BEHIND = 1.0
"""``MP-01``  Inches from a linear feature within which a model is behind it."""
ABILITY = 2
"""``MP-02``  Bonus of camouflage in soft cover."""
SOFT = 1
LEAK = Trigger(
    "leak", clause="MP-06", stage=AttackStage.SAVE, face=6, mortal=1, confirms=1, how=How.HAZARD
)
"""``MP-06``  Each unmodified 6 to save costs a mortal wound on a 1 of another d6."""
PARTLY, HALF = 1, 9
"""Number of the 17 sight lines to a base that must be blocked."""
BULKY = ("VEHICLE", "MONSTER")
_MEMO: dict[_Line, bool] = {}
MAX_LINES = 2048
"""Number of lines for which it is remembered whether they are hidden."""
_Line: TypeAlias = tuple[Board, Disc, Disc, tuple[Disc, ...], int]


def cover(view: GameView, shot: Shot) -> Iterator[CoverBonus]:
    """``MP-01``  Yield the least of the models' best cover; of equals one without leaks."""
    table = view.table
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
    yield CoverBonus(
        bonus, better=better, by=least.id, clause="MP-01", triggers=(LEAK,) * leaks
    )


def _worth(piece: Terrain) -> tuple[int, bool]:
    return piece.bonus or 0, not piece.leaks


def _features(board: Board, eye: Point, base: Disc) -> Iterator[Terrain]:
    """``MP-01``  Yield the features that a base is wholly in or on, or behind from *eye*."""
    near = base.radius + BEHIND
    for piece in board.terrain:
        if (
            piece.bonus
            and box_within(piece.box, base.at, near)
            and (wholly(piece, base) or is_behind(piece, eye, base))
        ):
            yield piece


def is_behind(piece: Terrain, eye: Point, base: Disc) -> bool:
    """``MP-01``  Return whether a base is within 1" of a linear feature that the line crosses.

    The line joins the centres. A feature is linear if no base may stand in it: a line on the
    map, or an Impassable piece.
    """
    near = base.radius + BEHIND
    if piece.area or not box_within(piece.box, base.at, near):
        return False
    if piece.closed:
        off = off_polygon(base.at, piece.outline)
    else:
        off = min([off_segment(base.at, side) for side in piece.sides()])
    return is_within(off, near) and crosses(eye, base.at, piece.outline, piece.box)


def obscured(view: GameView, shot: Shot) -> Iterator[Reason]:
    """``MP-04``  Yield -1 to hit if every model of the target is hidden well enough."""
    table = view.table
    firer = table.models[shot.model]
    if all(is_hidden(table, firer, model) for model in table.of(shot.target)):
        yield Reason(-1, "obscured", "MP-04")


def is_hidden(table: Table, firer: Model, target: Model) -> bool:
    """``MP-04``  Return whether a model is at least partly hidden, a bulky one by half.

    Terrain blocks the 17 sight lines to it, and models of other units than these two.
    """
    need = HALF if any([target.profile.has(word) for word in BULKY]) else PARTLY
    eye, base = firer.disc, target.disc
    discs = tuple(_between(table, firer, target))
    line = table.board, eye, base, discs, need
    pieces = [tuple(piece.corners) for piece in pieces_blocking_sight(table)]
    known = None if pieces else _MEMO.get(line)
    if known is None:
        if len(_MEMO) >= MAX_LINES:
            _MEMO.clear()
        walls = screens(table.board, eye, base)
        areas = [piece.outline for piece in walls if piece.closed] + pieces
        lines = [piece.outline for piece in walls if not piece.closed]
        known = hidden_sample_points(eye.at, base, areas, lines, discs, need) == need
        if not pieces:
            _MEMO[line] = known
    return known


def _between(table: Table, firer: Model, target: Model) -> Iterator[Disc]:
    """Yield the bases that may be in the way of a line from one model to another."""
    line = firer.at, target.at
    (ax, ay), (bx, by) = line
    left, right = min(ax, bx) - target.base, max(ax, bx) + target.base
    top, low = min(ay, by) - target.base, max(ay, by) + target.base
    for m in table.standing():
        (x, y), r = m.disc
        if (
            left - r < x < right + r
            and top - r < y < low + r
            and m.unit not in (firer.unit, target.unit)
            and off_segment(m.at, line) < r + target.base
        ):
            yield m.disc


def ground(view: GameView, piece: Terrain) -> Iterator[Reason]:
    """``MP-01``, ``MP-06``  Yield the cover of a piece of terrain, and whether it leaks."""
    if not piece.bonus:
        return
    kind = "Soft" if piece.bonus == SOFT else "Hard"
    where = "wholly in it" if piece.area else f'behind it, within {BEHIND:g}"'
    yield Reason(0, f"{kind} cover: +{piece.bonus} to armour saves for units {where}", "MP-01")
    if piece.leaks:
        leaks = (
            "Leaking: for each unmodified 6 to save behind it, roll a die; on a 1 the unit"
            " takes a mortal wound"
        )
        yield Reason(0, leaks, "MP-06")


COVER_RULES = (
    COVER.gets(cover),
    OBSCURED.gets(obscured),
    GROUND.gets(ground),
)
