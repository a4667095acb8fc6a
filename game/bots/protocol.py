"""The protocol by which a bot answers a decision from a read-only game."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple, Protocol, TypeAlias

from game.play.session import Session
from game.table.records import Side

Thoughts: TypeAlias = Generator[None, None, Any]
"""A generator that thinks in slices; its return value is the answer, as JSON."""


class ReasonedAnswer(NamedTuple):
    """An answer with what a bot says about it."""

    answer: Any
    reason: str = ""
    """Sentence for players; empty if there is nothing to be said."""
    motive: str = ""
    """Words that follow the deed in a caption and say why: ``"for marker 3"``; or empty."""


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

    def reasoned(self, session: Session) -> Generator[None, None, ReasonedAnswer]:
        """Think as ``think`` does; return the answer with its reason."""
        return ReasonedAnswer((yield from self.think(session)))

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
