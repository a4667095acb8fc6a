"""Low visibility: ``MP-17``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.geometry.points import EPSILON, gap
from game.play.game import Game, GameView, Phase, Step
from game.rules.kit.core_api import Shot
from game.rules.kit.distances import gap_between
from game.rules.kit.modules import InterruptOffer, QueryHook, offer_interrupts
from game.rules.matched.twists.state import during, is_on
from game.rules.modern.hooks import SHOT, Stratagem
from game.rules.modern.stratagems import may_spend, stratagem_offer
from game.rules.modern.targeting import all_ways
from game.table.events import Marked, PhaseOver, Reason
from game.table.records import Mark, Side, Unit, UnitId, Until
from game.table.state import Table

DIM = 7
STEPS = ((12.0, 0), (24.0, -1), (36.0, -2))
"""Up to so many inches, and the penalty there."""
WORST = -3
LIT = "lit up"
"""The unit may be shot at without penalty in this player turn."""
LIGHT_THEM_UP = Stratagem("Light them up", 1, "MP-17")


def penalty(off: float) -> int:
    """``MP-17``  Return what a distance costs; exactly on a limit it is the lesser."""
    return next((less for far, less in STEPS if off <= far + EPSILON), WORST)


def _dim(look: GameView, shot: Shot) -> Iterator[Reason]:
    """``MP-17``  To hit, by how far the target unit is from the firing model."""
    table = look.table
    if table.units[shot.target].mark(LIT):
        return
    disc = table.models[shot.model].disc
    off = min([gap(disc, foe.disc) for foe in table.of(shot.target)])
    if less := penalty(off):
        yield Reason(less, "low visibility", "MP-17")


LIGHTS = QueryHook[Side, InterruptOffer[Side]]("Light up an enemy unit before you shoot?")


def _lights(look: GameView, side: Side) -> Iterator[InterruptOffer[Side]]:
    """``MP-17``  *Light them up*: an enemy unit that somebody would else hardly hit."""
    if not may_spend(look, side, LIGHT_THEM_UP):
        return
    for foe in dim_targets(look.table, side):
        name, label = f"{LIGHT_THEM_UP.name} {foe.id}", f"{LIGHT_THEM_UP.name}: {foe.name}"
        does = partial(_light_up, foe=foe.id)
        yield from stratagem_offer(
            look, side, LIGHT_THEM_UP, does, name, label=label, anchor=foe.id
        )


async def _light_up(game: Game, side: Side, *, foe: UnitId) -> Side:
    light_up(game, foe)
    return side


def light_up(game: Game, foe: UnitId) -> None:
    """``MP-17``  Whoever is lit up is shot at without penalty until the player turn ends."""
    game.do(Marked("MP-17", foe, Mark(LIT, Until.TURN)))


def dim_targets(table: Table, side: Side) -> list[Unit]:
    """Return the enemy units within range of a weapon that the penalty would touch."""
    reaches = {
        unit.id: max([w.range for _, w in all_ways(table, unit.id)], default=0.0)
        for unit in table.fielded(side)
    }

    def is_dim(foe: Unit) -> bool:
        offs = [(reach, gap_between(table, who, foe.id)) for who, reach in reaches.items()]
        return any([penalty(off) and off <= reach for reach, off in offs])

    return [foe for foe in table.fielded(table.enemy(side)) if is_dim(foe)]


def lighting(table: Table) -> Step | None:
    """Return what is left to do: the acting player may light up a unit, if he can pay."""
    side, clock = table.clock.side, table.clock
    if not is_on(table, DIM) or clock.over or side not in table.command:
        return None
    may = table.command[side].points and dim_targets(table, side)
    return partial(light, side=side) if may else None


async def light(game: Game, *, side: Side) -> None:
    """``MP-17``  Before he shoots, a player may light up one enemy unit."""
    await offer_interrupts(game, LIGHTS, side, side)
    game.do(PhaseOver("MP-17"))


LOW_VISIBILITY = (during(DIM, SHOT, _dim), during(DIM, LIGHTS, _lights))
LIGHT_PHASES = (Phase("light them up", "MP-17", lighting, before="shooting"),)
