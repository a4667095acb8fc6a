"""The steady bot, put together from the parts that systems declare."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from math import sqrt
from typing import Any, TypeAlias

from game.bots.chances.weighing import chances
from game.bots.luck import luck_of
from game.bots.protocol import Policy, ReasonedAnswer, Thoughts
from game.bots.simple_bots import RandomBot
from game.bots.steady.personalities import SteadyWeights
from game.bots.steady.scored_answers import ScoredAnswers
from game.bots.turns import turns_left
from game.play.decisions import Decision
from game.play.game import Game, GameView
from game.play.log.wording import side_does, side_name, the_side
from game.play.session import Session
from game.rules.catalog import points
from game.systems import Parts
from game.table.records import Side, Where
from game.table.state import Table

Judge: TypeAlias = Callable[[Game, Side, Decision[Any], SteadyWeights], Thoughts | None]
"""Function that thinks about a side's question; None if this way to play has no answer.

The thoughts return ``ScoredAnswers``, or an answer if there is nothing to weigh.
"""

JUDGES: Mapping[str, Judge] = Parts("bot.answers", "judge_of")
"""By the name of the system; the sandbox has none."""
DEEP_JUDGES: Mapping[str, Judge] = Parts("bot.deep_answers", "judge_of")
"""Judges that search deeper, of the systems that have one."""
DELEGATES: Mapping[str, Callable[[Session, Policy], Policy | None]] = Parts(
    "bot.delegation", "delegate"
)
"""By system: returns the bot for a question that is left to one, or None."""
PREFERENCES: Mapping[str, Callable[[Session], Any]] = Parts("bot.preference", "preferred")
"""By system without a judge: returns the answer that it prefers to chance, or None."""

MAX_IDLE_ANSWERS = 100
"""Number of answers in a row without any event after which the bot answers at random."""
AHEAD = 0.75
"""Chance to win from which a side counts as ahead."""
LATE = 1
"""Number of own turns left at which it is late."""


class SteadyBot(Policy):
    """A bot that plays the mission: it goes for points, and attacks when the odds are good.

    On a sandbox table (``SB-01``), which has no mission, it gives any legal answer. It does so
    in the phases tried there too, because any models may be present. It also does so after more
    than ``MAX_IDLE_ANSWERS`` answers in a row that led to no event.
    """

    deep = False
    """Whether it looks further ahead where a system has a deeper search."""

    def __init__(self, weights: SteadyWeights) -> None:
        self.weights = weights

    def think(self, session: Session) -> Thoughts:
        weighed = yield from self.weigh(session)
        return self.chosen(session, weighed) if isinstance(weighed, ScoredAnswers) else weighed

    def reasoned(self, session: Session) -> Generator[None, None, ReasonedAnswer]:
        """Think, and say why the answer was chosen."""
        weighed = yield from self.weigh(session)
        if not isinstance(weighed, ScoredAnswers):
            return ReasonedAnswer(weighed)
        answer = self.chosen(session, weighed)
        remark = self._remark(session, weighed, answer)
        return ReasonedAnswer(answer, remark, weighed.motive(answer))

    def _remark(self, session: Session, scored: ScoredAnswers, answer: Any) -> str:
        """Return a sentence for players about the answer that was chosen."""
        return ""

    def weigh(self, session: Session) -> Thoughts:
        """Think about the answers; return them with their values, or the only one."""
        game, asked = session.game, session.pending
        assert asked
        system = game.rules.system
        judge = (DEEP_JUDGES.get(system) if self.deep else None) or JUDGES.get(system)
        if judge is None or session.idle > MAX_IDLE_ANSWERS:
            return (yield from does_anything(session))
        about = game, asked.by, asked, self.weights
        thoughts = judge(*about) or JUDGES["classic"](*about)
        assert thoughts
        return (yield from thoughts)

    def chosen(self, session: Session, scored: ScoredAnswers) -> Any:
        """Return one of the answers that were weighed: the best, or nearly so in a set-up."""
        return scored.near_best(lambda: luck_of(session))

    def accepts_draw(self, session: Session, mission: str, side: Side) -> bool:
        return accepts_draw(session.game, mission, side)


class GentleBot(SteadyBot):
    """A steady bot that hesitates: it sees the same, and takes any of the decent answers.

    The more units its side has, the less it hesitates with each of them: half as readily with
    four times as many. While it is ahead it forgoes the best answer.
    """

    def _remark(self, session: Session, scored: ScoredAnswers, answer: Any) -> str:
        """Say so if another answer than the best was taken."""
        asked = session.pending
        assert asked
        if answer == scored.best:
            return ""
        side = the_side(asked.by)
        deed = side_does(asked.by, "hesitates").removeprefix(side_name(asked.by))
        return f"{side[:1].upper()}{side[1:]}{deed}."

    def chosen(self, session: Session, scored: ScoredAnswers) -> Any:
        """Draw one of the decent answers by the luck of the game."""
        asked = session.pending
        assert asked
        ahead = chances(session.game)[asked.by] > AHEAD
        scale = 1.0 / sqrt(_units_used(session.table, asked.by))
        return scored.hesitant(luck_of(session), ahead=ahead, scale=scale)


class SharpBot(SteadyBot):
    """A steady bot that looks further ahead in systems with a deeper search."""

    deep = True


def _units_used(table: Table, side: Side) -> int:
    """Return the number of units that a side has deployed, lost ones included; at least 1.

    Before the first game turn those in reserve count too.
    """
    models, begun = table.models, bool(table.clock.round)
    used = [
        unit
        for unit in table.units.values()
        if unit.side == side
        and not (begun and all(models[m].where is Where.RESERVE for m in unit.models))
    ]
    return max(1, len(used))


def does_anything(session: Session) -> Thoughts:
    """Think of any legal answer, or the one that the system prefers to chance."""
    yield
    prefers = PREFERENCES.get(session.game.rules.system)
    preferred = prefers(session) if prefers else None
    return RandomBot().answer(session) if preferred is None else preferred


def accepts_draw(view: GameView, mission: str, side: Side) -> bool:
    """Return whether to agree to a draw: when behind, or when level and late.

    The lead is counted in the points that each side would get if the battle ended now.
    """
    table = view.table
    if not table.clock.round:
        return False
    now = points(mission, table)
    lead = now[side] - now[table.enemy(side)]
    return lead < 0 or (lead == 0 and turns_left(view, side) <= LATE)
