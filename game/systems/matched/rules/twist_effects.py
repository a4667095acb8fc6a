"""The twist in force, as a stored page, and the effects of twists (MP-12 to MP-21)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from game.cores.kit.aimed_weapons import all_shots
from game.cores.kit.attempts import Shot
from game.cores.kit.hooks import HookHandler, QueryHook
from game.cores.kit.interrupt_offers import InterruptOffer, offer_interrupts
from game.cores.kit.traits import TRAIT, Trait
from game.cores.kit.units import discs
from game.cores.modern.rules import (
    ADVANCE,
    CHARGE,
    DENY_TEST,
    MORALE,
    PERIL_MORE,
    PSYCHIC_TEST,
    REACH,
    SHOT,
    Stratagem,
)
from game.cores.modern.rules.reinforcements import ARRIVES
from game.cores.modern.rules.stratagems import may_spend, stratagem_offer
from game.cores.modern.rules.wounds import ONE_D3, mortal_wounds, roll_number
from game.geometry.limits import is_within
from game.geometry.points import Disc, nearest_gap
from game.play.decisions import PASS, Choose, Option, Refusal, ask_which, pass_option
from game.play.game import Game, GameView, Step
from game.play.phases import Phase, Todo, When
from game.systems.matched.rules.zones_and_markers import MatchedKind
from game.table.command_points import commands
from game.table.events import Act, Acted, Announced, Healed, Marked, PhaseOver, Reason
from game.table.records import How, Mark, Model, ModelId, Side, Unit, UnitId, Until
from game.table.state import StatePage, Table

Subject = TypeVar("Subject")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class TwistState:
    """The twist of a battle and its progress."""

    number: int = 0
    """Number in the table of ``MP-11``; 0 before it is known, or if there is none."""
    raining: bool = True
    """``MP-13``  True while it rains."""
    grown: int = 0
    """``MP-21``  Number of times that the limit has grown."""


PAGE = StatePage("twist", TwistState())

MEETING = 12
"""``MP-22``  Number of the meeting battle."""


def is_on(table: Table, number: int) -> bool:
    """Return whether a twist is in force."""
    return PAGE.of(table).number == number


def during(
    number: int,
    ask: QueryHook[Subject, Value],
    says: Callable[[GameView, Subject], Iterable[Value]],
) -> HookHandler:
    """Return a handler that answers a query only while a twist is in force."""

    def hook(view: GameView, subject: Subject) -> Iterable[Value]:
        return says(view, subject) if PAGE.of(view.table).number == number else ()

    return ask.gets(hook)


def phase_during(number: int, phase: Phase) -> Phase:
    """Return a phase that is part of a battle only with a twist."""
    return replace(phase, belongs=partial(is_on, number=number))


def todo_during(number: int, step: Step, first_round: int = 1) -> Todo:
    """Return a to-do function that performs one step while a twist is in force.

    *first_round*: the round from which it does.
    """

    def todo(table: Table) -> Step | None:
        due = is_on(table, number) and table.clock.round >= first_round
        return step if due else None

    return todo


STORM, EAGER, FRENZY, GRUDGE = 4, 5, 6, 8
FURTHER = 2
"""``MP-15``  Inches added to M."""


def adds(
    more: int, why: str, clause: str, name: str = ""
) -> Callable[[GameView, object], Iterator[Reason]]:
    """Return a hook that adds to any number asked for, or only to the characteristic *name*."""

    def says(view: GameView, subject: object) -> Iterator[Reason]:
        if not name or (isinstance(subject, Trait) and subject.name == name):
            yield Reason(more, why, clause)

    return says


_STORM = adds(1, "warp storm", "MP-14")
WARP_STORM = (
    during(STORM, PSYCHIC_TEST, _STORM),
    during(STORM, DENY_TEST, _STORM),
    during(STORM, PERIL_MORE, _STORM),
)


_EAGER = adds(1, "eager for the fight", "MP-15")
EAGER_FOR_THE_FIGHT = (
    during(EAGER, TRAIT, adds(FURTHER, "eager for the fight", "MP-15", "m")),
    during(EAGER, ADVANCE, _EAGER),
    during(EAGER, CHARGE, _EAGER),
)


BATTLE_FRENZY = (during(FRENZY, TRAIT, adds(1, "battle frenzy", "MP-16", "a")),)


def _bears_it(view: GameView, unit: Unit) -> Iterator[Refusal]:
    """``MP-18``  Yield the reason why no unit takes a Morale test."""
    yield Refusal("grudge match: no Morale tests", "MP-18")


GRUDGE_MATCH = (during(GRUDGE, MORALE, _bears_it),)


RAIN = 3
TURNS_ON = 4
SECOND = 2


def _worse(view: GameView, subject: object) -> Iterator[Reason]:
    """``MP-13``  Yield -1 to hit in shooting, to advances and to charges while it rains."""
    if PAGE.of(view.table).raining:
        yield Reason(-1, "acid rain", "MP-13")


async def changes(game: Game) -> None:
    """``MP-13``  Let the player with the first turn roll: on 4+ rain stops, or starts again."""
    table, note = game.table, PAGE.of(game.table)
    what = "does the rain stop?" if note.raining else "does the rain start again?"
    (face,) = game.throw("MP-13", table.first or table.sides[0], what, need=TURNS_ON)
    if face >= TURNS_ON:
        game.do(PAGE.write("MP-13", replace(note, raining=not note.raining)))
        game.do(Announced("MP-13", _changed(now=not note.raining)))
    game.do(PhaseOver("MP-13"))


def _changed(*, now: bool) -> str:
    return "The acid rain starts again" if now else "The acid rain stops"


ACID_RAIN = (
    during(RAIN, SHOT, _worse),
    during(RAIN, ADVANCE, _worse),
    during(RAIN, CHARGE, _worse),
)
RAIN_PHASES = (
    Phase("rain", clause="MP-13", todo=todo_during(RAIN, changes, SECOND), when=When.START),
)


FOG = 10
FINDS_THE_WAY = 3
ROLLED_FOR = "rolled for in the fog"


async def arrives(game: Game, unit_id: UnitId) -> None:
    """``MP-20``  Roll a d6 when a unit would first arrive: on 1-2 it comes in the next turn."""
    unit = game.table.units[unit_id]
    if is_on(game.table, FOG) and not unit.mark(ROLLED_FOR):
        game.do(Marked("MP-20", unit_id, Mark(ROLLED_FOR)))
        what = "does it find its way?"
        (face,) = game.throw("MP-20", unit.side, what, need=FINDS_THE_WAY, id_=unit_id)
        if face < FINDS_THE_WAY:
            game.do(Acted("MP-20", unit_id, Act.WAITS))
            return
    await ARRIVES.usual(game, unit_id)


FOG_OF_WAR = (ARRIVES.by(arrives),)


NIGHT = 11
AT_FIRST = 12
MORE = 6
"""Inches that the first 4+ adds to the limit; the second adds twice as many, and so on."""
GROWS_ON = 4


def limit(table: Table) -> int:
    """``MP-21``  Return the reach of shots and powers in inches: 12, 18, 30, 48, 72, and on."""
    grown = PAGE.of(table).grown
    return AT_FIRST + MORE * grown * (grown + 1) // 2


def _short(view: GameView, side: Side) -> Iterator[Reason]:
    yield Reason(limit(view.table), "dead of night", "MP-21")


async def brightens(game: Game) -> None:
    """``MP-21``  Let the player with the first turn roll: on 4+ the limit grows."""
    table, note = game.table, PAGE.of(game.table)
    by = table.first or table.sides[0]
    (face,) = game.throw("MP-21", by, "does it brighten?", need=GROWS_ON)
    if face >= GROWS_ON:
        game.do(PAGE.write("MP-21", replace(note, grown=note.grown + 1)))
        game.do(Announced("MP-21", f'Shots and powers reach {limit(game.table)}"'))
    game.do(PhaseOver("MP-21"))


DEAD_OF_NIGHT = (during(NIGHT, REACH, _short),)
NIGHT_PHASES = (
    Phase("night", clause="MP-21", todo=todo_during(NIGHT, brightens, SECOND), when=When.START),
)


HEALS, DEBRIS = 2, 9
FALLS_ON = 6
DICE = 3


def hurt(table: Table, unit_id: UnitId) -> list[Model]:
    """``MP-12``  Return the models of a unit that have lost wounds."""
    return [m for m in table.of(unit_id) if m.wounds < m.profile.w]


async def restore(game: Game) -> None:
    """``MP-12``  Let the active player pick a unit: one model of it regains d3 wounds."""
    table, side = game.table, game.table.clock.side
    assert side
    options = tuple(
        Option(unit.id, unit.name, "MP-12", unit.id)
        for unit in table.fielded(side)
        if hurt(table, unit.id)
    )
    if options:
        none = pass_option("None", "MP-12")
        asks = "Restoratives: heal which unit?"
        answer = await Choose(
            side,
            clause="MP-12",
            asks=asks,
            options=(*options, none),
            kind=MatchedKind.RESTORED_UNIT,
        )
        if answer != PASS:
            await _heal(game, UnitId(answer))
    game.do(PhaseOver("MP-12"))


async def _heal(game: Game, unit_id: UnitId) -> None:
    unit, models = game.table.units[unit_id], hurt(game.table, unit_id)
    options = [
        Option(m.id, f"{m.profile.name}, {m.wounds} of {m.profile.w}", "MP-12", m.id)
        for m in models
    ]
    asks, kind = f"{unit.name}: which model is healed?", MatchedKind.RESTORED_MODEL
    patient = ModelId(
        await ask_which(unit.side, "MP-12", asks, options, about=unit_id, kind=kind)
    )
    many = roll_number(game, "MP-12", unit.side, "wounds regained", ONE_D3, id_=unit_id)
    model = game.table.models[patient]
    game.do(Healed("MP-12", patient, min(many, model.profile.w - model.wounds)))


async def debris(game: Game) -> None:
    """``MP-19``  Roll three d6: for each 6 the player may strike a different enemy unit."""
    side = game.table.clock.side
    assert side
    faces = game.throw("MP-19", side, "orbital debris", DICE, need=FALLS_ON)
    struck = list[str]()
    for _ in range(len([face for face in faces if face >= FALLS_ON])):
        foes = [
            unit for unit in game.table.fielded(game.table.enemy(side)) if unit.id not in struck
        ]
        if not foes:
            break
        options = [Option(foe.id, foe.name, "MP-19", foe.id) for foe in foes]
        asks = "Orbital debris: strike which enemy unit?"
        spare = pass_option("None", "MP-19")
        answer = await Choose(
            side, clause="MP-19", asks=asks, options=(*options, spare), kind=MatchedKind.DEBRIS
        )
        if answer == PASS:
            continue
        target = UnitId(answer)
        struck.append(target)
        many = roll_number(game, "MP-19", side, "mortal wounds", ONE_D3, id_=target)
        await mortal_wounds(game, "MP-19", target, many, How.HAZARD)
    game.do(PhaseOver("MP-19"))


HEAL_PHASES = (Phase("restoratives", "MP-12", todo_during(HEALS, restore), before="movement"),)
DEBRIS_PHASES = (
    Phase("orbital debris", "MP-19", todo_during(DEBRIS, debris), before="movement"),
)


DIM = 7
STEPS = ((12.0, 0), (24.0, -1), (36.0, -2))
"""Distances in inches, and the penalty up to each."""
WORST = -3
LIT = "lit up"
"""The unit may be shot at without penalty in this player turn."""
LIGHT_THEM_UP = Stratagem("Light them up", 1, "MP-17")


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


LIGHTS = QueryHook[Side, InterruptOffer[Side]]("Use Light them up on an enemy unit?")


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
    if not is_on(table, DIM) or side is None or side not in commands(table):
        return None
    may = commands(table)[side].points and dim_targets(table, side)
    return partial(light, side=side) if may else None


async def light(game: Game, *, side: Side) -> None:
    """``MP-17``  Offer a player to light up one enemy unit before they shoot."""
    await offer_interrupts(game, LIGHTS, side, side)
    game.do(PhaseOver("MP-17"))


LOW_VISIBILITY = (during(DIM, SHOT, _dim), during(DIM, LIGHTS, _lights))
LIGHT_PHASES = (Phase("light them up", "MP-17", lighting, before="shooting"),)
