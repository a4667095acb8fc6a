"""A pursuit forecast computed in this process, for tests that need it at once."""

from __future__ import annotations

from game.lab.background_forecast import BackgroundForecast, Tells
from game.play.dice_sequences import Dice
from game.play.game import GameView
from game.systems.pursuit.forecast import PursuitForecast, perils

PHASES = 20


class Told(BackgroundForecast[PursuitForecast]):
    """A background forecast that computes its whole result synchronously."""

    def __init__(self, phases: int = PHASES) -> None:
        super().__init__()
        self.phases = phases
        self.asked = 0
        self.closed = False

    def compute(self, tells: Tells[PursuitForecast], view: GameView, dice: Dice) -> None:
        del tells
        self.asked += 1
        *_, self.result = perils(view, dice, self.phases)

    def close(self) -> None:
        self.closed = True
