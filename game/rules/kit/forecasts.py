"""Forecasts: the expected results of an answer, before dice are rolled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.play.decisions import Decision
from game.play.game import GameView
from game.rules.kit.modules import QueryHook
from game.rules.kit.probability import Spread, average
from game.table.events import Reason


@dataclass(frozen=True, slots=True)
class ForecastFigure:
    """One number that somebody may want to know before answering."""

    what: str
    """In a few words: ``"to hit"``, ``"models lost"``."""
    value: float
    """A chance from 0 to 1; where there is a spread, its average."""
    clause: str
    about: str = ""
    """The unit or weapon that it is about."""
    need: int = 0
    """The face or total that a roll needs; 0 if it is about no single roll."""
    reasons: tuple[Reason, ...] = ()
    spread: Spread = ()
    """How likely each number is, from 0 on; empty for a mere chance."""
    more: bool = False
    """Whether it only tells where another figure comes from."""


def counted(
    what: str, spread: Spread, clause: str, about: str = "", reasons: tuple[Reason, ...] = ()
) -> ForecastFigure:
    """Return the figure of something that is counted."""
    return ForecastFigure(what, average(spread), clause, about, reasons=reasons, spread=spread)


@dataclass(frozen=True, slots=True)
class ConsideredAnswer:
    """An answer that somebody thinks of giving, read and perhaps not judged."""

    decision: Decision[Any]
    answer: Any


FORECAST = QueryHook[ConsideredAnswer, ForecastFigure]("what would come of it")


def forecast(
    look: GameView, decision: Decision[Any], answer: Any
) -> tuple[ForecastFigure, ...]:
    """Return all that can be said beforehand about an answer; nothing for most.

    *answer* is a value as ``decision.read`` gives it. The look's table stays as it is.
    """
    return tuple(FORECAST.of(look, ConsideredAnswer(decision, answer)))
