"""The questions that a player leaves to others."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Any

from game.play.decisions import Choose, CommonKind, Decision

THINKING = "a bot is thinking…"
"""The hint on a question while a bot thinks about it."""


class Scope(Enum):
    """The questions that a player leaves to others."""

    PHASE = "phase"
    """This one and those of its clause in this phase, to a bot."""
    TYPE = "type"
    """This one and those of its clause and type in this phase, to a bot."""
    SERIES = "series"
    """This one and like ones that follow at once, as the prompt suggests."""
    BATTLE = "battle"
    """All of its kind in this battle, as the prompt suggests."""


class InterruptPreference(StrEnum):
    """A player's preference for questions about an interrupt."""

    WEIGHTY = "if it matters"
    """Only if much depends on one die or on the order of units."""
    ALWAYS = "always"
    NEVER = "never"

    @property
    def next(self) -> InterruptPreference:
        """Return the preference that follows when the switch is pressed."""
        every = list(InterruptPreference)
        return every[(every.index(self) + 1) % len(every)]


def skips_question(orders: InterruptPreference, asked: Decision[Any]) -> bool:
    """Return whether a question is skipped under a player's standing orders."""
    if not isinstance(asked, Choose) or asked.kind is not CommonKind.BREAK_IN:
        return False
    return orders is InterruptPreference.NEVER or (
        orders is InterruptPreference.WEIGHTY and asked.slight
    )
