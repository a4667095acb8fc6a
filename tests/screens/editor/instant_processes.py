"""The editor with what other processes would have told it, without waiting for them."""

from __future__ import annotations

import numpy as np

from game.content.maps import MapFile, to_board
from game.editor.edits.objects import removed
from game.editor.probes.base import Probe, ProbeOptions, Prober, ProbeResult
from game.editor.probes.flood import FloodProbe
from game.editor.trials import FinishedTrial, TrialTally
from game.lab.trial_game import Heat, squares_of
from game.screens.editor.screen import EditorScreen
from game.screens.editor.tabs.probes import ProbesTab
from game.screens.editor.tabs.trial_widgets import HEATS
from game.screens.editor.tabs.trials import TrialsTab
from game.table.records import Side

SCENARIO = "combat_patrol"
SIDES = Side("wardens"), Side("brood")


def games(lost: int, many: int, mapfile: MapFile) -> TrialTally:
    """Return a tally of so many games, of which the first side lost some; one broke."""
    found = TrialTally()
    for seed in range(1, many + 1):
        winner = SIDES[1] if seed <= lost else None if seed % 9 == 0 else SIDES[0]
        found.games[seed] = FinishedTrial(winner, "points", 5 + seed % 3)
    found.faults[many + 1] = "ValueError: no such water"
    squares = squares_of(to_board(mapfile))
    passed = np.fromfunction(
        lambda row, column: (row * column) % 17 * (row > column),
        (squares.rows, squares.columns),
    )
    none = squares.none()
    found.heat = Heat(squares, none, passed.astype(np.int64), none, many)
    return found


def tried(screen: EditorScreen) -> None:
    """Let trial games have been played before an edit and after it."""
    tab, work = screen.dock.of(TrialsTab), screen.workspace
    trials = tab.trials
    trials.scenario = tab.trying.chosen = SCENARIO
    first = next(one.id for _, one in work.map.objects())
    before = work.map
    work.do("Delete a wall", removed(before, (first,)))
    for mapfile, lost in ((before, 30), (work.map, 12)):
        trials._tallies[trials._key(mapfile)] = games(lost, 60, mapfile)
    tab.kind = HEATS[1]


class Told(Prober):
    """Has told the ground that floods, and nothing more."""

    def ask(self, mapfile: MapFile, probe: Probe) -> None:
        shown = next(probe.tell(to_board(mapfile)))
        words = ("Swept away: on 91% of the places; 50% there on average, 50% at most.",)
        self.shown = ProbeResult(shown.overlays, (), words, 0.4)
        self.busy = True

    def poll(self) -> None: ...


def asked(screen: EditorScreen) -> None:
    """Ask what the flood would do."""
    tab = screen.dock.of(ProbesTab)
    tab.prober = Told()
    tab._ask(FloodProbe(ProbeOptions()))
