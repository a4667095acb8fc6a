"""A recorded game as one screen plays it back, without a window."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Protocol

from game.lab.turning_points import Swing, sentence
from game.play.dice_sequences import Dice, SeededDice
from game.play.game import Rules
from game.play.left_questions import InterruptPreference
from game.play.log.transcript import heading, line
from game.screens.battle.shown_play import DebugSubject
from game.screens.chance_timeline import ChanceTimeline
from game.screens.live_game import RecordedGame
from game.shown.event_log import EventLog
from game.table.events import Event
from game.table.records import Side
from game.table.state import Table
from game.text.capitals import capital

REMEMBERED = 200
"""Number of log entries shown before the current event after a jump."""


class RecordedStage(Protocol):
    """Shows events one after another, on a table of its own."""

    seen: Table

    @property
    def showing(self) -> Event | None:
        """Return the event that is displayed just now."""

    @property
    def busy(self) -> bool:
        """Return whether events wait, or the last one is still displayed."""
        ...

    @property
    def eager(self) -> bool:
        """Return whether more events may be added, because nothing waits to be seen."""
        ...

    @property
    def waits(self) -> int:
        """Return the number of events not yet played."""
        ...

    def add(self, events: Sequence[Event]) -> None: ...

    def play(self, seconds: float) -> Sequence[Event]: ...

    def skip(self) -> Sequence[Event]: ...

    def recall(self, events: Sequence[Event]) -> None:
        """Restore the lasting effects of events that are not played back."""


class RecordedBoard(Protocol):
    """The board on which a recorded game is shown."""

    @property
    def stage(self) -> RecordedStage: ...

    def listen(self, events: Iterable[Event]) -> None:
        """Play the sounds of events that were just shown."""

    def restart(self, table: Table) -> None:
        """Show another table at once."""


class RecordedPlay:
    """A recorded game in the course of being played back.

    A jump rebuilds the table from the opening.
    """

    board: RecordedBoard

    def __init__(self, game: RecordedGame, *, playing: bool = True) -> None:
        self.game, self.event_log = game, EventLog()
        self.event_log.captions.motives = game.motives
        self.playing = playing
        self.count = 0
        """Number of events given to the stage."""
        self.timeline = ChanceTimeline(game)
        self.dice: Dice = SeededDice(0)

    def open(self, board: RecordedBoard, at: int = 0) -> None:
        """Start on a board that shows the opening, after *at* events."""
        self.board = board
        if at:
            self.jump(at)

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def key(self) -> object:
        """Return a key of the shown table's state, for comparison and caching."""
        return self.count, self.board.stage.busy

    @property
    def prompt(self) -> None:
        """Return None: nobody is asked."""
        return

    @property
    def story(self) -> Sequence[Event]:
        """Return the events that were given to the stage."""
        return self.game.events[: self.count]

    @property
    def opening(self) -> Table:
        """Return the table before the first event."""
        return self.game.opening

    @property
    def shown(self) -> int:
        """Return the number of events of the story that the table shows."""
        return self.count - self.board.stage.waits

    @property
    def people(self) -> Sequence[Side]:
        return ()

    @property
    def is_running(self) -> bool:
        return False

    @property
    def is_new(self) -> bool:
        return False

    @property
    def debugged(self) -> DebugSubject | None:
        return None

    def orders_of(self, side: Side) -> InterruptPreference | None:
        """Return None: nobody gives orders."""
        return None

    @property
    def most(self) -> int:
        """Return the number of events of the game."""
        return len(self.game.events)

    @property
    def is_over(self) -> bool:
        """Return whether all events were shown."""
        return self.count >= self.most and not self.board.stage.busy

    @property
    def swing(self) -> Swing | None:
        """Return the swing of the chances that begins at this event, once it is known."""
        return next((s for s in self.timeline.swings if s.before.at == self.count), None)

    @property
    def words(self) -> str:
        """Return the number of the event, with its words or those of a swing, or the phase."""
        stage, table = self.board.stage, self.board.stage.seen
        clock, swing = table.clock, self.swing
        phase = heading(table, clock.round, clock.phase or "before the battle", clock.side)
        number = f"event {self.count} of {self.most}"
        told = line(stage.showing, table) if stage.showing else ""
        if swing and not told:
            told = sentence(swing, table)
        # Several lines leave no room for the phase, which the header says, too.
        return f"{capital(number)}\n{told}" if told else f"{phase} · {number}"

    # The course of the playback.

    def update(self, seconds: float) -> None:
        """Advance by *seconds* while it plays; it pauses at the end."""
        if not self.playing:
            return
        # A rolling street is given piece by piece; the next beat may come before its end.
        while self.board.stage.eager and self.count < self.most:
            self._play_new_events()
        self._log(self.board.stage.play(seconds))
        if self.is_over:
            self.playing = False

    def turn(self) -> None:
        """Play or pause; at the end, play from the start again."""
        if self.is_over:
            self.jump(0)
            self.playing = True
        else:
            self.playing = not self.playing

    def step_on(self) -> None:
        """Show the next beat at once, and pause."""
        self.playing = False
        if not self.board.stage.busy:
            self._play_new_events()
        self._log(self.board.stage.skip())

    def step_back(self) -> None:
        """Show the game before the last beat, and pause."""
        self.hop(self.game.beats, -1)

    def hop(self, counts: Sequence[int], direction: int) -> None:
        """Jump to the next of some event counts, or to the previous one, and pause."""
        self.stop_at(beside(counts, self.count, direction, self.most))

    def stop_at(self, count: int) -> None:
        """Show the state after *count* events, and pause."""
        self.playing = False
        self.jump(count)

    def jump(self, count: int) -> None:
        """Show the state after *count* events."""
        self.count = min(self.most, max(0, count))
        table = self.game.at(self.count)
        first = max(0, self.count - REMEMBERED)
        self.board.restart(table)
        self.board.stage.recall(self.game.events[: self.count])
        self.event_log.clear()
        self.event_log.add(self.game.events[first : self.count], table, first)
        self.event_log.turn_caption = None
        self.event_log.pick(self.event_log.filter)

    def _play_new_events(self) -> None:
        beat = self.game.beat(self.count)
        self.board.stage.add(beat)
        self.count += len(beat)

    def _log(self, events: Sequence[object]) -> None:
        """Log events that were just shown."""
        if not events:
            return
        stage = self.board.stage
        last = self.count - stage.waits
        story = self.game.events[last - len(events) : last]
        self.board.listen(story)
        self.event_log.add(story, stage.seen, last - len(story))


def beside(counts: Sequence[int], now: int, direction: int, most: int) -> int:
    """Return the next of some counts after *now*, or the last one before it.

    Beyond the counts it is *most*, or 0.
    """
    if direction > 0:
        at = bisect_right(counts, now)
        return counts[at] if at < len(counts) else most
    at = bisect_left(counts, now)
    return counts[at - 1] if at else 0
