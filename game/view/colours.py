"""The colours of the board with all that lies over it."""

from __future__ import annotations

from collections.abc import Mapping

from game.content.palettes import Colour, Team, Teams

HALO = "#0B0D0F"
"""Colour below lines and around tokens."""
VOID = "#0D1012"
"""Colour beyond the edge of the table."""
CREAM = "#F1EADB"
AMBER = "#E9A23B"
GLOW = "#FFD08A"
COOL = "#8FD0F5"
WOUND = "#E5604D"
LOST_WOUND = "#3A4146"
SPENT = "#6C747A"
TEAMS = Teams()
DONE = Team("#9AA3A8", SPENT, "#3A4044")
NEUTRAL = Team("#E4E7E8", "#C9CFD2", "#5C676D")
"""Colours of objects that no side holds."""
INKS: Mapping[str, Colour] = {
    "white": CREAM,
    "amber": AMBER,
    "red": WOUND,
    "green": "#7BC47F",
    "blue": COOL,
    "violet": "#B79CF2",
}
"""Colours of markers drawn by players (``SB-08``)."""
HEAT = ("#2B1B4A", "#7B2D6B", "#D9533B", "#FFC65C")
"""Colours from unlikely to certain."""


def heat(share: float) -> Colour:
    """Return the colour of a probability from 0 to 1; a higher one is lighter."""
    at = min(max(share, 0.0), 1.0) * (len(HEAT) - 1)
    step = min(int(at), len(HEAT) - 2)
    pairs = zip(_channels(HEAT[step]), _channels(HEAT[step + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (at - step)):02X}" for a, b in pairs)


def _channels(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
