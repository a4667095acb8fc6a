"""Choices of both cores: aimed weapons, targets, and units to act with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from game.content.armouries.weapon_rules import AttackStage
from game.geometry.points import EPSILON, gap
from game.play.decisions import PASS, Choose, DecisionKind, Option, Refusal, pass_option
from game.play.game import Game, GameView
from game.play.wording import excess_text, name
from game.rules.kit.dice import Again, Roll
from game.rules.kit.line_of_sight import hidden_by_text
from game.table.events import Act, Acted, PhaseOver, Reason, RollKind
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
    if (distance := gap(model.disc, nearest.disc)) > reach + EPSILON:
        off, beyond = excess_text(distance, reach)
        return Refusal(f'{off}" away; range is {reach:g}" ({beyond}" too far)', far)
    return Refusal(hidden_by_text(table, model.disc, nearest.disc), hidden)


def sorted_foes(
    view: GameView, unit: UnitId, refuses: Callable[[UnitId], Refusal | None]
) -> tuple[list[UnitId], list[tuple[UnitId, Refusal]]]:
    """Return the enemy units that a unit may act against, and the others with refusals."""
    legal, refused = list[UnitId](), list[tuple[UnitId, Refusal]]()
    for foe in view.table.fielded(view.table.enemy(view.table.units[unit].side)):
        if no := refuses(foe.id):
            refused.append((foe.id, no))
        else:
            legal.append(foe.id)
    return legal, refused


async def ask_foe(
    game: Game,
    unit_id: UnitId,
    foes: tuple[Sequence[UnitId], Sequence[tuple[UnitId, Refusal]]],
    *,
    clause: str,
    asks: str,
    passes: str,
    kind: DecisionKind,
    more: Sequence[Option] = (),
    greyed: Sequence[tuple[Option, Refusal]] = (),
) -> str:
    """Ask against which enemy unit a unit acts; return the answer.

    *foes*: the legal ones, and the others with refusals; *passes*: the label of acting against
    none; *more*, *greyed*: options besides the enemy units.
    """
    units = game.table.units

    def option(foe: UnitId) -> Option:
        return Option(foe, units[foe].name, clause, foe)

    return await Choose(
        units[unit_id].side,
        clause,
        f"{units[unit_id].name}: {asks}",
        (*map(option, foes[0]), *more, pass_option(passes, clause)),
        (*[(option(foe), no) for foe, no in foes[1]], *greyed),
        about=unit_id,
        kind=kind,
    )


async def ask_unit(
    game: Game,
    options: Sequence[Option],
    greyed: Sequence[tuple[Option, Refusal]],
    *,
    clause: str,
    asks: str,
    ends: Option,
    kind: DecisionKind,
    idle: Act,
    stuck: Refusal | None = None,
) -> UnitId | None:
    """Ask with which unit the active side acts next; None if it ends the phase.

    *ends*: the option to do so; *stuck*: why the phase may not end; *idle*: logged for each
    unit that might have acted.
    """
    side = game.table.clock.side
    assert side
    may_end = () if stuck else (ends,)
    greyed = (*greyed, (ends, stuck)) if stuck else tuple(greyed)
    answer = await Choose(side, clause, asks, (*options, *may_end), greyed, kind=kind)
    if answer != PASS:
        return UnitId(answer)
    for option in options:
        game.do(Acted(option.clause, UnitId(option.id), idle))
    game.do(PhaseOver(ends.clause))
    return None


async def ask_each(
    game: Game,
    models: Sequence[Model],
    options: Sequence[Option],
    *,
    clause: str,
    asks: str,
    kind: DecisionKind,
    as_unit: bool,
) -> list[str]:
    """Ask one question for several models that are alike: for all together, or one by one.

    *as_unit*: even a single model is first asked about as its unit.
    """
    lead, many = models[0], len(models) > 1
    if len(options) == 1:
        return [options[0].id] * len(models)
    if many or as_unit:
        called = f"{lead.profile.name} × {len(models)}" if many else lead.profile.name
        apart = [pass_option("Choose model by model", clause)] if many else []
        answer = await Choose(
            lead.side,
            clause,
            f"{called}: {asks}",
            (*options, *apart),
            about=lead.unit,
            kind=kind,
        )
        if answer != PASS:
            return [answer] * len(models)
    return [
        await Choose(
            model.side,
            clause,
            f"{name(game.table, model.id)}: {asks}",
            tuple(options),
            about=model.id,
            kind=kind,
        )
        for model in models
    ]


def to_hit_roll(view: GameView, clause: str, lead: AimedWeapon) -> Roll:
    """Return the roll to hit of shots that are rolled together."""
    firer = view.table.models[lead.model]
    return Roll(
        clause,
        firer.side,
        AttackStage.HIT,
        lead.need,
        firer.unit,
        lead.target,
        lead.weapon.name,
        lead.reasons,
        lead.again,
        kind=RollKind.HIT,
    )
