"""Models lost so far, by unit or side."""

from __future__ import annotations

from game.cores.kit.battle_end import ALIVE
from game.table.records import How, Loss, Side, UnitId
from game.table.state import Table


def lost_in_phase(table: Table, unit: UnitId) -> int:
    """Return the number of models that a unit lost in this phase, not to combat."""
    hows = causes_in_phase(table, unit)
    return len(hows) - hows.count(How.FOUGHT)


def causes_in_phase(table: Table, unit: UnitId) -> list[How]:
    """Return the cause of each loss of a unit in this phase, except models that left alive."""
    hows = list[How]()
    for loss in reversed(table.losses):
        if not is_of_this_phase(table, loss):
            break
        if loss.unit == unit and loss.how is not How.LEFT:
            hows.append(loss.how)
    return hows


def is_of_this_phase(table: Table, loss: Loss) -> bool:
    now, when = table.clock, loss.when
    return (when.round, when.phase, when.side) == (now.round, now.phase, now.side)


def kills(table: Table, by: Side) -> int:
    """Return the number of enemy models lost in any way, except those that left alive."""
    if not table.clock.round:
        return 0
    lost = [m.id for m in table.models.values() if m.side != by and m.where not in ALIVE]
    left = [loss.model for loss in table.losses if loss.how is How.LEFT]
    return len([m for m in lost if m not in left])
