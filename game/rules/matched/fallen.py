"""Which units were destroyed, and when: ``MP-33``, ``MP-34``."""

from __future__ import annotations

from game.table.records import Loss, Side, Unit, Where
from game.table.state import Table


def is_destroyed(table: Table, unit: Unit) -> bool:
    """Return whether nobody of a unit is left, on the table or to come."""
    models = table.models
    return all(models[m].where not in (Where.TABLE, Where.RESERVE) for m in unit.models)


def last_losses(table: Table) -> list[tuple[Unit, Loss]]:
    """Return the destroyed units, each with the loss that finished it, in the order lost."""
    last = {loss.unit: loss for loss in table.losses}
    finished = [(unit, last[unit.id]) for unit in _destroyed(table) if unit.id in last]
    order = {loss.model: n for n, loss in enumerate(table.losses)}
    return sorted(finished, key=lambda found: order[found[1].model])


def lost_in(table: Table, side: Side, round_: int) -> list[Unit]:
    """``MP-33``  Return the units that a side lost in a battle round."""
    return [u for u, loss in last_losses(table) if u.side == side and loss.when.round == round_]


def fell_first(table: Table) -> list[Unit]:
    """``MP-34``  Return the first unit destroyed, and whichever fell at the same moment."""
    fallen = last_losses(table)
    if not fallen:
        return []
    moment = fallen[0][1].moment
    return [unit for unit, loss in fallen if loss.moment == moment]


def _destroyed(table: Table) -> list[Unit]:
    return [unit for unit in table.units.values() if is_destroyed(table, unit)]
