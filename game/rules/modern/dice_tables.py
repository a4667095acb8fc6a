"""Numbers that are rolled: attacks, damage, mortal wounds (``MC-01``)."""

from __future__ import annotations

from dataclasses import replace

from game.play.dice import D3, halved
from game.play.game import Game
from game.rules.kit.dice import Roll, roll
from game.table.records import DiceExpression, Side

ONE_D3 = DiceExpression(1, 3)
ONE_D6 = DiceExpression(1)


def total(faces: tuple[int, ...], dice: DiceExpression) -> int:
    """Return what faces of d6 come to; for a d3 each is halved and rounded up (``CC-36``)."""
    return sum([halved(face) for face in faces]) if dice.sides == 3 else sum(faces)


def said(what: str, dice: DiceExpression) -> str:
    """Return what dice are for, as the log says it: ``"damage, d3"``."""
    return f"{what}, {D3}" if dice.sides == 3 else what


def thrown(
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
        said(what, dice),
        dice.many,
        total=dice.sides != 3,
        who=who,
        weapon=weapon,
    )
    return total(faces, dice)


async def rolled(game: Game, dice: DiceExpression, cast: Roll) -> int:
    """Roll a number that may be rolled again; without dice it is 0."""
    cast = replace(cast, what=said(cast.what, dice), total=dice.sides != 3)
    return total((await roll(game, dice.many, cast)).faces, dice)
