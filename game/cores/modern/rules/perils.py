"""Perils of psychic tests (MC-10)."""

from __future__ import annotations

from game.cores.kit.dice import Roll
from game.cores.kit.hooks import ReplaceHook
from game.cores.kit.probability import of_total
from game.cores.kit.units import in_turn
from game.cores.modern.rules import PERIL_MORE, PERIL_ODDS, PerilEffect, Test, powers
from game.cores.modern.rules.powers import PSYKER
from game.cores.modern.rules.wounds import ONE_D3, lose, mortal_wounds, roll_number
from game.geometry.limits import is_within
from game.play.game import Game, GameView
from game.table.events import Act, Acted
from game.table.records import How, ModelId, UnitId, Where

BURST = 6.0
"""``MC-10``  Inches around a psyker killed by a peril; units within them are hurt, too."""
DOUBLES = (1, 6)


async def perils(game: Game, test: Test) -> None:
    """``MC-10``  Hurt the psyker on a double 1 or 6."""
    first, second = test.faces
    if first == second and first in DOUBLES:
        await apply_perils(game, "MC-10", test.psyker)


PERILS = ReplaceHook[Test]("the perils of a psychic test", perils, ("psychic",))


def perils_of(view: GameView, model_id: ModelId) -> PerilEffect:
    """``MC-10``  Return the perils that a psyker's test may bring, by the rule in force."""
    if found := next(PERIL_ODDS.of(view, model_id), None):
        return found
    more = sum([r.amount for r in PERIL_MORE.of(view, model_id)])
    return PerilEffect("MC-10", DOUBLES, of_total(more, ONE_D3))


def perils_by(view: GameView, cast: Roll) -> PerilEffect:
    """Return the perils for the unit that rolled a psychic test."""
    psyker, *_ = sorted(
        view.table.of(UnitId(cast.who)), key=lambda m: not m.profile.has(PSYKER)
    )
    return perils_of(view, psyker.id)


async def apply_perils(game: Game, clause: str, model_id: ModelId) -> None:
    """``MC-10``  Log a peril and inflict its mortal wounds."""
    game.do(Acted(clause, game.table.models[model_id].unit, Act.IN_PERIL))
    await backlash(game, clause, model_id)


async def backlash(game: Game, clause: str, model_id: ModelId) -> None:
    """``MC-10``  Inflict d3 mortal wounds and additions; if they kill the psyker, burst."""
    psyker = game.table.models[model_id]
    many = roll_number(game, clause, psyker.side, "peril", ONE_D3, id_=psyker.unit)
    many += sum([r.amount for r in PERIL_MORE.of(game, model_id)])
    await lose(game, clause, model_id, many, How.POWER)
    if game.table.models[model_id].where is not Where.TABLE:
        await burst(game, clause, model_id)


async def burst(game: Game, clause: str, model_id: ModelId) -> None:
    """``MC-10``  Inflict d3 mortal wounds on each unit within 6" of where a psyker died."""
    table = game.table
    psyker = table.models[model_id]
    near = [
        unit.id
        for side in in_turn(table, psyker.side)
        for unit in table.fielded(side)
        if is_within(powers.off(table, psyker.disc, unit.id), BURST)
    ]
    # Roll all dice before any wound, so that all units fall at the same moment (MP-34).
    rolled = [
        (unit, roll_number(game, clause, table.units[unit].side, "peril", ONE_D3, id_=unit))
        for unit in near
    ]
    for unit, many in rolled:
        await mortal_wounds(game, clause, unit, many, How.POWER)
