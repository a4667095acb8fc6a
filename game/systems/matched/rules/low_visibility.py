"""The twist Low visibility (MP-17)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.cores.kit.aimed_weapons import all_shots
from game.cores.kit.attempts import Shot
from game.cores.kit.hooks import QueryHook
from game.cores.kit.interrupt_offers import InterruptOffer, offer_interrupts
from game.cores.kit.units import discs
from game.cores.modern.rules import SHOT, Stratagem
from game.cores.modern.rules.stratagems import may_spend, stratagem_offer
from game.geometry.limits import is_within
from game.geometry.points import Disc, nearest_gap
from game.play.game import Game, GameView, Step
from game.play.phases import Phase
from game.systems.matched.rules.twist_state import Twist, during, twist_in_force
from game.table.command_points import commands
from game.table.events import Act, Acted, Marked, PhaseOver, Reason
from game.table.records import Mark, Side, Unit, UnitId, Until
from game.table.state import Table

DIM = 7
STEPS = ((12.0, 0), (24.0, -1), (36.0, -2))
"""Distances in inches, and the penalty up to each."""
WORST = -3
LIT = "lit up"
"""The unit may be shot at without penalty in this player turn."""
LIGHT_THEM_UP = Stratagem("Light them up", 1, "MP-17")
LIGHTS = QueryHook[Side, InterruptOffer[Side]]("Use Light them up on an enemy unit?")


def penalty(off: float) -> int:
    """``MP-17``  Return the penalty at a distance; exactly on a limit it is the lesser."""
    return next((less for distance, less in STEPS if is_within(off, distance)), WORST)


def _dim(view: GameView, shot: Shot) -> Iterator[Reason]:
    """``MP-17``  Yield the penalty to hit by the distance from firing model to target unit."""
    table = view.table
    if table.units[shot.target].mark(LIT):
        return
    disc = table.models[shot.model].disc
    off = nearest_gap([disc], discs(table.of(shot.target)))
    if less := penalty(off):
        yield Reason(less, "low visibility", "MP-17")


def _lights(view: GameView, side: Side) -> Iterator[InterruptOffer[Side]]:
    """``MP-17``  Offer *Light them up* for each enemy unit that the penalty protects."""
    if not may_spend(view, side, LIGHT_THEM_UP):
        return
    for foe in dim_targets(view.table, side):
        name, label = f"{LIGHT_THEM_UP.name} {foe.id}", f"{LIGHT_THEM_UP.name}: {foe.name}"
        does = partial(_light_up, foe=foe.id)
        yield from stratagem_offer(
            view, side, LIGHT_THEM_UP, does, name, label=label, anchor=foe.id
        )


async def _light_up(game: Game, side: Side, *, foe: UnitId) -> Side:
    light_up(game, foe)
    return side


def light_up(game: Game, foe: UnitId) -> None:
    """``MP-17``  Let a unit be shot at without the penalty until the player turn ends."""
    game.do(Marked("MP-17", foe, Mark(LIT, Until.TURN)))
    game.do(Acted("MP-17", foe, Act.IS_LIT_UP))


def dim_targets(table: Table, side: Side) -> list[Unit]:
    """``MP-17``  Return the enemy units at which a model in range would have the penalty."""
    reaches = dict[Disc, float]()
    for model, weapon in all_shots(table.standing(side)):
        reaches[model.disc] = max(weapon.range, reaches.get(model.disc, 0.0))

    def is_dim(foe: Unit) -> bool:
        bases = discs(table.of(foe.id))
        offs = [(reach, nearest_gap([disc], bases)) for disc, reach in reaches.items()]
        return any([penalty(off) and is_within(off, reach) for reach, off in offs])

    return [foe for foe in table.fielded(table.enemy(side)) if is_dim(foe)]


def lighting(table: Table) -> Step | None:
    """Return the step in which the active player may light up a unit, or None."""
    side = table.clock.side
    if not twist_in_force(table, DIM) or side is None or side not in commands(table):
        return None
    may = commands(table)[side].points and dim_targets(table, side)
    return partial(light, side=side) if may else None


async def light(game: Game, *, side: Side) -> None:
    """``MP-17``  Offer a player to light up one enemy unit before they shoot."""
    await offer_interrupts(game, LIGHTS, side, side)
    game.do(PhaseOver("MP-17"))


LOW_VISIBILITY = Twist(
    DIM,
    name="Low visibility",
    clause="MP-17",
    words='To hit in shooting: -1 beyond 12", -2 beyond 24", -3 beyond 36"',
    hooks=(during(DIM, SHOT, _dim), during(DIM, LIGHTS, _lights)),
    phases=(Phase("light them up", "MP-17", lighting, before="shooting"),),
)
