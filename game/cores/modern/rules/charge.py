"""The charge phase (MC-20 to MC-22)."""

from __future__ import annotations

from collections.abc import Sequence

from game.cores.kit import difficult_ground
from game.cores.kit.asking import ask_unit
from game.cores.kit.attempts import REFUSED, Attempt
from game.cores.kit.charge_moves import Charge, suggested_charge
from game.cores.kit.deeds import (
    all_kept_from_charging,
    charging_models,
    kept_from_charging,
    models_left_behind,
)
from game.cores.kit.dice import Roll, roll
from game.cores.kit.difficult_ground import OnTheWay, ask_to_cross, is_on_the_way
from game.cores.kit.foes import ask_foe, sorted_foes
from game.cores.kit.marks import ADVANCED, CHARGED, FELL_BACK, HANDLED, marked
from game.cores.kit.movement import carry_out_path
from game.cores.kit.units import gap_between, pairs_within
from game.cores.modern.rules import CHARGE, UNIT_MOVED, FinishedMove, ModernKind
from game.cores.modern.rules.movement import COHERENCY, NEAR, difficult, engaged
from game.cores.modern.rules.shooting import may_overwatch, overwatch
from game.geometry.limits import is_more_than
from game.play.decisions import (
    PASS,
    Choose,
    CommonKind,
    Option,
    Passing,
    Refusal,
    pass_option,
    sorted_options,
)
from game.play.game import Game, GameView, Step
from game.play.log.inches_text import excess_text
from game.play.log.plurals import agree, is_plural
from game.play.moves.base_placement import MoveClauses
from game.table.board import Terrain
from game.table.events import Act, Acted, PhaseOver, Reason, RollKind
from game.table.records import ModelId, Side, Unit, UnitId
from game.table.state import Table

REACH = 12.0
"""``MC-20``  Inches within which a unit may declare a charge."""
CHARGING = MoveClauses(move="MC-22", chain="MC-04", table="MC-04", ground="CC-20", slows=False)
CHARGE_ROLL = "charge"


def charging(table: Table) -> Step | None:
    """Return the next step, or None when no unit may still charge."""
    side = table.clock.side
    assert side
    waiting = any(not unit.mark(HANDLED) for unit in table.fielded(side))
    return pick_charger if waiting else None


async def pick_charger(game: Game) -> None:
    """``MC-20``  Let the active side pick a unit to charge, or end the phase."""
    table, side = game.table, game.table.clock.side
    assert side
    options, greyed = sorted_options(
        (Option(unit.id, unit.name, "MC-20", unit.id), _idle(game, unit))
        for unit in table.fielded(side)
        if not unit.mark(HANDLED)
    )
    if not options:
        game.do(PhaseOver("MC-02"))
        return
    picked = await ask_unit(
        game,
        options,
        greyed,
        clause="MC-20",
        asks="Charge with which unit?",
        ends=pass_option("End charges", "MC-02"),
        kind=CommonKind.UNIT_TO_CHARGE,
        idle=Act.DOES_NOT_CHARGE,
    )
    if picked:
        await declare(game, picked)


def _idle(view: GameView, unit: Unit) -> Refusal | None:
    """Return why a unit cannot be picked to charge, or None."""
    if no := refused_charger(view, unit):
        reason = f"{unit.name} may not charge: {no.reason}"
        return Refusal(reason, no.clause, always=no.always)
    if chargeable(view, unit.id):
        return None
    return Refusal(f'no enemy is within {REACH:g}"', "MC-20")


def may_charge(view: GameView, side: Side) -> list[Unit]:
    """``MC-20``  Return the units of a side that may declare a charge now."""
    return [
        u
        for u in view.table.fielded(side)
        if not u.mark(HANDLED) and not refused_charger(view, u) and chargeable(view, u.id)
    ]


def refused_charger(view: GameView, unit: Unit) -> Refusal | None:
    """``MC-05``, ``MC-06``, ``MC-20``  Return why a unit may not charge at all, or None."""
    if unit.mark(ADVANCED):
        return Refusal("it advanced this turn", "MC-05")
    if unit.mark(FELL_BACK):
        return Refusal("it fell back this turn", "MC-06")
    if no := all_kept_from_charging(view.table, unit.id):
        return no
    if engaged(view.table, unit.id):
        return Refusal(f'an enemy is within {NEAR:g}" of it', "MC-20")
    return next(REFUSED.of(view, Attempt(unit.id, Act.CHARGES)), None)


def chargeable(view: GameView, unit_id: UnitId) -> list[Unit]:
    """``MC-20``  Return the enemy units that a unit may name as targets of its charge."""
    table = view.table
    foes, models = table.fielded(table.enemy(table.units[unit_id].side)), table.of(unit_id)
    return [
        foe
        for foe in foes
        if any(True for _ in pairs_within(models, table.of(foe.id), REACH))
        and refused_target(view, unit_id, foe.id) is None
    ]


def refused_target(view: GameView, unit_id: UnitId, foe: UnitId) -> Refusal | None:
    """``MC-20``  Return why a unit may not name another as a target; None if it may."""
    distance = gap_between(view.table, unit_id, foe)
    if is_more_than(distance, REACH):
        off, over = excess_text(distance, REACH)
        return Refusal(f'{off}" away: {over}" too far to charge', "MC-20")
    return next(REFUSED.of(view, Attempt(unit_id, Act.CHARGES, foe)), None)


async def declare(game: Game, unit_id: UnitId) -> None:
    """``MC-20``  Ask for the targets of a charge; carry it out unless the player declines."""
    foes = legal, _ = sorted_foes(
        game, unit_id, lambda now, foe: refused_target(now, unit_id, foe)
    )
    answer = await ask_foe(
        game,
        unit_id,
        foes,
        clause="MC-20",
        asks="charge whom?",
        passes="Do not charge",
        kind=CommonKind.CHARGE,
    )
    game.do(marked("MC-02", unit_id, HANDLED))
    if answer == PASS:
        game.do(Acted("MC-20", unit_id, Act.DOES_NOT_CHARGE))
    else:
        await charge(game, unit_id, await _all_targets(game, unit_id, answer, legal))


async def _all_targets(
    game: Game, unit_id: UnitId, first: str, legal: Sequence[UnitId]
) -> tuple[UnitId, ...]:
    """``MC-20``  Ask for further targets; return all, in the order of the rosters."""
    units, named = game.table.units, [first]
    while left := [foe for foe in legal if foe not in named]:
        names = ", ".join([units[UnitId(target)].name for target in named])
        options = [Option(foe, units[foe].name, "MC-20", foe) for foe in left]
        answer = await Choose(
            units[unit_id].side,
            clause="MC-20",
            asks=f"{units[unit_id].name}: charge another unit as well as {names}?",
            options=(pass_option(f"Charge {names}", "MC-20"), *options),
            about=unit_id,
            kind=ModernKind.CHARGE_ALSO,
            passing=Passing.GOES_AHEAD,
        )
        if answer == PASS:
            break
        named.append(answer)
    return tuple([foe for foe in legal if foe in named])


async def charge(game: Game, unit_id: UnitId, targets: Sequence[UnitId]) -> None:
    """``MC-21``, ``MC-22``  Resolve Overwatch, roll 2d6 and move the unit if it can arrive.

    If it cannot, no model moves. Ground that a module makes Difficult may slow the charge
    (``CC-20``).
    """
    for target in targets:
        game.do(Acted("MC-20", unit=unit_id, act=Act.CHARGES, target=target))
    for target in targets:
        await _stand_and_shoot(game, target, unit_id)
    if not charging_models(game.table, unit_id):
        return
    distance, avoided = await _slowed(
        game, unit_id, targets, await charge_roll(game, unit_id, targets)
    )
    march = charge_march(game.table, unit_id, targets, distance, avoided)
    if not march.suggested:
        game.do(Acted("MC-22", unit=unit_id, act=Act.FAILS_TO_CHARGE, target=targets[0]))
        return
    moves = await march
    game.do(marked("MC-23", unit_id, CHARGED, " ".join(targets)))
    for model, path in moves:
        carry_out_path(game, "MC-22", model, path)
    await UNIT_MOVED.has_come(game, FinishedMove(unit_id, Act.CHARGES, moves))


async def _stand_and_shoot(game: Game, target: UnitId, charger: UnitId) -> None:
    """``MC-21``  Let a charged unit shoot first, if its player wishes."""
    if not game.table.of(charger) or not may_overwatch(game, target, charger):
        return
    units = game.table.units
    deed = agree("charges", plural=is_plural(game.table, charger))
    answer = await Choose(
        units[target].side,
        clause="MC-21",
        asks=f"{units[charger].name} {deed} {units[target].name}: fire Overwatch?",
        options=(
            Option("shoot", "Fire Overwatch", "MC-21", charger),
            pass_option("Hold fire", "MC-21"),
        ),
        about=target,
        kind=ModernKind.OVERWATCH,
    )
    if answer != PASS:
        await overwatch(game, target, charger)


async def charge_roll(game: Game, unit_id: UnitId, targets: Sequence[UnitId]) -> float:
    """``MC-22``  Return the inches that a unit may charge: 2d6 and modifiers, at least 0."""
    reasons = charge_reasons(game, unit_id, targets)
    side = game.table.units[unit_id].side
    first = min(targets, key=lambda target: gap_between(game.table, unit_id, target))
    cast = Roll(
        "MC-22",
        by=side,
        what=CHARGE_ROLL,
        need=0,
        who=unit_id,
        target=first,
        reasons=reasons,
        total=True,
        kind=RollKind.CHARGE,
    )
    cast = await roll(game, 2, cast)
    return float(max(0, cast.sum + sum([reason.amount for reason in reasons])))


async def _slowed(
    game: Game, unit_id: UnitId, targets: Sequence[UnitId], distance: float
) -> tuple[float, tuple[Terrain, ...]]:
    """``CC-20``  Return the charge distance in inches and the ground that the unit avoids."""
    if not (areas := difficult(game)):
        return distance, ()
    each, between = course(game.table, unit_id, targets, distance)
    leave = await ask_to_cross(game, unit_id, each, areas, between)
    return max([going.distance for going in leave.model_limits.values()]), leave.off_limits


def course(
    table: Table, unit_id: UnitId, targets: Sequence[UnitId], distance: float
) -> tuple[dict[ModelId, float], OnTheWay]:
    """Return each model's charge distance and a test whether ground lies on its path."""
    each = {m.id: distance for m in charging_models(table, unit_id)}

    def between(area: Terrain) -> bool:
        return any(is_on_the_way(table, unit_id, foe, each, NEAR, area) for foe in targets)

    return each, between


def charge_reasons(
    view: GameView, unit_id: UnitId, targets: Sequence[UnitId]
) -> tuple[Reason, ...]:
    """Return the modifiers of a charge roll, each once even if several targets cause it."""
    attempts = [Attempt(unit_id, Act.CHARGES, target) for target in targets]
    return tuple(dict.fromkeys([reason for a in attempts for reason in CHARGE.of(view, a)]))


def charge_march(
    table: Table,
    unit_id: UnitId,
    targets: Sequence[UnitId],
    distance: float,
    avoided: tuple[Terrain, ...] = (),
) -> Charge:
    """``MC-22``  Return the decision that asks for a charge; without a suggestion it fails.

    *distance*: the charge distance in inches; *avoided*: the ground that the unit keeps out of.
    """
    return suggested_charge(onset(table, unit_id, targets, distance, avoided), table)


def onset(
    table: Table,
    unit_id: UnitId,
    targets: Sequence[UnitId],
    distance: float,
    avoided: tuple[Terrain, ...] = (),
) -> Charge:
    """``MC-22``  Return the same without a suggestion."""
    unit = table.units[unit_id]
    return Charge(
        unit.side,
        "MC-22",
        f'Charge with {unit.name}: up to {distance:g}"',
        unit=unit_id,
        model_limits=difficult_ground.reach_of(
            table, unit_id, {m.id: distance for m in charging_models(table, unit_id)}
        ),
        clauses=CHARGING,
        keep_off=NEAR,
        chain=COHERENCY,
        foes=tuple(targets),
        must_touch=True,
        touching=NEAR,
        off_limits=avoided,
        detached=models_left_behind(table, unit_id),
        barred=kept_from_charging(table, unit_id),
    )
