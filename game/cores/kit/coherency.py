"""Models out of coherency, which do not act with their unit."""

from __future__ import annotations

from game.cores.kit.marks import OUT_OF_COHERENCY, SCATTERED
from game.play.decisions import Refusal
from game.table.records import Model, ModelId, Unit, UnitId
from game.table.state import Table


def is_detached(model: Model) -> bool:
    """Return whether a model is out of coherency with its unit."""
    return bool(model.marks) and model.mark(OUT_OF_COHERENCY) is not None


def is_scattered(unit: Unit) -> bool:
    """Return whether most of a unit is out of coherency."""
    return unit.mark(SCATTERED) is not None


def is_astray(table: Table, model: Model) -> bool:
    """Return whether a model can only move back to its unit."""
    return is_detached(model) or is_scattered(table.units[model.unit])


def refused_astray(table: Table, model: Model) -> Refusal | None:
    """Return why a model can only make its way back, or None; the marks hold the clause."""
    if mark := table.units[model.unit].mark(SCATTERED):
        reason = f"{table.units[model.unit].name} is scattered"
        return Refusal(reason, mark.about)
    if mark := model.mark(OUT_OF_COHERENCY):
        return Refusal(f"{model.profile.name} is out of coherency", mark.about)
    return None


def main_body(table: Table, unit: UnitId) -> list[Model]:
    """Return the models of a unit that act as one: all but those out of coherency."""
    return [m for m in table.of(unit) if not is_detached(m)]


def detached_models(table: Table, unit: UnitId) -> tuple[ModelId, ...]:
    """Return the models of a unit that are out of coherency."""
    return tuple(m.id for m in table.of(unit) if is_detached(m))
