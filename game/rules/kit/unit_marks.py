"""Marks that both cores put on units and models, including out of coherency (FF-19)."""

from __future__ import annotations

from collections.abc import Mapping

from game.table.events import Marked
from game.table.records import Mark, Model, ModelId, Unit, UnitId, Until
from game.table.state import Table

HANDLED = "handled"
"""The unit has had its turn in this phase."""
MOVED = "moved"
"""The unit has moved in this player turn."""
FIRED = "fired"
"""The unit has shot in this player turn; *about* is its target."""
CHARGED = "charged"
HELD = "held in reserve"
LOOSE = "out of coherency"
"""The model is detached from its unit: locked on its own, not bound by coherency."""
MAY_BREAK = "may break contact"
"""The locked model may move away in the Movement phase (``CC-31``) from the unit in *about*."""
SCATTERED = "scattered"
"""Most of the unit is out of coherency; *about* is the clause that applies."""

MARK_DURATIONS: Mapping[str, Until] = {
    HANDLED: Until.PHASE,
    MOVED: Until.TURN,
    FIRED: Until.TURN,
    CHARGED: Until.TURN,
    HELD: Until.BATTLE,
    LOOSE: Until.BATTLE,
    MAY_BREAK: Until.PHASE,
    SCATTERED: Until.BATTLE,
}


def marked(clause: str, id_: str, name: str, about: str = "") -> Marked:
    """Return the event that puts one of these marks on a unit or a model."""
    return Marked(clause, id_, Mark(name, MARK_DURATIONS[name], about))


def is_detached(model: Model) -> bool:
    """Return whether a model is out of coherency with its unit."""
    return bool(model.marks) and model.mark(LOOSE) is not None


def is_scattered(unit: Unit) -> bool:
    """Return whether most of a unit is out of coherency."""
    return unit.mark(SCATTERED) is not None


def is_astray(table: Table, model: Model) -> bool:
    """``FF-20``, ``FF-21``  Return whether a model can only move back to its unit."""
    return is_detached(model) or is_scattered(table.units[model.unit])


def main_body(table: Table, unit: UnitId) -> list[Model]:
    """Return the models of a unit that act as one: all but those out of coherency."""
    return [m for m in table.of(unit) if not is_detached(m)]


def detached_models(table: Table, unit: UnitId) -> tuple[ModelId, ...]:
    """Return the models of a unit that are out of coherency."""
    return tuple(m.id for m in table.of(unit) if is_detached(m))
