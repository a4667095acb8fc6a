"""Palettes, which are the colours of the sides that users choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum
from typing import TypeAlias, overload

Colour: TypeAlias = str
"""Colour as ``#RRGGBB``, the form that pygame, SVG and cache keys share."""
_FIRST = frozenset({"blue", "cyan", "teal", "azure", "navy"})
_SECOND = frozenset({"red", "orange", "rose", "crimson", "scarlet"})
"""Names of sides that are drawn in the first and in the second colour of a palette."""


class PaletteName(StrEnum):
    LAMPLIGHT = "lamplight"
    BRIGHT = "bright"
    TEAL = "teal"


@dataclass(frozen=True, slots=True)
class Team:
    """Three shades of a side's colour."""

    light: Colour
    plain: Colour
    dark: Colour


@dataclass(frozen=True, slots=True)
class Palette:
    name: str
    colours: tuple[str, str]
    """Colours of the sides in words, in the order of the table's sides."""
    teams: tuple[Team, Team]
    """The same in shades."""
    _: KW_ONLY
    good: Colour
    bad: Colour

    @property
    def label(self) -> str:
        """Return the name with the sides' colours: ``"Lamplight: blue and orange"``."""
        return f"{self.name}: {' and '.join(self.colours)}"

    @property
    def shades(self) -> tuple[Colour, ...]:
        """Return the text colours: both sides', good and bad, in this order."""
        return *(team.light for team in self.teams), self.good, self.bad


PALETTES = {
    PaletteName.LAMPLIGHT: Palette(
        "Lamplight",
        ("blue", "orange"),
        (Team("#A9DBF7", "#56B4E9", "#1D4E6E"), Team("#FFC09A", "#E8743B", "#6E2C12")),
        good="#9AEBC0",
        bad="#E5604D",
    ),
    PaletteName.BRIGHT: Palette(
        "Bright",
        ("cyan", "orange"),
        (Team("#B4EEFF", "#4FD8FF", "#0B5570"), Team("#FFB98A", "#FF7A1A", "#7A2E00")),
        good="#B9FFD6",
        bad="#FF5A45",
    ),
    PaletteName.TEAL: Palette(
        "Dusk",
        ("teal", "rose"),
        (Team("#BDF9F2", "#35CFC6", "#0F4F4B"), Team("#F47A98", "#E0455F", "#651425")),
        good="#CDF29B",
        bad="#D24A5E",
    ),
}

_SWAPPED = {
    name: replace(one, colours=one.colours[::-1], teams=one.teams[::-1])
    for name, one in PALETTES.items()
}

_chosen = PaletteName.LAMPLIGHT
_order: Mapping[PaletteName, Palette] = PALETTES


def palette() -> Palette:
    """Return the palette in use, its colours in the order of the shown game's sides."""
    return _order[_chosen]


def use_palette(name: PaletteName) -> None:
    """Set the palette in use."""
    global _chosen  # noqa: PLW0603  there is one window, and it has one palette
    _chosen = name


def use_sides(sides: Sequence[str] = ()) -> None:
    """Set whose game is shown: sides that are called by a colour are drawn in it.

    Others, and no game, have the colours in the order of the palette.
    """
    global _order  # noqa: PLW0603  the window shows one game at a time
    _order = _ordered(sides)


def teams_of(sides: Sequence[str]) -> tuple[Team, Team]:
    """Return the colours of the sides of a game, whichever game is shown."""
    return _ordered(sides)[_chosen].teams


def _ordered(sides: Sequence[str]) -> Mapping[PaletteName, Palette]:
    return _SWAPPED if are_swapped(sides) else PALETTES


def are_swapped(sides: Sequence[str]) -> bool:
    """Return whether the names of two sides ask for the colours in the other order."""
    named = [(side in _SECOND) - (side in _FIRST) for side in sides]
    return bool(named) and named[0] > named[-1]


class Teams(Sequence[Team]):
    """The colours of the sides, looked up in the palette in use at each access."""

    @overload
    def __getitem__(self, n: int) -> Team: ...

    @overload
    def __getitem__(self, n: slice) -> Sequence[Team]: ...

    def __getitem__(self, n: int | slice) -> Team | Sequence[Team]:
        return palette().teams[n]

    def __len__(self) -> int:
        return len(palette().teams)
