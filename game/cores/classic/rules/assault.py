"""The Assault phase with its charges (CC-23)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.cores.classic.rules import CHARGE_MOVE, combat
from game.cores.classic.rules.movement import COHERENCY, carry_out
from game.cores.classic.rules.unit_state import (
    combat_of,
    is_falling_back,
    is_locked,
    update_locked_marks,
)
from game.cores.kit.attempts import REFUSED, Attempt
from game.cores.kit.charge_moves import Charge, suggested_charge
from game.cores.kit.deeds import (
    Deed,
    all_kept_from_charging,
    charging_models,
    kept_from_charging,
    models_left_behind,
    note,
)
from game.cores.kit.difficult_ground import (
    GroundPermission,
    OnTheWay,
    ask_to_cross,
    is_on_the_way,
)
from game.cores.kit.foes import ask_foe, sorted_foes
from game.cores.kit.hooks import ReplaceHook
from game.cores.kit.marks import CHARGED, FIRED, HANDLED, NO_CHARGE, marked
from game.cores.kit.units import contacts, discs, gap_between
from game.geometry.limits import is_within
from game.geometry.points import CONTACT, nearest_gap
from game.play.decisions import PASS, Choose, CommonKind, Option, Refusal, pass_option
from game.play.game import Game, GameView, Step
from game.play.log.inches_text import excess_text
from game.play.moves.base_placement import MoveClauses
from game.table.events import Act, Acted, PhaseOver, Queued
from game.table.records import Model, ModelId, Side, Unit, UnitId
from game.table.state import Table

FAST = frozenset({"beast", "cavalry"})
CHARGING = MoveClauses(move="CC-23", chain="CC-19", table="CC-18", ground="CC-20")
BARRED = (
    Refusal("it fired rapid fire or heavy weapons", "CC-09"),
    Refusal("it ran", "CC-22"),
    Refusal("it fired at no enemy this turn, so it may charge none", "CC-23"),
    Refusal("it arrived this turn", "CC-35"),
)
"""Reasons why a unit with the mark ``NO_CHARGE`` may not charge; the mark holds the clause."""


def charge_move(model: Model) -> float:
    """``CC-18``, ``CC-23``  Return a model's charge move in inches.

    It is 12 for beasts and cavalry, 6 for others.
    """
    return 12.0 if model.profile.has_any(FAST) else 6.0


def charging(view: GameView, side: Side) -> list[Unit]:
    """Return the units of a side that may charge some enemy in this phase."""
    table = view.table
    return [
        u
        for u in table.fielded(side)
        if not u.mark(HANDLED)
        and refused_charger(view, u) is None
        and any(
            _near_enough(view, u.id, foe.id) and refused_charge(view, u.id, foe.id) is None
            for foe in table.fielded(table.enemy(side))
        )
    ]


def refused_charger(view: GameView, unit: Unit) -> Refusal | None:
    """``CC-31``, ``CC-32``, ``CC-09``, ``CC-22``, ``CC-35``  Return why a unit may not charge.

    None if it may charge some unit.
    """
    if is_locked(unit):
        return Refusal("it is locked in combat", "CC-31")
    if is_falling_back(unit):
        return Refusal("it is falling back", "CC-32")
    if barred := unit.mark(NO_CHARGE):
        clause = barred.about or BARRED[0].clause
        other = Refusal("it may not charge", clause)
        return next((why for why in BARRED if why.clause == clause), other)
    if no := all_kept_from_charging(view.table, unit.id):
        return no
    return next(REFUSED.of(view, Attempt(unit.id, Act.CHARGES)), None)


def refused_charge(view: GameView, unit: UnitId, foe: UnitId) -> Refusal | None:
    """``CC-23``  Return why a unit may not charge another; None if it may try."""
    table = view.table
    fired = table.units[unit].mark(FIRED)
    if fired and fired.about != foe:
        name = table.units[UnitId(fired.about)].name
        return Refusal(f"it shot at {name}: it may charge only that unit", "CC-23")
    if not _near_enough(view, unit, foe):
        distance = gap_between(table, unit, foe)
        most = max([charge_reach(view, m) for m in charging_models(table, unit)], default=0.0)
        off, over = excess_text(distance, most)
        return Refusal(f'{off}" away: {over}" too far to charge', "CC-23")
    return next(REFUSED.of(view, Attempt(unit, Act.CHARGES, foe)), None)


def charge_reach(view: GameView, model: Model) -> float:
    """``CC-23``  Return the distance in inches within which a model may charge."""
    return max(CHARGE_MOVE.of(view, model.id), default=charge_move(model))


def _near_enough(view: GameView, unit: UnitId, foe: UnitId) -> bool:
    table = view.table
    foes = discs(table.of(foe))
    return any(
        is_within(nearest_gap([m.disc], foes), charge_reach(view, m) + CONTACT)
        for m in charging_models(table, unit)
    )


async def pick_charge(game: Game, options: list[Unit]) -> bool:
    """``CC-23``  Let the active side declare a charge; return whether a unit was picked."""
    side = options[0].side
    answer = await Choose(
        side,
        clause="CC-23",
        asks="Charge with which unit?",
        options=(
            *(Option(u.id, u.name, "CC-23", u.id) for u in options),
            pass_option("End charges", "CC-33"),
        ),
        greyed=tuple(
            (
                Option(u.id, u.name, "CC-23", u.id),
                Refusal(f"{u.name}: {no.reason}", no.clause),
            )
            for u in game.table.fielded(side)
            if not u.mark(HANDLED) and (no := refused_charger(game, u))
        ),
        kind=CommonKind.UNIT_TO_CHARGE,
    )
    if answer == PASS:
        for unit in options:
            game.do(Acted("CC-23", unit.id, Act.DOES_NOT_CHARGE))
        return False
    await _pick_foe(game, UnitId(answer))
    return True


async def _pick_foe(game: Game, unit_id: UnitId) -> None:
    answer = await ask_foe(
        game,
        unit_id,
        sorted_foes(game, unit_id, lambda now, foe: refused_charge(now, unit_id, foe)),
        clause="CC-23",
        asks="charge whom?",
        passes="Do not charge",
        kind=CommonKind.CHARGE,
    )
    game.do(marked("CC-33", unit_id, HANDLED))
    if answer == PASS:
        game.do(Acted("CC-23", unit_id, Act.DOES_NOT_CHARGE))
    else:
        await ONSET.happens(game, ChargeAttempt(unit_id, UnitId(answer)))


@dataclass(frozen=True, slots=True)
class ChargeAttempt:
    """A unit's attempt to charge another."""

    unit: UnitId
    foe: UnitId


async def charge(game: Game, onset: ChargeAttempt) -> None:
    """``CC-23``  Carry out a charge, asking about Difficult ground first.

    If the first model cannot reach base contact, no model moves.
    """
    unit_id, foe = onset.unit, onset.foe
    game.do(Acted("CC-23", unit=unit_id, act=Act.CHARGES, target=foe))
    distances, between = course(game.table, unit_id, foe)
    leave = await ask_to_cross(game, unit_id, distances, game.table.difficult, between)
    march = charge_march(game.table, unit_id, foe, leave)
    if not march.suggested:
        game.do(Acted("CC-23", unit=unit_id, act=Act.FAILS_TO_CHARGE, target=foe))
        return
    moves = await march
    game.do(marked("CC-25", unit_id, CHARGED, foe))
    note(game, "CC-25", Deed.STAYED_BEHIND, march.detached)
    await carry_out(game, "CC-23", unit_id, Act.MOVES, moves)
    update_locked_marks(game)


ONSET = ReplaceHook[ChargeAttempt]("a charge", charge, ("assault",))


def course(table: Table, unit_id: UnitId, foe: UnitId) -> tuple[dict[ModelId, float], OnTheWay]:
    """Return each model's charge distance, and a test for areas on its path to the enemy."""
    distances = {m.id: charge_move(m) for m in charging_models(table, unit_id)}
    return distances, partial(is_on_the_way, table, unit_id, foe, distances, CONTACT)


def charge_march(table: Table, unit_id: UnitId, foe: UnitId, leave: GroundPermission) -> Charge:
    """Return the charge to ask a unit for; it fails if it has no suggestion."""
    unit = table.units[unit_id]
    march = Charge(
        unit.side,
        "CC-23",
        f"Charge {table.units[foe].name} with {unit.name}",
        unit=unit_id,
        model_limits=leave.model_limits,
        clauses=CHARGING,
        chain=COHERENCY,
        off_limits=leave.off_limits,
        foes=(foe,),
        keep_off=2 * CONTACT,
        must_touch=True,
        detached=models_left_behind(table, unit_id),
        barred=kept_from_charging(table, unit_id),
        everybody=True,
    )
    return suggested_charge(march, table)


def assault(table: Table) -> Step | None:
    """Return the next step: queued combats, or charges before they are queued."""
    return fight_next if table.queue else charge_or_fight


async def charge_or_fight(game: Game) -> None:
    """``CC-23``, ``CC-31``  Let the active side charge.

    Without charges left queue all combats.
    """
    side = game.table.clock.side
    assert side
    options = charging(game, side)
    if options and await pick_charge(game, options):
        return
    order, seen = list[UnitId](), list[UnitId]()
    for unit in game.table.fielded(side):
        if contacts(game.table, unit.id) and unit.id not in seen:
            order.append(unit.id)
            seen += combat_of(game.table, unit.id)
    game.do(Queued("CC-31", tuple(order)))
    if not order:
        game.do(PhaseOver("CC-33"))


async def fight_next(game: Game) -> None:
    """``CC-24`` to ``CC-31``  Fight one combat, from its first blow to its pile in."""
    await combat.fight(game, UnitId(game.table.queue[0]))
    if not game.table.queue:
        game.do(PhaseOver("CC-33"))
