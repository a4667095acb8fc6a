"""The places of the panels of the editor in the window."""

from __future__ import annotations

from typing import NamedTuple

from game.screens.side_panels import RAIL, dock_width, side_width
from game.widgets.cells import column, row, sized
from game.widgets.places import PanelPlace, places_of
from game.widgets.sizes import CLOSE, LOW, TIGHT, TOPBAR
from game.widgets.theme import Box


class EditorLayout(NamedTuple):
    top: Box
    tools: Box
    palette: Box
    board: Box
    heads: Box
    """The buttons that select a tab."""
    tab: Box
    """The visible tab."""
    foot: Box


def layout(width: float, height: float) -> EditorLayout:
    """Return the layout; space that the board does not need goes to palette and dock."""
    dock = column(
        sized(PanelPlace("heads"), height=2 * LOW + TIGHT + 2 * CLOSE),
        PanelPlace("tab"),
        gap=0,
    )
    window = column(
        sized(PanelPlace("top"), height=TOPBAR),
        row(
            sized(PanelPlace("tools"), width=RAIL),
            sized(PanelPlace("palette"), width=side_width(width)),
            PanelPlace("board"),
            sized(dock, width=dock_width(width)),
            gap=0,
        ),
        sized(PanelPlace("foot"), height=LOW),
        gap=0,
    )
    return EditorLayout(**places_of(window, (0.0, 0.0, width, height)))
