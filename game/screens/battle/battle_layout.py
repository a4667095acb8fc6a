"""The places of the panels of a battle in the window."""

from __future__ import annotations

from typing import NamedTuple

from game.table.board import Board
from game.widgets.theme import Box

HEADER = 36.0
RAIL = 56.0
"""Width in units of a panel at the side that is closed."""
LOW, TALL = 620.0, 800.0
"""Units of height from which the dock shows card and log together, and larger dice."""
NARROW, WIDE = 1500.0, 1800.0
"""Units of width from which both sides are wider."""
BROAD = 1.25
"""Ratio of a table's sides from which the rosters begin as a rail."""
CRAMPED = 1100.0
"""Units of width below which the rosters begin as a rail for every table."""
SLIP = 8.0
"""Units between the question and the board's edge while the dock is closed."""


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
    ask: Box
    """The question; it lies over the board's edge while the dock is closed."""
    card: Box | None
    """The card of a model; None if it has no place."""
    log: Box | None
    footer: Box
    """Dice, tools and main button; the rail of a closed dock."""

    @property
    def aside(self) -> Box | None:
        """Return the place of odds and other notes: card and log together."""
        if self.log is None:
            return None
        left, top, wide, high = self.card or self.log
        return left, top, wide, high + (self.log[3] if self.card else 0.0)


def layout(width: float, height: float, sides: OpenSides) -> BattleLayout:
    """Return the layout: the board has all space between header and open sides."""
    tall = height - HEADER
    left = RAIL if not sides.rosters else 200.0 if width < NARROW else 216.0
    open_ = 288.0 if width < NARROW else 300.0 if width < WIDE else 316.0
    right = open_ if sides.dock else RAIL
    column, board = width - right, (left, HEADER, width - left - right, tall)
    rosters, header = (0.0, HEADER, left, tall), (0.0, 0.0, width, HEADER)
    ask = min(340.0, max(196.0, tall * (0.3 if tall >= TALL else 0.38)))
    if not sides.dock:
        slip = (column - open_ - SLIP, HEADER + SLIP, open_, ask)
        footer = (column, HEADER, right, tall)
        return BattleLayout(header, rosters, board, slip, card=None, log=None, footer=footer)
    foot = footer_height(tall)
    card = 0.0 if tall < LOW or sides.log else min(180.0, max(116.0, tall * 0.17))
    top = HEADER + ask
    return BattleLayout(
        header,
        rosters,
        board,
        ask=(column, HEADER, right, ask),
        card=(column, top, right, card) if card else None,
        log=(column, top + card, right, tall - ask - card - foot),
        footer=(column, height - foot, right, foot),
    )


def footer_height(tall: float) -> float:
    """Return the height of dice, tools and main button in a dock of *tall* units."""
    return 172.0 if tall < LOW else 184.0 if tall < TALL else 216.0
