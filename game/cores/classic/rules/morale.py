"""Morale tests for the losses of a phase (CC-32)."""

from __future__ import annotations

from functools import partial

from game.cores.classic.rules import SPARED
from game.cores.classic.rules.losses import causes_in_phase, is_of_this_phase, lost_in_phase
from game.cores.classic.rules.retreat import fall_back
from game.cores.classic.rules.unit_state import is_falling_back, is_locked, leadership_test
from game.cores.kit.marks import TESTED, marked
from game.cores.kit.units import in_turn
from game.play.game import Game, Step
from game.table.events import Reason
from game.table.records import How, Unit, UnitId
from game.table.state import Table


def morale(table: Table) -> Step | None:
    """``CC-32``  Return the next morale test at the end of a phase, or None."""
    shaken = next(iter(_shaken(table)), None)
    return partial(test_morale, unit_id=shaken) if shaken else None


def _shaken(table: Table) -> list[UnitId]:
    """Return the units that must still test for losses, the acting side's first."""
    if not (table.losses and is_of_this_phase(table, table.losses[-1])):
        return []
    acting = table.clock.side or table.first or table.sides[0]
    return [
        u.id
        for side in in_turn(table, acting)
        for u in table.fielded(side)
        if not u.mark(TESTED)
        and not is_falling_back(u)
        and not is_locked(u)
        and lost_a_quarter(table, u)
        and not all(m.profile.has("fearless") for m in table.of(u.id))
    ]


def lost_a_quarter(table: Table, unit: Unit) -> bool:
    """``CC-32``  Return whether a unit lost a quarter of its models in this phase.

    Models lost to combat do not count.
    """
    hows = causes_in_phase(table, unit.id)
    lost_fighting = hows.count(How.FOUGHT)
    return is_a_quarter(len(hows) - lost_fighting, lost_fighting + len(table.of(unit.id)))


def is_a_quarter(lost: int, left: int) -> bool:
    return lost > 0 and lost * 4 >= lost + left


async def test_morale(game: Game, *, unit_id: UnitId) -> None:
    """``CC-32``  Take a Leadership test for heavy losses, unless a module exempts the unit."""
    game.do(marked("CC-32", unit_id, TESTED))
    unit = game.table.units[unit_id]
    if any(True for _ in SPARED.of(game, unit)):
        return
    lost = lost_in_phase(game.table, unit_id)
    reason = Reason(0, f"lost {lost} in one phase", "CC-32")
    if not leadership_test(game, "CC-32", unit_id, (reason,)):
        await fall_back(game, unit_id, "CC-32")
