"""How a bout ends, and a match of bouts: ``TC-30`` to ``TC-32``."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from game.play.game import Game, GameView, Step
from game.rules.cage.state import PAGE, Bout, bout_of, fighter
from game.table.events import BoutBegan, Ended, PhaseBegan, PhaseOver, Scored
from game.table.records import How, Side
from game.table.state import Table

TURNS = 20
"""``TC-32``  If nothing else was agreed."""
MATCH, ENOUGH = 3, 2
"""Bouts of the best of three, and so many won are enough."""
CHAMPIONS = "champions"
"""The phase that a bout begins with."""


class Verdict(NamedTuple):
    """How a bout ended."""

    clause: str
    winner: Side | None
    reason: str


def decided(table: Table) -> Step | None:
    """``TC-23``, ``TC-30``  A step that ends the bout as soon as a champion is out of it."""
    if not table.losses:
        return None
    return partial(ends, verdict=_fallen(table))


def _fallen(table: Table) -> Verdict:
    lost = [loss.side for loss in table.losses]
    out = any(loss.how is How.PUSHED for loss in table.losses)
    clause = "TC-23" if out else "TC-30"
    if len(set(lost)) > 1:
        return Verdict(clause, None, "both champions fell at once")
    how = "was pushed out of the cage" if out else "has no wounds left"
    return Verdict(clause, table.enemy(lost[0]), f"the other champion {how}")


def reckoning(table: Table) -> Step | None:
    """``TC-31``, ``TC-32``  Whether the bout is over at the end of a game turn."""
    return reckons if bout_of(table).reckoned != table.clock.round else None


async def reckons(game: Game) -> None:
    """``TC-31``  The roll for standing off comes first; ``TC-32``: then the agreed end."""
    bout = replace(bout_of(game.table), reckoned=game.table.clock.round)
    if not bout.fought:
        bout = replace(bout, quiet=bout.quiet + 1)
    game.do(PAGE.write("TC-31", bout))
    if not bout.fought and stood_off(game, bout.quiet):
        await ends(game, verdict=Verdict("TC-31", None, "stood off, and lost by both"))
    elif is_agreed_end(game):
        await ends(game, verdict=by_wounds(game.table))
    else:
        game.do(PhaseOver("TC-31"))


def needed(quiet: int) -> int:
    """``TC-31``  What the die must show after so many turns without an attack; 1 is sure."""
    return max(1, 7 - quiet)


def stood_off(game: Game, quiet: int) -> bool:
    """``TC-31``  6, then 5 or more, and so on; from the sixth such turn on without a roll."""
    need = needed(quiet)
    if need == 1:
        return True
    by = game.table.first or game.table.sides[0]
    (face,) = game.throw("TC-31", by, "standing off", need=need)
    return face >= need


def is_agreed_end(look: GameView) -> bool:
    """``TC-32``  Whether the agreed number of game turns has been played; 0 is none agreed."""
    turns = int(look.rules.options.get("turns", TURNS))
    return 0 < turns <= look.table.clock.round


def by_wounds(table: Table) -> Verdict:
    """``TC-32``  The champion with more wounds left wins; equal is a tie."""
    one, other = (fighter(table, side).wounds for side in table.sides)
    if one == other:
        return Verdict("TC-32", None, f"{one} wounds each at the agreed end")
    winner = table.sides[0] if one > other else table.sides[1]
    many = f"{max(one, other)} wounds to {min(one, other)} at the agreed end"
    return Verdict("TC-32", winner, many)


async def ends(game: Game, *, verdict: Verdict) -> None:
    """``TC-30``  End the game with its bout, or score the bout and go on to the next."""
    clause, winner, reason = verdict
    if not game.rules.options.get("three"):
        game.do(Ended(clause, winner, reason))
        return
    if winner:
        game.do(Scored(clause, winner, 1, f"bout won, {reason}"))
    number, scores = bout_of(game.table).number, game.table.scores
    won = [scores.get(side, 0) for side in game.table.sides]
    if number == MATCH or max(won) == ENOUGH:
        best = None
        if won[0] != won[1]:
            best = game.table.sides[0] if won[0] > won[1] else game.table.sides[1]
        game.do(Ended("TC-30", best, f"{max(won)} bouts to {min(won)}"))
        return
    game.do(BoutBegan("TC-30", number + 1))
    game.do(PAGE.write("TC-30", Bout(number=number + 1)))
    game.do(PhaseBegan("TC-04", 0, CHAMPIONS, None))
