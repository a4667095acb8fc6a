"""One game in progress: drives the rules, and can undo, fork and be saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice, takewhile
from types import CoroutineType
from typing import Any, NamedTuple

from game.play.decisions import Choose, Decision
from game.play.dice import Dice, splice
from game.play.game import Game, Rule, Rules
from game.table.records import Side
from game.table.state import Table


class GivenAnswer(NamedTuple):
    """An answer as it was given."""

    answer: Any
    by: Side
    rolls: int
    """The bookmark in the row of dice when the question stood."""
    events_before: int
    """How long the story was then."""
    sealed: bool = False
    """Whether the question was a sealed one."""


class SessionChange(StrEnum):
    """What was just done to a session."""

    ANSWERED = "answered"
    TAKEN_BACK = "taken back"
    REDONE = "redone"


@dataclass(slots=True)
class Chapter:
    """One step of the rulebook: the table when it opened, and every answer given since."""

    opening: Table
    events_before: int
    answers: list[GivenAnswer] = field(default_factory=list)


GUESSES = 12
"""So many answers a twin chooses among in place of one that is sealed."""


MOST_UNASKED = 5000
"""Steps in a row that may ask nobody: a game in which nobody is asked any more never ends."""


class StuckError(RuntimeError):
    """A step asked nobody and changed nothing, or nobody is asked any more: rules go round."""


class BrokenRuleError(RuntimeError):
    """A rule raised. The game stands where it stood before the answer that broke it."""

    def __init__(self, where: Sequence[str], answer: Any) -> None:
        super().__init__(
            f"{' > '.join(where) or 'the rules'} failed after the answer {answer!r}"
        )
        self.where = tuple(where)
        self.answer = answer


class Session:
    def __init__(
        self,
        rules: Rules,
        table: Table,
        dice: Dice,
        *,
        chapters: Sequence[Chapter] = (),
        story: Sequence[Any] = (),
    ) -> None:
        """Open a game on *table*, which becomes its own, after *chapters* and their *story*."""
        self.game = Game(rules, table, dice, list(story))
        self.pending: Decision[Any] | None = None
        self.chapters: list[Chapter] = list(chapters)
        self.undone: list[tuple[GivenAnswer, Dice]] = []
        self.watch: list[Callable[[SessionChange], None]] = []
        """Called after whatever changed the game: a recorder, a window."""
        self._rule: Rule[None] | None = None
        self._run()

    @property
    def table(self) -> Table:
        return self.game.table

    @property
    def over(self) -> bool:
        return self._rule is None

    def answer(self, answer: Any) -> None:
        """Answer the pending question; raise IllegalAnswer, and nothing has happened."""
        if self.pending is None:
            raise RuntimeError("the game is over; nobody was asked")
        value = self.pending.read(answer)
        self.pending.judge(self.game.table, value)
        self.undone.clear()
        self._tell_or_restore(answer, value)
        self._changed(SessionChange.ANSWERED)

    @property
    def can_take_back(self) -> bool:
        return any(c.answers for c in self.chapters)

    def answers_back(self) -> Iterator[GivenAnswer]:
        """Yield the answers that stand, the last first."""
        for chapter in reversed(self.chapters):
            yield from reversed(chapter.answers)

    @property
    def answers_given(self) -> int:
        """Return how many answers stand."""
        return sum([len(chapter.answers) for chapter in self.chapters])

    @property
    def idle(self) -> int:
        """Return how many answers in a row nothing came of."""
        now = len(self.game.story)
        return sum(1 for _ in takewhile(lambda t: t.events_before == now, self.answers_back()))

    def free_to_take_back(self, answers: int = 1) -> bool:
        """Whether so many answers may be taken back without asking: nobody has seen anything.

        No die has fallen since the first of them was asked for, and nothing sealed was opened.
        """
        told = [*islice(self.answers_back(), answers)]
        if len(told) < answers:
            return False
        opened = [t for t in told if t.sealed and not self._lies_sealed(t)]
        return told[-1].rolls == self.game.table.rolls and not opened

    def _lies_sealed(self, told: GivenAnswer) -> bool:
        return self.sealed and told.sealed and told.events_before == len(self.game.story)

    def take_back(self, luck: int | None = None) -> None:
        """Take the last answer back, and all that came of it.

        With *luck* the row of dice goes on anew from here, for the players have seen it.
        """
        if not self.can_take_back:
            raise RuntimeError("nothing to take back: no answer was given yet")
        dice = self.game.dice
        told = self._step_back()
        self.undone.append((told, dice))
        if luck is not None:
            self.game.dice = splice(self.game.dice, told.rolls, luck)
        self._changed(SessionChange.TAKEN_BACK)

    @property
    def can_redo(self) -> bool:
        return bool(self.undone)

    def redo(self) -> None:
        """Give the answer again that was taken back last, with the dice that it had."""
        told, self.game.dice = self.undone.pop()
        self._tell(told.answer)
        self._changed(SessionChange.REDONE)

    def fork(self, luck: int) -> Session:
        """Return a twin to look ahead in. It rolls other dice: no bot may see the future.

        Nor what the other side has sealed: in its place the twin holds a guess, by *luck*.
        """
        if not self.chapters:
            return Session(self.game.rules, self.game.table.fork(), self.game.dice)
        chapter = self.chapters[-1]
        dice = splice(self.game.dice, self.game.table.rolls, luck)
        twin = Session(self.game.rules, chapter.opening.fork(), dice)
        secret = self.secrets
        for told in chapter.answers:
            twin._tell(twin._guess(luck) if told in secret else told.answer)
        return twin

    @property
    def secrets(self) -> list[GivenAnswer]:
        """Return the sealed answers that whoever is asked now must not know yet."""
        if self.pending is None:
            return []
        by, told = self.pending.by, self.chapters[-1].answers
        return [t for t in told if t.by != by and self._lies_sealed(t)]

    @property
    def sealed(self) -> bool:
        """Whether the question that stands is a sealed one."""
        return is_sealed(self.pending)

    def _guess(self, luck: int) -> Any:
        """Return an answer that might lie sealed where another does."""
        assert self.pending
        might = [*self.pending.samples(self.table, GUESSES)]
        return might[luck % len(might)]

    def where(self) -> list[str]:
        """Name the rules that are waiting, outermost first, for the debug overlay."""
        return _waiting(self._rule)

    def _changed(self, change: SessionChange) -> None:
        for call in self.watch:
            call(change)

    def _step_back(self) -> GivenAnswer:
        """Reopen the last chapter that has an answer, and retell all of it but the last."""
        while not self.chapters[-1].answers:
            self.chapters.pop()
        chapter = self.chapters.pop()
        self.game.table = chapter.opening.fork()
        del self.game.story[chapter.events_before :]
        self._drop_rule()
        self._run()
        self._retell(chapter.answers[:-1])
        return chapter.answers[-1]

    def _tell_or_restore(self, answer: Any, value: Any) -> None:
        """Go on with an answer; if a rule raises, stand again where the question stood."""
        at = len(self.chapters)
        try:
            self._go_on(answer, value)
        except Exception as error:
            where = _raised_in(error)
            del self.chapters[at:]
            self._step_back()
            raise BrokenRuleError(where, answer) from error

    def _retell(self, answers: Sequence[GivenAnswer]) -> None:
        for told in answers:
            self._tell(told.answer)

    def _tell(self, answer: Any) -> None:
        """Go on with an answer that was judged before."""
        assert self.pending
        self._go_on(answer, self.pending.read(answer))

    def _go_on(self, answer: Any, value: Any) -> None:
        """Run the rules on with an answer; *value* is what it was read as."""
        assert self.pending
        game = self.game
        asked = self.pending
        told = GivenAnswer(
            answer, asked.by, game.table.rolls, len(game.story), is_sealed(asked)
        )
        self.chapters[-1].answers.append(told)
        self._run(value)

    def _run(self, answer: Any = None) -> None:
        """Run the rules until they ask somebody or the game is over."""
        first = len(self.chapters)
        while self._rule or self._open_chapter():
            assert self._rule
            try:
                self.pending = self._rule.send(answer)
            except StopIteration:
                self._close_chapter()
                answer = None
                if len(self.chapters) - first > MOST_UNASKED:
                    now = self.game.table.clock
                    raise StuckError(f"nobody is asked any more in {now}") from None
            else:
                return

    def _open_chapter(self) -> bool:
        step = self.game.rules.next_step(self.game.table)
        if step is None:
            return False
        told = len(self.game.story)
        last = self.chapters[-1] if self.chapters else None
        # Where nothing was told since, the table is as it was: it is kept once.
        unchanged = last and last.events_before == told
        opening = last.opening if last and unchanged else self.game.table.fork()
        self.chapters.append(Chapter(opening, told))
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
    return isinstance(asked, Choose) and asked.sealed


def _waiting(rule: object) -> list[str]:
    names = list[str]()
    while isinstance(rule, CoroutineType):
        names.append(rule.cr_code.co_name)
        rule = rule.cr_await
    return names


def _raised_in(error: BaseException) -> list[str]:
    """Name the rules that were running when *error* was raised, outermost first."""
    names, trace = list[str](), error.__traceback__
    while trace:
        names.append(trace.tb_frame.f_code.co_name)
        trace = trace.tb_next
    return [n for n in names if not n.startswith("_") and n not in {"answer", "do"}]
