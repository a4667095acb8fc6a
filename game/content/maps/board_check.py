"""The form of a check of boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from game.content.faults import Fault
from game.table.board import Board as TableBoard


class BoardCheck(NamedTuple):
    """A check of whether a board is good to play on."""

    faults: Callable[[TableBoard], Iterable[Fault]]
    warnings: Callable[[TableBoard], Iterable[Fault | None]] = lambda _: ()
    """Yields features that are probably unintended, and None where the caller may stop."""
