"""A recorded game as a screen shows it, played back without a window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.geometry.points import Point
from game.screens.live_game import RecordedGame
from game.screens.recorded_play import RecordedPlay, beside
from game.table.apply import apply
from game.table.events import Event, Moved, PhaseBegan, Wounded
from game.table.state import Table
from tests.tools.toy import REDS, ToyRules, toy_table


@dataclass
class FakeStage:
    """Shows one event in each second."""

    seen: Table
    waiting: list[Event] = field(default_factory=list)
    recalled: Sequence[Event] = ()
    showing: Event | None = None

    @property
    def busy(self) -> bool:
        return bool(self.waiting)

    @property
    def eager(self) -> bool:
        return not self.waiting

    @property
    def waits(self) -> int:
        return len(self.waiting)

    def add(self, events: Sequence[Event]) -> None:
        self.waiting += events

    def play(self, seconds: float) -> Sequence[Event]:
        shown, self.waiting = self.waiting[: int(seconds)], self.waiting[int(seconds) :]
        for event in shown:
            apply(self.seen, event)
        return shown

    def skip(self) -> Sequence[Event]:
        return self.play(len(self.waiting))

    def recall(self, events: Sequence[Event]) -> None:
        self.recalled = events


class FakeBoard:
    def __init__(self, table: Table) -> None:
        self.stage = FakeStage(table.fork())
        self.heard = list[Event]()

    def listen(self, events: Iterable[Event]) -> None:
        self.heard += events

    def restart(self, table: Table) -> None:
        self.stage = FakeStage(table.fork())


@pytest.fixture
def record() -> RecordedGame:
    """Return the record of one turn: a march of two steps, then a wound."""
    opening = toy_table()
    one = next(iter(opening.models))
    events: tuple[Event, ...] = (
        PhaseBegan("", 1, "Move", REDS),
        Moved("", one, (Point(0, 0), Point(1000, 0)), facing=0.0),
        Moved("", one, (Point(1000, 0), Point(2000, 0)), facing=0.0),
        Wounded("", one, 1),
        PhaseBegan("", 1, "Shoot", REDS),
    )
    rules: Any = ToyRules()
    return RecordedGame("Toy", opening, events, rules=rules)


@pytest.fixture
def play(record: RecordedGame) -> RecordedPlay:
    play = RecordedPlay(record)
    play.open(FakeBoard(record.opening))
    return play


def logged(play: RecordedPlay) -> list[Event]:
    return [entry.event for entry in play.event_log.lines if entry.event]


def test_steps_of_a_march_are_shown_together_and_logged_as_they_are_seen(
    play: RecordedPlay, record: RecordedGame
) -> None:
    play.update(0.0)
    assert (play.count, logged(play)) == (1, [])

    play.update(1.0)
    assert (play.count, len(logged(play))) == (1, 1)

    play.update(1.0)
    assert (play.count, play.board.stage.waits) == (3, 1)

    for _ in range(9):
        play.update(1.0)
    assert play.is_over
    assert not play.playing
    assert play.board.stage.seen.models == record.at(5).models
    assert isinstance(play.board, FakeBoard)
    assert play.board.heard == [*record.events]


def test_a_jump_shows_the_table_then_and_forgets_what_comes_later(
    play: RecordedPlay, record: RecordedGame
) -> None:
    play.jump(99)
    assert (play.count, play.is_over) == (5, True)

    play.jump(2)

    assert play.board.stage.seen.models == record.at(2).models
    assert {line.count for line in play.event_log.lines} <= {1, 2}
    assert play.story == record.events[:2]


def test_it_plays_on_after_a_jump_but_not_after_a_hop(play: RecordedPlay) -> None:
    play.jump(1)
    assert play.playing

    play.hop((3,), 1)
    assert (play.count, play.playing) == (3, False)


def test_a_step_ends_what_is_shown_or_else_shows_one_more_beat(play: RecordedPlay) -> None:
    play.update(0.0)
    play.step_on()
    assert (play.count, play.board.stage.busy) == (1, False)

    play.step_on()
    assert (play.count, play.board.stage.busy, play.playing) == (3, False, False)

    play.step_back()
    assert play.count == 1


def test_at_its_end_it_plays_from_the_start_again(play: RecordedPlay) -> None:
    play.turn()
    assert not play.playing

    play.jump(play.most)
    play.turn()

    assert (play.count, play.playing) == (0, True)


def test_it_says_which_of_the_events_is_shown(play: RecordedPlay) -> None:
    assert play.words.endswith("event 0 of 5")

    play.jump(4)
    assert play.words.endswith("event 4 of 5")
    assert "Move" in play.words


def test_nobody_is_asked_and_nothing_is_announced(play: RecordedPlay) -> None:
    assert play.prompt is None
    assert play.debugged is None
    assert play.orders_of(REDS) is None
    assert (play.people, play.is_running, play.is_new) == ((), False, False)


def test_the_next_of_some_moments_and_the_one_before() -> None:
    counts = (3, 7, 12)

    assert [beside(counts, now, 1, 20) for now in (0, 3, 6, 7, 12)] == [3, 7, 7, 12, 20]
    assert [beside(counts, now, -1, 20) for now in (20, 12, 8, 7, 3)] == [12, 7, 7, 3, 0]
