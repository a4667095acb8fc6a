"""A frame of a battle window, for overlays that are drawn without a window."""

from __future__ import annotations

from game.cores.kit.queries import TableView
from game.geometry.points import Point
from game.play.dice_sequences import SeededDice
from game.play.game import Rules
from game.prompts.prompt import AnyPrompt, PointerState
from game.screens.battle.window_additions import OverlayFocus, ShownMoment
from game.table.state import Table

NOWHERE = OverlayFocus()


def moment(
    table: Table,
    rules: Rules,
    prompt: AnyPrompt | None = None,
    focus: OverlayFocus = NOWHERE,
    key: int = 0,
) -> ShownMoment:
    """Return a frame in which nothing is switched on and the mouse is off the board."""
    return ShownMoment(
        view=TableView(table, rules),
        key=key,
        prompt=prompt,
        focus=focus,
        hand=PointerState(Point(0.0, 0.0), over=False),
        dice=SeededDice(0),
    )
