"""The screen that says whether a map is fair, with games that were never played."""

from __future__ import annotations

from threading import current_thread

import pygame
import pytest

from game.background import NAME
from game.content.faults import UnusableFile
from game.editor import verdict_trials
from game.editor.transforms import moved
from game.editor.trial_games import MapContent, TrialKey
from game.editor.verdict_trials import VerdictTrials
from game.lab.map_verdicts import LOOKS
from game.lab.swapped_games import BLOCK, SwappedGame, SwapPlan
from game.screens.editor.map_outline_view import MapOutlineView
from game.screens.editor.verdict_screen import FOUND, SCENARIOS, MapVerdictScreen, time_words
from game.widgets.list_box import ListBox
from game.widgets.text_view import Log
from tests.lab.test_map_verdicts import game
from tests.screens.editor.instant_verdicts import (
    COMBAT,
    FIRST,
    TITLES,
    InstantWorkers,
    until_over,
    weir_yard,
)
from tests.screens.input_driver import Player


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


def boards_of(screen: MapVerdictScreen) -> list[MapOutlineView]:
    """Return the boards that are shown beside each other."""
    return [one for one in screen.panel.widgets if isinstance(one, MapOutlineView)]


def test_it_stops_when_it_is_decided_and_names_the_cause(player: Player) -> None:
    trials = VerdictTrials(InstantWorkers())
    screen = player.open(MapVerdictScreen(weir_yard(), TITLES, trials))
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
    assert trials.proposals(MapContent(weir_yard())) == judged.proposals
    assert "not tried yet" in text
    assert not player.button("Watch the worst game").reason
    player.choose(COMBAT, SCENARIOS)
    assert "Press Find out" in words_of(screen)


def test_games_that_cannot_be_played_are_given_up_with_a_reason(player: Player) -> None:
    trials = VerdictTrials(InstantWorkers())
    screen = player.open(MapVerdictScreen(weir_yard(), TITLES, trials))
    trials.crew.broken = True
    player.key(pygame.K_p)
    player.wait()
    assert trials.running is None
    assert "The worker processes fail to start." in words_of(screen)


def test_all_scenarios_are_judged_one_after_the_other(player: Player) -> None:
    trials = VerdictTrials(InstantWorkers())
    screen = player.open(MapVerdictScreen(weir_yard(), TITLES, trials))
    player.key(pygame.K_a)
    assert len(trials.queue) == 2
    until_over(trials)
    player.wait()
    assert words_of(screen).count("not fair") == 2


def test_a_version_is_compared_with_the_one_before(player: Player) -> None:
    workers = InstantWorkers()
    trials, before = VerdictTrials(workers), weir_yard()
    trials.start(before, [FIRST])
    until_over(trials)
    (gone, moving) = [one for _, one in before.objects()][:2]
    now = moved(moving, 0.0, 1.0)
    after = before.removed([gone.id]).replaced([now])
    workers.outcome = even
    trials.start(after, [FIRST])
    key = trials.running
    assert key
    assert not [*trials.changes_since(key)]
    until_over(trials)
    words = [one.words for one in trials.changes_since(key)]
    assert any(one.startswith("the north zone: 88% before, 50% now") for one in words)

    screen = player.open(MapVerdictScreen(after, TITLES, trials))
    one, other = boards_of(screen)
    assert (one.map, one.chosen, one.wrong) == (before, [], [gone, moving])
    assert (other.map, other.chosen, other.wrong) == (after, [now], [])
    player.choose(COMBAT, SCENARIOS)
    player.wait()
    assert not boards_of(screen)


def test_plans_are_made_beside_the_window_and_a_refusal_is_told(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    makers = list[str]()

    def refuse(key: object) -> SwapPlan:
        makers.append(current_thread().name)
        raise UnusableFile("weir-yard", [("", "it has no water")])

    monkeypatch.setattr(verdict_trials, "cached_plan", refuse)
    trials = VerdictTrials(InstantWorkers())
    screen = player.open(MapVerdictScreen(weir_yard(), TITLES, trials))
    player.key(pygame.K_a)
    until_over(trials)
    player.wait()
    assert makers == [NAME] * 2
    assert "Not playable: weir-yard: it has no water" in words_of(screen)
    assert words_of(screen).count("cannot be played") == 2
    monkeypatch.undo()
    player.key(pygame.K_a)
    until_over(trials)
    player.wait()
    assert words_of(screen).count("not fair") == 2


def test_times_are_told_in_words() -> None:
    assert [time_words(n) for n in (2, 42, 95, 600)] == [
        "5 seconds",
        "40 seconds",
        "2 minutes",
        "10 minutes",
    ]
