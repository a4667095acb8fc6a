"""Kinds of rolls in the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from math import inf
from typing import TypeVar

from game.cores.kit.hooks import EventHook, QueryHook
from game.cores.kit.interrupt_offers import InterruptOffer, offer_interrupts
from game.geometry.limits import is_within
from game.geometry.points import CONTACT, Point, direction
from game.play.dice_sequences import FIRST
from game.play.game import Game, GameView
from game.play.log.wording import name
from game.table.events import Reason, Rerolled, RollKind
from game.table.records import Side

Thing = TypeVar("Thing", bound=str)


def roll_off(
    game: Game, clause: str, what: str, acting: Side, kind: RollKind = RollKind.ROLL_OFF
) -> Side:
    """Roll one die each, the acting side first, again while equal.

    Return the winner (``CC-36``).
    """
    while True:
        (mine,) = game.throw(clause, acting, what, kind=kind)
        (theirs,) = game.throw(clause, game.table.enemy(acting), what, kind=kind)
        if mine != theirs:
            return acting if mine > theirs else game.table.enemy(acting)


def order_by_dice(
    game: Game,
    clause: str,
    groups: Sequence[Sequence[Thing]],
    by: Callable[[Thing], Side],
    kind: RollKind = RollKind.TIE,
) -> list[Thing]:
    """Return things in the order of their groups, such as ``ties`` returns; dice settle ties.

    Each of a group rolls a die, whichever side controls it, and the highest goes first; equals
    roll again. A thing is an id, which the log shows as a name.
    """
    return [thing for tied in groups for thing in _by_dice(game, clause, tied, by, kind)]


def ties(things: Sequence[Thing], distance: Callable[[Thing], float]) -> list[list[Thing]]:
    """Return things grouped by distance, the nearest first.

    A group holds all that tie: those within 0.01" of its nearest.
    """
    offs = [distance(thing) for thing in things]
    groups, least = list[list[int]](), -inf
    for n in sorted(range(len(things)), key=offs.__getitem__):
        if is_within(offs[n], least + CONTACT):
            groups[-1].append(n)
        else:
            groups.append([n])
            least = offs[n]
    return [[things[n] for n in sorted(group)] for group in groups]


def _by_dice(
    game: Game, clause: str, tied: Sequence[Thing], by: Callable[[Thing], Side], kind: RollKind
) -> list[Thing]:
    if len(tied) == 1:
        return list(tied)
    faces = dict[int, list[Thing]]()
    for thing in tied:
        (face,) = game.throw(clause, by(thing), FIRST, id_=thing, kind=kind)
        faces.setdefault(face, []).append(thing)
    return [
        thing
        for face in sorted(faces, reverse=True)
        for thing in _by_dice(game, clause, faces[face], by, kind)
    ]


def random_direction(
    game: Game, clause: str, by: Side, id_: str, kind: RollKind = RollKind.BLAST
) -> Point:
    """Roll two dice for a direction and return it as a unit vector.

    It is ((first - 1) x 6 + second - 1) x 10 degrees, clockwise from the top.
    """
    first, second = game.throw(clause, by, "direction", 2, id_=id_, kind=kind)
    return direction(((first - 1) * 6 + second - 1) * 10)


@dataclass(frozen=True, slots=True)
class Scatter:
    hit: bool
    distance: int
    """The total of the 2d6."""
    toward: Point
    """Unit vector of the arrow; meaningless on a hit."""


def scatter(game: Game, clause: str, by: Side, id_: str) -> Scatter:
    """``CC-36``  Roll a scatter die and 2d6, and on an arrow the two dice of its direction."""
    (die,) = game.throw(clause, by, "scatter", id_=id_, kind=RollKind.BLAST)
    thrown = game.throw(
        clause, by, "scatter distance", 2, total=True, id_=id_, kind=RollKind.BLAST
    )
    distance = sum(thrown)
    if die <= 2:
        return Scatter(hit=True, distance=distance, toward=Point(0.0, 0.0))
    return Scatter(hit=False, distance=distance, toward=random_direction(game, clause, by, id_))


def pick(
    game: Game,
    clause: str,
    by: Side,
    what: str,
    many: int,
    id_: str = "",
    kind: RollKind | None = None,
) -> int:
    """Return the index of one of *many* things at random, each equally likely.

    One die is rolled, or for more than six things as many as base six needs. Numbers beyond the
    last whole share are rolled again. A single thing needs no die.
    """
    dice = 1
    while 6**dice < many:
        dice += 1
    ways = 6**dice
    while many > 1:
        shown = 0
        for face in game.throw(clause, by, what, dice, id_=id_, kind=kind):
            shown = shown * 6 + face - 1
        if shown < ways // many * many:
            return shown % many
    return 0


@dataclass(frozen=True, slots=True)
class Again:
    """A re-roll of failed dice (``CC-04``, ``MC-03``)."""

    why: str
    clause: str
    need: int
    """The face that the second result needs."""
    below: int = 0
    """If not 0, only dice showing less, unmodified, are re-rolled: 2 for rolls of 1."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice of one kind, rolled together by one side, with their present faces."""

    clause: str
    by: Side
    what: str
    _: KW_ONLY
    need: int
    """The face, or the total, needed to succeed; 0 if there is none."""
    who: str = ""
    target: str = ""
    weapon: str = ""
    reasons: tuple[Reason, ...] = ()
    again: Again | None = None
    faces: tuple[int, ...] = ()
    rerolled: tuple[int, ...] = ()
    """Indices of the dice that were re-rolled.

    None is re-rolled twice (``CC-04``, ``MC-03``).
    """
    total: bool = False
    """True if the dice are added up."""
    under: bool = False
    """True if *need* or less succeeds, instead of *need* or more."""
    kind: RollKind | None = None
    sides: int = 6
    """3 if each die counts half, rounded up."""

    def succeeds(self, n: int) -> bool:
        """Return whether the n-th die succeeds."""
        second = self.again is not None and n in self.rerolled
        need = self.again.need if second and self.again else self.need
        return self.faces[n] <= need if self.under else self.faces[n] >= need

    @property
    def sum(self) -> int:
        """Return the total of the dice."""
        return sum(self.faces)

    @property
    def successes(self) -> tuple[int, ...]:
        """Return the indices of the dice that succeeded."""
        return tuple([n for n in range(len(self.faces)) if self.succeeds(n)])

    def failures(self) -> list[int]:
        """Return the indices of the dice that failed and may still be re-rolled."""
        dice = range(len(self.faces))
        return [n for n in dice if not self.succeeds(n) and n not in self.rerolled]


ROLLED = QueryHook[Roll, InterruptOffer[Roll]]("the dice have fallen")
ROLL_FINAL = EventHook[Roll]("the dice stand")
"""Handlers run once a roll is final."""


async def roll(game: Game, times: int, cast: Roll) -> Roll:
    """Roll dice; apply re-rolls of rules, then of players; return the final roll."""
    if not times:
        return cast
    c = cast
    faces = game.throw(
        c.clause,
        c.by,
        c.what,
        times,
        need=c.need,
        under=c.under,
        total=c.total,
        id_=c.who,
        target=c.target,
        weapon=c.weapon,
        reasons=c.reasons,
        kind=c.kind,
        sides=c.sides,
    )
    cast = replace(cast, faces=faces)
    if cast.again:
        again = cast.again
        for n in [n for n in cast.failures() if not again.below or faces[n] < again.below]:
            cast = reroll(game, cast, n, again.why, again.clause, again.need)
    cast = await offer_interrupts(game, ROLLED, cast, cast.by, asks_about, cast.who)
    await ROLL_FINAL.has_come(game, cast)
    return cast


def asks_about(view: GameView, cast: Roll) -> str:
    """Return the question text for a player that may interrupt: the roll and its faces."""
    table = view.table
    deed = f" {cast.what}" if cast.what.startswith("to ") else f", {cast.what}"
    words = name(table, cast.who or cast.by) + deed
    if cast.target:
        words += f" {name(table, cast.target)}"
    if cast.weapon:
        words += f" with {cast.weapon}"
    if cast.need:
        words += f", {cast.need} or less" if cast.under else f", {cast.need}+"
    faces = (" + " if cast.total else " ").join([str(face) for face in cast.faces])
    equals = f" = {cast.sum}" if cast.total and len(cast.faces) > 1 else ""
    return f"{words}: {faces}{equals}"


def reroll(game: Game, cast: Roll, n: int, why: str, clause: str, need: int = 0) -> Roll:
    """``CC-04``  Roll the n-th die again; the second result stands.

    *need*: the face that the second result needs, if it differs from the first.
    """
    face = game.dice.nth(game.table.rolls)
    other = need if need != cast.need else 0
    game.do(
        Rerolled(clause, by=cast.by, n=n, was=cast.faces[n], face=face, why=why, need=other)
    )
    faces = (*cast.faces[:n], face, *cast.faces[n + 1 :])
    return replace(cast, faces=faces, rerolled=(*cast.rerolled, n))
