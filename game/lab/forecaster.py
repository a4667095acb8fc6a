"""Forecasts of the flood, told in a process of their own."""

from __future__ import annotations

from functools import partial

from game.lab.background_process import Teller
from game.lab.flood_forecast import FLOODS, forecasts
from game.play.dice import Dice
from game.play.game import GameView
from game.rules.flood.odds import FloodForecast


class Forecaster(Teller[FloodForecast]):
    """Tells what the coming flood would do."""

    def __init__(self, floods: int = FLOODS) -> None:
        super().__init__()
        self.floods = floods

    def start(self, look: GameView, dice: Dice) -> None:
        """Begin with a position as it stands now, instead of any other; see ``forecasts``."""
        self.tell(partial(forecasts, floods=self.floods), look, dice)
