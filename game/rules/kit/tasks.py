"""What a side is to achieve besides its mission's own aims, and how far it is (``MP-39``)."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.kit.moments import Ask
from game.table.records import Side


@dataclass(frozen=True, slots=True)
class Task:
    """A tactical objective of a side, as it stands."""

    number: int
    name: str
    """As prompts say it: ``"44 A spot that matters (marker 2)"``."""
    words: str
    """What it asks for and pays."""
    clause: str
    kind: str
    progress: str
    """``"2 of 3 markers"``"""
    pays: str = ""
    """What it would pay if the turn ended now: ``"d3 + 1"``; empty: it is not achieved."""
    led: bool = False
    """Whether only the WARLORD can achieve it."""
    marker: str = ""
    """The marker on the board that it is about."""


TASKS = Ask[Side, Task]("what a side is to achieve")
"""In the order in which they became active."""
