"""How a bot plays: a policy makes up an answer to whatever a session asks.

A policy keeps nothing between two questions: its answer follows from the session alone, so it
is the same after a take-back, after loading, and in every process.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Protocol, TypeAlias

from game.play.session import Session
from game.table.records import Side

Thoughts: TypeAlias = Generator[None, None, Any]
"""Slices of thinking; what it returns is the answer, as JSON."""


class Policy(Protocol):
    """A way to play, for either side and for as many games at once as one likes."""

    def think(self, session: Session) -> Thoughts:
        """Make up an answer to the pending question, in slices short enough for a frame.

        The session is not changed. A policy counts what it tries, never the time that it takes.
        """
        ...

    def answer(self, session: Session) -> Any:
        """Think to the end at once: for tests and headless games."""
        return to_the_end(self.think(session))

    def accepts_draw(self, session: Session, mission: str, side: Side) -> bool:
        """Say whether a side that it plays agrees to a draw now; by itself never."""
        return False


def to_the_end(thoughts: Thoughts) -> Any:
    """Return what somebody who thinks in slices arrives at."""
    while True:
        try:
            next(thoughts)
        except StopIteration as made_up:
            return made_up.value
