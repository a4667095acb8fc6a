"""Repeated attempts at a random map until one is acceptable; NoRoomError."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from game.content.faults import Fault
from game.content.maps import MapFile, to_board
from game.table.board import Board


class NoRoomError(ValueError):
    """The objects that were asked for do not fit; the message suggests a change."""


def retry_until_fit(
    row: str,
    most: int,
    draw: Callable[[Random], MapFile],
    unfit: Callable[[Board], Sequence[Fault]],
) -> MapFile:
    """Return the first map without faults of at most *most* attempts; raise NoRoomError.

    *row* seeds the random numbers of the attempts.
    """
    last: object = ""
    for attempt in range(most):
        try:
            mapfile = draw(Random(f"{row} {attempt}"))  # noqa: S311  a table, no secret
        except NoRoomError as error:
            last = error
            continue
        if not (faults := unfit(to_board(mapfile))):
            return mapfile
        last = faults[0]
    raise NoRoomError(f"no usable map in {most} tries; last problem: {last}")
