"""The models of a unit that act as one, and those that a module parted from it: ``FF-19``."""

from __future__ import annotations

from game.rules.kit.unit_marks import LOOSE, SCATTERED
from game.table.records import Model, ModelId, Unit, UnitId
from game.table.state import Table


def is_loose(model: Model) -> bool:
    return bool(model.marks) and model.mark(LOOSE) is not None


def is_scattered(unit: Unit) -> bool:
    return unit.mark(SCATTERED) is not None


def is_astray(table: Table, model: Model) -> bool:
    """``FF-20``, ``FF-21``  Whether a model can only make its way back to its unit."""
    return is_loose(model) or is_scattered(table.units[model.unit])


def body(table: Table, unit: UnitId) -> list[Model]:
    """Return the models of a unit that act as one: all but those out of coherency."""
    return [m for m in table.of(unit) if not is_loose(m)]


def loose_of(table: Table, unit: UnitId) -> tuple[ModelId, ...]:
    return tuple(m.id for m in table.of(unit) if is_loose(m))
