"""The fight phase: who fights next: ``MC-23``."""

from __future__ import annotations

from game.play.decisions import Choose, Option
from game.play.game import Game, Step
from game.rules.kit.distances import enemy_within, gap_between, in_turn
from game.rules.kit.modules import offer_interrupts
from game.rules.kit.unit_marks import CHARGED
from game.rules.modern.fight.closing import consolidate, pile_in
from game.rules.modern.hooks import FOUGHT, FOUGHT_NOW, marked
from game.rules.modern.melee_attacks import strike
from game.rules.modern.movement import NEAR
from game.table.events import Act, Acted, Handled, PhaseOver, Queued
from game.table.records import Side, Unit, UnitId
from game.table.state import Table


def fighting(table: Table) -> Step | None:
    """Return what is left to do in the phase.

    The queue says who fights next where a stratagem has said so, and then which side picks.
    """
    if table.clock.over:
        return None
    return fight_queued if table.queue and table.queue[0] in table.units else pick_fighter


def able(table: Table, side: Side) -> list[Unit]:
    """``MC-23``  Return the units that may fight: that charged, or have an enemy within 1"."""
    return [
        u
        for u in table.fielded(side)
        if not u.mark(FOUGHT) and (u.mark(CHARGED) or enemy_within(table, u.id, NEAR))
    ]


def fights_next(game: Game, clause: str, who: UnitId) -> None:
    """``MC-27``  Let a unit fight before anybody else is picked."""
    game.do(Queued(clause, (who,)))


async def fight_queued(game: Game) -> None:
    """``MC-27``  The unit that somebody has put first fights."""
    who = UnitId(game.table.queue[0])
    game.do(Handled("MC-23"))
    if game.table.of(who):
        await fight(game, who)


async def pick_fighter(game: Game) -> None:
    """``MC-23``  Units that charged; then each player picks one in turn, the acting one first.

    Who has nobody left to pick lets the other go on.
    """
    table, acting = game.table, game.table.clock.side
    assert acting
    side = Side(table.queue[0]) if table.queue else acting
    for picker in in_turn(table, acting):
        if chargers := [u for u in able(table, picker) if u.mark(CHARGED)]:
            await fight(game, await _picked(picker, chargers))
            return
    for picker in in_turn(table, side):
        if units := able(table, picker):
            who = await _picked(picker, units)
            game.do(Queued("MC-23", (table.enemy(picker),)))
            await fight(game, who)
            return
    game.do(Queued("MC-23", ()))
    game.do(PhaseOver("MC-02"))


async def _picked(side: Side, units: list[Unit]) -> UnitId:
    if len(units) == 1:
        return units[0].id
    options = tuple(Option(u.id, u.name, "MC-23", u.id) for u in units)
    asks = "Which unit fights next?"
    return UnitId(await Choose(side, "MC-23", asks, options, kind="fighter"))


async def fight(game: Game, who: UnitId) -> None:
    """``MC-24``  Pile in, strike, consolidate; after a charge the enemy may break in."""
    unit = game.table.units[who]
    game.do(marked("MC-23", who, FOUGHT))
    game.do(Acted("MC-24", who, Act.FIGHTS, _nearest(game.table, unit)))
    await pile_in(game, who)
    await strike(game, who)
    await consolidate(game, who)
    if unit.mark(CHARGED):
        enemy, asks = game.table.enemy(unit.side), f"{unit.name} charged and has fought"
        await offer_interrupts(game, FOUGHT_NOW, who, enemy, lambda *_: asks, who)


def _nearest(table: Table, unit: Unit) -> str:
    """Return the first enemy unit within 1", for the log; empty if there is none."""
    foes = table.fielded(table.enemy(unit.side))
    near = [f.id for f in foes if gap_between(table, unit.id, f.id) <= NEAR + 1e-9]
    return near[0] if near else ""
