"""The signs of the squads of a side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pygame

from game.content.palettes import Colour
from game.table.records import Side, UnitId
from game.table.state import Table
from game.view.colours import HALO
from game.view.style import kept_svg

LEAST = 2
"""Number of squads from which a side needs signs."""


class SquadSign(NamedTuple):
    """A shape in a colour, each different from those of the other signs."""

    shape: str
    """SVG elements about (0, 0), about 10 units wide to each side."""
    colour: Colour


def _polygon(points: str) -> str:
    return f'<path d="M{points}Z"/>'


SQUAD_SIGNS = (
    SquadSign('<circle r="8.6"/>', "#F7F1E1"),
    SquadSign(_polygon("0 -10L9.6 7H-9.6"), "#FFD84A"),
    SquadSign(_polygon("-8 -8H8V8H-8"), "#C9A2FF"),
    SquadSign(_polygon("0 -11L9 0L0 11L-9 0"), "#9BE564"),
    SquadSign(_polygon("-3.4 -10H3.4V-3.4H10V3.4H3.4V10H-3.4V3.4H-10V-3.4H-3.4"), "#FF9AD0"),
    SquadSign(_polygon("-9.6 -7H9.6L0 10"), "#57E3CD"),
    SquadSign(
        _polygon(
            "0 -11L3 -3.6L10.6 -3.4L4.8 1.4L6.6 9L0 4.8L-6.6 9L-4.8 1.4L-10.6 -3.4L-3 -3.6"
        ),
        "#FFB35C",
    ),
    SquadSign(_polygon("-10 -8H-2.4V8H-10") + _polygon("2.4 -8H10V8H2.4"), "#B9C7D2"),
)
"""The signs of the squads of a side, in the order of its roster; then they repeat."""


def squad_numbers(table: Table) -> Mapping[UnitId, int]:
    """Return the number of each squad's sign, from 1; lone models have none.

    A side with a single unit of several models needs no signs.
    """
    squads = dict[Side, list[UnitId]]()
    for unit in table.units.values():
        if len(unit.models) > 1:
            squads.setdefault(unit.side, []).append(unit.id)
    return {
        unit: n % len(SQUAD_SIGNS) + 1
        for units in squads.values()
        if len(units) >= LEAST
        for n, unit in enumerate(units)
    }


class SquadNumbers:
    """The numbers of the squads' signs, computed anew when other units are on the table."""

    def __init__(self) -> None:
        self._units: tuple[UnitId, ...] = ()
        self._numbers: Mapping[UnitId, int] = {}

    def of(self, table: Table) -> Mapping[UnitId, int]:
        """Return the numbers of the squads of a table."""
        units = tuple(table.units)
        if units != self._units:
            self._units, self._numbers = units, squad_numbers(table)
        return self._numbers


def sign_svg(number: int) -> str:
    """Return the SVG elements of a sign about (0, 0), within 13 units to each side."""
    shape, colour = SQUAD_SIGNS[number - 1]
    return (
        f'<g fill="{HALO}" stroke="{HALO}" stroke-width="5.6" stroke-linejoin="round">'
        f'{shape}</g><g fill="{colour}">{shape}</g>'
    )


def draw_sign(number: int, pixels: int) -> pygame.Surface:
    """Return the picture of a sign, *pixels* square."""
    return kept_svg(sign_svg(number), "-14 -14 28 28", pixels, pixels)
