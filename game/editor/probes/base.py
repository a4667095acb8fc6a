"""Probe, its results, and the process that runs probes."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from traceback import format_exc
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from game.content.maps import MapFile, to_board
from game.editor.checks.background import difference, patched
from game.geometry.points import Point
from game.lab.background_process import STOP, LostError, Work, WorkerProcess
from game.lab.trial_game import Squares
from game.table.board import BARE, Board
from game.table.records import Side
from game.view.overlays.overlay_shapes import Overlay, OverlayTone

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

    asked: ProbeOptions = DEFAULT_OPTIONS

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """Yield the results on a board, each replacing the one before."""
        raise NotImplementedError


NICE = 5
"""Niceness of the process: below the editor, but above other background work."""
LIVES = 2
"""Number of processes that may be lost over a probe before it fails."""


class _Word(NamedTuple):
    number: int
    shown: ProbeResult | None
    """None if there is no more to come."""
    fault: str = ""


def work(line: Connection) -> None:
    """Compute probes until the connection is closed."""
    known: MapFile | None = None
    board: Board = BARE
    while True:
        line.send(None)
        while not (data := line.recv_bytes()):
            pass
        number, patch, probe = pickle.loads(zlib.decompress(data))  # noqa: S301  our window
        try:
            if patch is not None:
                known = patched(known, patch)
                board = to_board(known)
            for shown in probe.results(board):
                line.send(_Word(number, shown))
                if line.poll():
                    break
            line.send(_Word(number, None))
        except OSError:
            raise
        except Exception:  # noqa: BLE001  whatever broke, it is shown, and the next one told
            line.send(_Word(number, None, format_exc()))


class Prober:
    """Runs the latest probe in a worker process; ``poll`` never blocks."""

    def __init__(self, work: Work = work) -> None:
        """*work*: the function that the process runs."""
        self.shown: ProbeResult | None = None
        """The latest result; that of an earlier probe stays until a new one arrives."""
        self.changes = 0
        """Number of changes of that result."""
        self.fault = ""
        """Traceback of a failed probe; empty if none failed."""
        self.busy = False
        self._worker = WorkerProcess(work, "probes", NICE)
        self._waits = False
        self._knows: MapFile | None = None
        self._asked: tuple[MapFile, Probe] | None = None
        """The map and probe that are still to be sent."""
        self._shown: tuple[MapFile, Probe] | None = None
        """The map and probe that were last sent."""
        self._numbers = count(1)
        self._number = 0
        """Number of the current probe; results of earlier ones are ignored."""
        self._losses = 0

    def ask(self, mapfile: MapFile, probe: Probe) -> None:
        """Start a probe instead of the current one."""
        self._losses = 0
        self._ask(mapfile, probe)

    def _ask(self, mapfile: MapFile, probe: Probe) -> None:
        self._asked, self.busy, self.fault = (mapfile, probe), True, ""
        self._number = next(self._numbers)
        self._worker.start()
        if self._shown and not self._waits:
            try:
                self._worker.send(STOP)
            except LostError:
                self._reset()

    def forget(self) -> None:
        """Stop the current probe, and drop its result."""
        if self.busy and self._shown and not self._waits:
            try:
                self._worker.send(STOP)
            except LostError:
                self._reset()
        self.shown, self.fault, self.busy, self._asked = None, "", False, None
        self.changes += 1
        self._number = next(self._numbers)

    def poll(self) -> None:
        """Collect results, and send the next probe when the process is ready."""
        try:
            for word in self._worker.messages():
                self._receive(word)
            if self._asked and self._waits:
                self._send(*self._asked)
        except LostError:
            self._lost()

    def close(self) -> None:
        """End the process; another one is started when needed."""
        self._worker.close()
        self._reset()
        self.busy, self._asked = False, None

    def _send(self, mapfile: MapFile, probe: Probe) -> None:
        patch = None if mapfile is self._knows else difference(self._knows, mapfile)
        job = zlib.compress(pickle.dumps((self._number, patch, probe)), 1)
        self._shown, self._asked, self._waits = (mapfile, probe), None, False
        self._worker.send(job)
        self._knows = mapfile

    def _receive(self, word: _Word | None) -> None:
        if word is None:
            self._waits = True
        elif word.number == self._number:
            if word.shown is None:
                self.busy, self.fault = False, word.fault
            else:
                self.shown = word.shown
                self.changes += 1

    def _lost(self) -> None:
        """Repeat the probe in another process, or give up if it cost too many."""
        lost = self._asked or self._shown
        self._reset()
        self._losses += 1
        if self.busy and lost and self._losses < LIVES:
            self._ask(*lost)
        elif self.busy:
            self.busy, self._asked = False, None
            self.fault = "the simulation ended unexpectedly"

    def _reset(self) -> None:
        self._waits, self._knows, self._shown = False, None, None
