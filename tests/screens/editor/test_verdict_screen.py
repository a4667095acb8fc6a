"""The screen that says whether a map is fair, with games that were never played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame

from game.content.maps.map_file import MapFile
from game.content.maps.map_library import read_map
from game.editor.trial_games import TrialKey, TrialResult
from game.editor.trial_workers import TrialWorkers
from game.editor.verdict_trials import VerdictTrials
from game.lab.heat_maps import Heat
from game.lab.map_verdicts import LOOKS
from game.lab.squares import Squares
from game.lab.swapped_games import BLOCK, SwappedGame
from game.screens.editor.verdict_screen import FOUND, SCENARIOS, MapVerdictScreen, time_words
from game.widgets.list_box import ListBox
from game.widgets.text_view import Log
from tests.lab.test_map_verdicts import game, won_by_north
from tests.screens.input_driver import Player

MAPS = Path(__file__).parents[3] / "maps"
FIRST, COMBAT = "first_patrol", "combat_patrol"
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


def even(number: int) -> SwappedGame:
    """Return a game of a map on which nothing matters but the dice."""
    return game(number, number // BLOCK % 2, "objective-1 objective-2")


def words_of(screen: MapVerdictScreen) -> str:
    """Return what the list and the log say."""
    rows = screen.panel.known(SCENARIOS)
    log = screen.panel.known(FOUND)
    assert isinstance(rows, ListBox)
    assert isinstance(log, Log)
    told = [span.text for entry in log.entries for span in entry.spans]
    return "\n".join([*(row.detail for row in rows.rows), *told])


def until_over(trials: VerdictTrials) -> None:
    while trials.running:
        trials.poll(0.1)


def test_it_stops_when_it_is_decided_and_names_the_cause(player: Player) -> None:
    trials = VerdictTrials(InstantWorkers())
    titles = [(FIRST, "First patrol"), (COMBAT, "Combat patrol")]
    screen = player.open(MapVerdictScreen(weir_yard(), titles, trials))
    assert player.button("Watch the worst game").reason
    player.key(pygame.K_p)
    until_over(trials)
    player.wait()
    judged = trials.of(TrialKey(screen._face, FIRST))  # noqa: SLF001  the map as games know it
    assert judged
    assert len(judged.games) == LOOKS[0] * BLOCK
    text = words_of(screen)
    assert "Not fair: the north zone wins 88% ±" in text
    assert text.count("Try: ") == 2
    assert "not tried yet" in text
    assert not player.button("Watch the worst game").reason
    player.choose(COMBAT, SCENARIOS)
    assert "Press Find out" in words_of(screen)


def test_all_scenarios_are_judged_one_after_the_other(player: Player) -> None:
    trials = VerdictTrials(InstantWorkers())
    titles = [(FIRST, "First patrol"), (COMBAT, "Combat patrol")]
    screen = player.open(MapVerdictScreen(weir_yard(), titles, trials))
    player.key(pygame.K_a)
    assert len(trials.queue) == 2
    until_over(trials)
    player.wait()
    assert words_of(screen).count("not fair") == 2


def test_a_version_is_compared_with_the_one_before() -> None:
    workers = InstantWorkers()
    trials, before = VerdictTrials(workers), weir_yard()
    trials.start(before, [FIRST])
    until_over(trials)
    after = before.removed([next(one.id for _, one in before.objects())])
    workers.outcome = even
    trials.start(after, [FIRST])
    key = trials.running
    assert key
    assert not [*trials.changes_since(key)]
    until_over(trials)
    words = [one.words for one in trials.changes_since(key)]
    assert any(one.startswith("the north zone: 88% before, 50% now") for one in words)


def test_times_are_told_in_words() -> None:
    assert [time_words(n) for n in (2, 42, 95, 600)] == [
        "5 seconds",
        "40 seconds",
        "2 minutes",
        "10 minutes",
    ]
