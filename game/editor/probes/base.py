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
from game.view.overlays.shapes import Overlay, OverlayTone

Shares = npt.NDArray[np.float64]
SIDES = Side("one"), Side("other")
"""Of tables on which nobody plays."""


class HeatSquares(NamedTuple):
    """Squares of the board, each as strong as its share, from 0 to 1."""

    squares: Squares
    shares: Shares
    """By rows."""
    tone: OverlayTone


class ProbeResult(NamedTuple):
    """What a probe found out by now."""

    overlays: tuple[Overlay, ...] = ()
    warm: tuple[HeatSquares, ...] = ()
    words: tuple[str, ...] = ()
    """What it comes to, a sentence each."""
    done: float = 1.0
    """How much of it is told, from 0 to 1."""
    refused: str = ""
    """Why it cannot happen on this map; empty if it can."""


class ProbeOptions(NamedTuple):
    """What can be asked of any probe."""

    many: int = 0
    """How often, or which of a few: see ``choices``."""
    seed: int = 1
    """Another one is other luck."""
    at: Point = Point(0.0, 0.0)
    """Where the pointer is, for probes that follow it."""
    scenario: str = ""
    """Whose forces are set up."""


USUAL = ProbeOptions()


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

    asked: ProbeOptions = USUAL

    def tell(self, board: Board) -> Iterator[ProbeResult]:
        """Yield what would happen, each time all that is known."""
        raise NotImplementedError


NICE = 5
"""Whoever draws goes before; but what was asked for is waited for."""
LIVES = 2
"""So many processes may be lost over a question."""


class _Word(NamedTuple):
    number: int
    shown: ProbeResult | None
    """None: there is no more to come."""
    fault: str = ""


def work(line: Connection) -> None:
    """Answer questions until nobody is at the other end of the line."""
    known: MapFile | None = None
    board: Board = BARE
    while True:
        line.send(None)
        while not (told := line.recv_bytes()):
            pass
        number, patch, probe = pickle.loads(zlib.decompress(told))  # noqa: S301  our window
        try:
            if patch is not None:
                known = patched(known, patch)
                board = to_board(known)
            for shown in probe.tell(board):
                line.send(_Word(number, shown))
                if line.poll():
                    break
            line.send(_Word(number, None))
        except OSError:
            raise
        except Exception:  # noqa: BLE001  whatever broke, it is shown, and the next one told
            line.send(_Word(number, None, format_exc()))


class Prober:
    """Ask it, and look at ``shown`` after every ``poll``; nothing here waits."""

    def __init__(self, work: Work = work) -> None:
        """*work*: what the process does."""
        self.shown: ProbeResult | None = None
        """What was told last; what was told of another question stays until there is news."""
        self.changes = 0
        """How often that changed."""
        self.fault = ""
        """What broke; empty if nothing did."""
        self.busy = False
        self._worker = WorkerProcess(work, "probes", NICE)
        self._waits = False
        self._knows: MapFile | None = None
        self._asked: tuple[MapFile, Probe] | None = None
        """What is still to be sent."""
        self._told: tuple[MapFile, Probe] | None = None
        """What was sent last."""
        self._numbers = count(1)
        self._number = 0
        """Of the question; what is told of earlier ones is not heard any more."""
        self._losses = 0

    def ask(self, mapfile: MapFile, probe: Probe) -> None:
        """Ask a question instead of any other."""
        self._losses = 0
        self._ask(mapfile, probe)

    def _ask(self, mapfile: MapFile, probe: Probe) -> None:
        self._asked, self.busy, self.fault = (mapfile, probe), True, ""
        self._number = next(self._numbers)
        self._worker.start()
        if self._told and not self._waits:
            try:
                self._worker.send(STOP)
            except LostError:
                self._reset()

    def forget(self) -> None:
        """Ask nothing more, and show nothing."""
        if self.busy and self._told and not self._waits:
            try:
                self._worker.send(STOP)
            except LostError:
                self._reset()
        self.shown, self.fault, self.busy, self._asked = None, "", False, None
        self.changes += 1
        self._number = next(self._numbers)

    def poll(self) -> None:
        try:
            for word in self._worker.heard():
                self._hear(word)
            if self._asked and self._waits:
                self._send(*self._asked)
        except LostError:
            self._lost()

    def close(self) -> None:
        """End the process; another is started when it is wanted."""
        self._worker.close()
        self._reset()
        self.busy, self._asked = False, None

    def _send(self, mapfile: MapFile, probe: Probe) -> None:
        patch = None if mapfile is self._knows else difference(self._knows, mapfile)
        job = zlib.compress(pickle.dumps((self._number, patch, probe)), 1)
        self._told, self._asked, self._waits = (mapfile, probe), None, False
        self._worker.send(job)
        self._knows = mapfile

    def _hear(self, word: _Word | None) -> None:
        if word is None:
            self._waits = True
        elif word.number == self._number:
            if word.shown is None:
                self.busy, self.fault = False, word.fault
            else:
                self.shown = word.shown
                self.changes += 1

    def _lost(self) -> None:
        """Ask another process, unless the question costs one after another."""
        lost = self._asked or self._told
        self._reset()
        self._losses += 1
        if self.busy and lost and self._losses < LIVES:
            self._ask(*lost)
        elif self.busy:
            self.busy, self._asked = False, None
            self.fault = "the process ended before the question was answered"

    def _reset(self) -> None:
        self._waits, self._knows, self._told = False, None, None
