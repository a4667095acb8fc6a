"""Forecasts: the expected results of an answer, before dice are rolled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from game.play.decisions import Decision
from game.play.game import GameView
from game.rules.kit.modules import QueryHook
from game.rules.kit.probability import Spread, average
from game.table.events import Reason


class FigureKind(Enum):
    """The meaning of a figure, where bots weigh it; its label is for players."""

    WOUNDS_LOST = auto()
    MODELS_LOST = auto()
    LOST_TO_OVERWATCH = auto()
    DESTROYED = auto()
    DAMAGE = auto()
    FLEE = auto()
    ARRIVES = auto()
    SUCCEEDS = auto()
    TAKES_EFFECT = auto()
    DENIED = auto()
    PSYKER_LOST = auto()
    """The psyker dies or goes over to the enemy."""


@dataclass(frozen=True, slots=True)
class ForecastFigure:
    """One number of the forecast of an answer."""

    what: str
    """A short label: ``"to hit"``, ``"models lost"``."""
    value: float
    """A probability from 0 to 1, or the mean of *spread* if there is one."""
    clause: str
    about: str = ""
    """The unit or weapon that the figure is about."""
    need: int = 0
    """The face or total that a roll needs; 0 if the figure is not about a single roll."""
    reasons: tuple[Reason, ...] = ()
    spread: Spread = ()
    """Probability of each number from 0 on; empty if the figure is a single probability."""
    more: bool = False
    """True if the figure only explains another one."""
    kind: FigureKind | None = None
    again: bool = False
    """True if it is the figure after a die is rolled again."""


def counted(
    what: str,
    spread: Spread,
    clause: str,
    about: str = "",
    reasons: tuple[Reason, ...] = (),
    kind: FigureKind | None = None,
    *,
    again: bool = False,
) -> ForecastFigure:
    """Return the figure of a count with its distribution."""
    return ForecastFigure(
        what,
        average(spread),
        clause,
        about,
        reasons=reasons,
        spread=spread,
        kind=kind,
        again=again,
    )


@dataclass(frozen=True, slots=True)
class ConsideredAnswer:
    """An answer under consideration: parsed, but not necessarily legal."""

    decision: Decision[Any]
    answer: Any


FORECAST = QueryHook[ConsideredAnswer, ForecastFigure]("what would come of it")


def forecast(
    view: GameView, decision: Decision[Any], answer: Any
) -> tuple[ForecastFigure, ...]:
    """Return the forecast of an answer; empty for most decisions.

    *answer* is a value as returned by ``decision.read``. The table of *view* is not changed.
    """
    return tuple(FORECAST.of(view, ConsideredAnswer(decision, answer)))
