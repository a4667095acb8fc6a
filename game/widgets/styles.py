"""How weighty a button looks."""

from __future__ import annotations

from enum import Enum

from game.content.palettes import Colour
from game.widgets import plates
from game.widgets.palette import DIM, MUTED, ON_AMBER, TEXT
from game.widgets.plates import Plate


class Style(Enum):
    """A plate at rest and under the mouse, the colour of the words and of the small words."""

    PLAIN = (plates.PLAIN, plates.PLAIN_LIT, TEXT, MUTED)
    PRIMARY = (plates.PRIMARY, plates.PRIMARY_LIT, ON_AMBER, "#5B3A0B")
    """The one action that play waits for."""
    GHOST = (plates.GHOST, plates.GHOST_LIT, MUTED, DIM)
    DANGER = (plates.DANGER, plates.DANGER_LIT, "#FFC9BE", "#C98A7C")
    """It cannot be taken back."""

    def __init__(self, rest: Plate, lit: Plate, words: Colour, small: Colour) -> None:
        self.rest = rest
        self.lit = lit
        self.words = words
        self.small = small
