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

LEAST = 2
"""``MC-03``  An unmodified 1 always fails."""


def to_hit(skill: int, bonus: int = 0) -> int:
    """``MC-15``  Return what a die must show by a BS or WS (4 is 4+) and what is added to it.

    More than 6 cannot be reached, ``NEVER`` among it; so it is with a skill of 0.
    """
    return max(LEAST, skill - bonus) if skill else NEVER


def to_wound(strength: int, toughness: int) -> int:
    """``MC-16``  By S against T."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def to_save(armour: int | None, ap: int, cover: int = 0) -> int:
    """``MC-17``  Return what an armour save needs; ``NEVER`` or more if it cannot be made.

    *ap*: 0 or less; *cover*: what is added to the die.
    """
    return NEVER if armour is None else max(LEAST, armour - ap - cover)


ONE_D3 = DiceExpression(1, 3)
ONE_D6 = DiceExpression(1)


def total(faces: tuple[int, ...], dice: DiceExpression) -> int:
    """Return what faces of d6 come to; for a d3 each is halved and rounded up (``CC-36``)."""
    return sum([halved(face) for face in faces]) if dice.sides == 3 else sum(faces)


def roll_label(what: str, dice: DiceExpression) -> str:
    """Return what dice are for, as the log says it: ``"damage, d3"``."""
    return f"{what}, {D3}" if dice.sides == 3 else what


def roll_number(
    game: Game,
    clause: str,
    by: Side,
    what: str,
    dice: DiceExpression,
    who: str = "",
    weapon: str = "",
) -> int:
    """Roll a number that nobody may touch; without dice it is 0."""
    faces = game.throw(
        clause,
        by,
        roll_label(what, dice),
        dice.many,
        total=dice.sides != 3,
        who=who,
        weapon=weapon,
    )
    return total(faces, dice)


async def rolled(game: Game, dice: DiceExpression, cast: Roll) -> int:
    """Roll a number that may be rolled again; without dice it is 0."""
    cast = replace(cast, what=roll_label(cast.what, dice), total=dice.sides != 3)
    return total((await roll(game, dice.many, cast)).faces, dice)


MOST = 99
"""No characteristic is capped, but numbers end somewhere."""


def trait(look: GameView, model: Model, name: str) -> Value:
    """``MC-01``  Return a characteristic (``"m"``, ``"ws"``, ``"t"``, …) with its modifiers."""
    return core_api.trait(look, model, name, MOST)


def toughness(look: GameView, unit: UnitId) -> int:
    """``MC-16``  Return the Toughness that most models have, the higher of equal majorities."""
    counts = dict[int, int]()
    for model in look.table.of(unit):
        value = trait(look, model, "t").now
        counts[value] = counts.get(value, 0) + 1
    return max(counts, key=lambda value: (counts[value], value))
