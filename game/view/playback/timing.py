"""Display time of each event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.table.events import (
    Act,
    Acted,
    Announced,
    Event,
    GroundChanged,
    Handled,
    MarkerLaid,
    PhaseBegan,
    Removed,
    Rerolled,
    Rolled,
    Scored,
    Spent,
    Struck,
    WeaponDropped,
    Wounded,
)

PAUSES: Final[dict[type[Event], float]] = {
    Rolled: 0.75,
    Rerolled: 0.75,
    MarkerLaid: 0.6,
    Announced: 1.2,
    GroundChanged: 0.6,
    Struck: 0.3,
    Wounded: 0.45,
    Removed: 0.35,
    Scored: 0.7,
    Spent: 0.7,
    WeaponDropped: 0.7,
}
"""Seconds that an event is displayed; the others are followed by the next one at once."""
ORDERS: Final = frozenset({"PU-07", "PU-17", "PU-29"})
"""Clauses of rolls for the order of play, of which there may be twenty."""
AT_ONCE: Final = 0.12
"""Seconds that such a roll is displayed."""
BY_THE_WAY: Final = 0.4
"""Seconds that a model's roll in a pursuit is displayed."""
CALM: Final = 6
"""Number of events with a pause that may wait before pauses are shortened."""
HURRY: Final = 0.4
"""Minimum share of a shortened pause."""
SURGE: Final = 4.4
"""Seconds that water takes to cross the whole board and come to rest."""

BLOWS: Final = frozenset(
    {Act.HURTS_ITSELF, Act.TRADES, Act.PUSHES, Act.DISARMS, Act.HARMS, Act.KNOCKS}
)
"""The results of an attack in a cage (``TC-16`` to ``TC-21``)."""
BLOW: Final = 0.9
"""Seconds that such a result is displayed."""
DEEDS: Final = frozenset(
    {Act.MOVES, Act.RUNS, Act.SHOOTS, Act.FIRES_OVERWATCH, Act.CHARGES, Act.FIGHTS}
)
"""Acts that begin a unit's action; they clear the dice tray."""


FLOOD: Final = "FF-06"
"""Clause by which a flood comes."""


def brings_flood(event: Event) -> bool:
    """Return whether an event brings a flood."""
    return isinstance(event, Announced) and event.clause == FLOOD and bool(event.spot)


def pause_after(event: Event, *, still: bool = False) -> float:
    """Return the seconds that an event is displayed; *still* is reduced motion."""
    if brings_flood(event) and not still:
        return SURGE
    if isinstance(event, Acted) and event.act in BLOWS:
        return BLOW
    if isinstance(event, Rolled) and event.clause in ORDERS:
        return AT_ONCE
    if isinstance(event, Rolled) and event.clause.startswith("PU-"):
        return BY_THE_WAY
    return PAUSES.get(type(event), 0.0)


def hurried_pause(waiting: Iterable[Event]) -> float:
    """Return the share of a pause that remains while many events wait."""
    many = sum(pause_after(event) > 0.0 for event in waiting)
    return max(HURRY, min(1.0, CALM / max(1, many)))


def is_deed(event: Event) -> bool:
    return isinstance(event, Acted) and event.act in DEEDS


def starts_beat(event: Event) -> bool:
    """Return whether an event begins another beat: of the next model, unit or phase."""
    return isinstance(event, Handled | PhaseBegan | GroundChanged) or is_deed(event)
