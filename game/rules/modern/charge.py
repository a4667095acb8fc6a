"""The charge phase (MC-20 to MC-22)."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.base_placement import MoveClauses
from game.play.decisions import PASS, Choose, Option, Refusal, pass_option
from game.play.game import Game, GameView, Step
from game.play.wording import agree, excess_text, is_plural
from game.rules.kit.charge_moves import Charge, arrives, suggested_charge
from game.rules.kit.core_api import Attempt
from game.rules.kit.dice import Roll, roll
from game.rules.kit.distances import gap_between
from game.rules.kit.movement import (
    OnTheWay,
    ask_to_cross,
    carry_out_path,
    is_on_the_way,
    reach_of,
)
from game.rules.kit.unit_marks import CHARGED, HANDLED, detached_models, main_body
from game.rules.modern.hooks import (
    ADVANCED,
    CHARGE,
    FELL_BACK,
    REFUSED,
    UNIT_MOVED,
    FinishedMove,
    marked,
)
from game.rules.modern.movement import COHERENCY, NEAR, OFF, difficult, engaged
from game.rules.modern.shooting import may_overwatch, overwatch
from game.table.board import Terrain
from game.table.events import Act, Acted, PhaseOver, Reason
from game.table.records import ModelId, Side, Unit, UnitId
from game.table.state import Table

REACH = 12.0
"""``MC-20``  Inches within which a unit may declare a charge."""
CHARGING = MoveClauses(move="MC-22", chain="MC-04", table="MC-04", ground="CC-20")
CHARGE_ROLL = "charge"


def charging(table: Table) -> Step | None:
    """Return the next step, or None when no unit may still charge."""
    side = table.clock.side
    assert side
    waiting = any(not unit.mark(HANDLED) for unit in table.fielded(side))
    return pick_charger if waiting and not table.clock.over else None


async def pick_charger(game: Game) -> None:
    """``MC-20``  Let the active side pick a unit to charge, or end the phase."""
    table, side = game.table, game.table.clock.side
    assert side
    options, greyed = list[Option](), list[tuple[Option, Refusal]]()
    for unit in [u for u in table.fielded(side) if not u.mark(HANDLED)]:
        option = Option(unit.id, unit.name, "MC-20", unit.id)
        if no := refused_charger(game, unit):
            reason = f"{unit.name} may not charge: {no.reason}"
            greyed.append((option, Refusal(reason, no.clause, always=no.always)))
        elif chargeable(game, unit.id):
            options.append(option)
        else:
            reason = f'no enemy is within {REACH:g}"'
            greyed.append((option, Refusal(reason, "MC-20")))
    if not options:
        game.do(PhaseOver("MC-02"))
        return
    ends = pass_option("End charges", "MC-02")
    asks = "Charge with which unit?"
    answer = await Choose(side, "MC-20", asks, (*options, ends), tuple(greyed), kind="unit")
    if answer == PASS:
        for option in options:
            game.do(Acted("MC-20", UnitId(option.id), Act.DOES_NOT_CHARGE))
        game.do(PhaseOver("MC-02"))
    else:
        await declare(game, UnitId(answer))


def may_charge(look: GameView, side: Side) -> list[Unit]:
    """``MC-20``  Return the units of a side that may declare a charge now."""
    return [
        u
        for u in look.table.fielded(side)
        if not u.mark(HANDLED) and not refused_charger(look, u) and chargeable(look, u.id)
    ]


def refused_charger(look: GameView, unit: Unit) -> Refusal | None:
    """``MC-05``, ``MC-06``, ``MC-20``  Return why a unit may not charge at all, or None."""
    if unit.mark(ADVANCED):
        return Refusal("it advanced this turn", "MC-05")
    if unit.mark(FELL_BACK):
        return Refusal("it fell back this turn", "MC-06")
    if engaged(look.table, unit.id):
        return Refusal(f'an enemy is within {NEAR:g}" of it', "MC-20")
    return next(REFUSED.of(look, Attempt(unit.id, Act.CHARGES)), None)


def chargeable(look: GameView, who: UnitId) -> list[Unit]:
    """``MC-20``  Return the enemy units that a unit may name as targets of its charge."""
    table = look.table
    foes = table.fielded(table.enemy(table.units[who].side))
    return [foe for foe in foes if refused_target(look, who, foe.id) is None]


def refused_target(look: GameView, who: UnitId, foe: UnitId) -> Refusal | None:
    """``MC-20``  Return why a unit may not name another as a target; None if it may."""
    far = gap_between(look.table, who, foe)
    if far > REACH + 1e-9:
        off, over = excess_text(far, REACH)
        return Refusal(f'{off}" away: {over}" too far to charge', "MC-20")
    return next(REFUSED.of(look, Attempt(who, Act.CHARGES, foe)), None)


async def declare(game: Game, who: UnitId) -> None:
    """``MC-20``  Ask for the targets of a charge; carry it out unless the player declines."""
    table = game.table
    unit = table.units[who]
    options, greyed = list[Option](), list[tuple[Option, Refusal]]()
    for foe in table.fielded(table.enemy(unit.side)):
        option = Option(foe.id, foe.name, "MC-20", foe.id)
        if no := refused_target(game, who, foe.id):
            greyed.append((option, no))
        else:
            options.append(option)
    answer = await Choose(
        unit.side,
        "MC-20",
        f"{unit.name}: charge whom?",
        (*options, pass_option("Do not charge", "MC-20")),
        tuple(greyed),
        about=who,
        kind="charge",
    )
    game.do(marked("MC-02", who, HANDLED))
    if answer == PASS:
        game.do(Acted("MC-20", who, Act.DOES_NOT_CHARGE))
    else:
        await charge(game, who, await _all_targets(game, who, answer, options))


async def _all_targets(
    game: Game, who: UnitId, first: str, options: Sequence[Option]
) -> tuple[UnitId, ...]:
    """``MC-20``  Ask for further targets; return all, in the order of the rosters."""
    units, named = game.table.units, [first]
    while left := [o for o in options if o.id not in named]:
        names = ", ".join([units[UnitId(target)].name for target in named])
        answer = await Choose(
            units[who].side,
            "MC-20",
            f"{units[who].name}: charge another unit as well as {names}?",
            (pass_option(f"Charge {names}", "MC-20"), *left),
            about=who,
            kind="charge, also",
        )
        if answer == PASS:
            break
        named.append(answer)
    return tuple(UnitId(o.id) for o in options if o.id in named)


async def charge(game: Game, who: UnitId, targets: Sequence[UnitId]) -> None:
    """``MC-21``, ``MC-22``  Resolve Overwatch, roll 2d6 and move the unit if it can arrive.

    If it cannot, no model moves. Ground that a module makes Difficult may slow the charge
    (``CC-20``).
    """
    for target in targets:
        game.do(Acted("MC-20", who, Act.CHARGES, target))
    for target in targets:
        await _stand_and_shoot(game, target, who)
    if not main_body(game.table, who):
        return
    far, shut = await _slowed(game, who, targets, await charge_roll(game, who, targets))
    march = charge_march(game.table, who, targets, far, shut)
    if not march.suggested:
        game.do(Acted("MC-22", who, Act.FAILS_TO_CHARGE, targets[0]))
        return
    moves = await march
    game.do(marked("MC-23", who, CHARGED, " ".join(targets)))
    for model, path in moves:
        carry_out_path(game, "MC-22", model, path)
    await UNIT_MOVED.has_come(game, FinishedMove(who, Act.CHARGES, moves))


async def _stand_and_shoot(game: Game, target: UnitId, charger: UnitId) -> None:
    """``MC-21``  Let a charged unit shoot first, if its player wishes."""
    if not game.table.of(charger) or not may_overwatch(game, target, charger):
        return
    units = game.table.units
    deed = agree("charges", plural=is_plural(game.table, charger))
    answer = await Choose(
        units[target].side,
        "MC-21",
        f"{units[charger].name} {deed} {units[target].name}: fire Overwatch?",
        (
            Option("shoot", "Fire Overwatch", "MC-21", charger),
            pass_option("Hold fire", "MC-21"),
        ),
        about=target,
        kind="overwatch",
    )
    if answer != PASS:
        await overwatch(game, target, charger)


async def charge_roll(game: Game, who: UnitId, targets: Sequence[UnitId]) -> float:
    """``MC-22``  Return the inches that a unit may charge: 2d6 and modifiers, at least 0."""
    reasons = charge_reasons(game, who, targets)
    side = game.table.units[who].side
    first = min(targets, key=lambda target: gap_between(game.table, who, target))
    cast = Roll("MC-22", side, CHARGE_ROLL, 0, who, first, reasons=reasons, total=True)
    cast = await roll(game, 2, cast)
    return float(max(0, cast.sum + sum([reason.amount for reason in reasons])))


async def _slowed(
    game: Game, who: UnitId, targets: Sequence[UnitId], far: float
) -> tuple[float, tuple[Terrain, ...]]:
    """``CC-20``  Return the charge distance in inches and the ground that the unit avoids."""
    if not (areas := difficult(game)):
        return far, ()
    each, between = course(game.table, who, targets, far)
    leave = await ask_to_cross(game, who, each, areas, between)
    return max([going.far for going in leave.goings.values()]), leave.shut


def course(
    table: Table, who: UnitId, targets: Sequence[UnitId], far: float
) -> tuple[dict[ModelId, float], OnTheWay]:
    """Return each model's charge distance and a test whether ground lies on its path."""
    each = {m.id: far for m in main_body(table, who)}

    def between(area: Terrain) -> bool:
        return any(is_on_the_way(table, who, foe, each, NEAR, area) for foe in targets)

    return each, between


def charge_reasons(
    look: GameView, who: UnitId, targets: Sequence[UnitId]
) -> tuple[Reason, ...]:
    """Return the modifiers of a charge roll, each once even if several targets cause it."""
    attempts = [Attempt(who, Act.CHARGES, target) for target in targets]
    return tuple(dict.fromkeys([reason for a in attempts for reason in CHARGE.of(look, a)]))


def charge_march(
    table: Table,
    who: UnitId,
    targets: Sequence[UnitId],
    far: float,
    shut: tuple[Terrain, ...] = (),
) -> Charge:
    """``MC-22``  Return the decision that asks for a charge; without a suggestion it fails.

    *far*: the charge distance in inches; *shut*: the ground that the unit keeps out of.
    """
    return suggested_charge(_onset(table, who, targets, far, shut), table)


def charge_arrives(
    table: Table,
    who: UnitId,
    targets: Sequence[UnitId],
    far: float,
    shut: tuple[Terrain, ...] = (),
) -> bool:
    """``MC-22``  Return whether a unit that may charge *far* inches arrives."""
    return arrives(_onset(table, who, targets, far, shut), table)


def _onset(
    table: Table,
    who: UnitId,
    targets: Sequence[UnitId],
    far: float,
    shut: tuple[Terrain, ...],
) -> Charge:
    unit = table.units[who]
    return Charge(
        unit.side,
        "MC-22",
        f'Charge with {unit.name}: up to {far:g}"',
        unit=who,
        goings=reach_of(table, who, {m.id: far for m in main_body(table, who)}),
        clauses=CHARGING,
        keep_off=OFF,
        chain=COHERENCY,
        foes=tuple(targets),
        must_touch=True,
        touching=NEAR,
        shut=shut,
        loose=detached_models(table, who),
    )
