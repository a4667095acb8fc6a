"""Answers on their way from the players to the session, and what goes wrong on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.bots.watchdog import StalledError, contained
from game.play.session import BrokenRuleError
from game.play.wording import side_name
from game.screens.live_game import Sitting
from game.table.records import Side


class Answers:
    """Gives answers; a rule or a bot that breaks is reported, and the game stands as it did."""

    def __init__(
        self,
        sitting: Sitting,
        on_broken_rule: Callable[[str], None],
        on_broken_bot: Callable[[Side, str], None],
    ) -> None:
        self.sitting = sitting
        self.on_broken_rule, self.on_broken_bot = on_broken_rule, on_broken_bot

    def give(self, answer: Any) -> bool:
        """Answer for a person; return whether the game went on."""
        try:
            self._tell(answer)
        except (BrokenRuleError, StalledError) as error:
            self.on_broken_rule(told(error, self.sitting.report(error)))
            return False
        return True

    def think(self) -> bool:
        """Let the bot that is asked think for a slice; return whether it has its answer."""
        asked = self.sitting.session.pending
        try:
            with self.sitting.dog.watching(), contained():
                return self.sitting.seats.think(self.sitting.session)
        except Exception as error:  # noqa: BLE001  whatever it is, a person may take the seat
            assert asked
            self._broken_bot(asked.by, error)
            return False

    def say(self) -> None:
        """Give the answer that the bot has."""
        asked = self.sitting.session.pending
        assert asked
        try:
            self._tell(self.sitting.seats.say())
        except Exception as error:  # noqa: BLE001  an illegal answer, or a rule that broke
            self._broken_bot(asked.by, error)

    def _tell(self, answer: Any) -> None:
        self.sitting.record()
        with self.sitting.dog.watching():
            self.sitting.session.answer(answer)

    def _broken_bot(self, side: Side, error: Exception) -> None:
        self.sitting.seats.forget()
        words = f"{side_name(side)} cannot go on: {told(error, self.sitting.report(error))}"
        self.on_broken_bot(side, words)


def told(error: Exception, report: Path | None) -> str:
    """Return what a player has to know about an error."""
    where = f"The report is in {report}." if report else "No report could be written."
    return f"{error}. The game stands as it stood before. {where}"
