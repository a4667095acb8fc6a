"""The places of panels in the window."""

from __future__ import annotations

from typing import ClassVar

from game.widgets.cells import Child
from game.widgets.layout import lay_out
from game.widgets.theme import Box, Theme
from game.widgets.widget import Widget


class PanelPlace(Widget):
    """The place of a panel in the description of a window, which takes what room is left."""

    grows: ClassVar[tuple[float, float]] = (1.0, 1.0)

    def __init__(self, name: str, high: float = 0.0) -> None:
        """*high*: the height in units that it wants."""
        super().__init__()
        self.name, self.high = name, high

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the height that it wants; it may be lower or higher."""
        return 0.0, self.high


def places_of(window: Child, box: Box) -> dict[str, Box]:
    """Return the boxes of the places in a description of a window, by their names."""
    placed = lay_out(Theme(), window, box).widgets
    return {one.widget.name: one.box for one in placed if isinstance(one.widget, PanelPlace)}


def within(
    room: Box, size: tuple[float, float], across: float, down: float, edge: float = 0.0
) -> Box:
    """Return a box of a size in a room, with an edge at its sides.

    *across* and *down*: the share of the free room that is left of it and above it.
    """
    (left, top, wide, high), (width, height) = room, size
    across *= wide - width - 2 * edge
    down *= high - height - 2 * edge
    return left + edge + across, top + edge + down, width, height
