"""Standing orders: which interrupts a player wants to be asked about (MC-27)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from game.play.decisions import Choose, Decision
from game.rules.kit.modules import BREAK_IN


class InterruptPreference(StrEnum):
    """When a player wants to be asked about an interrupt."""

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
    if not isinstance(asked, Choose) or asked.kind != BREAK_IN:
        return False
    return orders is InterruptPreference.NEVER or (
        orders is InterruptPreference.WEIGHTY and asked.slight
    )
