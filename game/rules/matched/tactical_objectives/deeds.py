"""Who was destroyed in this turn, in which phase and by whom: ``MP-40``."""

from __future__ import annotations

from game.rules.matched.fallen import last_losses
from game.table.records import How, Loss, Model, Side, Unit, Where
from game.table.state import Table


def leaders(table: Table, side: Side) -> list[Model]:
    """Return a side's WARLORD, wherever it is."""
    return [m for m in table.models.values() if m.side == side and m.profile.has("WARLORD")]


def leads(table: Table, side: Side) -> list[Model]:
    """Return a side's WARLORD if it is on the table."""
    return [m for m in leaders(table, side) if m.where is Where.TABLE]


def fallen_units(table: Table, side: Side, *, led: bool, phase: str = "") -> list[Unit]:
    """``MP-40``  Return the enemy units destroyed in this turn.

    *led*: only by the WARLORD's unit; *phase*: only in this phase.
    """
    return [
        unit
        for unit, loss in last_losses(table)
        if unit.side != side and _counts(table, loss, side, led=led, phase=phase)
    ]


def fallen_models(table: Table, side: Side, keyword: str, *, led: bool) -> list[Model]:
    """``MP-40``  Return the enemy models with a keyword destroyed in this turn."""
    return [
        table.models[loss.model]
        for loss in table.losses
        if loss.side != side
        and loss.how is not How.LEFT
        and table.models[loss.model].profile.has(keyword)
        and _counts(table, loss, side, led=led)
    ]


def hurt_by_leader(table: Table, side: Side) -> list[str]:
    """Return the units that lost a model to the WARLORD's unit in this turn."""
    return [loss.unit for loss in table.losses if _counts(table, loss, side, led=True)]


def _counts(table: Table, loss: Loss, side: Side, *, led: bool, phase: str = "") -> bool:
    now = table.clock
    in_turn = (loss.when.round, loss.when.side) == (now.round, now.side)
    fits = in_turn and (not phase or loss.when.phase == phase)
    return fits and (not led or loss.by in {m.unit for m in leaders(table, side)})
