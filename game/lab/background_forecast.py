"""The forecast of a position, made in a worker process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from game.cores.kit.queries import TableView
from game.play.dice_sequences import Dice
from game.play.game import GameView, Rules
from game.table.board import BARE, Board
from game.table.state import Table
from game.workers import BackgroundTask, T

Tells: TypeAlias = Callable[[GameView, Dice], Iterator[T]]
"""Yields ever better forecasts of a position; it must be picklable."""


class BackgroundForecast(BackgroundTask[Board, T]):
    """The forecast of a position in a worker process."""

    def __init__(self) -> None:
        super().__init__("forecast", lost="the forecast's process ended before it was done")

    def compute(self, tells: Tells[T], view: GameView, dice: Dice) -> None:
        """Start the forecast of a position as it stands now; drop any earlier one.

        *dice*: the game's dice; the forecast must not use the ones that the game will roll.
        """
        table, board = view.table.fork(), view.table.board
        table.board = BARE
        self.begin(partial(_forecasts, tells, table, view.rules, dice), board)


def _forecasts(
    tells: Tells[T], table: Table, rules: Rules, dice: Dice, board: Board
) -> Iterator[T]:
    table.board = board
    return tells(TableView(table, rules), dice)
