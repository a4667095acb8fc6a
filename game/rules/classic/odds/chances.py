"""Chances of single rolls."""

from __future__ import annotations

from game.play.game import GameView
from game.rules.classic.traits import leadership
from game.rules.kit.dice import Again
from game.rules.kit.probability import SUMS, chance_of_face
from game.table.records import Unit


def succeeds(need: int, again: Again | None) -> float:
    """``CC-04``  Return the chance of a roll whose failures may be taken up once."""
    first = chance_of_face(need)
    return first + (1.0 - first) * chance_of_face(again.need) if again else first


def ends_on_one(need: int, again: Again | None) -> float:
    """Return the chance that a die shows a 1 in the end."""
    return (1.0 - chance_of_face(need)) / 6 if again else 1 / 6


def passes(need: int) -> float:
    """``CC-03``  Return the chance that 2d6 make so much or less; a double 1 always passes."""
    return max(1, sum(SUMS[: max(0, min(12, need)) + 1])) / 36


def nerve(look: GameView, unit: Unit, worse: int = 0) -> float:
    """``CC-03``  Return the chance that a unit passes a Leadership test at -*worse*."""
    if all(m.profile.has("fearless") for m in look.table.of(unit.id)):
        return 1.0
    return passes(leadership(look, unit).now - worse)
