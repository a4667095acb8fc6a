"""The wording of forecasts, with its colours."""

from __future__ import annotations

from collections.abc import Sequence

DARK = "#171D21"
"""Background colour of all cells but the chance to die."""
BRIGHT = 0.6
"""Chance from which on dark letters are easier to read than light ones."""


def average_losses(lost: float) -> str:
    """Return the models or wounds that a unit loses on average, with a sign unless it is 0."""
    words = f"{lost:.1f}"
    return words if words == "0.0" else f"−{words}"


def hundredths(chance: float) -> str:
    """Return a chance in percent, without the sign.

    A chance that is not quite 0 is never shown as 0, nor one below 1 as 100.
    """
    if 0.0 < chance < 0.005:
        return "<1"
    if 0.995 < chance < 1.0:
        return "99"
    return str(round(100 * chance))


def place_in(order: Sequence[Sequence[str]], id_: str) -> str:
    """Return the place of a model among groups, in words; empty if it is in none of them.

    Within a group a roll decides: ``"3, of 4"`` or ``"1 to 2 by a roll, of 4"``.
    """
    first, many = 1, sum(len(group) for group in order)
    for group in order:
        last = first + len(group) - 1
        if id_ in group:
            place = f"{first} to {last} by a roll" if last > first else str(first)
            return f"{place}, of {many}"
        first = last + 1
    return ""


def numbered(order: Sequence[Sequence[str]], first: int = 1) -> dict[str, str]:
    """Return each place in an order of groups from *first* on: ``3=`` if others share it."""
    places = dict[str, str]()
    for group in order:
        for id_ in group:
            places[id_] = f"{first}=" if len(group) > 1 else str(first)
        first += len(group)
    return places
