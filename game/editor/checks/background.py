"""Checks in a background process, sent as map differences."""

from __future__ import annotations

import pickle
import zlib
from collections import OrderedDict
from itertools import count
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from traceback import format_exc
from typing import NamedTuple

from game.content.maps import MapFile
from game.content.maps.map_file import MapLayer, MapObject
from game.content.maps.spot_classes import Board
from game.editor.checks.findings import CheckReport, judge
from game.lab.background_process import STOP, LostError, Work, WorkerProcess


class Patch(NamedTuple):
    board: Board
    width: int
    height: int
    layers: tuple[tuple[MapLayer, tuple[int | MapObject, ...]], ...]
    """Layers without objects, each with its objects: by id if they are unchanged."""

    @property
    def size(self) -> int:
        """Return the number of objects that the patch carries."""
        return sum(not isinstance(one, int) for _, objects in self.layers for one in objects)


def difference(old: MapFile | None, new: MapFile) -> Patch:
    """Return the difference from the old map, or from nothing, to the new one."""
    known = {one.id: one for _, one in old.objects()} if old else {}
    layers = tuple(
        (
            layer.model_copy(update={"objects": ()}),
            tuple(one.id if known.get(one.id) is one else one for one in layer.objects),
        )
        for layer in new.layers
    )
    return Patch(new.board, new.width, new.height, layers)


def patched(old: MapFile | None, patch: Patch) -> MapFile:
    """Return the new map, given the old one and the difference."""
    known = {one.id: one for _, one in old.objects()} if old else {}
    layers = tuple(
        layer.model_copy(
            update={"objects": tuple(known[o] if isinstance(o, int) else o for o in objects)}
        )
        for layer, objects in patch.layers
    )
    return MapFile.model_construct(
        board=patch.board, width=patch.width, height=patch.height, layers=layers
    )


SETTLE_SECONDS = 0.12
"""Seconds for which a map must stay unchanged before it is checked."""
OUTDATED_CHECK_SECONDS = 2.0
"""Seconds that a check of an outdated map may go on before its process is ended."""
LIVES = 3
"""Number of processes that may be lost over a map before its checks are given up."""
MAX_REPORTS = 30
"""Maximum number of maps for which reports are kept."""
LARGE = 60
"""Number of changed objects above which packing takes longer than a frame can spare."""
NICE = 10
"""Niceness of the process, so that the editor has priority."""


class _Job(NamedTuple):
    number: int
    map: MapFile
    packed: bytes


class _Word(NamedTuple):
    """A message of the process; *report* is None if the check failed."""

    number: int
    report: CheckReport | None
    fault: str = ""


def work(line: Connection) -> None:
    """Check maps until the connection is closed."""
    known: MapFile | None = None
    while True:
        line.send(None)
        while not (data := line.recv_bytes()):
            pass
        number, patch = pickle.loads(zlib.decompress(data))  # noqa: S301  our own window
        known = patched(known, patch)
        try:
            for report in judge(known):
                if report:
                    line.send(_Word(number, report))
                if line.poll():
                    break
        except OSError:
            raise
        except Exception:  # noqa: BLE001  whatever broke, it is shown, and the next map checked
            line.send(_Word(number, None, format_exc()))


class LiveChecks:
    """Checks of the current map in a background process.

    Call ``update`` once a frame; ``report`` is the state of knowledge about the map.
    """

    def __init__(self, work: Work = work) -> None:
        """*work*: the function that the process runs."""
        self.report = CheckReport()
        """The latest report."""
        self.map: MapFile | None = None
        """The map that the report is about."""
        self.fault = ""
        """Traceback of a failed check; empty if none failed."""
        self._worker = WorkerProcess(work, "checks", NICE)
        self._waits = False
        self._knows: MapFile | None = None
        """The map that the process has."""
        self._asked: tuple[int, MapFile] | None = None
        """The job that the process is working on."""
        self._wanted: MapFile | None = None
        self._still = self._stale = 0.0
        """Seconds since the map changed, and since the running check is outdated."""
        self._packing: SimpleQueue[_Job] | None = None
        self._numbers = count(1)
        self._losses = 0
        self._kept: OrderedDict[int, tuple[MapFile, CheckReport]] = OrderedDict()

    def update(self, seconds: float, mapfile: MapFile) -> None:
        """Advance by *seconds* with the current map; never blocks."""
        if mapfile is not self._wanted:
            self._wanted, self._still, self._losses, self.fault = mapfile, 0.0, 0, ""
            if kept := self._kept.get(id(mapfile)):
                self.map, self.report = kept
        else:
            self._still += seconds
        try:
            for word in self._worker.messages():
                self._receive(word)
            self._go_on(seconds)
        except LostError:
            self._lost()

    def is_of(self, mapfile: MapFile) -> bool:
        """Return whether the report is about this map and complete."""
        return self.map is mapfile and (self.report.is_whole or bool(self.fault))

    def close(self) -> None:
        """End the process; another one is started when needed."""
        self._worker.close()
        self._waits, self._knows, self._asked, self._packing = False, None, None, None

    def _go_on(self, seconds: float) -> None:
        assert self._wanted
        if self._asked and self._asked[1] is not self._wanted:
            self._let_go(seconds)
        known = self.is_of(self._wanted)
        if known or self._asked or self._losses >= LIVES or self._still < SETTLE_SECONDS:
            return
        self._worker.start()
        if self._packing and not self._packing.empty():
            self._send(self._packing.get())
        elif self._waits and self._packing is None:
            self._pack(self._wanted)

    def _let_go(self, seconds: float) -> None:
        """Ask the process to stop its outdated check; end it if it takes too long."""
        if not self._stale:
            self._worker.send(STOP)
        self._stale += seconds
        if self._stale > OUTDATED_CHECK_SECONDS:
            self.close()
            self._stale = 0.0

    def _pack(self, mapfile: MapFile) -> None:
        number, patch = next(self._numbers), difference(self._knows, mapfile)
        if patch.size <= LARGE:
            self._send(_packed(number, mapfile, patch))
            return
        self._packing = SimpleQueue()
        found = self._packing, number, mapfile, patch
        Thread(target=_pack, args=found, name="packing", daemon=True).start()

    def _send(self, job: _Job) -> None:
        self._packing, self._waits = None, False
        self._asked, self._stale = (job.number, job.map), 0.0
        self._worker.send(job.packed)
        self._knows = job.map

    def _receive(self, word: _Word | None) -> None:
        if word is None:
            self._waits, self._asked, self._stale = True, None, 0.0
        elif self._asked and word.number == self._asked[0]:
            self._losses = 0
            mapfile = self._asked[1]
            if word.report and word.report.is_whole:
                self._keep(mapfile, word.report)
            if mapfile is self._wanted:
                self.map, self.fault = mapfile, word.fault
                self.report = word.report or self.report

    def _keep(self, mapfile: MapFile, report: CheckReport) -> None:
        self._kept[id(mapfile)] = mapfile, report
        if len(self._kept) > MAX_REPORTS:
            self._kept.popitem(last=False)

    def _lost(self) -> None:
        """Reset the lost process; give up if the map has cost too many."""
        self._losses += 1
        self.close()
        if self._losses >= LIVES:
            self.map = self._wanted
            self.fault = f"the map check crashed {LIVES} times"


def _packed(number: int, mapfile: MapFile, patch: Patch) -> _Job:
    return _Job(number, mapfile, zlib.compress(pickle.dumps((number, patch)), 1))


def _pack(done: SimpleQueue[_Job], number: int, mapfile: MapFile, patch: Patch) -> None:
    done.put(_packed(number, mapfile, patch))
