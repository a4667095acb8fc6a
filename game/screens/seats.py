"""The players of both sides: people, or bots that think about their answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.bots.match import delegate
from game.bots.protocol import Policy, Thoughts
from game.bots.registry import policy
from game.bots.simple_bots import PassingBot
from game.content.save_format import HUMAN
from game.cores.kit.casualty_order import falls_whole, suggested_casualties
from game.lab.bot_process import NOTHING, Think, Thinking, ThinkingHere
from game.play.decisions import PASS, Choose, CommonKind, Decision
from game.play.left_questions import InterruptPreference, Scope, skips_question
from game.play.session import Session
from game.table.records import Side


class DelegatedPhase(NamedTuple):
    """The questions that a person delegates to a bot: those of one clause in one phase.

    Before the battle it covers all questions of the phase.
    """

    by: Side
    clause: str
    round: int
    phase: str
    type: type[Decision[Any]] | None = None
    """The type of the questions; None for any."""


class DelegatedSeries(NamedTuple):
    """Like questions in a row that a person leaves to the suggestion."""

    asked: tuple[object, ...]
    first: int
    """Index of the first answer, which counts as the person's own."""
    last: int
    """Index of the last answer so far."""


class SuggestedBot(Policy):
    """A bot that takes the only option, or of casualties the suggested one."""

    def think(self, session: Session) -> Thoughts:
        """Think in a single slice; return the suggestion."""
        yield
        return self.answer(session)

    def answer(self, session: Session) -> str:
        """Return the id of the option that the prompt suggests."""
        asked = session.pending
        assert isinstance(asked, Choose)
        if len(asked.options) == 1:
            return asked.options[0].id
        return suggested_casualties(session.table, asked)[0]


class Seats:
    """The player of each side by name, and the thoughts of the bot that has to answer."""

    def __init__(self, names: Mapping[Side, str]) -> None:
        self.names = dict(names)
        self._bots: dict[Side, Policy] = {
            side: policy(name) for side, name in names.items() if name != HUMAN
        }
        self.begin: Think = ThinkingHere
        """Lets a bot begin to think; replaced by a window whose bots think in a process."""
        self._thinking: Thinking | None = None
        self._answer: Any = NOTHING
        self.reason = ""
        """Sentence of the bot about its last answer; empty if it gave none."""
        self.motive = ""
        """Words of the bot on why it chose its last answer; empty if it gave none."""
        self._left: dict[Side, DelegatedPhase] = {}
        self._series: DelegatedSeries | None = None
        self.suggests: tuple[Side, ...] = ()
        """Sides whose casualties fall as suggested, by standing orders."""
        self._orders = dict.fromkeys(self.names, InterruptPreference.WEIGHTY)
        self._passed: tuple[int, ...] = ()
        """Indices of the answers given by standing orders, counted from 0."""

    def orders_of(self, side: Side) -> InterruptPreference:
        """Return when a side's player wants to be asked about interrupts."""
        return self._orders[side]

    def turn_orders(self, side: Side) -> None:
        """Switch a side to its next standing orders."""
        self._orders[side] = self._orders[side].next
        self.forget()

    def by_orders(self, answer: int) -> bool:
        """Return whether the answer at index *answer* was given by standing orders."""
        return answer in self._passed

    def is_bot(self, side: Side) -> bool:
        return side in self._bots

    def leave(self, session: Session, scope: Scope = Scope.PHASE) -> None:
        """Delegate the open question and others of a scope to a bot or to the suggestion."""
        self.drop()
        asked, kind = session.pending, _kind_of(session)
        if asked is None or kind is None:
            return
        if scope in {Scope.PHASE, Scope.TYPE}:
            of_type = type(asked) if scope is Scope.TYPE else None
            self._left[kind.by] = kind._replace(type=of_type)
            return
        given = session.answers_given
        self._series = DelegatedSeries(_like(asked), given, given)
        if scope is Scope.BATTLE and asked.by not in self.suggests:
            self.suggests = (*self.suggests, asked.by)

    def ask_again(self) -> None:
        """End the standing orders for casualties."""
        self.suggests = ()
        self.forget()

    def answers(self, session: Session) -> bool:
        """Return whether a bot has to answer the open question."""
        return self._bot_for(session) is not None

    def _bot_for(self, session: Session) -> Policy | None:
        asked = session.pending
        if asked is None:
            return None
        left = self._left.get(asked.by)
        of_type = left and left.type in {None, type(asked)}
        if left and of_type and left._replace(type=None) == _kind_of(session):
            return delegate(session)
        if asked.by in self._bots:
            return self._bots[asked.by]
        if self._suggests(asked, session):
            return SuggestedBot()
        return PassingBot() if skips_question(self._orders[asked.by], asked) else None

    def _suggests(self, asked: Decision[Any], session: Session) -> bool:
        """Return whether the suggestion answers: by orders, or because no answer matters."""
        if not isinstance(asked, Choose):
            return False
        if len(asked.options) == 1 and asked.options[0].id != PASS:
            return True
        if asked.kind is not CommonKind.CASUALTY:
            return False
        if asked.by in self.suggests or falls_whole(session.table, asked):
            return True
        left = self._series
        follows = left and left.last <= session.answers_given <= left.last + 1
        return bool(left and follows and left.asked == _like(asked))

    @property
    def any_bot(self) -> Policy | None:
        """Return a bot that plays one of the sides; None if people play both."""
        return next(iter(self._bots.values()), None)

    @property
    def people(self) -> list[Side]:
        return [side for side in self.names if side not in self._bots]

    def seat(self, side: Side, name: str) -> None:
        """Give a side to a person, or to the bot of that name, from now on."""
        self.names[side] = name
        self._bots.pop(side, None)
        if name != HUMAN:
            self._bots[side] = policy(name)
        self.forget()

    def accepts_draw(self, side: Side, session: Session, mission: str) -> bool:
        """Return whether the bot that plays a side agrees to a draw."""
        return self._bots[side].accepts_draw(session, mission, side)

    def forget(self) -> None:
        """Discard thoughts and delegated questions, because the game has changed."""
        self.drop()
        self._left.clear()
        self._series = None

    def drop(self) -> None:
        """Discard thoughts."""
        if self._thinking:
            self._thinking.drop()
        self._thinking, self._answer = None, NOTHING

    def think(self, session: Session) -> bool:
        """Let the bot think for a slice of time; return whether its answer is ready."""
        bot = self._bot_for(session)
        if bot is None:
            return False
        if self._answer is not NOTHING:
            return True
        if isinstance(bot, PassingBot | SuggestedBot):
            self._answer, self.reason, self.motive = bot.answer(session), "", ""
            self._note_order(session.answers_given)
            return True
        self._thinking = self._thinking or self.begin(bot, session)
        self._answer = self._thinking.go_on()
        self.reason, self.motive = self._thinking.reason, self._thinking.motive
        return self._answer is not NOTHING

    def _note_order(self, given: int) -> None:
        """Note that the answer at an index is given by orders, not by the person."""
        passed = [n for n in self._passed if n < given]
        if self._series and given <= self._series.last + 1:
            self._series = self._series._replace(last=given)
        own = self._series and self._series.first == given
        self._passed = (*passed,) if own else (*passed, given)

    def say(self) -> Any:
        """Return the answer that is ready, and reset the thoughts."""
        answer = self._answer
        assert answer is not NOTHING
        self._thinking, self._answer = None, NOTHING
        return answer


def _kind_of(session: Session) -> DelegatedPhase | None:
    """Return the kind of the open question; None if there is none."""
    asked, clock = session.pending, session.table.clock
    if asked is None:
        return None
    clause = asked.clause if clock.round else ""
    return DelegatedPhase(asked.by, clause, clock.round, clock.phase)


def _like(asked: Decision[Any]) -> tuple[object, ...]:
    """Return what like questions of one series have in common."""
    return asked.by, asked.kind, asked.clause, getattr(asked, "about", "")
