"""The bot that advises a person about a question."""

from __future__ import annotations

from typing import Any

from game.bots.registry import HELPER, policy
from game.lab.bot_process import NOTHING, Think, Thinking, ThinkingHere
from game.play.session import Session


class Adviser:
    """A bot that thinks about a person's question; its answer is shown, never given."""

    def __init__(self) -> None:
        self.begin: Think = ThinkingHere
        """Lets a bot begin to think; replaced by a window whose bots think in a process."""
        self._thinking: Thinking | None = None

    @property
    def thinks(self) -> bool:
        return self._thinking is not None

    def ask(self, session: Session) -> None:
        """Let the bot that answers for people begin to think about the open question."""
        self.forget()
        self._thinking = self.begin(policy(HELPER), session)

    def forget(self) -> None:
        """Break off: another question is open."""
        if self._thinking:
            self._thinking.drop()
        self._thinking = None

    def think(self) -> Any:
        """Let the bot think for a slice of time; return its answer, or ``NOTHING`` yet."""
        assert self._thinking
        answer = self._thinking.go_on()
        if answer is not NOTHING:
            self.forget()
        return answer
