"""Verdicts of the editor whose games were never played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from game.content.maps.map_file import MapFile
from game.content.maps.map_library import read_map
from game.editor.trial_games import TrialKey, TrialResult
from game.editor.trial_workers import TrialWorkers
from game.editor.verdict_trials import VerdictTrials
from game.lab.heat_maps import Heat
from game.lab.squares import Squares
from game.lab.swapped_games import SwappedGame
from game.screens.editor.verdict_screen import MapVerdictScreen
from tests.lab.test_map_verdicts import won_by_north

MAPS = Path(__file__).parents[3] / "maps"
FIRST, COMBAT = "first_patrol", "combat_patrol"
TITLES = [(FIRST, "First patrol"), (COMBAT, "Combat patrol")]
NONE = Squares(1.0, 24, 24).none()
WHOLE = Heat(Squares(1.0, 24, 24), fallen=NONE, passed=NONE, fought=NONE, seen=NONE, looks=1)


class InstantWorkers(TrialWorkers):
    """Plays every game at once, as a function says."""

    def __init__(self) -> None:
        super().__init__(1)
        self.outcome: Callable[[int], SwappedGame] = won_by_north
        self._over = list[tuple[TrialKey, TrialResult]]()

    def hand_out(
        self, key: TrialKey, players: tuple[str, str], next_seed: Callable[[], int | None]
    ) -> None:
        number = next_seed()
        assert number is not None
        played = replace(self.outcome(number), heat=WHOLE)
        self._over.append((key, TrialResult(number, swapped=played)))

    def results(self) -> list[tuple[TrialKey, TrialResult]]:
        found, self._over = self._over, []
        return found


def weir_yard() -> MapFile:
    return read_map(MAPS / "weir-yard.tmj")


def until_over(trials: VerdictTrials) -> None:
    while trials.running:
        trials.poll(0.1)


def judged_screen() -> MapVerdictScreen:
    """Return the screen with verdicts on two versions of a map in one scenario of two."""
    trials, now = VerdictTrials(InstantWorkers()), weir_yard()
    trials.start(now.removed([next(one.id for _, one in now.objects())]), [FIRST])
    until_over(trials)
    screen = MapVerdictScreen(now, TITLES, trials)
    screen.turn()
    until_over(trials)
    return screen
