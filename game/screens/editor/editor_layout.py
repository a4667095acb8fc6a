"""The places of the panels of the editor in the window."""

from __future__ import annotations

from typing import NamedTuple

from game.widgets.theme import Box

TOP, FOOT, TOOLS = 52.0, 28.0, 52.0
HEADS = 76.0
"""Height in units of the tabs' buttons, in two rows."""


class EditorLayout(NamedTuple):
    top: Box
    tools: Box
    palette: Box
    board: Box
    foot: Box
    heads: Box
    """The buttons that select a tab."""
    tab: Box
    """The visible tab."""


def layout(width: float, height: float) -> EditorLayout:
    """Return the layout; space that the board does not need goes to palette and dock."""
    palette = min(248.0, max(176.0, width * 0.145))
    dock = min(372.0, max(300.0, width * 0.2))
    tall = height - TOP - FOOT
    left, right = TOOLS + palette, width - dock
    return EditorLayout(
        top=(0, 0, width, TOP),
        tools=(0, TOP, TOOLS, tall),
        palette=(TOOLS, TOP, palette, tall),
        board=(left, TOP, right - left, tall),
        foot=(0, height - FOOT, width, FOOT),
        heads=(right, TOP, dock, HEADS),
        tab=(right, TOP + HEADS, dock, tall - HEADS),
    )
