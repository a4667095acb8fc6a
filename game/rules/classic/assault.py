"""Chapter "Assault": the phase: charges first, then every combat in turn."""

from __future__ import annotations

from game.play.game import Game, Step
from game.rules.classic.charge import charging, pick_charge
from game.rules.classic.combat import fight
from game.rules.classic.unit_state import combat_of
from game.rules.kit.distances import contacts
from game.table.events import PhaseOver, Queued
from game.table.records import UnitId
from game.table.state import Table


def assault(table: Table) -> Step | None:
    """Return what is left to do: the combats in the queue; before there is one, charges."""
    if table.queue:
        return fight_next
    return None if table.clock.over else charge_or_fight


async def charge_or_fight(game: Game) -> None:
    """``CC-23``, ``CC-31``  The active side charges; then all locked units fight."""
    side = game.table.clock.side
    assert side
    options = charging(game, side)
    if options and await pick_charge(game, options):
        return
    order, seen = list[UnitId](), list[UnitId]()
    for unit in game.table.fielded(side):
        if contacts(game.table, unit.id) and unit.id not in seen:
            order.append(unit.id)
            seen += combat_of(game.table, unit.id)
    game.do(Queued("CC-31", tuple(order)))
    if not order:
        game.do(PhaseOver("CC-33"))


async def fight_next(game: Game) -> None:
    """``CC-24`` to ``CC-31``  One combat, from its first blow to its pile in."""
    await fight(game, UnitId(game.table.queue[0]))
    if not game.table.queue:
        game.do(PhaseOver("CC-33"))
