"""The colours of the furniture, but for those that can be chosen. One accent: amber."""

from __future__ import annotations

from game.content.palettes import Colour, palette

__all__ = ["Colour", "palette"]

INK = "#0B0D0F"
DEEP = "#101417"
GROUND = "#161B1F"
RAISED = "#1E252A"
HIGH = "#2A3339"
LINE = "#354047"
RULE = "#2A333A"
"""A thin line that parts two things of the same plate."""
TEXT = "#ECE6D8"
MUTED = "#8F9AA0"
DIM = "#5C676D"
AMBER = "#E9A23B"
GLOW = "#FFD79A"
"""Amber as light: edges and the focus ring."""
ON_AMBER = "#201405"
DANGER = "#E5604D"
"""The edge of what cannot be taken back."""
