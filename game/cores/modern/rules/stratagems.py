"""Stratagems, which cost command points (MC-26 to MC-28)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import ceil
from typing import TypeVar

from game.content.armouries.weapon_rules import AttackStage
from game.cores.kit.dice import ROLLED, Roll, reroll
from game.cores.kit.interrupt_offers import InterruptOffer
from game.cores.kit.units import gap_between
from game.cores.modern.rules import COST, FOUGHT_NOW, NERVES, MoraleCheck, Stratagem
from game.cores.modern.rules.fight import able, fights_next
from game.cores.modern.rules.morale import best_ld
from game.cores.modern.rules.movement import NEAR
from game.cores.modern.rules.perils import perils_by
from game.geometry.points import EPSILON
from game.play.game import Game, GameView, Rule
from game.table.command_points import commands
from game.table.events import Act, Acted, Spent
from game.table.records import Side, UnitId

Subject = TypeVar("Subject")

RE_ROLL = Stratagem("Re-roll", 1)
COUNTER_BLOW = Stratagem("Counter-blow", 2)
HOLD_FIRM = Stratagem("Hold firm", 2)

HIT, WOUND, SAVE = AttackStage
DAMAGE = "damage"
ADVANCE, CHARGE, MORALE = "advance", "charge", "morale"
PSYCHIC, DENY = "psychic test", "deny"
NAMED = (HIT, WOUND, DAMAGE, ADVANCE, CHARGE, PSYCHIC, DENY, MORALE, SAVE)
"""``MC-27``  Kinds of roll that *Re-roll* may change; no others may (``MC-28``)."""

GRAVE = 2
"""Number of fleeing models from which a Morale roll matters."""


def cost(view: GameView, stratagem: Stratagem) -> int:
    """Return the current price of a stratagem, in command points."""
    return stratagem.points + sum([more.amount for more in COST.of(view, stratagem)])


def may_spend(view: GameView, side: Side, stratagem: Stratagem) -> bool:
    """``MC-27``  Return whether a side has the points and has not used it in this phase."""
    command = commands(view.table).get(side)
    return (
        command is not None
        and stratagem.name not in command.used
        and command.points >= cost(view, stratagem)
    )


def spend(game: Game, side: Side, stratagem: Stratagem) -> None:
    """``MC-27``  Pay for a stratagem, and note that it was used in this phase."""
    game.do(Spent(stratagem.clause, side, cost(game, stratagem), stratagem.name))


def stratagem_offer(
    view: GameView,
    side: Side,
    stratagem: Stratagem,
    does: Callable[[Game, Subject], Rule[Subject]],
    name: str = "",
    *,
    label: str = "",
    anchor: str = "",
    detail: str = "",
    slight: bool = False,
) -> Iterator[InterruptOffer[Subject]]:
    """Offer a stratagem if a side may spend points on it; modules add their own with this.

    *name*: name of this use, if there are several; *label*, *detail*: texts for the player, to
    which the price is added.
    """
    if not may_spend(view, side, stratagem):
        return
    name = name or stratagem.name
    price, points = cost(view, stratagem), commands(view.table)[side].points

    async def paid(game: Game, subject: Subject) -> Subject:
        spend(game, side, stratagem)
        return await does(game, subject)

    of = "command point" if points == 1 else "command points"
    label, costs = label or name, f"{price} of {points} {of}"
    if detail:
        detail = f"{detail} Costs {costs}."
    else:
        label = f"{label} ({costs})"
    yield InterruptOffer(
        name,
        clause=stratagem.clause,
        by=side,
        does=paid,
        label=label,
        slight=slight,
        anchor=anchor,
        detail=detail,
    )


def re_rolls(view: GameView, cast: Roll) -> Iterator[InterruptOffer[Roll]]:
    """``MC-27``  Offer *Re-roll* for one die of a roll that the player has just made."""
    if kind(cast) not in NAMED or not may_spend(view, cast.by, RE_ROLL):
        return
    slight = is_slight(view, cast)
    for n in worth_taking_up(cast):
        again = partial(_again, n=n)
        name = again_name(cast.faces[n])
        label = f"Re-roll the {cast.faces[n]}"
        yield from stratagem_offer(
            view, cast.by, RE_ROLL, again, name, label=label, slight=slight
        )


def again_name(face: int) -> str:
    """Return the name of the offer to re-roll a die that shows *face*."""
    return f"Roll the {face} again"


async def _again(game: Game, cast: Roll, *, n: int) -> Roll:
    """``MC-03``, ``MC-27``  Re-roll a die; the result stands and is not rolled again."""
    return reroll(game, cast, n, RE_ROLL.name, RE_ROLL.clause)


def kind(cast: Roll) -> str:
    """Return the kind of a roll: its label, without the way that its dice are counted."""
    return cast.what.partition(",")[0]


def worth_taking_up(cast: Roll) -> list[int]:
    """Return one die of each face that may be re-rolled, the lowest face first.

    If dice count one by one, only those that failed are offered.
    """
    dice = range(len(cast.faces)) if cast.total or not cast.need else cast.failures()
    faces = {cast.faces[n]: n for n in reversed(dice) if n not in cast.rerolled}
    return [faces[face] for face in sorted(faces)]


def is_slight(view: GameView, cast: Roll) -> bool:
    """Return whether one die decides little: a shot of many, or a die that cannot help."""
    decides = DECIDES.get(kind(cast))
    return decides is None or not decides(view, cast)


def _test_decides(view: GameView, cast: Roll) -> bool:
    """Return whether a failed test may still succeed, or a peril may be averted."""
    first, second = cast.faces
    double = kind(cast) == PSYCHIC and first == second
    return (double and first in perils_by(view, cast).doubles) or _may_still(cast, cast.need)


def _charge_decides(view: GameView, cast: Roll) -> bool:
    """``MC-22``  Return whether a re-roll may carry a charge over the straight-line gap."""
    distance = gap_between(view.table, UnitId(cast.who), UnitId(cast.target)) - NEAR
    return _may_still(cast, ceil(distance - EPSILON) - sum([r.amount for r in cast.reasons]))


def _save_decides(view: GameView, cast: Roll) -> bool:
    """Return whether a model of the unit has more than one wound."""
    return any(m.profile.w > 1 for m in view.table.of(UnitId(cast.who)))


def _blow_decides(view: GameView, cast: Roll) -> bool:
    """Return whether the roll is for a single heavy blow or shot."""
    return len(cast.faces) == 1 and _is_heavy(view, cast)


DECIDES: Mapping[str, Callable[[GameView, Roll], bool]] = {
    PSYCHIC: _test_decides,
    DENY: _test_decides,
    CHARGE: _charge_decides,
    SAVE: _save_decides,
    HIT: _blow_decides,
    WOUND: _blow_decides,
    DAMAGE: lambda _, cast: min(cast.faces) <= 2,
    MORALE: lambda _, cast: max(cast.faces) - cast.need >= GRAVE,
}
"""By kind of roll: whether one die decides something. An advance is never decisive."""


def _may_still(cast: Roll, need: int) -> bool:
    """Return whether a total falls short and re-rolling one die could change that."""
    dice = [n for n in range(len(cast.faces)) if n not in cast.rerolled]
    lowest = min([cast.faces[n] for n in dice], default=6)
    return cast.sum < need <= cast.sum - lowest + 6


def _is_heavy(view: GameView, cast: Roll) -> bool:
    weapons = [w for m in view.table.of(UnitId(cast.who)) for w in m.profile.weapons]
    return any(
        w.name == cast.weapon and w.damage + w.damage_dice.many * w.damage_dice.sides > 3
        for w in weapons
    )


def counter_blows(view: GameView, foe: UnitId) -> Iterator[InterruptOffer[UnitId]]:
    """``MC-27``  Offer *Counter-blow*: one unit fights next, after an enemy that charged."""
    acting = view.table.units[foe].side
    side = view.table.enemy(acting)
    # The acting side has no unit left that would fight before it anyway.
    slight = not able(view.table, acting)
    for unit in able(view.table, side):
        name, strike = f"{COUNTER_BLOW.name} {unit.id}", partial(_strike_back, unit_id=unit.id)
        label = f"{COUNTER_BLOW.name} with {unit.name}"
        yield from stratagem_offer(
            view,
            side,
            COUNTER_BLOW,
            strike,
            name,
            label=label,
            anchor=unit.id,
            slight=slight,
        )


async def _strike_back(game: Game, foe: UnitId, *, unit_id: UnitId) -> UnitId:
    fights_next(game, COUNTER_BLOW.clause, unit_id)
    return foe


def holds_firm(view: GameView, nerve: MoraleCheck) -> Iterator[InterruptOffer[MoraleCheck]]:
    """``MC-27``  Offer *Hold firm*: before the roll, one unit passes its Morale test."""
    worst = nerve.lost + 6 - best_ld(view, nerve.unit)
    if worst > 0 and not nerve.holds:
        side = view.table.units[nerve.unit].side
        yield from stratagem_offer(view, side, HOLD_FIRM, _hold, slight=worst < GRAVE)


async def _hold(game: Game, nerve: MoraleCheck) -> MoraleCheck:
    game.do(Acted(HOLD_FIRM.clause, nerve.unit, Act.HOLDS_FIRM))
    return replace(nerve, holds=True)


STRATAGEMS = (
    ROLLED.gets(re_rolls),
    FOUGHT_NOW.gets(counter_blows),
    NERVES.gets(holds_firm),
)
"""The hooks of ``MC-27``."""
