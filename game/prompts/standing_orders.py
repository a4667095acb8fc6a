"""Answers that are given for a player: interrupts that it skips, and the rest of a set-up."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from game.content.key_bindings import Action
from game.play.decisions import Choose, Decision
from game.prompts.prompt import PromptAction
from game.rules.kit.deployment import undeployed
from game.rules.kit.modules import BREAK_IN
from game.table.records import Side
from game.table.state import Table
from game.widgets.keys import key_for


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
    if not isinstance(asked, Choose) or asked.kind != BREAK_IN:
        return False
    return orders is InterruptPreference.NEVER or (
        orders is InterruptPreference.WEIGHTY and asked.slight
    )


REST = "rest"
"""Id of the action that leaves the rest of the set-up to a bot."""


def units_to_deploy(table: Table, side: Side) -> int:
    """Return the number of units to be deployed before the battle; 0 if one or none."""
    if table.clock.round:
        return 0
    waiting = len(undeployed(table, side))
    return waiting if waiting > 1 else 0


def deploy_rest(many: int) -> PromptAction:
    """Return the action that lets a bot deploy all of them."""
    words = f"Let a bot deploy all {many} units"
    return PromptAction(REST, words, key=key_for(Action.REST))
