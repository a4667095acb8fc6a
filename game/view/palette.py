"""The colours of the board and of what is drawn over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Colour: TypeAlias = str
"""``#RRGGBB``: what pygame, SVG and caches all read."""

HALO = "#0B0D0F"
"""Under every line and around every token."""
VOID = "#0D1012"
"""Beyond the edge of the table."""
CREAM = "#F1EADB"
AMBER = "#E9A23B"
GLOW = "#FFD08A"
GOOD = "#8FE0AE"
BAD = "#F07A66"
COOL = "#8FD0F5"
WOUND = "#E5604D"
LOST_WOUND = "#3A4146"
SPENT = "#6C747A"


@dataclass(frozen=True, slots=True)
class Team:
    """The three shades of a side's ring."""

    light: Colour
    plain: Colour
    dark: Colour


FIRST = Team("#A9DBF7", "#56B4E9", "#1D4E6E")
SECOND = Team("#FFC09A", "#E8743B", "#6E2C12")
TEAMS = (FIRST, SECOND)
DONE = Team("#9AA3A8", SPENT, "#3A4044")
NEUTRAL = Team("#E4E7E8", "#C9CFD2", "#5C676D")
"""What nobody holds."""

HEAT = ("#2B1B4A", "#7B2D6B", "#D9533B", "#FFC65C")
"""From unlikely to certain."""
