"""The steady bot: for each kind of question one small function that answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.bots.policy import Policy, Thoughts
from game.bots.steady.assault import charge, next_to_charge, strike_at, strike_with
from game.bots.steady.battle.answers import is_battle
from game.bots.steady.battle.answers import judge_of as commander_of
from game.bots.steady.casualties import casualty
from game.bots.steady.chase.answers import is_chase
from game.bots.steady.chase.answers import judge_of as chaser_of
from game.bots.steady.draw import accepts_draw
from game.bots.steady.duel.answers import is_duel
from game.bots.steady.duel.answers import judge_of as duellist_of
from game.bots.steady.errands import main_body
from game.bots.steady.free import does_anything
from game.bots.steady.moving import best_march, enters, next_to_move
from game.bots.steady.setup import arrange, first_turn, next_to_deploy, zone
from game.bots.steady.shooting import aim, next_to_shoot, target, weapon
from game.bots.steady.survey import Survey
from game.bots.steady.weightless.answers import is_weightless, judge_of
from game.play.arrange import Arrange
from game.play.decisions import Choose, Decision
from game.play.march import March, told
from game.play.session import Session
from game.rules.sandbox.page import is_free
from game.table.records import Side
from game.table.state import Table

CHOICES: Mapping[str, Callable[[Survey, Choose], str]] = {
    "zone": zone,
    "deploy": next_to_deploy,
    "main body": main_body,
    "first": first_turn,
    "difficult": enters,
    "target": target,
    "weapon": weapon,
    "aim": aim,
    "casualty": casualty,
    "charge": charge,
    "strike at": strike_at,
    "strike with": strike_with,
}
UNITS: Mapping[str, Callable[[Survey, Choose], str]] = {
    "CC-18": next_to_move,
    "CC-07": next_to_shoot,
    "CC-23": next_to_charge,
}
"""Which unit comes next, by the clause that asks."""


class Steady(Policy):
    """Plays the mission: goes where points are, shoots and charges where the odds are good.

    Where there is none, on a sandbox table (``SB-01``), it does anything.
    """

    def think(self, session: Session) -> Thoughts:
        asked, table = session.pending, session.table
        assert asked
        if judge := _of_its_own(session, asked):
            return (yield from judge)
        survey = Survey(session.game, asked.by)
        if isinstance(asked, Choose):
            yield
            return self._choose(survey, asked)
        if isinstance(asked, Arrange):
            return (yield from arrange(survey, asked))
        if isinstance(asked, March) and asked.suggested:
            return told(asked.suggested)
        if isinstance(asked, March) and not asked.foes:
            return (yield from best_march(survey, asked))
        return any_answer(asked, table)

    def accepts_draw(self, session: Session, mission: str, side: Side) -> bool:
        return accepts_draw(session.game, mission, side)

    def _choose(self, survey: Survey, asked: Choose) -> str:
        choices = UNITS if asked.kind == "unit" else CHOICES
        key = asked.clause if asked.kind == "unit" else asked.kind
        if answer := choices.get(key):
            return answer(survey, asked)
        return str(any_answer(asked, survey.look.table))


def _of_its_own(session: Session, asked: Decision[Any]) -> Thoughts | None:
    """Return who thinks about a question where a game is played in another way altogether."""
    look = session.game
    if is_free(look.table):
        return does_anything(session)
    if is_weightless(look):
        return judge_of(look, asked.by, asked)
    if is_battle(look):
        return commander_of(look, asked.by, asked)
    if is_duel(look):
        return duellist_of(look, asked.by, asked)
    return chaser_of(look, asked.by, asked) if is_chase(look) else None


def any_answer(asked: Decision[Any], table: Table) -> Any:
    """Return the first answer that is possible: for questions of rules not known here."""
    return next(asked.samples(table, 64))
