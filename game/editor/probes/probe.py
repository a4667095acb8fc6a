"""What every probe is: a question to a map, and what it shows, better and better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from game.geometry.points import Point
from game.lab.trial_game import Squares
from game.table.board import Board
from game.table.records import Side
from game.view.overlays.shapes import Overlay, OverlayTone

Shares = npt.NDArray[np.float64]
SIDES = Side("one"), Side("other")
"""Of tables on which nobody plays."""


class Warm(NamedTuple):
    """Squares of the board, each as strong as its share, from 0 to 1."""

    squares: Squares
    shares: Shares
    """By rows."""
    tone: OverlayTone


class Shown(NamedTuple):
    """What a probe found out by now."""

    overlays: tuple[Overlay, ...] = ()
    warm: tuple[Warm, ...] = ()
    words: tuple[str, ...] = ()
    """What it comes to, a sentence each."""
    done: float = 1.0
    """How much of it is told, from 0 to 1."""
    refused: str = ""
    """Why it cannot happen on this map; empty if it can."""


class Asked(NamedTuple):
    """What can be asked of any probe."""

    many: int = 0
    """How often, or which of a few: see ``choices``."""
    seed: int = 1
    """Another one is other luck."""
    at: Point = Point(0.0, 0.0)
    """Where the pointer is, for probes that follow it."""
    scenario: str = ""
    """Whose forces are set up."""


USUAL = Asked()


@dataclass(frozen=True, slots=True)
class Probe:
    """A question to a map. It is sent to another process; the same one shows the same."""

    name: ClassVar[str]
    hint: ClassVar[str]
    choices: ClassVar[tuple[str, ...]] = ()
    """What *many* can be, from 0 on; empty: there is nothing to choose."""
    lucky: ClassVar[bool] = False
    """Whether another seed shows something else."""
    follows: ClassVar[bool] = False
    """Whether it is about where the pointer is."""

    asked: Asked = USUAL

    def tell(self, board: Board) -> Iterator[Shown]:
        """Yield what would happen, each time all that is known."""
        raise NotImplementedError
