"""The protocol of bots: a bot gets a decision and a read-only game, and returns an answer."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Protocol, TypeAlias

from game.play.session import Session
from game.table.records import Side

Thoughts: TypeAlias = Generator[None, None, Any]
"""A generator that thinks in slices; its return value is the answer, as JSON."""


class Policy(Protocol):
    """A bot; one instance may play either side, and several games at once."""

    def think(self, session: Session) -> Thoughts:
        """Think about the pending question in slices short enough for a frame.

        Return the answer. The session is not changed. A policy limits the number of its tries,
        never their time.
        """
        ...

    def answer(self, session: Session) -> Any:
        """Run ``think`` to its end at once; for tests and headless games."""
        return run_to_completion(self.think(session))

    def accepts_draw(self, session: Session, mission: str, side: Side) -> bool:
        """Return whether *side*, played by this bot, agrees to a draw now; by default never."""
        return False


def run_to_completion(thoughts: Thoughts) -> Any:
    """Run a thinking generator to its end and return its answer."""
    while True:
        try:
            next(thoughts)
        except StopIteration as made_up:
            return made_up.value
