"""What covers models that are shot at: ``CC-15``."""

from __future__ import annotations

from game.geometry.points import Point
from game.geometry.polygons import crosses, line_meets_disc
from game.play.game import GameView
from game.rules.classic.hooks import COVER, NO_COVER, SCREEN, SHELTER, Cover, FireLine
from game.rules.kit.core_api import Shot
from game.table.board import Terrain
from game.table.records import Model, UnitId
from game.table.state import Table

UNIT_BETWEEN = 4
"""``CC-15``  The cover save that another unit in between gives."""


def cover_of(look: GameView, eye: Point, firer: UnitId, target: Model) -> Cover:
    """``CC-15``  The best cover that one model has against a line of fire from *eye*."""
    best = NO_COVER
    for piece in look.table.board.terrain:
        if _is_better(piece.cover, best) and _covers(piece, eye, target):
            best = Cover(piece.cover, piece.id)
    line = FireLine(eye, firer, target.id)
    for shelter in SHELTER.of(look, line):
        if _is_better(shelter.save, best):
            best = shelter
    if SCREEN in look.rules.hooks:
        for screen in SCREEN.of(look, line):
            if _is_better(screen.save, best):
                best = screen
    elif _is_better(UNIT_BETWEEN, best) and (
        between := _unit_between(look.table, eye, firer, target)
    ):
        best = Cover(UNIT_BETWEEN, between)
    return best


def _is_better(save: int, than: Cover) -> bool:
    return save > 0 and (not than.save or save < than.save)


def _covers(piece: Terrain, eye: Point, target: Model) -> bool:
    if piece.area:
        return piece.holds(target.disc)
    return crosses(eye, target.at, piece.outline, piece.box)


def _unit_between(table: Table, eye: Point, firer: UnitId, target: Model) -> UnitId | None:
    """Return a unit, neither firing nor fired at, over a base of which the line passes."""
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


def unit_cover(look: GameView, firer: Model, weapon: str, target: UnitId) -> Cover:
    """``CC-15``  Cover counts when half or more of the unit's models have it.

    Each firing model judges it for itself. Where models have different cover, the unit has
    the best that half of them have at least.
    """
    models = look.table.of(target)
    covers = [cover_of(look, firer.at, firer.unit, m) for m in models]
    had = sorted([c for c in covers if c.save], key=lambda c: c.save)
    half = (len(models) + 1) // 2
    if len(had) < half:
        return NO_COVER
    cover = had[half - 1]
    better = sum([r.amount for r in COVER.of(look, Shot(firer.id, weapon, target))])
    return Cover(max(2, cover.save - better), cover.by, cover.clause)
