"""What the rulebook makes from six-sided dice: roll-offs, random directions, scatter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeVar

from game.geometry.points import CONTACT, Point, direction
from game.play.dice import FIRST
from game.play.game import Game
from game.table.records import Side

Thing = TypeVar("Thing", bound=str)


def roll_off(game: Game, clause: str, what: str, acting: Side) -> Side:
    """One die each, the acting side first, again while equal; return the winner (``CC-36``)."""
    while True:
        (mine,) = game.throw(clause, acting, what)
        (theirs,) = game.throw(clause, game.table.enemy(acting), what)
        if mine != theirs:
            return acting if mine > theirs else game.table.enemy(acting)


def in_order(
    game: Game,
    clause: str,
    things: Sequence[Thing],
    far: Callable[[Thing], float],
    by: Callable[[Thing], Side],
) -> list[Thing]:
    """Return things by how far off they are, the nearest first; dice settle ties.

    All within 0.01 inch of the nearest tie: each rolls a die, whoever controls it, and the
    highest goes first; equals roll again. A thing is an id: the log names it.
    """
    ordered = list[Thing]()
    for tied in ties(things, far):
        ordered += _by_dice(game, clause, tied, by)
    return ordered


def ties(things: Sequence[Thing], far: Callable[[Thing], float]) -> list[list[Thing]]:
    """Return things by how far off they are, the nearest first; in one group who ties."""
    offs = [far(thing) for thing in things]
    groups, least = list[list[int]](), -inf
    for n in sorted(range(len(things)), key=offs.__getitem__):
        if offs[n] <= least + CONTACT + 1e-9:
            groups[-1].append(n)
        else:
            groups.append([n])
            least = offs[n]
    return [[things[n] for n in sorted(group)] for group in groups]


def _by_dice(
    game: Game, clause: str, tied: Sequence[Thing], by: Callable[[Thing], Side]
) -> list[Thing]:
    if len(tied) == 1:
        return list(tied)
    faces = dict[int, list[Thing]]()
    for thing in tied:
        (face,) = game.throw(clause, by(thing), FIRST, who=thing)
        faces.setdefault(face, []).append(thing)
    return [
        thing
        for face in sorted(faces, reverse=True)
        for thing in _by_dice(game, clause, faces[face], by)
    ]


def random_direction(game: Game, clause: str, by: Side, who: str) -> Point:
    """Two dice: ((first - 1) x 6 + second - 1) x 10 degrees, clockwise from the top."""
    first, second = game.throw(clause, by, "direction", 2, who=who)
    return direction(((first - 1) * 6 + second - 1) * 10)


@dataclass(frozen=True, slots=True)
class Scatter:
    hit: bool
    far: int
    """The total of the 2d6."""
    toward: Point
    """Where the arrow points; of no meaning on a hit."""


def scatter(game: Game, clause: str, by: Side, who: str) -> Scatter:
    """``CC-36``  Scatter die, 2d6, and on an arrow the two dice of its direction."""
    (die,) = game.throw(clause, by, "scatter", who=who)
    far = sum(game.throw(clause, by, "scatter distance", 2, total=True, who=who))
    if die <= 2:
        return Scatter(hit=True, far=far, toward=Point(0.0, 0.0))
    return Scatter(hit=False, far=far, toward=random_direction(game, clause, by, who))


def pick(game: Game, clause: str, by: Side, what: str, many: int, who: str = "") -> int:
    """Return one of *many* things at random, each equally likely, by its number from 0.

    One die, or as many as in base six where there are more than six; whatever is beyond the
    last whole share is rolled again. One thing needs no die.
    """
    dice = 1
    while 6**dice < many:
        dice += 1
    ways = 6**dice
    while many > 1:
        shown = 0
        for face in game.throw(clause, by, what, dice, who=who):
            shown = shown * 6 + face - 1
        if shown < ways // many * many:
            return shown % many
    return 0
