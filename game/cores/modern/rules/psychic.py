"""The Psychic phase (MC-08, MC-09)."""

from __future__ import annotations

from game.cores.kit.coherency import is_astray
from game.cores.kit.dice import Roll, roll
from game.cores.kit.marks import BEYOND, TRIED, marked
from game.cores.modern.rules import (
    DENIED,
    DENY_TEST,
    MANIFESTED,
    POWER_DONE,
    POWER_REFUSED,
    PSYCHIC_TEST,
    ModernKind,
    PowerAttempt,
    Test,
)
from game.cores.modern.rules.perils import PERILS
from game.cores.modern.rules.powers import POWERS, PSYKER, Power, PowerCast
from game.geometry.limits import is_within
from game.geometry.points import gap
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
from game.table.events import PhaseOver
from game.table.records import Model, ModelId, Side, Where
from game.table.state import Table

PSYCHIC, DENY = "psychic test", "deny"
"""Labels of these rolls, as ``MC-27`` names them."""
DENY_RANGE = 24.0
MAX_2D6 = 12
"""Highest total of 2d6."""


def manifesting(table: Table) -> Step | None:
    """Return the next step, or None when no psyker may still try a power."""
    side = table.clock.side
    assert side
    return manifest if able(table, side) else None


def able(table: Table, side: Side) -> list[Model]:
    """``MC-08``  Return the psykers of a side that may still try powers, by their profiles."""
    return [
        m
        for m in table.standing(side)
        if m.profile.has(PSYKER) and len(tried(m)) - extra(m) < m.profile.powers
    ]


def tried(psyker: Model) -> list[str]:
    """Return the powers that a psyker tried in this phase, one entry per try."""
    mark = psyker.mark(TRIED)
    return mark.about.split(", ") if mark else []


def extra(psyker: Model) -> int:
    """Return the number of a psyker's tries beyond its own number (``MP-10``)."""
    mark = psyker.mark(BEYOND)
    return int(mark.about) if mark else 0


def tries(table: Table, power: str) -> int:
    """``MC-11``  Return the number of times the active side tried a power in this phase.

    Nobody else tries any, so all psykers count, whether they are dead or have changed sides.
    """
    return sum([tried(m).count(power) for m in table.models.values()])


def charge_of(table: Table, power: Power) -> int:
    """``MC-08``, ``MC-11``  Return the total that a test for a power must reach now."""
    return power.charge_after(tries(table, power.name))


def option_of(psyker: Model, power: Power, charge: int) -> Option:
    """Return the option that a psyker tries a power, with its current charge."""
    label = f"{psyker.profile.name}: {power.name}, {charge}+"
    does = f"Try {power.name}, {charge}+"
    return Option(f"{psyker.id} {power.name}", label, power.clause, psyker.id, does=does)


def picked(answer: str) -> tuple[ModelId, Power]:
    """Return the psyker and the power that an option stands for."""
    id_, _, name = answer.partition(" ")
    return ModelId(id_), POWERS[name]


def why_not(
    view: GameView, psyker: Model, power: Power, *, anew: bool = False
) -> Refusal | None:
    """``MC-08``  Return why a psyker may not try a power now; None if it may.

    *anew*: allow a power that was tried before (``MP-10``).
    """
    if not anew and not power.harder and tries(view.table, power.name):
        return Refusal(f"{power.name} was already tried this turn", "MC-08")
    if no := next(POWER_REFUSED.of(view, PowerAttempt(psyker.id, power.name)), None):
        return no
    if not power.finds(view, psyker):
        return Refusal(f"{psyker.profile.name} has no target in range and sight", power.clause)
    return None


async def manifest(game: Game) -> None:
    """``MC-08``  Let the active side choose a psyker and a power, or end the phase."""
    side = game.table.clock.side
    assert side
    options, greyed = sorted_options(
        (option_of(m, power, charge_of(game.table, power)), why_not(game, m, power))
        for m in able(game.table, side)
        for power in POWERS.values()
    )
    answer = PASS
    if options:
        ends = pass_option("End Psychic phase", "MC-02")
        asks = "Try which power?"
        answer = await Choose(
            side,
            clause="MC-08",
            asks=asks,
            options=(*options, ends),
            greyed=tuple(greyed),
            kind=CommonKind.POWER,
            passing=Passing.ENDS,
        )
    if answer == PASS:
        game.do(PhaseOver("MC-02"))
    else:
        await attempt(game, *picked(answer))


async def attempt(game: Game, model_id: ModelId, power: Power) -> None:
    """``MC-08``  Roll 2d6 against the charge; perils come first, then the enemy may deny it."""
    psyker = game.table.models[model_id]
    charge = charge_of(game.table, power)
    game.do(marked("MC-08", model_id, TRIED, ", ".join([*tried(psyker), power.name])))
    total, faces = await _test(game, psyker, power.name, charge)
    test = Test(model_id, power.name, faces)
    await PERILS.happens(game, test)
    on_table = game.table.models[model_id].where is Where.TABLE
    if on_table and total >= charge and not await _denied(game, model_id, total):
        await MANIFESTED.has_come(game, model_id)
        await power.works(game, PowerCast(model_id, total))
    await POWER_DONE.has_come(game, test)


async def attempt_beyond(game: Game, model_id: ModelId, power: Power) -> None:
    """``MP-10``  Try one more power at once, not counted toward the psyker's number."""
    beyond = extra(game.table.models[model_id]) + 1
    game.do(marked("MP-10", model_id, BEYOND, str(beyond)))
    await attempt(game, model_id, power)


async def _test(
    game: Game, psyker: Model, power: str, charge: int
) -> tuple[int, tuple[int, int]]:
    reasons = tuple(PSYCHIC_TEST.of(game, psyker.id))
    more = sum([r.amount for r in reasons])
    side, unit = psyker.side, psyker.unit
    cast = Roll(
        "MC-08",
        by=side,
        what=PSYCHIC,
        need=charge - more,
        who=unit,
        target="",
        weapon=power,
        reasons=reasons,
        total=True,
    )
    cast = await roll(game, 2, cast)
    first, second = cast.faces
    return first + second + more, (first, second)


async def _denied(game: Game, model_id: ModelId, total: int) -> bool:
    """``MC-09``  Offer to deny a power; return whether an enemy psyker within 24" beats it."""
    table = game.table
    enemy = table.enemy(table.models[model_id].side)
    options = tuple(
        Option(foe.id, f"Deny with {foe.profile.name}: {need}+", "MC-09", foe.id)
        for foe in deniers(table, model_id)
        if (need := total + 1 - deny_bonus(game, foe.id)) <= MAX_2D6
    )
    if not options:
        return False
    asks = f"Deny the power? (it manifested on {total})"
    lets = pass_option("Do not deny", "MC-09")
    answer = await Choose(
        enemy,
        clause="MC-09",
        asks=asks,
        options=(*options, lets),
        about=table.models[model_id].unit,
        kind=ModernKind.DENY,
        on=PowerCast(model_id, total),
    )
    if answer == PASS:
        return False
    reasons = tuple(DENY_TEST.of(game, ModelId(answer)))
    need = total + 1 - sum([r.amount for r in reasons])
    unit = table.models[ModelId(answer)].unit
    cast = Roll("MC-09", by=enemy, what=DENY, need=need, who=unit, reasons=reasons, total=True)
    denied = (await roll(game, 2, cast)).sum >= need
    if denied:
        await DENIED.has_come(game, ModelId(answer))
    return denied


def deniers(table: Table, model_id: ModelId) -> list[Model]:
    """``MC-09``  Return the enemy psykers within 24" of a psyker that are not astray."""
    psyker = table.models[model_id]
    return [
        foe
        for foe in table.standing(table.enemy(psyker.side))
        if foe.profile.has(PSYKER)
        and is_within(gap(foe.disc, psyker.disc), DENY_RANGE)
        and not is_astray(table, foe)
    ]


def deny_bonus(view: GameView, foe: ModelId) -> int:
    """Return the sum of the modifiers of a psyker's deny tests."""
    return sum([r.amount for r in DENY_TEST.of(view, foe)])
