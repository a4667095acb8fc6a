"""Where the parts of the editor lie, in units."""

from __future__ import annotations

from typing import NamedTuple

from game.widgets.theme import Box

TOP, FOOT, TOOLS = 52.0, 28.0, 52.0
HEADS = 76.0
"""The heads of the dock's tabs, in two rows."""


class Layout(NamedTuple):
    top: Box
    tools: Box
    palette: Box
    board: Box
    foot: Box
    heads: Box
    """What picks a tab."""
    tab: Box
    """The tab that is picked."""


def layout(width: float, height: float) -> Layout:
    """Lay the editor out: what the board does not need goes to palette and dock."""
    palette = min(248.0, max(176.0, width * 0.145))
    dock = min(372.0, max(300.0, width * 0.2))
    tall = height - TOP - FOOT
    left, right = TOOLS + palette, width - dock
    return Layout(
        top=(0, 0, width, TOP),
        tools=(0, TOP, TOOLS, tall),
        palette=(TOOLS, TOP, palette, tall),
        board=(left, TOP, right - left, tall),
        foot=(0, height - FOOT, width, FOOT),
        heads=(right, TOP, dock, HEADS),
        tab=(right, TOP + HEADS, dock, tall - HEADS),
    )
