"""Leaving the rest of the set-up to a bot."""

from __future__ import annotations

from game.content.key_bindings import Action
from game.prompts.prompt import PromptAction
from game.rules.kit.deployment import undeployed
from game.table.records import Side
from game.table.state import Table
from game.widgets.keys import key_for

REST = "rest"
"""What the choice is called by which a person leaves all that waits to a bot."""


def units_to_deploy(table: Table, side: Side) -> int:
    """Return how many units of a side are to be set up before the battle, if several."""
    if table.clock.round:
        return 0
    waiting = len(undeployed(table, side))
    return waiting if waiting > 1 else 0


def deploy_rest(many: int) -> PromptAction:
    """Return the choice to let a bot set all of them up."""
    words = f"Let a bot set up all {many} units"
    return PromptAction(REST, words, key=key_for(Action.REST))
