"""The ways on from a question to the move of a unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from game.cores.kit.queries import (
    REACHES,
    ConsideredAnswer,
    MoveOutcomes,
    TableView,
    forecast,
)
from game.play.decisions import PASS, Choose, CommonKind, Decision, IllegalAnswer, Option
from game.play.dice_sequences import Dice
from game.play.moves.march import March
from game.play.moves.single_move import Steer
from game.play.session import Session

INFERRED = (CommonKind.PACE, CommonKind.DIFFICULT)
"""Kinds of questions whose answer follows from where a unit is let go."""
RUN = "run"
"""Option instead of a target that leads to a move."""
MOST_WAYS = 6
BEST = 6
"""The best face of a die."""


@dataclass(frozen=True, slots=True)
class BestDice:
    """Dice that show nothing but sixes from now on: how far a move may go at best."""

    first: Dice
    """The dice of the game."""
    until: int
    """Number of dice that were rolled before."""

    @property
    def seed(self) -> int:
        """Return the seed of the game's dice."""
        return self.first.seed

    def nth(self, n: int) -> int:
        """Return the face of a die that was rolled, else a six."""
        return self.first.nth(n) if n < self.until else BEST


@dataclass(frozen=True, slots=True)
class Way:
    """One way from a pick to a move."""

    answers: tuple[Any, ...]
    """The pick, and the answers to the questions between."""
    asked: Decision[Any]
    """The question for the move, with the distances that the best dice would give."""
    rolls: bool
    """True if dice are rolled before the move."""
    declared: tuple[Option, ...] = ()
    """Options among the answers that cost something."""
    spread: tuple[float, ...] = field(default=(), compare=False)
    """Probability of each number of inches from 0 on; empty if it is not known."""
    adds: bool = False
    """True if those inches are added to the move without dice."""


def ways_on(session: Session, *answers: str) -> list[Way]:
    """Return the ways from answers to a move, the cheapest first; none if no move follows."""
    found, todo = list[Way](), [Way(answers, _asked(session), rolls=False)]
    while todo and len(found) < MOST_WAYS:
        way = todo.pop(0)
        twin = best_case(session, way.answers)
        asked = twin.pending if twin else None
        if twin is None or asked is None or asked.by != way.asked.by:
            continue
        if isinstance(asked, March | Steer):
            rolls = twin.table.rolls != session.table.rolls
            found.append(replace(way, asked=asked, rolls=rolls))
        elif isinstance(asked, Choose):
            todo[:0] = [_declared(twin, way, asked, o) for o in _inferred(asked)]
    return found


def _asked(session: Session) -> Decision[Any]:
    assert session.pending
    return session.pending


def _inferred(asked: Choose) -> list[Option]:
    if asked.kind in INFERRED:
        return [*asked.options]
    return [option for option in asked.options if option.id == RUN]


def _declared(twin: Session, way: Way, asked: Choose, option: Option) -> Way:
    """Return a way on by an option; the first of a kind that is inferred costs nothing."""
    answers = (*way.answers, option.id)
    if option == asked.options[0] and asked.kind in INFERRED:
        return replace(way, answers=answers)
    view = TableView(twin.table, twin.game.rules)
    figures = [f for f in forecast(view, asked, option.id) if f.what.startswith("inches")]
    return replace(
        way,
        answers=answers,
        declared=(*way.declared, option),
        spread=tuple(figures[0].spread) if figures else (),
        adds=bool(figures) and figures[0].what != "inches",
    )


def may_act(session: Session, pick: str) -> bool:
    """Return whether a unit, once picked, has more to choose than to pass."""
    twin = best_case(session, (pick,))
    asked = twin.pending if twin else None
    return not isinstance(asked, Choose) or any(o.id != PASS for o in asked.options)


def foreseen(session: Session, asked: Decision[Any], answer: Any) -> MoveOutcomes | None:
    """Return the possible ends of a move by an answer; None if the rules foresee none."""
    view = TableView(session.table, session.game.rules)
    return next(REACHES.of(view, ConsideredAnswer(asked, answer)), None)


def best_case(session: Session, answers: Sequence[Any]) -> Session | None:
    """Return a copy of the game after answers, with the best dice; None if one is illegal."""
    twin = session.fork(0)
    twin.game.dice = BestDice(session.game.dice, session.table.rolls)
    try:
        for answer in answers:
            twin.answer(answer)
    except (IllegalAnswer, RuntimeError):
        return None
    return twin
