"""The units that are credited with enemy losses or with points."""

from __future__ import annotations

from game.geometry.points import distance
from game.table.events import Removed, Rolled, Scored
from game.table.records import How, ModelId, UnitId
from game.table.state import Table

HITS = How.SHOT, How.FOUGHT, How.POWER, How.PUSHED
"""The losses that an attack causes."""


def killer(table: Table, event: Removed, attack: Rolled | None) -> UnitId:
    """Return the enemy unit that removed a model; an empty id if none did.

    It is the one that the event names; else, for a loss by an attack, the enemy with the latest
    *attack*.
    """
    side = table.models[event.model].side
    by = event.by
    if not by and attack and event.how in HITS and attack.by != side:
        by = attack.who
    unit = unit_of(table, by)
    return unit if unit in table.units and table.units[unit].side != side else UnitId("")


def unit_of(table: Table, who: str) -> UnitId:
    """Return the unit of a model's id; any other id as it is."""
    return table.models[ModelId(who)].unit if who in table.models else UnitId(who)


def earner(table: Table, event: Scored) -> UnitId:
    """Return the unit whose points they are; an empty id if they are no single unit's.

    They belong to the model that the rule names; for an objective marker to the unit of the
    side's nearest model; for an enemy unit to the unit that removed its last model.
    """
    if event.by in table.models:
        return table.models[ModelId(event.by)].unit
    marker = next((m for m in table.objectives if m.id == event.what), None)
    if marker:
        mine, at = table.standing(event.side), marker.at
        nearest = min(mine, key=lambda m: distance(m.at, at) - m.base, default=None)
        return nearest.unit if nearest else UnitId("")
    for loss in reversed(table.losses):
        if loss.unit == event.what and loss.side != event.side:
            return UnitId(loss.by)
    return UnitId("")
