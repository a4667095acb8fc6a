"""The bot that keeps pace: it stands in where a player lets all do so to whom nothing comes."""

from __future__ import annotations

from typing import Any

from game.bots.policy import Policy, Thoughts
from game.play.decisions import Choose
from game.play.session import Session
from game.rules.pursuit.odds.threats import threats
from game.rules.pursuit.pursuit_phase import KEEP
from game.table.records import ModelId

KIND = "pace"


class Keeper(Policy):
    """``PU-11``  Keeps pace; it is asked only for figs that are in the clear."""

    def think(self, session: Session) -> Thoughts:
        yield
        return self.answer(session)

    def answer(self, session: Session) -> Any:
        return KEEP


def asks_a_pace(session: Session) -> bool:
    """Return whether it is asked whether a fig keeps pace (``PU-11``)."""
    return isinstance(session.pending, Choose) and session.pending.kind == KIND


def is_clear(session: Session) -> bool:
    """``PU-14``  Return whether nothing comes to the fig whose pace is asked for."""
    asked = session.pending
    return isinstance(asked, Choose) and not threats(session.table, ModelId(asked.about))
