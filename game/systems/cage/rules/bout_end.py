"""The end of a bout (TC-23, TC-30 to TC-32).

It decides the match or continues it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from game.play.game import Game, GameView, Step
from game.systems.cage.rules import PAGE, BoutState, bout_of, fighter
from game.systems.cage.rules.bout_position import quiet_turns
from game.systems.cage.table.events import BoutBegan
from game.table.events import Ended, PhaseBegan, PhaseOver, Scored
from game.table.records import How, Side, many
from game.table.state import Table

TURNS = 20
"""``TC-32``  Game turns in a bout, if nothing else was agreed."""
MATCH, ENOUGH = 3, 2
"""Number of bouts in a match, and of bouts won that decide it."""
CHAMPIONS = "champions"
"""The phase with which a bout begins."""


class BoutResult(NamedTuple):
    """The result of a bout."""

    clause: str
    winner: Side | None
    reason: str


def decided(table: Table) -> Step | None:
    """``TC-23``, ``TC-30``  Return the step that ends the bout if a champion is out."""
    if not table.losses:
        return None
    return partial(ends, verdict=_fallen(table))


def _fallen(table: Table) -> BoutResult:
    lost = [loss.side for loss in table.losses]
    out = any(loss.how is How.PUSHED for loss in table.losses)
    clause = "TC-23" if out else "TC-30"
    if len(set(lost)) > 1:
        return BoutResult(clause, None, "both champions fell at once")
    how = "was pushed out of the cage" if out else "has no wounds left"
    return BoutResult(clause, table.enemy(lost[0]), f"the other champion {how}")


def reckoning(table: Table) -> Step | None:
    """``TC-31``, ``TC-32``  Return the step that checks the end after a game turn, or None."""
    return reckons if bout_of(table).reckoned != table.clock.round else None


async def reckons(game: Game) -> None:
    """``TC-31``  Roll for standing off; ``TC-32``: then look for the agreed end."""
    bout = bout_of(game.table)
    quiet = quiet_turns(bout.quiet, fought=bout.fought)
    bout = replace(bout, reckoned=game.table.clock.round, quiet=quiet)
    game.do(PAGE.write("TC-31", bout))
    if not bout.fought and stood_off(game, bout.quiet):
        await ends(game, verdict=BoutResult("TC-31", None, "stood off, and lost by both"))
    elif is_agreed_end(game):
        await ends(game, verdict=by_wounds(game.table))
    else:
        game.do(PhaseOver("TC-31"))


def needed(quiet: int) -> int:
    """``TC-31``  Return the roll needed after *quiet* turns without an attack; 1 is sure."""
    return max(1, 7 - quiet)


def stood_off(game: Game, quiet: int) -> bool:
    """``TC-31``  Roll for standing off and return whether it ends the bout.

    It needs 6, then 5 or more, and so on; from the sixth turn without an attack no roll.
    """
    need = needed(quiet)
    if need == 1:
        return True
    by = game.table.first or game.table.sides[0]
    (face,) = game.throw("TC-31", by, "standing off", need=need)
    return face >= need


def is_agreed_end(view: GameView) -> bool:
    """``TC-32``  Return whether the agreed number of turns was played; 0 is none agreed."""
    turns = int(view.rules.options.get("turns", TURNS))
    return 0 < turns <= view.table.clock.round


def by_wounds(table: Table) -> BoutResult:
    """``TC-32``  Return the result by wounds left: more wins, equal is a tie."""
    one, other = (fighter(table, side).wounds for side in table.sides)
    if one == other:
        return BoutResult("TC-32", None, f"{many(one, 'wound')} each at the agreed end")
    winner = table.sides[0] if one > other else table.sides[1]
    reason = f"{many(max(one, other), 'wound')} to {min(one, other)} at the agreed end"
    return BoutResult("TC-32", winner, reason)


async def ends(game: Game, *, verdict: BoutResult) -> None:
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
        game.do(Ended("TC-30", best, f"{many(max(won), 'bout')} to {min(won)}"))
        return
    game.do(BoutBegan("TC-30", number + 1))
    game.do(PAGE.write("TC-30", BoutState(number=number + 1)))
    game.do(PhaseBegan("TC-04", 0, CHAMPIONS, None))
