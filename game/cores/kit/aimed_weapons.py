"""Weapons as models aim them at units, in shooting or close combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass

from game.content.armouries.weapon_rules import AttackStage
from game.cores.kit.dice import Again, Roll
from game.cores.kit.sight_lines import hidden_by_text
from game.geometry.limits import is_more_than
from game.geometry.points import gap
from game.play.decisions import Refusal
from game.play.game import GameView
from game.play.log.inches_text import excess_text
from game.table.events import Reason, RollKind
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


@dataclass(frozen=True, slots=True)
class AimedWeapon:
    """A weapon that a model may fire at a unit, with the rolls needed."""

    model: ModelId
    weapon: Weapon
    target: UnitId
    _: KW_ONLY
    shots: int
    need: int
    dice: DiceExpression = NO_DICE
    """Rolled and added to *shots*."""
    doubled: bool = False
    """``MC-14``  True if the total counts twice: rapid fire within half range."""
    again: Again | None = None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class MeleeAttack:
    """Attacks of one model with one weapon on one unit, in close combat."""

    model: ModelId
    unit: UnitId
    side: Side
    _: KW_ONLY
    target: UnitId
    weapon: Weapon
    attacks: int
    dice: DiceExpression = NO_DICE
    """Rolled and added to *attacks*."""
    initiative: int = 0
    """``CC-26``  Step in which they are struck."""
    strength: int = 0
    """``CC-28``  With the weapon; the modern core computes it when they hit."""
    sure: bool = False
    """True if they hit without a roll."""


def shooting_weapons(model: Model) -> Iterator[Weapon]:
    """Yield a model's weapons except those of close combat."""
    return (w for w in model.profile.weapons if w.fire is not Fire.MELEE)


def all_shots(models: Sequence[Model]) -> list[tuple[Model, Weapon]]:
    """Return each of some models with each of its shooting weapons."""
    return [(m, w) for m in models for w in shooting_weapons(m)]


def out_of_reach(
    table: Table, model: Model, target: UnitId, reach: float, far: str, hidden: str
) -> Refusal:
    """Return the refusal of a shot: by the distance in excess, or the obstacle.

    *far*, *hidden*: the clauses of range and sight.
    """
    nearest = min(table.of(target), key=lambda foe: gap(model.disc, foe.disc))
    if is_more_than(distance := gap(model.disc, nearest.disc), reach):
        off, beyond = excess_text(distance, reach)
        return Refusal(f'{off}" away; range is {reach:g}" ({beyond}" too far)', far)
    return Refusal(hidden_by_text(table, model.disc, nearest.disc), hidden)


def to_hit_roll(view: GameView, clause: str, lead: AimedWeapon) -> Roll:
    """Return the roll to hit of shots that are rolled together."""
    firer = view.table.models[lead.model]
    return Roll(
        clause,
        by=firer.side,
        what=AttackStage.HIT,
        need=lead.need,
        who=firer.unit,
        target=lead.target,
        weapon=lead.weapon.name,
        reasons=lead.reasons,
        again=lead.again,
        kind=RollKind.HIT,
    )
