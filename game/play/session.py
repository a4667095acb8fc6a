"""A session, which runs the rules of one game in progress.

It can be undone, forked and saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice, takewhile
from types import CoroutineType
from typing import Any, NamedTuple

from game.play.decisions import Choose, Decision
from game.play.dice_sequences import Dice, splice
from game.play.game import Game, Rule, Rules
from game.table.records import Side
from game.table.state import Table

GUESSES = 12
"""Number of possible answers from which a fork guesses a sealed one."""
MAX_STEPS_UNASKED = 5000
"""Maximum steps in a row without a question; more mean that the game never ends."""


class GivenAnswer(NamedTuple):
    """An answer as it was given."""

    answer: Any
    by: Side
    rolls: int
    """Number of dice rolled when the question was asked."""
    events_before: int
    """Length of the event log at that time."""
    sealed: bool = False
    """True if the question was a sealed one."""


class SessionChange(StrEnum):
    """The kind of the last change of a session."""

    ANSWERED = "answered"
    TAKEN_BACK = "taken back"
    REDONE = "redone"


@dataclass(slots=True)
class Chapter:
    """One step of the rules: the table at its start, and the answers given since."""

    opening: Table
    events_before: int
    answers: list[GivenAnswer] = field(default_factory=list)


class StuckError(RuntimeError):
    """A step asked nothing and changed nothing, or no question comes any more."""


class BrokenRuleError(RuntimeError):
    """A rule raised an exception; the game is back at the question before that answer."""

    def __init__(self, where: Sequence[str], answer: Any) -> None:
        super().__init__(
            f"{' > '.join(where) or 'the rules'} failed after the answer {answer!r}"
        )
        self.where = tuple(where)
        self.answer = answer


class Session:
    """A game running in memory, driven by answers."""

    def __init__(
        self,
        rules: Rules,
        table: Table,
        dice: Dice,
        *,
        chapters: Sequence[Chapter] = (),
        story: Sequence[Any] = (),
    ) -> None:
        """Open a game on *table*, which it then owns, after *chapters* and their events."""
        self.game = Game(rules, table, dice, list(story))
        self.pending: Decision[Any] | None = None
        self.chapters: list[Chapter] = list(chapters)
        self.undone: list[tuple[GivenAnswer, Dice]] = []
        self.watch: list[Callable[[SessionChange], None]] = []
        """Called after each change of the game: by a recorder, a window."""
        self._rule: Rule[None] | None = None
        self._run()

    @property
    def table(self) -> Table:
        """Return the table; callers must not change it."""
        return self.game.table

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self._rule is None

    def answer(self, answer: Any) -> None:
        """Answer the pending question.

        Raise IllegalAnswer for an illegal answer, BrokenRuleError if a rule raises: the game is
        then as before. Raise RuntimeError if the game is over.
        """
        if self.pending is None:
            raise RuntimeError("the game is over; nobody was asked")
        value = self.pending.read(answer)
        self.pending.judge(self.game.table, value)
        self.undone.clear()
        self._continue_or_restore(answer, value)
        self._changed(SessionChange.ANSWERED)

    @property
    def can_take_back(self) -> bool:
        return any(c.answers for c in self.chapters)

    def answers_back(self) -> Iterator[GivenAnswer]:
        """Yield the answers that were not undone, the last first."""
        for chapter in reversed(self.chapters):
            yield from reversed(chapter.answers)

    @property
    def answers_given(self) -> int:
        """Return the number of answers that were not undone."""
        return sum([len(chapter.answers) for chapter in self.chapters])

    @property
    def idle(self) -> int:
        """Return the number of last answers since the last event."""
        now = len(self.game.story)
        return sum(1 for _ in takewhile(lambda t: t.events_before == now, self.answers_back()))

    def free_to_take_back(self, answers: int = 1) -> bool:
        """Return whether *answers* may be undone without asking: they revealed nothing.

        No die was rolled since the first of them was asked for, and no sealed answer was
        revealed.
        """
        given = [*islice(self.answers_back(), answers)]
        if len(given) < answers:
            return False
        opened = [t for t in given if t.sealed and not self._lies_sealed(t)]
        return given[-1].rolls == self.game.table.rolls and not opened

    def _lies_sealed(self, answer: GivenAnswer) -> bool:
        return self.sealed and answer.sealed and answer.events_before == len(self.game.story)

    def undo(self, luck: int | None = None) -> None:
        """Undo the last answer and all its effects; raise RuntimeError if there is none.

        With *luck* the dice differ from here on, because the players have seen them.
        """
        if not self.can_take_back:
            raise RuntimeError("nothing to undo: no choice was made yet")
        dice = self.game.dice
        answer = self._step_back()
        self.undone.append((answer, dice))
        if luck is not None:
            self.game.dice = splice(self.game.dice, answer.rolls, luck)
        self._changed(SessionChange.TAKEN_BACK)

    @property
    def can_redo(self) -> bool:
        """Return whether an undone answer can be given again."""
        return bool(self.undone)

    def redo(self) -> None:
        """Give the answer that was undone last again, with the dice that it had."""
        answer, self.game.dice = self.undone.pop()
        self._continue_with(answer.answer)
        self._changed(SessionChange.REDONE)

    def fork(self, luck: int) -> Session:
        """Return a copy of the game for looking ahead, with other dice.

        The sealed answers of the other side are replaced by guesses derived from *luck*.
        """
        if not self.chapters:
            return Session(self.game.rules, self.game.table.fork(), self.game.dice)
        chapter = self.chapters[-1]
        dice = splice(self.game.dice, self.game.table.rolls, luck)
        twin = Session(self.game.rules, chapter.opening.fork(), dice)
        secret = self.secrets
        for answer in chapter.answers:
            twin._continue_with(twin._guess(luck) if answer in secret else answer.answer)
        return twin

    @property
    def secrets(self) -> list[GivenAnswer]:
        """Return the sealed answers that the side asked now must not know yet."""
        if self.pending is None:
            return []
        by, answers = self.pending.by, self.chapters[-1].answers
        return [t for t in answers if t.by != by and self._lies_sealed(t)]

    @property
    def sealed(self) -> bool:
        """Return whether the pending question is a sealed one."""
        return is_sealed(self.pending)

    def _guess(self, luck: int) -> Any:
        """Return an answer that might be the sealed one."""
        assert self.pending
        might = [*self.pending.samples(self.table, GUESSES)]
        return might[luck % len(might)]

    def where(self) -> list[str]:
        """Return the names of the waiting rules, outermost first, for the debug overlay."""
        return _waiting(self._rule)

    def _changed(self, change: SessionChange) -> None:
        for call in self.watch:
            call(change)

    def _step_back(self) -> GivenAnswer:
        """Reopen the last chapter with an answer, and replay all its answers but the last."""
        while not self.chapters[-1].answers:
            self.chapters.pop()
        chapter = self.chapters.pop()
        self.game.table = chapter.opening.fork()
        del self.game.story[chapter.events_before :]
        self._drop_rule()
        self._run()
        self._replay(chapter.answers[:-1])
        return chapter.answers[-1]

    def _continue_or_restore(self, answer: Any, value: Any) -> None:
        """Continue with an answer; if a rule raises, return to the question."""
        at = len(self.chapters)
        try:
            self._go_on(answer, value)
        except Exception as error:
            where = _raised_in(error)
            del self.chapters[at:]
            self._step_back()
            raise BrokenRuleError(where, answer) from error

    def _replay(self, answers: Sequence[GivenAnswer]) -> None:
        for answer in answers:
            self._continue_with(answer.answer)

    def _continue_with(self, answer: Any) -> None:
        """Continue with an answer that was judged before."""
        assert self.pending
        self._go_on(answer, self.pending.read(answer))

    def _go_on(self, answer: Any, value: Any) -> None:
        """Run the rules on with an answer; *value* is the answer as the decision read it."""
        assert self.pending
        game = self.game
        asked = self.pending
        given = GivenAnswer(
            answer,
            by=asked.by,
            rolls=game.table.rolls,
            events_before=len(game.story),
            sealed=is_sealed(asked),
        )
        self.chapters[-1].answers.append(given)
        self._run(value)

    def _run(self, answer: Any = None) -> None:
        """Run the rules until they ask a question or the game is over."""
        first = len(self.chapters)
        while self._rule or self._open_chapter():
            assert self._rule
            try:
                self.pending = self._rule.send(answer)
            except StopIteration:
                self._close_chapter()
                answer = None
                if len(self.chapters) - first > MAX_STEPS_UNASKED:
                    now = self.game.table.clock
                    raise StuckError(f"nobody is asked any more in {now}") from None
            else:
                return

    def _open_chapter(self) -> bool:
        step = self.game.rules.next_step(self.game.table)
        if step is None:
            return False
        count = len(self.game.story)
        last = self.chapters[-1] if self.chapters else None
        # Without an event since the last chapter the table is unchanged and can be shared.
        unchanged = last and last.events_before == count
        opening = last.opening if last and unchanged else self.game.table.fork()
        self.chapters.append(Chapter(opening, count))
        self._rule = step(self.game)
        return True

    def _close_chapter(self) -> None:
        chapter, rule = self.chapters[-1], self._rule
        self._rule = self.pending = None
        if not chapter.answers and len(self.game.story) == chapter.events_before:
            where = _waiting(rule)
            raise StuckError(f"nothing came of {where} in {self.game.table.clock}")

    def _drop_rule(self) -> None:
        if self._rule:
            self._rule.close()
        self._rule = self.pending = None


def is_sealed(asked: Decision[Any] | None) -> bool:
    """Return whether a question keeps its answer secret until both sides have answered."""
    return isinstance(asked, Choose) and asked.sealed


def _waiting(rule: object) -> list[str]:
    names = list[str]()
    while isinstance(rule, CoroutineType):
        names.append(rule.cr_code.co_name)
        rule = rule.cr_await
    return names


def _raised_in(error: BaseException) -> list[str]:
    """Return the names of the rules running when *error* was raised, outermost first."""
    names, trace = list[str](), error.__traceback__
    while trace:
        names.append(trace.tb_frame.f_code.co_name)
        trace = trace.tb_next
    return [n for n in names if not n.startswith("_") and n not in {"answer", "do"}]
