"""Cards: descriptions of what menu screens show."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import KW_ONLY, dataclass
from enum import Enum

from game.widgets.cells import Child, column, row, sized, spring
from game.widgets.sizes import APART, CLOSE, EDGE, FAR, TITLE_TEXT
from game.widgets.text_view import Label
from game.widgets.theme import TEXT
from game.widgets.widget import Widget

MARGIN = EDGE
"""Least space between a card and the edge of the window."""
CARD_EDGE = FAR
"""Space between the edge of a card and its contents."""


class CardSize(Enum):
    """The sizes of cards in units, where the window is as large."""

    NARROW = (640.0, None)
    """A short list or a text; it is as high as its contents."""
    FORM = (920.0, 540.0)
    """A form of several pages, which all have the same size."""
    LIST = (920.0, 720.0)
    """A list of files with pictures or a second line."""
    PAGE = (1200.0, 700.0)
    """A page of several parts side by side."""
    FULL = (1440.0, 880.0)
    """As much of the window as can be surveyed."""

    def __init__(self, width: float, height: float | None) -> None:
        self.width, self.height = width, height


@dataclass(frozen=True, slots=True)
class Card:
    """A description of what a menu screen shows, in the middle of the window."""

    title: str
    content: Child
    _: KW_ONLY
    aside: Child = None
    """The part at the right of the title."""
    size: CardSize = CardSize.NARROW
    grow: float = 1.0
    """The factor by which it is larger than usual, where there is room."""
    focus: Widget | Hashable = None
    """The widget that has the focus when the screen opens, or its key."""

    @property
    def cell(self) -> Child:
        """Return the title and the content below it."""
        title = Label(self.title, size=TITLE_TEXT, colour=TEXT, face="title")
        head = row(title, spring(), self.aside) if self.aside is not None else title
        content = self.content if self.size.height is None else sized(self.content, grow=1)
        return column(head if self.title else None, content, pad=(CARD_EDGE, APART), gap=CLOSE)
