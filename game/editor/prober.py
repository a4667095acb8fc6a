"""The process that runs the latest probe."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.editor.map_patches import map_change
from game.editor.probes import Probe, ProbeResult
from game.workers import BackgroundTask

NICE = 5
"""Niceness of the process: below the editor, but above other background work."""
_board_of = lru_cache(maxsize=1)(to_board)


class Prober(BackgroundTask[MapFile, ProbeResult]):
    """Runs the latest probe in a worker process; ``poll`` never blocks."""

    def __init__(self) -> None:
        lost = "the simulation ended unexpectedly"
        super().__init__("probes", NICE, lost=lost, change=map_change)
        self.shown: ProbeResult | None = None
        """The latest result; that of an earlier probe stays until a new one arrives."""
        self.changes = 0
        """Number of changes of that result."""

    def ask(self, mapfile: MapFile, probe: Probe) -> None:
        """Start a probe instead of the current one."""
        self.begin(partial(_results, probe), mapfile)

    def forget(self) -> None:
        """Stop the current probe, and drop its result."""
        self.cancel()
        self.shown, self.result = None, None
        self.changes += 1

    def poll(self) -> ProbeResult | None:
        """Collect results, and return the newest of this probe."""
        found = super().poll()
        if found and found is not self.shown:
            self.shown = found
            self.changes += 1
        return found


def _results(probe: Probe, mapfile: MapFile) -> Iterator[ProbeResult]:
    return probe.run(_board_of(mapfile))
