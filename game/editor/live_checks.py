"""Checks of the current map in a background process."""

from __future__ import annotations

from collections import OrderedDict

from game.content.maps.map_file import MapFile
from game.editor.findings import CheckReport
from game.editor.map_checks import judge
from game.editor.map_patches import map_change
from game.workers import BackgroundTask, Work

SETTLE_SECONDS = 0.12
"""Seconds for which a map must stay unchanged before it is checked."""
LIVES = 3
"""Number of processes that may be lost over a map before its checks are given up."""
MAX_REPORTS = 30
"""Maximum number of maps for which reports are kept."""
NICE = 10
"""Niceness of the process, so that the editor has priority."""


class LiveChecks:
    """Checks of the current map in a background process.

    Call ``update`` once a frame; ``report`` is the state of knowledge about the map.
    """

    def __init__(self, work: Work[MapFile, CheckReport] = judge) -> None:
        """*work*: the function that the process runs."""
        self.report = CheckReport()
        """The latest report."""
        self.map: MapFile | None = None
        """The map that the report is about."""
        self.task = BackgroundTask[MapFile, CheckReport](
            "checks", NICE, LIVES, f"the map check crashed {LIVES} times", map_change
        )
        self._work = work
        self._wanted: MapFile | None = None
        self._still = 0.0
        """Seconds since the map changed."""
        self._kept: OrderedDict[int, tuple[MapFile, CheckReport]] = OrderedDict()

    @property
    def fault(self) -> str:
        """Traceback of a failed check; empty if none failed."""
        return self.task.fault

    def update(self, seconds: float, mapfile: MapFile) -> None:
        """Advance by *seconds* with the current map; never blocks."""
        report = self.task.poll() if self.task.busy else None
        if report and self._wanted:
            self.map, self.report = self._wanted, report
            if report.is_whole:
                self._keep(self._wanted, report)
        if self.fault:
            self.map = self._wanted
        if mapfile is not self._wanted:
            self.task.cancel()
            self._wanted, self._still = mapfile, 0.0
            if kept := self._kept.get(id(mapfile)):
                self.map, self.report = kept
        else:
            self._still += seconds
        if not (self.is_of(mapfile) or self.task.busy) and self._still >= SETTLE_SECONDS:
            self.task.begin(self._work, mapfile)

    def is_of(self, mapfile: MapFile) -> bool:
        """Return whether the report is about this map and complete."""
        return self.map is mapfile and (self.report.is_whole or bool(self.fault))

    def close(self) -> None:
        """End the process; another one is started when needed."""
        self.task.close()

    def _keep(self, mapfile: MapFile, report: CheckReport) -> None:
        self._kept[id(mapfile)] = mapfile, report
        if len(self._kept) > MAX_REPORTS:
            self._kept.popitem(last=False)
