"""Who sits at the table: people, and bots that think between two frames."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from game.bots.players import policy
from game.bots.policy import Policy, Thoughts
from game.play.session import Session
from game.table.records import Side

HUMAN = "human"
SLICE = 0.006
"""Seconds of each frame that a bot may think."""
NOTHING = object()


class Seats:
    """Names by side, and the thoughts of whichever bot is asked."""

    def __init__(self, names: Mapping[Side, str]) -> None:
        self.names = dict(names)
        self._bots: dict[Side, Policy] = {
            side: policy(name) for side, name in names.items() if name != HUMAN
        }
        self._thoughts: Thoughts | None = None
        self._answer: Any = NOTHING

    def is_bot(self, side: Side) -> bool:
        return side in self._bots

    @property
    def people(self) -> list[Side]:
        return [side for side in self.names if side not in self._bots]

    def take(self, side: Side) -> None:
        """Let a person play a side from now on."""
        self.seat(side, HUMAN)

    def seat(self, side: Side, name: str) -> None:
        """Let a person, or the bot of a name, play a side from now on."""
        self.names[side] = name
        self._bots.pop(side, None)
        if name != HUMAN:
            self._bots[side] = policy(name)
        self.forget()

    def accepts_draw(self, side: Side, session: Session, mission: str) -> bool:
        """Return whether the bot that plays a side agrees to a draw."""
        return self._bots[side].accepts_draw(session, mission, side)

    def forget(self) -> None:
        """Drop what a bot has thought so far: the game is another."""
        self._thoughts, self._answer = None, NOTHING

    def think(self, session: Session) -> bool:
        """Let the bot that is asked think for a slice; return whether its answer is ready."""
        asked = session.pending
        if asked is None or asked.by not in self._bots:
            return False
        if self._answer is not NOTHING:
            return True
        self._thoughts = self._thoughts or self._bots[asked.by].think(session)
        until = perf_counter() + SLICE
        try:
            while perf_counter() < until:
                next(self._thoughts)
        except StopIteration as made_up:
            self._answer = made_up.value
        return self._answer is not NOTHING

    def say(self) -> Any:
        """Return the answer that is ready, and begin anew."""
        answer = self._answer
        assert answer is not NOTHING
        self.forget()
        return answer
