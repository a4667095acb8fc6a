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
    targets: tuple[str, ...] = ()
    """Ids on the board of everything that the probe can be about."""


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
    target: str = ""
    """Id on the board of the object that it is about; empty for all of them."""


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
    about: ClassVar[tuple[type[MapClass], ...]] = ()
    """Classes of the objects that it can be about singly."""
    every: ClassVar[str] = "All of them"
    """Label of the choice that is about no single target."""

    asked: ProbeOptions = DEFAULT_OPTIONS

    def run(self, board: Board) -> Iterator[ProbeResult]:
        """Yield the results on a board, each with the targets that the board offers."""
        targets = tuple(self.targets(board))
        known = self.asked.target in targets
        asked = self.asked if known else self.asked._replace(target="")
        for result in type(self)(asked).results(board):
            yield result._replace(targets=targets)

    def targets(self, board: Board) -> Iterable[str]:
        """Return the ids of the objects on a board that it can be asked about singly."""
        return ()

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
