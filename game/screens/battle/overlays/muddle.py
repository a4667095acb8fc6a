"""Who must get back together after a flood: rings on the board, and words with their clause."""

from __future__ import annotations

from collections.abc import Iterator

from game.geometry.points import Point
from game.rules.flood.regroup.status import CUT_OFF
from game.rules.kit.unit_marks import LOOSE, MAY_BREAK, SCATTERED
from game.table.records import Model, Unit
from game.table.state import Table
from game.view.overlays.shapes import BaseOutline, BoardNote, Overlay, OverlayTone

MUST: dict[str, tuple[str, str]] = {
    CUT_OFF: ("Cut off by the enemy", "FF-24"),
    MAY_BREAK: ("May break contact", "FF-24"),
    SCATTERED: ("Scattered", "FF-21"),
    LOOSE: ("Must rejoin", "FF-20"),
}
"""What a mark tells in a few words, and the clause that says what follows; the worst first."""
ABOVE = 0.75
"""Inches from a base to the words about it."""


def trouble(unit: Unit, model: Model) -> tuple[str, str] | None:
    """Return what a model must do to get back to its unit, and its clause; None if nothing."""
    marks = {mark.name for mark in (*unit.marks, *model.marks)}
    return next((words for name, words in MUST.items() if name in marks), None)


def muddled(table: Table) -> Iterator[Overlay]:
    """Yield a ring around everybody who must regroup, and the clause at one of each group."""
    for unit in table.fielded():
        groups = dict[tuple[str, str], list[Model]]()
        for model in table.of(unit.id):
            if found := trouble(unit, model):
                groups.setdefault(found, []).append(model)
        for (_, clause), models in groups.items():
            top = min(models, key=lambda m: (m.at.y, m.at.x))
            at = Point(top.at.x, top.at.y - top.base - ABOVE)
            yield BaseOutline(tuple(m.disc for m in models), OverlayTone.BAD)
            yield BoardNote(at, clause, OverlayTone.BAD)
