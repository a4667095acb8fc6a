"""Colour palettes that the player can choose: sides, good and bad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, overload

Colour: TypeAlias = str
"""``#RRGGBB``: what pygame, SVG and caches all read."""


class PaletteName(StrEnum):
    LAMPLIGHT = "lamplight"
    BRIGHT = "bright"
    TEAL = "teal"


@dataclass(frozen=True, slots=True)
class Team:
    """The three shades of a side's ring."""

    light: Colour
    plain: Colour
    dark: Colour


@dataclass(frozen=True, slots=True)
class Palette:
    label: str
    teams: tuple[Team, Team]
    """In the order of the table's sides."""
    good: Colour
    bad: Colour

    @property
    def shades(self) -> tuple[Colour, ...]:
        """Return the colours of words, always in the same order."""
        return *(team.light for team in self.teams), self.good, self.bad


PALETTES = {
    PaletteName.LAMPLIGHT: Palette(
        "Lamplight: blue and orange",
        (Team("#A9DBF7", "#56B4E9", "#1D4E6E"), Team("#FFC09A", "#E8743B", "#6E2C12")),
        good="#9AEBC0",
        bad="#E5604D",
    ),
    PaletteName.BRIGHT: Palette(
        "Bright: cyan and flame",
        (Team("#B4EEFF", "#4FD8FF", "#0B5570"), Team("#FFB98A", "#FF7A1A", "#7A2E00")),
        good="#B9FFD6",
        bad="#FF5A45",
    ),
    PaletteName.TEAL: Palette(
        "Dusk: teal and rose",
        (Team("#BDF9F2", "#35CFC6", "#0F4F4B"), Team("#F47A98", "#E0455F", "#651425")),
        good="#CDF29B",
        bad="#D24A5E",
    ),
}

_in_use = PALETTES[PaletteName.LAMPLIGHT]


def palette() -> Palette:
    """Return the palette that the window is drawn in."""
    return _in_use


def use_palette(name: PaletteName) -> None:
    global _in_use  # noqa: PLW0603  there is one window, and it has one palette
    _in_use = PALETTES[name]


class Teams(Sequence[Team]):
    """The sides of the palette in use: what is asked for at each drawing."""

    @overload
    def __getitem__(self, n: int) -> Team: ...

    @overload
    def __getitem__(self, n: slice) -> Sequence[Team]: ...

    def __getitem__(self, n: int | slice) -> Team | Sequence[Team]:
        return palette().teams[n]

    def __len__(self) -> int:
        return len(palette().teams)
