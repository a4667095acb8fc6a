"""Cover from a line of fire (CC-15)."""

from __future__ import annotations

from game.cores.classic.rules import COVER, NO_COVER, SCREEN, SHELTER, CoverBonus, FireLine
from game.cores.kit.attempts import Shot
from game.geometry.points import Point
from game.geometry.polygons import crosses, line_meets_disc
from game.play.game import GameView
from game.table.board import Terrain
from game.table.records import Model, UnitId
from game.table.state import Table

UNIT_BETWEEN = 4
"""``CC-15``  Cover save from another unit in between."""


def cover_of(view: GameView, eye: Point, firer: UnitId, target: Model) -> CoverBonus:
    """``CC-15``  Return the best cover of a model against a line of fire from *eye*."""
    best = NO_COVER
    for piece in view.table.board.terrain:
        if _is_better(piece.cover, best) and _covers(piece, eye, target):
            best = CoverBonus(piece.cover, piece.id)
    line = FireLine(eye, firer, target.id)
    for shelter in SHELTER.of(view, line):
        if _is_better(shelter.save, best):
            best = shelter
    if SCREEN in view.rules.hooks:
        for screen in SCREEN.of(view, line):
            if _is_better(screen.save, best):
                best = screen
    elif _is_better(UNIT_BETWEEN, best) and (
        between := _unit_between(view.table, eye, firer, target)
    ):
        best = CoverBonus(UNIT_BETWEEN, between)
    return best


def _is_better(save: int, than: CoverBonus) -> bool:
    return save > 0 and (not than.save or save < than.save)


def _covers(piece: Terrain, eye: Point, target: Model) -> bool:
    if piece.area:
        return piece.holds(target.disc)
    return crosses(eye, target.at, piece.outline, piece.box)


def _unit_between(table: Table, eye: Point, firer: UnitId, target: Model) -> UnitId | None:
    """Return a third unit with a base under the line of fire; None if there is none."""
    left, right = min(eye.x, target.at.x), max(eye.x, target.at.x)
    top, low = min(eye.y, target.at.y), max(eye.y, target.at.y)
    for m in table.standing():
        r = m.base
        if m.unit in (firer, target.unit) or not (
            left - r < m.at.x < right + r and top - r < m.at.y < low + r
        ):
            continue
        if line_meets_disc(eye, target.at, m.disc):
            return m.unit
    return None


def unit_cover(view: GameView, firer: Model, weapon: str, target: UnitId) -> CoverBonus:
    """``CC-15``  Return a unit's cover, which half or more of its models must have.

    Each firing model judges it for itself. If models have different cover, the unit has the
    best save that at least half of them have.
    """
    models = view.table.of(target)
    covers = [cover_of(view, firer.at, firer.unit, m) for m in models]
    had = sorted([c for c in covers if c.save], key=lambda c: c.save)
    half = (len(models) + 1) // 2
    if len(had) < half:
        return NO_COVER
    cover = had[half - 1]
    better = sum([r.amount for r in COVER.of(view, Shot(firer.id, weapon, target))])
    return CoverBonus(max(2, cover.save - better), cover.by, cover.clause)
