"""The places of the panels of a battle in the window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.screens.side_panels import RAIL, dock_width, side_width
from game.table.board import Board
from game.widgets.cells import LayoutCell, column, row, sized
from game.widgets.places import PanelPlace, places_of, within
from game.widgets.sizes import CLOSE, MEDIUM
from game.widgets.sizes import LOW as LOW_ROW
from game.widgets.theme import Box

TURN_EDGE = 2.0
"""Height of the line below the header, which shows whose turn it is."""
HEADER = MEDIUM + TURN_EDGE
ASK, CARD, LOG, FOOT = 238.0, 128.0, 118.0, 200.0
"""Heights of the dock's parts in a usual window."""
LOW_FOOT = 184.0
"""Height of the foot where there is no room for a card."""
LEAST_LOG = 3 * LOW_ROW
"""Height below which log and notes are left out of the dock."""
LOW = 620.0
"""Units of height below which the dock has no room for a card."""
BROAD = 1.25
"""Ratio of a table's sides from which the rosters begin as a rail."""
CRAMPED = 1100.0
"""Units of width below which the rosters begin as a rail for every table."""


class OpenSides(NamedTuple):
    """The panels at the sides of the board that are open; closed ones are rails."""

    rosters: bool = True
    dock: bool = True
    log: bool = False
    """True if the log also has the place of the card."""


def opening_sides(board: Board, width: float) -> OpenSides:
    """Return the sides that are open when a battle begins, in a window of *width* units."""
    return OpenSides(rosters=board.width <= BROAD * board.height and width >= CRAMPED)


class BattleLayout(NamedTuple):
    header: Box
    rosters: Box
    board: Box
    footer: Box
    """Dice, tools and main button; the rail of a closed dock."""
    ask: Box
    """The question; it lies over the board's edge while the dock is closed."""
    card: Box | None = None
    """The card of a model; None if it has no place."""
    log: Box | None = None

    @property
    def aside(self) -> Box | None:
        """Return the place of odds and other notes: card and log together."""
        if self.log is None:
            return None
        left, top, wide, high = self.card or self.log
        return left, top, wide, high + (self.log[3] if self.card else 0.0)


def layout(width: float, height: float, sides: OpenSides) -> BattleLayout:
    """Return the layout: the board has all space between header and open sides."""
    is_low = height - HEADER < LOW
    foot = LOW_FOOT if is_low else FOOT
    dock = column(
        sized(PanelPlace("ask", ASK), grow=1),
        *_card_and_log(is_low=is_low, is_log_larger=sides.log),
        sized(PanelPlace("footer", foot), grow=0.5, least=foot),
        gap=0,
    )
    window = column(
        sized(PanelPlace("header"), height=HEADER),
        row(
            sized(PanelPlace("rosters"), width=side_width(width) if sides.rosters else RAIL),
            PanelPlace("board"),
            sized(dock, width=dock_width(width))
            if sides.dock
            else sized(PanelPlace("footer"), width=RAIL),
            gap=0,
        ),
        gap=0,
    )
    places = places_of(window, (0.0, 0.0, width, height))
    if not sides.dock:
        open_ = layout(width, height, sides._replace(dock=True))
        places["ask"] = within(places["board"], open_.ask[2:], 1.0, 0.0, CLOSE)
    return BattleLayout(**places)


def _card_and_log(*, is_low: bool, is_log_larger: bool) -> Iterator[LayoutCell]:
    """Yield the card, if it has a place, and the log."""
    if is_low:
        yield sized(PanelPlace("log", LOG), grow=4)
    elif is_log_larger:
        yield sized(PanelPlace("log", CARD + LOG), grow=4)
    else:
        yield sized(PanelPlace("card", CARD), grow=1)
        yield sized(PanelPlace("log", LOG), grow=3)
