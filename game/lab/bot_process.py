"""A bot's thoughts about one question: in slices in this process, or in a worker process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from traceback import format_exc
from typing import Any, NamedTuple, Protocol, TypeAlias

from game.bots.protocol import Policy
from game.bots.watchdog import DOG, contained
from game.play.dice_sequences import Dice
from game.play.game import Rules
from game.play.session import Chapter, GivenAnswer, Session
from game.table.board import BARE, Board
from game.table.events import Event
from game.table.state import Table
from game.workers import BackgroundTask

SLICE = 0.006
"""Seconds per frame that a bot may think here, and that a new question waits for its answer."""
NOTHING = object()


class Thinking(Protocol):
    """A bot's thoughts about the pending question of a session."""

    reason: str
    """Sentence of the bot about its answer; empty until there is one."""
    motive: str
    """Words of the bot on why it chose its answer; empty until there is one."""

    def go_on(self) -> Any:
        """Return the answer, or ``NOTHING`` yet; raise what the bot raises.

        A call takes a few milliseconds. There is none after the answer.
        """
        ...

    def drop(self) -> None:
        """Stop thinking: the answer is not wanted any more."""


Think: TypeAlias = Callable[[Policy, Session], Thinking]
"""Lets a bot begin to think about the pending question."""


class ThinkingHere(Thinking):
    """Thoughts in this process, a slice at a time."""

    def __init__(self, bot: Policy, session: Session) -> None:
        self._thoughts = bot.reasoned(session)
        self.reason = self.motive = ""

    def go_on(self) -> Any:
        until = perf_counter() + SLICE
        try:
            while perf_counter() < until:
                next(self._thoughts)
        except StopIteration as made_up:
            answer, self.reason, self.motive = made_up.value
            return answer
        return NOTHING

    def drop(self) -> None:
        self._thoughts.close()


class BotError(RuntimeError):
    """A bot failed in its process; the message is that of its own error."""

    def __init__(self, words: str, where: Sequence[str] = (), trace: str = "") -> None:
        """Take the message, the rules that were running, and the traceback in the process."""
        super().__init__(words)
        self.where = tuple(where)
        if trace:
            self.add_note(trace)


class _Thought(NamedTuple):
    """A bot's answer with its reason, or the error that it raised."""

    answer: Any = None
    reason: str = ""
    motive: str = ""
    error: tuple[str, tuple[str, ...], str] | None = None
    """Arguments of a BotError."""


class BotProcess:
    """A worker process in which bots think; no method blocks for longer than a slice.

    The process holds a session of its own: with a question it gets the answers since the last
    one, or the game's state after an undo, or another game. If no process can be started, bots
    think here.
    """

    def __init__(self) -> None:
        lost = "its process ended before it had an answer"
        self.task = BackgroundTask[_Position, _Thought]("bot", lost=lost, change=_change)
        self._newest: _ThinkingThere | None = None

    def think(self, bot: Policy, session: Session) -> Thinking:
        """Let a bot begin to think about the pending question, instead of any earlier one.

        The first call starts the process.
        """
        if self.task.broken:
            return ThinkingHere(bot, session)
        self._newest = _ThinkingThere(self, bot, session)
        return self._newest

    def drop(self, thinking: Thinking) -> None:
        """Cancel these thoughts, unless the process has turned to others."""
        if self._newest is thinking:
            self._newest = None
            self.task.cancel()

    def close(self) -> None:
        """Drop all thoughts and end the process."""
        self._newest = None
        self.task.close()


class _ThinkingThere(Thinking):
    """Thoughts in the worker process."""

    def __init__(self, process: BotProcess, bot: Policy, session: Session) -> None:
        self._process, self._bot, self._session = process, bot, session
        self._here: Thinking | None = None
        self._wait, self.reason, self.motive = SLICE, "", ""
        process.task.begin(partial(_think, bot), _Position.of(session))

    def go_on(self) -> Any:
        if self._here:
            answer = self._here.go_on()
            self.reason, self.motive = self._here.reason, self._here.motive
            return answer
        task = self._process.task
        # Most answers take less than a frame: the first call waits for them.
        thought, self._wait = task.wait(self._wait), 0.0
        if thought is None and task.busy:
            return NOTHING
        if thought is None and task.broken:
            self._here = ThinkingHere(self._bot, self._session)
            return NOTHING
        fault = task.fault
        self.drop()
        if thought is None:
            raise BotError(fault.strip().rpartition("\n")[2], trace=fault)
        if thought.error:
            raise BotError(*thought.error)
        self.reason, self.motive = thought.reason, thought.motive
        return thought.answer

    def drop(self) -> None:
        if self._here:
            self._here.drop()
        else:
            self._process.drop(self)


def _think(bot: Policy, position: _Position) -> Iterator[_Thought | None]:
    try:
        thinking = ThinkingHere(bot, position.session)
        while True:
            with DOG.watching(), contained():
                answer = thinking.go_on()
            if answer is not NOTHING:
                break
            yield None
    except Exception as error:  # noqa: BLE001  whatever it is, a person may take the seat
        yield _Thought(error=(str(error), getattr(error, "where", ()), format_exc()))
    else:
        yield _Thought(answer, thinking.reason, thinking.motive)


@dataclass(frozen=True, slots=True, eq=False)
class _Position:
    """A session as it is at one question, for another process.

    There it holds the session of that process, and nothing else.
    """

    session: Session
    dice: Dice
    chapters: tuple[Chapter, ...] = ()
    """Copies, because the session adds answers to its last chapter."""
    story: tuple[Event, ...] = ()

    @classmethod
    def of(cls, session: Session) -> _Position:
        """Copy what later answers change."""
        chapters = tuple(
            Chapter(c.opening, c.events_before, [*c.answers]) for c in session.chapters
        )
        return cls(session, session.game.dice, chapters, tuple(session.game.story))

    @property
    def answers(self) -> list[GivenAnswer]:
        return [answer for chapter in self.chapters for answer in chapter.answers]


class _State(NamedTuple):
    """All of a position that another process needs to go on from it."""

    rules: Rules
    dice: Dice
    opening: Table
    """The table at the beginning of the last chapter, without its board."""
    board: Board | None
    """With all doors closed; None if it is the board of the process's last position."""
    open_doors: tuple[str, ...]
    """Ids of the doors that are open in the opening."""
    chapters: Sequence[tuple[int, list[GivenAnswer]]]
    """For each chapter the number of events before it, and its answers."""
    story: Sequence[Event]


def _change(old: _Position | None, new: _Position) -> Callable[[_Position | None], _Position]:
    """Send the answers since the old position, or all if the new one does not follow it."""
    same = old is not None and old.session is new.session
    if old and same and old.dice == new.dice:
        before, given = old.answers, new.answers
        if given[: len(before)] == before:
            return partial(_continue, [given.answer for given in given[len(before) :]])
    last = new.chapters[-1]
    opening, board = last.opening.fork(), last.opening.board
    opening.board = BARE
    state = _State(
        new.session.game.rules,
        new.dice,
        opening,
        board=None if same else board.closed or board,
        open_doors=tuple(door.id for door in board.doors if door.is_open),
        chapters=[(c.events_before, c.answers) for c in new.chapters],
        story=new.story[: last.events_before],
    )
    return partial(_reopen, state)


def _continue(answers: Sequence[Any], known: _Position | None) -> _Position:
    assert known
    for answer in answers:
        known.session.answer(answer)
    return known


def _reopen(state: _State, known: _Position | None) -> _Position:
    board = known.session.table.board if known and state.board is None else state.board
    assert board
    state.opening.board = board.with_open_doors(state.open_doors)
    # Bots read no opening but the last: an earlier one would be sent for an undo alone.
    past = [Chapter(state.opening, before, answers) for before, answers in state.chapters]
    last = past.pop()
    session = Session(
        state.rules, state.opening.fork(), state.dice, chapters=past, story=state.story
    )
    for given in last.answers:
        session.answer(given.answer)
    return _Position(session, state.dice)
