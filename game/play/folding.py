"""What a story tells in one line of many things alike: ``14 roll for who goes first``."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from game.geometry.points import length
from game.play.dice import FIRST
from game.table.events import Act, Acted, Event, PieceMoved, Rolled
from game.table.pieces import ROLL

MANY = 3
"""So many lines alike are told in one."""
ROLLS = "PU-08"


class Like(StrEnum):
    """Of what kind things are that may be told as one, if nothing else comes between."""

    ORDER = "order"
    STREET = "street"


def like(event: Event) -> Like | None:
    """Return with what else an event may be told in one line; None if with nothing."""
    match event:
        case Rolled(what=what) if what == FIRST:
            return Like.ORDER
        case PieceMoved(clause) if clause == ROLLS:
            return Like.STREET
        case Acted(act=Act.KEEPS_PACE):
            return Like.STREET
        case _:
            return None


def is_bit(event: PieceMoved) -> bool:
    """Return whether a piece rolled only until something befell somebody, or the edge."""
    return event.clause == ROLLS and length(event.path) < ROLL - 0.01


def folded(events: Sequence[Event]) -> str:
    """Return what several events that are alike come to, without their clause."""
    rollers = {e.who or e.by for e in events if isinstance(e, Rolled)}
    figs = {e.unit for e in events if isinstance(e, Acted)}
    pieces = {e.piece for e in events if isinstance(e, PieceMoved)}
    told = (
        (rollers, "rolls", "roll", f"for {FIRST}"),
        (figs, "fig keeps", "figs keep", "pace"),
        (pieces, "piece rolls", "pieces roll", "back"),
    )
    return ", ".join(
        f"{len(who)} {does if len(who) == 1 else do} {what}"
        for who, does, do, what in told
        if who
    )
