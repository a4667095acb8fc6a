"""Leaving the rest of the set-up to a bot."""

from __future__ import annotations

from game.content.key_bindings import Action
from game.prompts.prompt import PromptAction
from game.rules.kit.deployment import undeployed
from game.table.records import Side
from game.table.state import Table
from game.widgets.keys import key_for

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
