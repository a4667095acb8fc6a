"""The bot that lets everything be: it stands in where a player's standing orders say so."""

from __future__ import annotations

from typing import Any

from game.bots.policy import Policy, Thoughts
from game.play.decisions import PASS
from game.play.session import Session


class Passer(Policy):
    """Passes; it is asked only what may be passed."""

    def think(self, session: Session) -> Thoughts:
        yield
        return self.answer(session)

    def answer(self, session: Session) -> Any:
        return PASS
