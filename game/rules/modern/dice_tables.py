"""Rolls needed, rolled numbers and characteristics of the modern core (MC-01, MC-16)."""

from __future__ import annotations

from dataclasses import replace

from game.play.dice import D3, halved
from game.play.game import Game, GameView
from game.rules.kit import core_api
from game.rules.kit.core_api import Value
from game.rules.kit.dice import Roll, roll
from game.rules.kit.probability import NEVER
from game.table.records import DiceExpression, Model, Side, UnitId

LOWEST_NEEDED = 2
"""``MC-03``  Lowest roll that is ever needed, because an unmodified 1 always fails."""


def to_hit(skill: int, bonus: int = 0) -> int:
    """``MC-15``  Return the roll needed to hit with a BS or WS (4 is 4+) and a bonus.

    A result above 6 cannot be rolled. A skill of 0 gives ``NEVER``.
    """
    return max(LOWEST_NEEDED, skill - bonus) if skill else NEVER


def to_wound(strength: int, toughness: int) -> int:
    """``MC-16``  Return the roll needed to wound, by S against T."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def to_save(armour: int | None, ap: int, cover: int = 0) -> int:
    """``MC-17``  Return the roll needed for an armour save; ``NEVER`` or more if impossible.

    *ap*: 0 or less; *cover*: the bonus of cover.
    """
    return NEVER if armour is None else max(LOWEST_NEEDED, armour - ap - cover)


ONE_D3 = DiceExpression(1, 3)
ONE_D6 = DiceExpression(1)


def total(faces: tuple[int, ...], dice: DiceExpression) -> int:
    """Return the total of d6 faces; for a d3 each is halved and rounded up (``CC-36``)."""
    return sum([halved(face) for face in faces]) if dice.sides == 3 else sum(faces)


def roll_label(what: str, dice: DiceExpression) -> str:
    """Return the label of a roll in the log, such as ``"damage, d3"``."""
    return f"{what}, {D3}" if dice.sides == 3 else what


def roll_number(
    game: Game,
    clause: str,
    by: Side,
    what: str,
    dice: DiceExpression,
    id_: str = "",
    weapon: str = "",
) -> int:
    """Roll a number that no player may roll again; return 0 if there are no dice."""
    faces = game.throw(
        clause,
        by,
        roll_label(what, dice),
        dice.many,
        total=dice.sides != 3,
        id_=id_,
        weapon=weapon,
    )
    return total(faces, dice)


async def rolled(game: Game, dice: DiceExpression, cast: Roll) -> int:
    """Roll a number that may be rolled again; return 0 if there are no dice."""
    cast = replace(cast, what=roll_label(cast.what, dice), total=dice.sides != 3)
    return total((await roll(game, dice.many, cast)).faces, dice)


MAX_CHARACTERISTIC = 99
"""Upper limit of modified characteristics; the rules set none."""


def trait(view: GameView, model: Model, name: str) -> Value:
    """``MC-01``  Return a characteristic (``"m"``, ``"ws"``, ``"t"``, …) with its modifiers."""
    return core_api.trait(view, model, name, MAX_CHARACTERISTIC)


def toughness(view: GameView, unit: UnitId) -> int:
    """``MC-16``  Return the Toughness of most of a unit's models, the higher of equals."""
    counts = dict[int, int]()
    for model in view.table.of(unit):
        value = trait(view, model, "t").now
        counts[value] = counts.get(value, 0) + 1
    return max(counts, key=lambda value: (counts[value], value))
