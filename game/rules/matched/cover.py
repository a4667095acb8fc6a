"""Cover, obscured targets and leaking cover (MP-01 to MP-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from game.content.armouries.weapon_rules import AttackStage, Trigger
from game.geometry.line_of_sight import hidden_sample_points
from game.geometry.points import EPSILON, Disc, Point
from game.geometry.polygons import crosses, off_polygon, off_segment
from game.play.game import GameView
from game.rules.kit.core_api import Shot
from game.rules.kit.targeting import pieces_blocking_sight, screens
from game.rules.modern.hooks import NO_COVER, CoverBonus
from game.rules.modern.targeting import wholly
from game.table.board import Board, Terrain
from game.table.events import Reason
from game.table.records import How, Model
from game.table.state import Table

BEHIND = 1.0
"""``MP-01``  Inches from a linear feature within which a model is behind it."""
ABILITY = 2
"""``MP-02``  Bonus of camouflage in soft cover."""
SOFT = 1
LEAK = Trigger("leak", "MP-06", AttackStage.SAVE, 6, mortal=1, confirms=1, how=How.HAZARD)
"""``MP-06``  Each unmodified 6 to save costs a mortal wound on a 1 of another d6."""


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
    yield CoverBonus(bonus, better, least.id, "MP-01", (LEAK,) * leaks)


def _worth(piece: Terrain) -> tuple[int, bool]:
    return piece.bonus or 0, not piece.leaks


def _features(board: Board, eye: Point, base: Disc) -> Iterator[Terrain]:
    """``MP-01``  Yield the features that a base is wholly in or on, or behind from *eye*."""
    for piece in board.terrain:
        if piece.bonus and (wholly(piece, base) or is_behind(piece, eye, base)):
            yield piece


def is_behind(piece: Terrain, eye: Point, base: Disc) -> bool:
    """``MP-01``  Return whether a base is within 1" of a linear feature that the line crosses.

    The line joins the centres. A feature is linear if no base may stand in it: a line on the
    map, or an Impassable piece.
    """
    left, top, right, low = piece.box
    (x, y), distance = base.at, base.radius + BEHIND
    if piece.area or not (
        left - distance <= x <= right + distance and top - distance <= y <= low + distance
    ):
        return False
    if piece.closed:
        off = off_polygon(base.at, piece.outline)
    else:
        off = min([off_segment(base.at, side) for side in piece.sides()])
    return off <= distance + EPSILON and crosses(eye, base.at, piece.outline, piece.box)


PARTLY, HALF = 1, 9
"""Number of the 17 sight lines to a base that must be blocked."""
BULKY = ("VEHICLE", "MONSTER")

_Line: TypeAlias = tuple[Board, Disc, Disc, tuple[Disc, ...]]
_MEMO: dict[_Line, int] = {}
_MEMO_SIZE = 20_000


def obscured(view: GameView, shot: Shot) -> Iterator[Reason]:
    """``MP-04``  Yield -1 to hit if every model of the target is hidden well enough."""
    table = view.table
    firer = table.models[shot.model]
    if all(is_hidden(table, firer, model) for model in table.of(shot.target)):
        yield Reason(-1, "obscured", "MP-04")


def is_hidden(table: Table, firer: Model, target: Model) -> bool:
    """``MP-04``  Return whether a model is at least partly hidden, a bulky one by half."""
    need = HALF if any([target.profile.has(word) for word in BULKY]) else PARTLY
    return blocked_sight_lines(table, firer, target) >= need


def blocked_sight_lines(table: Table, firer: Model, target: Model) -> int:
    """``MP-04``  Return the number of the 17 sight lines to a model that are blocked.

    Terrain blocks them, and models of other units than these two.
    """
    eye, base = firer.disc, target.disc
    discs = tuple(_between(table, firer, target))
    line = table.board, eye, base, discs
    pieces = [tuple(piece.corners) for piece in pieces_blocking_sight(table)]
    known = None if pieces else _MEMO.get(line)
    if known is None:
        if len(_MEMO) >= _MEMO_SIZE:
            _MEMO.clear()
        walls = screens(table.board, eye, base)
        areas = [piece.outline for piece in walls if piece.closed] + pieces
        lines = [piece.outline for piece in walls if not piece.closed]
        known = 0
        if discs or areas or lines:
            known = hidden_sample_points(eye.at, base, areas, lines, discs)
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
        r, (x, y) = m.base, m.at
        if m.unit in (firer.unit, target.unit) or not (
            left - r < x < right + r and top - r < y < low + r
        ):
            continue
        if off_segment(m.at, line) < r + target.base:
            yield m.disc
