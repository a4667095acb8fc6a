"""Free play: there is nothing to win, so it sets a few units up, and then does anything."""

from __future__ import annotations

from game.bots.policy import Thoughts
from game.bots.simple_bots import RandomBot
from game.play.decisions import Choose
from game.play.session import Session
from game.rules.sandbox.actions import DEED
from game.rules.sandbox.state import bench_of

FEW = 6
"""Units that stand on a table on which something can happen."""


def does_anything(session: Session) -> Thoughts:
    """``SB-01``  Think of an answer, with nothing in mind."""
    yield
    asked = session.pending
    if isinstance(asked, Choose) and asked.kind == DEED:
        offered = [option.id for option in asked.options]
        if bench_of(session.table).came < FEW and "place" in offered:
            return "place"
    return RandomBot().answer(session)
