"""What else is seen of each event of a chase: blasts, crashes, who is lost, who gets away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from game.geometry.points import Point, length, point_ahead
from game.table.events import Event, MarkerLaid, Moved, PieceCame, Removed, Struck
from game.table.pieces import PieceKind, Street
from game.table.records import ORIGIN, How
from game.table.state import Table
from game.view.playback.effects import Effect
from game.view.style import AMBER, CREAM, GLOW, WOUND

DUST: Final = "#B7A689"
LOST: Final = 3.0
"""Inches that the street still takes who is lost, while he fades."""
AWAY: Final = 5.0
"""Inches that somebody rides on who is through the Arrival."""


def chasing(
    event: Event, shown: list[Effect], street: Street, table: Table, *, still: bool
) -> Iterator[Effect]:
    """Yield what is seen of an event, *shown* as in any battle; *table* as it was before.

    *still*: nothing slides, for who wants less motion.
    """
    yield from (_sliding(effect, event, street) for effect in shown) if not still else shown
    match event:
        case MarkerLaid(_, at, diameter):
            yield Effect(at, 1.2, AMBER, blast=diameter / 2)
        case Struck(_, who, _, _):
            struck = table.models[who]
            yield Effect(
                point_ahead(struck.at, street.ahead, struck.base), 0.6, CREAM, knock=True
            )
        case Moved(_, _, path) if length(path) > 1.0 and not still:
            yield Effect(path[-1], 0.8, DUST, trail=path)
        case PieceCame(_, piece, at) if table.pieces[piece].kind is PieceKind.MINES:
            yield Effect(at, 0.9, WOUND, ring=table.pieces[piece].radius)
        case Removed(_, who, How.LEFT):
            gone = table.models[who]
            yield Effect(gone.at, 2.0, GLOW, "AWAY!", gone.base)
        case _:
            pass


def _sliding(effect: Effect, event: Event, street: Street) -> Effect:
    """Return an effect so that who is gone over an edge slides over it."""
    if effect.leaving is None or not isinstance(event, Removed):
        return effect
    if event.how is How.LEFT:
        return replace(effect, lasts=1.0, slides=_far(street.ahead, AWAY))
    if event.how is How.LOST:
        return replace(effect, lasts=1.0, slides=_far(street.back, LOST))
    return effect


def _far(way: Point, far: float) -> Point:
    return point_ahead(ORIGIN, way, far)
