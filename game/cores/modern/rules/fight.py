"""The Fight phase (MC-23, MC-24)."""

from __future__ import annotations

from game.cores.kit.interrupt_offers import offer_interrupts
from game.cores.kit.marks import CHARGED, FOUGHT, marked
from game.cores.kit.units import enemy_within, in_turn, pairs_within
from game.cores.modern.rules import FOUGHT_NOW, ModernKind, melee_attacks
from game.cores.modern.rules.movement import NEAR
from game.cores.modern.rules.pile_in import consolidate, pile_in
from game.play.decisions import Option, ask_which
from game.play.game import Game, Step
from game.table.events import Act, Acted, Handled, PhaseOver, Queued
from game.table.records import Side, Unit, UnitId
from game.table.state import Table


def fighting(table: Table) -> Step | None:
    """Return the next step of the Fight phase, or None when the phase is over.

    The queue holds the unit that a stratagem makes fight next, or else the side that picks
    next.
    """
    return fight_queued if table.queue and table.queue[0] in table.units else pick_fighter


def able(table: Table, side: Side) -> list[Unit]:
    """``MC-23``  Return the units that may fight: they charged or have an enemy within 1"."""
    return [
        u
        for u in table.fielded(side)
        if not u.mark(FOUGHT) and (u.mark(CHARGED) or enemy_within(table, u.id, NEAR))
    ]


def fights_next(game: Game, clause: str, unit_id: UnitId) -> None:
    """``MC-27``  Make a unit fight before any other is picked."""
    game.do(Queued(clause, (unit_id,)))


async def fight_queued(game: Game) -> None:
    """``MC-27``  Let the unit fight that a stratagem has put first."""
    unit_id = UnitId(game.table.queue[0])
    game.do(Handled("MC-23"))
    if game.table.of(unit_id):
        await fight(game, unit_id)


async def pick_fighter(game: Game) -> None:
    """``MC-23``  Let units that charged fight first; then the sides pick in turn.

    The acting side begins. If a side has no unit left to pick, the other goes on.
    """
    table, acting = game.table, game.table.clock.side
    assert acting
    side = Side(table.queue[0]) if table.queue else acting
    for picker in in_turn(table, acting):
        units = table.fielded(picker)
        if chargers := [u for u in units if u.mark(CHARGED) and not u.mark(FOUGHT)]:
            await fight(game, await _picked(picker, chargers))
            return
    for picker in in_turn(table, side):
        if units := able(table, picker):
            unit_id = await _picked(picker, units)
            game.do(Queued("MC-23", (table.enemy(picker),)))
            await fight(game, unit_id)
            return
    game.do(Queued("MC-23", ()))
    game.do(PhaseOver("MC-02"))


async def _picked(side: Side, units: list[Unit]) -> UnitId:
    options = [Option(u.id, u.name, "MC-23", u.id, does=f"Fight with {u.name}") for u in units]
    asks = "Fight with which unit next?"
    return UnitId(await ask_which(side, "MC-23", asks, options, kind=ModernKind.FIGHTER))


async def fight(game: Game, unit_id: UnitId) -> None:
    """``MC-24``  Pile in, strike and consolidate; after a charge the enemy may interrupt."""
    unit = game.table.units[unit_id]
    game.do(marked("MC-23", unit_id, FOUGHT))
    game.do(Acted("MC-24", unit=unit_id, act=Act.FIGHTS, target=_nearest(game.table, unit)))
    await pile_in(game, unit_id)
    await melee_attacks.strike(game, unit_id)
    await consolidate(game, unit_id)
    if unit.mark(CHARGED):
        enemy, asks = game.table.enemy(unit.side), f"{unit.name} charged and has already fought"
        await offer_interrupts(game, FOUGHT_NOW, unit_id, enemy, lambda *_: asks, unit_id)


def _nearest(table: Table, unit: Unit) -> str:
    """Return the first enemy unit within 1", for the log; empty if there is none."""
    models, foes = table.of(unit.id), table.standing(table.enemy(unit.side))
    near = {foe.unit for _, foe in pairs_within(models, foes, NEAR)}
    return next((unit.id for unit in table.fielded() if unit.id in near), "")
