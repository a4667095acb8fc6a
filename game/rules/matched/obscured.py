"""Targets that are hard to see: ``MP-04``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from game.geometry.line_of_sight import hidden_sample_points
from game.geometry.points import Disc
from game.geometry.polygons import off_segment
from game.play.game import GameView
from game.rules.kit.core_api import Shot
from game.rules.kit.line_of_sight import pieces_blocking_sight, screens
from game.table.board import Board
from game.table.events import Reason
from game.table.records import Model
from game.table.state import Table

PARTLY, HALF = 1, 9
"""How many of the 17 sight lines to a base must be blocked."""
BULKY = ("VEHICLE", "MONSTER")

_Line: TypeAlias = tuple[Board, Disc, Disc, tuple[Disc, ...]]
_MEMO: dict[_Line, int] = {}
_MEMO_SIZE = 20_000


def obscured(look: GameView, shot: Shot) -> Iterator[Reason]:
    """``MP-04``  -1 to hit if every model of the target is hidden well enough."""
    table = look.table
    firer = table.models[shot.model]
    if all(is_hidden(table, firer, model) for model in table.of(shot.target)):
        yield Reason(-1, "obscured", "MP-04")


def is_hidden(table: Table, firer: Model, target: Model) -> bool:
    """``MP-04``  Return whether a model is at least partly hidden, a bulky one by half."""
    need = HALF if any([target.profile.has(word) for word in BULKY]) else PARTLY
    return hidden(table, firer, target) >= need


def hidden(table: Table, firer: Model, target: Model) -> int:
    """``MP-04``  Return how many of the 17 sight lines to a model are blocked.

    By terrain, and by models of other units than these two.
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
