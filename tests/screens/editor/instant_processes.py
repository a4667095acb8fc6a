"""Results of the editor's worker processes, set without waiting for the processes."""

from __future__ import annotations

import numpy as np

from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.editor.prober import Prober
from game.editor.probes import Probe, ProbeOptions
from game.editor.trial_tallies import FinishedTrial, TrialTally
from game.editor.trials import Trials
from game.lab.heat_maps import Heat
from game.lab.squares import squares_of
from game.screens.editor.heat_legend import HEATS
from game.screens.editor.probes import ProbesTab
from game.screens.editor.screen import EditorScreen
from game.screens.editor.trials import TrialsTab
from game.systems.flood.editor.flood_probe import FloodProbe
from game.table.records import Side

SCENARIO = "combat_patrol"
SIDES = Side("wardens"), Side("brood")


def games(lost: int, many: int, mapfile: MapFile) -> TrialTally:
    """Return a tally of *many* games: the first side loses *lost*, and one more fails."""
    found = TrialTally()
    for seed in range(1, many + 1):
        winner = SIDES[1] if seed <= lost else None if seed % 9 == 0 else SIDES[0]
        found.games[seed] = FinishedTrial(winner, "points", 5 + seed % 3)
        found.records[seed] = b""
    found.faults[many + 1] = "ValueError: no such water"
    squares = squares_of(to_board(mapfile))
    passed = np.fromfunction(
        lambda row, column: (row * column) % 17 * (row > column),
        (squares.rows, squares.columns),
    )
    none = squares.none()
    found.heat = Heat(
        squares, fallen=none, passed=passed.astype(np.int64), fought=none, seen=none, looks=many
    )
    return found


def set_trial_results(screen: EditorScreen) -> None:
    """Set the results of trial games before and after an edit."""
    tab, work = screen.dock.of(TrialsTab), screen.workspace
    trials = tab.trials
    trials.scenario = tab.trying.chosen = SCENARIO
    first = next(one.id for _, one in work.map.objects())
    before = work.map
    work.do("Delete a wall", before.removed((first,)))
    for mapfile, lost in ((before, 30), (work.map, 12)):
        trials._tallies[trials._key(mapfile)] = games(lost, 60, mapfile)  # noqa: SLF001  games that were never played
    tab.kind = HEATS[1]


def tally_of(trials: Trials, mapfile: MapFile) -> TrialTally:
    """Return the tally of a map, to which a test adds games that were never played."""
    return trials._take(trials._key(mapfile))  # noqa: SLF001


class Told(Prober):
    """A prober that has reported only the ground that floods."""

    def ask(self, mapfile: MapFile, probe: Probe) -> None:
        shown = next(probe.run(to_board(mapfile)))
        words = ("Swept away: 91% of tested places; 50% there on average, 50% at most.",)
        self.shown = shown._replace(words=words, done=0.4)
        self.busy = True

    def poll(self) -> None: ...


def start_flood_probe(screen: EditorScreen) -> None:
    """Start the flood probe, with its first result only."""
    tab = screen.dock.of(ProbesTab)
    tab.prober = Told()
    tab._ask(FloodProbe(ProbeOptions()))  # noqa: SLF001  as its buttons do
