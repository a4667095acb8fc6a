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
"""Seconds that an event is left to be seen; any other is followed by the next at once."""
ORDERS: Final = frozenset({"PU-07", "PU-17", "PU-29"})
"""The clauses by which dice say who comes first: there may be twenty of them."""
AT_ONCE: Final = 0.12
"""Seconds that such a die is seen."""
BY_THE_WAY: Final = 0.4
"""Seconds that dice are seen by which a fig of a chase slows down, rides on or gets away."""
CALM: Final = 6
"""So many events may wait for their pauses before they are hurried."""
HURRY: Final = 0.4
"""What is left of pauses at the least."""
SURGE: Final = 4.4
"""Seconds that water takes to run over the whole board, and to come to rest."""

BLOWS: Final = frozenset(
    {Act.HURTS_ITSELF, Act.TRADES, Act.PUSHES, Act.DISARMS, Act.HARMS, Act.KNOCKS}
)
"""The results of an attack in a cage (``TC-16`` to ``TC-21``)."""
BLOW: Final = 0.9
"""Seconds that such a result is left to be read."""
DEEDS: Final = frozenset(
    {Act.MOVES, Act.RUNS, Act.SHOOTS, Act.FIRES_OVERWATCH, Act.CHARGES, Act.FIGHTS}
)
"""What a unit sets out to do, and so ends what dice before it were about."""


FLOOD: Final = "FF-06"
"""By this clause a flood comes, and runs over the board from where it begins."""


def brings_flood(event: Event) -> bool:
    """Return whether a flood comes with an event."""
    return isinstance(event, Announced) and event.clause == FLOOD and bool(event.spot)


def pause_after(event: Event, *, still: bool = False) -> float:
    """Return the seconds that an event is left to be seen; *still*: if nothing moves."""
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
    """Return what is left of a pause while so much waits: where many are struck, less."""
    many = sum(pause_after(event) > 0.0 for event in waiting)
    return max(HURRY, min(1.0, CALM / max(1, many)))


def is_deed(event: Event) -> bool:
    return isinstance(event, Acted) and event.act in DEEDS


def starts_beat(event: Event) -> bool:
    """Whether another story begins: the next model's, the next unit's, the next phase's."""
    return isinstance(event, Handled | PhaseBegan | GroundChanged) or is_deed(event)
