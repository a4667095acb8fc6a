"""The clause that is named under the mouse."""

from __future__ import annotations

from game.content.rulebook import ID
from game.screens.battle.choice_list import ChoiceList
from game.widgets.panel_stack import PanelStack


def clause_under(stack: PanelStack) -> str:
    """Return the clause named under the mouse, or an empty string."""
    widget = stack.below_mouse()
    if isinstance(widget, ChoiceList):
        return widget.clause_under
    lines = (getattr(widget, name, "") for name in ("lit", "label", "tip"))
    found = (ID.search(words) for words in lines)
    return next((match.group() for match in found if match), "")
