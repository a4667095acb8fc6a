"""A running game as one screen shows it, without a window."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from game.bots.registry import HELPER, POLICIES
from game.content.save_format import HUMAN
from game.play.dice_sequences import Dice
from game.play.game import Rules
from game.play.left_questions import InterruptPreference, Scope
from game.play.log.wording import side_does, side_name, the_side, turn_word
from game.screens.battle.adviser import Adviser
from game.screens.battle.playback import Playback
from game.screens.battle.shown_play import DebugSubject
from game.screens.battle.spotlight import Spotlight
from game.screens.battle.undo_steps import UndoStep, step_back
from game.screens.live_game import LiveGame
from game.shown.event_log import EventLog
from game.shown.question import GameMoment, PlaybackState
from game.table.events import Event
from game.table.records import Side
from game.table.state import Table

FIRST_ANSWERS = 10
"""Number of answers from which on a game is not new any more."""
SIGN_SECONDS = 0.3
"""Seconds that a bot may think before a sign says so; signs of quick answers would flicker."""


class OpenPrompt(Protocol):
    """The draft of a person's answer, as the game needs to know it."""

    hint: str
    looks: int

    @property
    def subject(self) -> str: ...

    @property
    def can_undo(self) -> bool: ...

    def undo(self) -> None: ...

    @property
    def can_redo(self) -> bool: ...

    def redo(self) -> None: ...

    def propose(self, answer: Any) -> str: ...


P = TypeVar("P", bound=OpenPrompt)


class Awaited(Enum):
    """The next thing to happen in a game."""

    BOT = auto()
    PERSON = auto()
    PLAYBACK = auto()
    """Nobody is asked until all events were shown."""
    NOTHING = auto()
    """The game is over, and all of it was shown."""


class BattlePlay(Generic[P]):
    """A running game with the open question and the playback of its events."""

    def __init__(self, live_game: LiveGame, event_log: EventLog) -> None:
        self.live_game, self.session = live_game, live_game.session
        self.seats, self.event_log = live_game.seats, event_log
        event_log.captions.motives = live_game.motives
        self.playback = Playback(self.session, event_log)
        self.spotlight, self.adviser = Spotlight(), Adviser()
        self.prompt: P | None = None
        """The question to a person; None while no person is asked."""
        self.ended = False
        """True once the result was shown."""
        self.waited = 0.0
        """Seconds for which a bot has been thinking while nothing was shown."""
        self.luck = 0
        """Number of undos past dice; each goes on with different dice."""

    @property
    def game(self) -> LiveGame:
        return self.live_game

    @property
    def rules(self) -> Rules:
        return self.session.game.rules

    @property
    def people(self) -> Sequence[Side]:
        """Return the sides that people play."""
        return self.seats.people

    @property
    def is_running(self) -> bool:
        return True

    @property
    def debugged(self) -> DebugSubject:
        """Return the session with the seed and the file of the game."""
        path, seed = self.live_game.path, self.live_game.battle.seed
        return DebugSubject(self.session, seed, path.name if path else "")

    @property
    def decided(self) -> bool:
        """Return whether there is a result, by the rules or by agreement."""
        return self.live_game.result is not None

    @property
    def story(self) -> Sequence[Event]:
        """Return all events so far, even those that are not shown yet."""
        return self.session.game.story

    @property
    def opening(self) -> Table:
        """Return the table before the first event."""
        return self.session.chapters[0].opening

    @property
    def shown(self) -> int:
        """Return the number of events of the story that the table shows."""
        return self.playback.shown

    @property
    def dice(self) -> Dice:
        """Return the game's dice, which must not be consumed."""
        return self.session.game.dice

    @property
    def is_new(self) -> bool:
        """Return whether so few answers were given that the main action needs a sign."""
        # Each frame asks, and a long game has hundreds of answers.
        return len([*islice(self.session.answers_back(), FIRST_ANSWERS)]) < FIRST_ANSWERS

    @property
    def title(self) -> str:
        """Return the scenario and the turn, as a name for a save: ``"Skirmish, turn 2"``."""
        table = self.session.table
        turn = f"{turn_word(table)} {table.clock.round}"
        return f"{self.live_game.title}, {turn}"

    @property
    def key(self) -> object:
        """Return a key of the shown table's state, for comparison and caching."""
        return self.playback.shown, id(self.session.pending)

    def moment(self, table: Table, playback: PlaybackState) -> GameMoment:
        """Return the state of this frame; *table*: the one that is shown."""
        asked, caption = self.session.pending, self.event_log.caption
        return GameMoment(
            table=table,
            asked=asked,
            playback=playback,
            decided=self.decided,
            people=self.seats.people,
            bot=self.bot_of(asked.by) if asked and self.thinks_long else "",
            reason=self.seats.reason,
            caption=caption.text if caption and not self.seats.people else "",
        )

    @property
    def thinks_long(self) -> bool:
        """Return whether a bot has been thinking for so long that a sign should say so."""
        return self.waited > SIGN_SECONDS

    def bot_of(self, side: Side) -> str:
        """Return the label of the bot that answers for a side."""
        name = self.seats.names[side]
        return POLICIES.described(HELPER if name == HUMAN else name).label

    def note(self, words: str) -> None:
        """Add a note to the log, after the events shown so far."""
        self.event_log.note(words, self.playback.shown)

    def enemy(self, side: Side) -> Side:
        return self.session.table.enemy(side)

    # The course of the game.

    def awaited(self, *, busy: bool) -> Awaited:
        """Return what the game waits for; *busy*: events are still being shown."""
        asked = None if self.decided else self.session.pending
        if asked is not None and self.seats.answers(self.session):
            return Awaited.BOT
        if busy:
            return Awaited.PLAYBACK
        return Awaited.NOTHING if asked is None else Awaited.PERSON

    def wait(self, seconds: float, *, busy: bool) -> Awaited:
        """Count the time for which a bot thinks while nothing else is to be seen.

        Return what the game waits for; *busy*: events are still being shown.
        """
        awaited = self.awaited(busy=busy)
        thinks = not busy and awaited is Awaited.BOT
        self.waited = self.waited + seconds if thinks else 0.0
        return awaited

    def concede(self, side: Side) -> None:
        self.live_game.concede(side)
        self.playback.skip()

    def bot_accepts_draw(self, side: Side) -> bool:
        """Return whether the bot that plays a side agrees to a draw."""
        scenario = self.live_game.battle.scenario
        return self.seats.accepts_draw(side, self.session, scenario.mission)

    def answer_draw(self, by: Side, *, accepts: bool) -> None:
        """Accept or decline the draw that the other side offered."""
        self.note(f"{side_does(by, 'accepts' if accepts else 'declines')} the draw")
        if accepts:
            self.live_game.agree_on_draw()
            self.playback.skip()

    # Seats.

    def seat(self, side: Side, name: str) -> bool:
        """Change the player of a side from now on; return whether it is another one."""
        if self.seats.names[side] == name:
            return False
        self.live_game.seat(side, name)
        player = "A person" if name == HUMAN else f"A bot ({POLICIES.described(name).label})"
        self.note(f"{player} now plays {the_side(side)}")
        return True

    def orders_of(self, side: Side) -> InterruptPreference | None:
        """Return the standing orders of a side; None if no person commands it."""
        return self.seats.orders_of(side) if side in self.seats.people else None

    def leave(self, by: Side, scope: Scope) -> None:
        """Leave a question to a bot or to its suggestion; log a lasting order."""
        self.seats.leave(self.session, scope)
        if scope is Scope.BATTLE:
            self.note(f"{side_name(by)}: casualties as suggested from now on")

    def choose_casualties(self) -> None:
        """Let the people at the screen be asked about casualties again."""
        self.seats.ask_again()
        self.note("You are asked about casualties again")

    # Undo.

    @property
    def undo_step(self) -> UndoStep | None:
        """Return the next undo step; None if no person has answered yet."""
        return step_back(self.live_game)

    def undo(self, step: UndoStep) -> None:
        self.live_game.record()
        self.luck += step.dice
        for n in range(step.answers):
            last = n == step.answers - 1
            self.session.undo(self.luck if last and step.dice else None)
        self.live_game.motives.drop(len(self.story))
        self.seats.forget()
        self.prompt, self.ended, self.live_game.settled = None, False, None
        self.playback.restart()

    def redo(self) -> None:
        """Redo the answers up to the next one of a person."""
        self.seats.forget()
        self.live_game.record()
        while self.session.can_redo:
            self.session.redo()
            more = self.session.answers_given in self.live_game.joined
            if not more and not self.seats.answers(self.session):
                break
        self.prompt = None
