"""What pieces are thrown onto a table: what they are, how many, and how they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from game.mapgen.outlines import Outline

Shaper: TypeAlias = Callable[[Random], Outline]
"""Draws a piece, its corner or its middle anywhere."""


@dataclass(frozen=True, slots=True)
class Feature:
    kind: str
    """The class of the map object."""
    many: float
    """How many on either half of a table of 72" x 48"."""
    drawn: Shaper
    line: bool = False
    solid: bool = False
    """Whether no base gets in: others keep off, and roads lead past it."""
    square: bool = False
    """Whether it stands square to the table, or nearly; else it is turned any way."""
    level: bool = False
    """Whether it is not turned at all."""
    names: str = ""
    """What players call it; a name is used once."""
    said: Mapping[str, Any] = field(default_factory=dict)
    """What the map says of it other than usual."""
