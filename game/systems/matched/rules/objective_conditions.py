"""Conditions on which tactical objectives pay points (MP-40)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, TypeAlias

from game.cores.kit.battle_end import ALIVE
from game.geometry.limits import is_more_than, is_within
from game.geometry.points import Disc, gap
from game.geometry.polygons import overlaps, within_polygon
from game.systems.matched.rules.objective_deck import ActiveObjective, ObjectiveHand
from game.systems.matched.rules.objective_markers import REACH, controller
from game.systems.matched.rules.victory import last_losses
from game.table.board import ObjectiveMarker, Zone, centre_of
from game.table.records import How, Loss, Model, Side, Unit, UnitId, Where
from game.table.state import Table

THREE, SIX = 3, 6
NEAR, FAR = 6.0, 12.0
"""``MP-40``, 54: inches from the centre."""
BIG, HUGE = 10, 20
"""``MP-40``, 65: characteristics W."""


def leaders(table: Table, side: Side) -> list[Model]:
    """Return a side's WARLORD, on the table or not."""
    return [m for m in table.models.values() if m.side == side and m.profile.has("WARLORD")]


def leads(table: Table, side: Side) -> list[Model]:
    """Return a side's WARLORD if it is on the table."""
    return [m for m in leaders(table, side) if m.where is Where.TABLE]


def fallen_units(table: Table, side: Side, *, led: bool, phase: str = "") -> list[Unit]:
    """``MP-40``  Return the enemy units destroyed in this turn.

    *led*: only by the WARLORD's unit; *phase*: only in this phase.
    """
    return [
        unit
        for unit, loss in last_losses(table)
        if unit.side != side and _counts(table, loss, side, led=led, phase=phase)
    ]


def fallen_models(table: Table, side: Side, keyword: str, *, led: bool) -> list[Model]:
    """``MP-40``  Return the enemy models with a keyword destroyed in this turn."""
    return [
        table.models[loss.model]
        for loss in table.losses
        if loss.side != side
        and loss.how is not How.LEFT
        and table.models[loss.model].profile.has(keyword)
        and _counts(table, loss, side, led=led)
    ]


def hurt_by_leader(table: Table, side: Side) -> list[str]:
    """Return the units that lost a model to the WARLORD's unit in this turn."""
    return [loss.unit for loss in table.losses if _counts(table, loss, side, led=True)]


def _counts(table: Table, loss: Loss, side: Side, *, led: bool, phase: str = "") -> bool:
    now = table.clock
    in_turn = (loss.when.round, loss.when.side) == (now.round, now.side)
    fits = in_turn and (not phase or loss.when.phase == phase)
    return fits and (not led or loss.by in {m.unit for m in leaders(table, side)})


class Pay(NamedTuple):
    """Points of an objective: a fixed number, and perhaps a d3."""

    fixed: int = 0
    d3: bool = False

    def __str__(self) -> str:
        if not self.d3:
            return str(self.fixed)
        return f"d3 + {self.fixed}" if self.fixed else "d3"


NOTHING, ONE, TWO = Pay(), Pay(1), Pay(2)
D3, D3_AND_3 = Pay(0, d3=True), Pay(3, d3=True)


class ObjectiveProgress(NamedTuple):
    """Current state of an objective."""

    pay: Pay
    """Points if the turn ended now; ``NOTHING`` if it is not achieved."""
    words: str
    """Progress as a text: ``"2 of 3 markers"``."""


@dataclass(frozen=True, slots=True)
class ObjectiveContext:
    """An active objective with its table, side and hand."""

    table: Table
    side: Side
    held: ActiveObjective
    hand: ObjectiveHand

    @property
    def led(self) -> bool:
        return self.held.led


Condition: TypeAlias = Callable[[ObjectiveContext], ObjectiveProgress]
Steps: TypeAlias = Sequence[tuple[int, Pay]]
"""Pairs of a minimum number and its points, the highest first."""


def standing(
    table: Table, side: Side, held: ActiveObjective, hand: ObjectiveHand
) -> ObjectiveProgress:
    """Return the points that an objective would pay a side now, and its progress."""
    return CONDITIONS[held.objective.condition](ObjectiveContext(table, side, held, hand))


def marker_of(table: Table, number: int) -> ObjectiveMarker | None:
    """Return the marker with a number, or None."""
    return next((m for m in table.objectives if m.number == number), None)


def held_markers(table: Table, side: Side, *, led: bool) -> list[int]:
    """``MP-28``  Return the numbers of the markers that a side controls.

    *led*: only those within 3" of its WARLORD.
    """
    return [m.number for m in table.objectives if controls(table, side, m, led=led)]


def controls(table: Table, side: Side, marker: ObjectiveMarker, *, led: bool) -> bool:
    spot = Disc(marker.at, 0.0)
    near = not led or any([is_within(gap(m.disc, spot), REACH) for m in leads(table, side)])
    return near and controller(table, marker) == side


def _stepped(many: int, steps: Steps, what: str) -> ObjectiveProgress:
    pay = next((pay for least, pay in steps if many >= least), NOTHING)
    goal = next((least for least, _ in reversed(steps) if many < least), steps[0][0])
    things = what if goal == 1 else f"{what}s"
    return ObjectiveProgress(pay, f"{many} of {goal} {things}")


ONE_OR_THREE: Steps = ((THREE, D3), (1, ONE))


def _control(case: ObjectiveContext, pay: Pay = ONE) -> ObjectiveProgress:
    """11 to 16, 21 to 26: control a marker."""
    number = case.held.marker
    marker = marker_of(case.table, number)
    if marker and controls(case.table, case.side, marker, led=case.led):
        return ObjectiveProgress(pay, f"marker {number} is yours")
    holder = controller(case.table, marker) if marker else None
    if holder == case.side:
        return ObjectiveProgress(NOTHING, f"your WARLORD is not at marker {number}")
    whose = "the enemy's" if holder else "uncontrolled"
    return ObjectiveProgress(NOTHING, f"marker {number} is {whose}")


def _control_named(case: ObjectiveContext) -> ObjectiveProgress:
    """44: control the marker that a die named."""
    return _control(case, D3 if case.held.theirs else ONE)


def _defend(case: ObjectiveContext) -> ObjectiveProgress:
    """31 to 36: control a marker at the end of two turns running."""
    number = case.held.marker
    now = number in held_markers(case.table, case.side, led=case.led)
    before = number in (case.hand.led if case.led else case.hand.held)
    turns = int(now) + int(now and before)
    return ObjectiveProgress(TWO if turns == 2 else NOTHING, f"{turns} of 2 turns")


def _leave_home(case: ObjectiveContext) -> ObjectiveProgress:
    """41: none of the own units in the own zone."""
    zone = _zone(case.table, case.side)
    units = [u.id for u in case.table.fielded(case.side) if _is_in(case.table, u.id, zone)]
    words = f"{len(units)} of your units in your zone"
    done = not units and (not case.led or bool(leads(case.table, case.side)))
    return ObjectiveProgress(ONE if done else NOTHING, words)


def _go_deep(case: ObjectiveContext) -> ObjectiveProgress:
    """42: units wholly in the enemy zone."""
    inside = _wholly_in(case, _zone(case.table, case.table.enemy(case.side)))
    return _stepped(inside, ((1, ONE),) if case.led else ONE_OR_THREE, _unit(case))


def _hold_home(case: ObjectiveContext) -> ObjectiveProgress:
    """43: three units wholly in the own zone and no enemy in it, not in the first turn."""
    table, zone = case.table, _zone(case.table, case.side)
    goal = 1 if case.led else THREE
    foes = len([u for u in table.fielded(table.enemy(case.side)) if _is_in(table, u.id, zone)])
    pay, words = _stepped(_wholly_in(case, zone), ((goal, ONE),), _unit(case))
    if foes:
        return ObjectiveProgress(NOTHING, f"{words}, enemies in it: {foes}")
    return ObjectiveProgress(pay if table.clock.round > 1 else NOTHING, words)


def _markers(case: ObjectiveContext, many: int, pay: Pay) -> ObjectiveProgress:
    """45, 46: any three markers, or all of them."""
    held = held_markers(case.table, case.side, led=case.led)
    return _stepped(len(held), ((many, pay),), "marker")


def _destroyed_in(phase: str, steps: Steps) -> Condition:
    """51 to 53: units destroyed in this turn, perhaps only in one phase of it."""

    def condition(case: ObjectiveContext) -> ObjectiveProgress:
        fallen = fallen_units(case.table, case.side, led=case.led, phase=phase)
        return _stepped(len(fallen), steps, "unit")

    return condition


def _clear_centre(case: ObjectiveContext) -> ObjectiveProgress:
    """54: no enemy near the centre."""
    middle = Disc(centre_of(case.table.board), 0.0)
    foes = case.table.standing(case.table.enemy(case.side))
    near = min([gap(foe.disc, middle) for foe in foes], default=inf)
    lead = min([gap(m.disc, middle) for m in leads(case.table, case.side)], default=inf)
    words = "no enemy left" if near == inf else f'nearest enemy {near:.1f}" from the centre'
    for clear, pay in ((FAR, D3), (NEAR, ONE)):
        if is_more_than(near, clear) and (not case.led or is_within(lead, clear)):
            return ObjectiveProgress(pay, words)
    return ObjectiveProgress(NOTHING, words)


def _nerve(case: ObjectiveContext) -> ObjectiveProgress:
    """55: Morale tests that the enemy failed."""
    by_leader = hurt_by_leader(case.table, case.side) if case.led else ()
    failed = [unit for unit in case.hand.broken if not case.led or unit in by_leader]
    return _stepped(len(failed), ONE_OR_THREE, "failed test")


def _powers(case: ObjectiveContext) -> ObjectiveProgress:
    """56: powers manifested or denied."""
    many = case.hand.led_powers if case.led else case.hand.powers
    return _stepped(many, ONE_OR_THREE, "power")


def _warlord_dead(case: ObjectiveContext) -> ObjectiveProgress:
    """61: the enemy WARLORD is dead."""
    table = case.table
    dead = [
        foe
        for foe in leaders(table, table.enemy(case.side))
        if foe.where not in ALIVE and _fell_to(case, foe.id)
    ]
    return ObjectiveProgress(D3 if dead else NOTHING, "killed" if dead else "not killed")


def _fell_to(case: ObjectiveContext, model: str) -> bool:
    mine = [m.unit for m in leaders(case.table, case.side)]
    losses = case.table.losses
    return not case.led or any([lost.model == model and lost.by in mine for lost in losses])


def _model_with(keyword: str, steps: Steps) -> Condition:
    """62, 64: models with a keyword destroyed in this turn."""

    def condition(case: ObjectiveContext) -> ObjectiveProgress:
        fallen = fallen_models(case.table, case.side, keyword, led=case.led)
        return _stepped(len(fallen), steps, keyword)

    return condition


def _flyer(case: ObjectiveContext) -> ObjectiveProgress:
    """63: a unit that can FLY destroyed in this turn."""
    table = case.table
    fallen = [
        unit
        for unit in fallen_units(table, case.side, led=case.led)
        if all(table.models[m].profile.has("FLY") for m in unit.models)
    ]
    return _stepped(len(fallen), ((1, ONE),), "unit")


def _giant(case: ObjectiveContext) -> ObjectiveProgress:
    """65: a unit with a great characteristic W destroyed in this turn."""
    table = case.table
    fallen = fallen_units(table, case.side, led=case.led)
    most = max([table.models[m].profile.w for u in fallen for m in u.models], default=0)
    pay = D3 if most >= HUGE else ONE if most >= BIG else NOTHING
    return ObjectiveProgress(pay, f"destroyed: W {most}" if most else "nothing destroyed")


def _companion(case: ObjectiveContext) -> ObjectiveProgress:
    """66: it is scored with the objective that it brought."""
    leading = next((held for held in case.hand.active if held.led), None)
    return ObjectiveProgress(
        NOTHING, f"with {leading.title}" if leading else "no objective was left to draw"
    )


def _zone(table: Table, side: Side) -> Zone:
    return table.board.zone(table.zones[side])


def _is_in(table: Table, unit: UnitId, zone: Zone) -> bool:
    return any([overlaps(m.disc, zone.outline) for m in table.of(unit)])


def _wholly_in(case: ObjectiveContext, zone: Zone) -> int:
    """Return the number of a side's units wholly in a zone; with 66 only the WARLORD counts."""
    table = case.table
    if case.led:
        mine = [[m] for m in leads(table, case.side)]
    else:
        mine = [table.of(unit.id) for unit in table.fielded(case.side)]
    return len([ms for ms in mine if all(within_polygon(m.disc, zone.outline) for m in ms)])


def _unit(case: ObjectiveContext) -> str:
    return "WARLORD" if case.led else "unit"


CONDITIONS: Mapping[str, Condition] = {
    "control": _control,
    "control named": _control_named,
    "defend": _defend,
    "leave home": _leave_home,
    "go deep": _go_deep,
    "hold home": _hold_home,
    "three markers": lambda case: _markers(case, THREE, D3),
    "all markers": lambda case: _markers(case, len(case.table.objectives), D3_AND_3),
    "by fire": _destroyed_in("shooting", ONE_OR_THREE),
    "blade": _destroyed_in("fight", ONE_OR_THREE),
    "slaughter": _destroyed_in("", ((SIX, D3_AND_3), *ONE_OR_THREE)),
    "clear centre": _clear_centre,
    "nerve": _nerve,
    "powers": _powers,
    "warlord dead": _warlord_dead,
    "psyker": _model_with("PSYKER", ((1, ONE),)),
    "flyer": _flyer,
    "characters": _model_with("CHARACTER", ONE_OR_THREE),
    "giant": _giant,
    "companion": _companion,
}
"""Conditions of objectives, by the names in the deck."""
