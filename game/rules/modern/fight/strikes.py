"""Who strikes whom, with what, and what the dice need: ``MC-15``, ``MC-24``.

Nothing here asks or rolls: the rules and the odds compute by the same functions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from game.play.game import GameView
from game.rules.kit.distances import in_reach
from game.rules.modern.hooks import STRIKE, Strike
from game.rules.modern.movement import NEAR
from game.rules.modern.needs import to_hit
from game.rules.modern.traits import trait
from game.table.events import Reason
from game.table.records import (
    NO_DICE,
    DiceExpression,
    Fire,
    Model,
    ModelId,
    Side,
    UnitId,
    Weapon,
)
from game.table.state import Table

BARE_HANDS = Weapon("bare hands", Fire.MELEE, ap=0)
"""``MC-01``  What a model strikes with that has no melee weapon: S user, AP 0, D 1."""


@dataclass(frozen=True, slots=True)
class Blow:
    """Attacks of one model with one weapon at one unit."""

    model: ModelId
    unit: UnitId
    side: Side
    target: UnitId
    weapon: Weapon
    attacks: int
    dice: DiceExpression = NO_DICE
    """What is rolled and added to *attacks*."""


@dataclass(frozen=True, slots=True)
class ToHit:
    """What the dice of a blow need."""

    need: int
    """More than 6 if it cannot hit."""
    reasons: tuple[Reason, ...] = ()


Fighters: TypeAlias = dict[tuple[str, tuple[Weapon, ...], tuple[UnitId, ...]], list[Model]]
"""By profile, the weapons to choose among and the enemy units: the models that fight."""


def in_the_fight(table: Table, model: Model) -> tuple[UnitId, ...]:
    """``MC-24``  Return the enemy units that a model may strike, in the order of the rosters.

    They have a model within 1" of it, or within 1" of a squad mate that is within 1" of it.
    """
    mates = [m for m in table.of(model.unit) if m.id == model.id or in_reach(model, m, NEAR)]
    near = [
        foe.unit
        for foe in table.standing(table.enemy(model.side))
        if any([in_reach(m, foe, NEAR) for m in mates])
    ]
    return tuple(unit for unit in table.units if unit in near)


def arms(model: Model) -> tuple[Weapon, ...]:
    """``MC-01``  Return the weapons that a model may strike with: bare hands without any."""
    melee = tuple(w for w in model.profile.weapons if w.fire is Fire.MELEE)
    return melee or (BARE_HANDS,)


def fighters(table: Table, who: UnitId) -> Fighters:
    """``MC-24``  Return who of a unit strikes, models alike together."""
    alike: Fighters = {}
    for model in table.of(who):
        if model.profile.ws and (foes := in_the_fight(table, model)):
            alike.setdefault((model.profile.name, arms(model), foes), []).append(model)
    return alike


def blow(look: GameView, model: Model, weapon: Weapon, target: UnitId) -> Blow:
    """``MC-24``  Return all the attacks of a model with one weapon at one unit."""
    attacks, dice = trait(look, model, "a").now, model.profile.a_dice
    return Blow(model.id, model.unit, model.side, target, weapon, attacks, dice)


def hits_on(look: GameView, struck: Blow) -> ToHit:
    """``MC-15``  Return what the dice of a blow need to hit: WS or more, after modifiers."""
    skill = trait(look, look.table.models[struck.model], "ws")
    strike = Strike(struck.model, struck.weapon.name, struck.target)
    reasons = tuple(STRIKE.of(look, strike))
    need = to_hit(skill.now, sum([reason.amount for reason in reasons]))
    known = Reason(0, f"WS {skill.now}+", "MC-15")
    return ToHit(need, (known, *skill.reasons, *reasons))
