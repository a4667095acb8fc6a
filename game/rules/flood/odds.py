"""What can be said of the coming flood before any die, from the functions that play it.

The chance of its coming and the order of the tests always can; what becomes of a model where
nobody else has a hand in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from game.play.dice import Dice
from game.play.game import Game, GameView, at_once
from game.rules.flood.carry import carry, pays
from game.rules.flood.flood_phase import COMES_ON, within_reach
from game.rules.flood.forecast import Trigger
from game.rules.flood.meetings import untouched
from game.rules.flood.state import PAGE
from game.rules.kit.core_api import Core
from game.rules.kit.dice import ties
from game.rules.kit.modules import QueryHook
from game.rules.kit.probability import all_dice_rows
from game.table.events import Struck
from game.table.records import ModelId, Where
from game.table.state import Table
from game.table.water import origins

LIES_OVER = QueryHook[None, Core]("the core that the flood lies over")
"""Answered by the flood alone: without it nobody does."""


def core_of(look: GameView) -> Core | None:
    """Return the core that the flood lies over; None in a game without the flood."""
    return next(LIES_OVER.of(look, None), None)


def next_trigger(look: GameView) -> Trigger | None:
    """``FF-06``  Return when the flood may come next; None if it cannot come any more."""
    table, clock = look.table, look.table.clock
    now = clock.phase == "flood" and not clock.over
    round_ = max(min(COMES_ON), clock.round if now else clock.round + 1)
    turns = look.rules.options.get("turns")
    if PAGE.of(table).came or table.result or (turns and round_ > int(turns)):
        return None
    need = COMES_ON.get(round_, 0)
    return Trigger(round_, need, (7 - need) / 6 if need else 1.0)


def source_known(table: Table) -> bool:
    """``FF-01``  Whether it is settled where the flood comes from."""
    return bool(PAGE.of(table).origin) or len(origins(table.board)) == 1


def order_of(table: Table) -> tuple[tuple[ModelId, ...], ...]:
    """``FF-07``  Return who would be tested, first to last; in one group who rolls for it."""
    offs = within_reach(table)
    return tuple(tuple(group) for group in ties(list(offs), lambda who: -offs[who]))


@dataclass(frozen=True, slots=True)
class Sure:
    """What is known exactly of a model; None where others have a hand in it."""

    carried: Fraction | None = None
    dashed: Fraction | None = None
    dies: Fraction | None = None


NEVER = Sure(Fraction(0), Fraction(0), Fraction(0))
UNSURE = Sure()


def sure_fates(look: GameView, core: Core) -> dict[ModelId, Sure]:
    """Return what is exactly known of each model that stands on the table."""
    table = look.table
    wet = within_reach(table)
    free, alone = untouched(table)
    fates = dict[ModelId, Sure]()
    for model in table.standing():
        if model.id not in wet:
            fates[model.id] = NEVER
        elif model.id in alone:
            fates[model.id] = _alone(look, core, model.id)
        else:
            falls = chance_to_fall(look, core, model.id)
            # Who cannot pass is carried by its own test at the latest.
            sure = model.id in free or falls == 1
            fates[model.id] = Sure(falls) if sure else UNSURE
    return fates


def chance_to_fall(look: GameView, core: Core, who: ModelId) -> Fraction:
    """``FF-08``  Return the chance to fail the test."""

    def test(dice: Dice) -> bool:
        return core.strength_test(_game(look, dice), "FF-08", who)

    passes = all_dice_rows(test, look.table.rolls)
    assert passes is not None
    return passes.get(False, Fraction(0))


def _alone(look: GameView, core: Core, who: ModelId) -> Sure:
    """``FF-08`` to ``FF-17``  What becomes of a model in whose way nobody ever is."""
    first, falls = look.table.rolls, chance_to_fall(look, core, who)
    carries = all_dice_rows(lambda dice: _hits(look, core, who, dice), first)
    if carries is None:
        return Sure(falls)
    dashed = dies = Fraction(0)
    for hits, chance in carries.items():
        prices = all_dice_rows(partial(_price, look, core, who, hits), first)
        if prices is None:
            return Sure(falls)
        for (is_dashed, is_dead), share in prices.items():
            dashed += chance * share * is_dashed
            dies += chance * share * is_dead
    return Sure(falls, falls * dashed, falls * dies)


def _hits(look: GameView, core: Core, who: ModelId, dice: Dice) -> tuple[int, ...]:
    """``FF-09``  Carry a model; return the Strength of each hit that it has to take."""
    hits = list[int]()

    async def note(game: Game, who: ModelId, strength: int) -> None:
        hits.append(strength)

    at_once(carry(_game(look, dice), replace(core, strike=note), who))
    return tuple(hits)


def _price(
    look: GameView, core: Core, who: ModelId, hits: tuple[int, ...], dice: Dice
) -> tuple[bool, bool]:
    """``FF-16``, ``FF-17``  Return whether a model lives to be dashed, and whether it dies."""
    game = _game(look, dice)
    at_once(pays(game, core, who, hits[0], "the water", dashed=len(hits) > 1))
    dashed = any(isinstance(e, Struck) and e.clause == "FF-17" for e in game.story)
    return dashed, game.table.models[who].where is not Where.TABLE


def _game(look: GameView, dice: Dice) -> Game:
    return Game(look.rules, look.table.fork(), dice)
