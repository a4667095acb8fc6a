"""Probes of a map."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from game.content.maps.map_class import MapClass
from game.geometry.points import Point
from game.lab.squares import Squares
from game.table.board import Board
from game.table.events import Event, PieceMoved
from game.table.records import Side
from game.view.overlays import Overlay, OverlayLine, OverlayTone

Shares = npt.NDArray[np.float64]
SIDES = Side("one"), Side("other")
"""Sides of tables on which nothing is played."""


class HeatSquares(NamedTuple):
    """Squares of the board with their strengths, from 0 to 1."""

    squares: Squares
    shares: Shares
    """Strengths by row and column."""
    tone: OverlayTone


class ProbeResult(NamedTuple):
    """The results of a probe so far."""

    overlays: tuple[Overlay, ...] = ()
    warm: tuple[HeatSquares, ...] = ()
    words: tuple[str, ...] = ()
    """Findings in one sentence each."""
    done: float = 1.0
    """Share of the work that is done, from 0 to 1."""
    refused: str = ""
    """Reason why it is impossible on this map; empty if it is possible."""


class ProbeOptions(NamedTuple):
    """Options that any probe can have."""

    many: int = 0
    """A number of times, or the index of a choice: see ``choices``."""
    seed: int = 1
    """Seed of the dice."""
    at: Point = Point(0.0, 0.0)
    """Position of the pointer, for probes that follow it."""
    scenario: str = ""
    """The scenario with the forces to set up."""


DEFAULT_OPTIONS = ProbeOptions()


@dataclass(frozen=True, slots=True)
class Probe:
    """A preview of a game effect on a map, computed in another process.

    Equal probes have equal results.
    """

    name: ClassVar[str]
    hint: ClassVar[str]
    choices: ClassVar[tuple[str, ...]] = ()
    """Names of the values of *many*, from 0 on; empty if there is no choice."""
    lucky: ClassVar[bool] = False
    """True if the result depends on the seed."""
    follows: ClassVar[bool] = False
    """True if the result depends on the position of the pointer."""

    noun: ClassVar[str] = ""
    """The simulated event, with its article: ``a roll``; empty if it simulates none."""
    subject: ClassVar[type[MapClass] | None] = None
    """Class of objects that suggests the probe for a map; None if none does."""

    asked: ProbeOptions = DEFAULT_OPTIONS

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """Yield the results on a board, each replacing the one before."""
        raise NotImplementedError


def trails(story: Iterable[Event], lost: Collection[str] = ()) -> Iterator[Overlay]:
    """Yield the paths of pieces that moved; in a bad tone those of the *lost* ones."""
    for event in story:
        if isinstance(event, PieceMoved):
            tone = OverlayTone.BAD if event.piece in lost else OverlayTone.PLANNED
            for a, b in pairwise(event.path):
                yield OverlayLine(a, b, tone)
