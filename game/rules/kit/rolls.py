"""Rolls that rules and players may touch after they have seen them.

``await roll(...)`` waits only if somebody has something to break in with; dice that nobody
may ever touch are ``game.throw(...)`` and need no await.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.play.game import Game, GameView
from game.play.wording import name
from game.rules.kit.moments import Ask, Moment
from game.rules.kit.offers import Offer, offer
from game.table.events import Reason, Rerolled
from game.table.records import Side


@dataclass(frozen=True, slots=True)
class Again:
    """Failed dice are taken up once more (``CC-04``, ``MC-03``)."""

    why: str
    clause: str
    need: int
    """What the second result must show."""
    below: int = 0
    """If not 0, only dice that show less, before modifiers (``MC-03``): 2 for rolls of 1."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice of one kind, rolled together by one side, and what they show by now."""

    clause: str
    by: Side
    what: str
    need: int
    """The face or more that succeeds; of a total, what it must come to; 0 if nothing."""
    who: str = ""
    target: str = ""
    weapon: str = ""
    reasons: tuple[Reason, ...] = ()
    again: Again | None = None
    faces: tuple[int, ...] = ()
    rerolled: tuple[int, ...] = ()
    """The dice, by number, that were taken up again: none is twice (``CC-04``, ``MC-03``)."""
    total: bool = False
    """Whether the dice count as one sum."""
    under: bool = False
    """Whether *need* or less is needed, instead of *need* or more."""

    def succeeds(self, n: int) -> bool:
        second = self.again is not None and n in self.rerolled
        need = self.again.need if second and self.again else self.need
        return self.faces[n] <= need if self.under else self.faces[n] >= need

    @property
    def sum(self) -> int:
        """Return what the dice come to together."""
        return sum(self.faces)

    @property
    def successes(self) -> tuple[int, ...]:
        """Return the numbers of the dice that succeeded."""
        return tuple([n for n in range(len(self.faces)) if self.succeeds(n)])

    def failures(self) -> list[int]:
        """Return the numbers of the dice that failed and may still be taken up."""
        dice = range(len(self.faces))
        return [n for n in dice if not self.succeeds(n) and n not in self.rerolled]


ROLLED = Ask[Roll, Offer[Roll]]("the dice have fallen")
SETTLED = Moment[Roll]("the dice stand")
"""Nobody will touch these dice any more."""


async def roll(game: Game, times: int, cast: Roll) -> Roll:
    """Roll, let rules and then players take dice up again, and return the roll as it stands."""
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
        who=c.who,
        target=c.target,
        weapon=c.weapon,
        reasons=c.reasons,
    )
    cast = replace(cast, faces=faces)
    if cast.again:
        again = cast.again
        for n in [n for n in cast.failures() if not again.below or faces[n] < again.below]:
            cast = take_up(game, cast, n, again.why, again.clause, again.need)
    cast = await offer(game, ROLLED, cast, cast.by, asks_about, cast.who)
    await SETTLED.has_come(game, cast)
    return cast


def asks_about(look: GameView, cast: Roll) -> str:
    """Return what a player is asked who may break in: what was rolled, and what it shows."""
    table = look.table
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


def take_up(game: Game, cast: Roll, n: int, why: str, clause: str, need: int = 0) -> Roll:
    """``CC-04``  Roll the n-th die again; the second result stands.

    *need*: what it must show, if that is not what the first had to.
    """
    face = game.dice.nth(game.table.rolls)
    other = need if need != cast.need else 0
    game.do(Rerolled(clause, cast.by, n, cast.faces[n], face, why, other))
    faces = (*cast.faces[:n], face, *cast.faces[n + 1 :])
    return replace(cast, faces=faces, rerolled=(*cast.rerolled, n))
