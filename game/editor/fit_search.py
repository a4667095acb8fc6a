"""Search for a fit of the current map to a scenario in a background process."""

from __future__ import annotations

from functools import partial

from game.content.maps.map_file import MapFile
from game.editor.map_patches import map_change
from game.editor.scenario_fit import ScenarioFit, fit
from game.editor.workspace import Workspace
from game.workers import BackgroundTask

NICE = 5
"""Niceness of the process, so that the editor has priority."""


class FitSearch:
    """Searches in a background process for the change that a scenario needs.

    Call ``update`` once a frame; it never blocks.
    """

    def __init__(self) -> None:
        lost = "the search for changes ended unexpectedly"
        self.task = BackgroundTask[MapFile, ScenarioFit](
            "fits", NICE, lost=lost, change=map_change
        )
        self.scenario = ""
        """The id of the scenario; empty for none."""
        self._map: MapFile | None = None
        """The map of the running or finished search."""

    def want(self, scenario: str) -> None:
        """Search for another scenario from the next update on; empty to stop."""
        if scenario != self.scenario:
            self.scenario, self._map = scenario, None
            self.task.cancel()

    def update(self, mapfile: MapFile) -> None:
        """Begin a search if the map or the scenario is another one, and collect its result."""
        if self.scenario and mapfile is not self._map:
            self._map = mapfile
            self.task.begin(partial(fit, self.scenario), mapfile)
        self.task.poll()

    def found(self, mapfile: MapFile) -> ScenarioFit | None:
        """Return what was found for this map; None if nothing is wanted or known yet."""
        result = self.task.result
        known = result and mapfile is self._map and result.scenario == self.scenario
        return result if known else None

    @property
    def fault(self) -> str:
        """Traceback of a failed search; empty if none failed."""
        return self.task.fault if self.scenario else ""

    def close(self) -> None:
        """End the process; another one is started when needed."""
        self.task.close()
        self._map = None


def apply_fit(workspace: Workspace, found: ScenarioFit, title: str) -> None:
    """Apply all changes as one entry of the history, and select what differs.

    Raise EditRefusedError if that is impossible.
    """
    old = workspace.map.by_id()
    differing = [one.id for _, one in found.after.objects() if old.get(one.id) != one]
    workspace.do(f"Make it fit for {title}", found.after, differing, mirrored=False)
