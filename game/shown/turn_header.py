"""The contents of the header."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.play.log.wording import possessive, side_name, turn_word
from game.play.phases import PhaseMachine
from game.shown.phase_marks import PhaseMark, marks
from game.table.records import Side
from game.table.state import Table

COUNTING = "Score if the battle ended now"
COUNTED = "Final score"
OVER = "BATTLE OVER"


@dataclass(frozen=True, slots=True)
class SideStatus:
    """Name and points of a side, as the header shows them."""

    name: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnHeader:
    who: str
    """Title with the side in turn: ``"WARDENS' TURN"``."""
    turn: str
    """Number of the game turn, of how many; empty before the first."""
    team: int | None
    """Place of the side in turn among the table's sides; None if it is no side's turn."""
    marks: tuple[PhaseMark, ...]
    standings: tuple[SideStatus, ...]
    score_hint: str
    """Tooltip of the points, with keys as ``{sheet}``."""
    unit: str = "points"
    """Unit of the numbers: ``"points"``, ``"kills"``, ``"models left"``."""


def turn_header(
    phases: PhaseMachine,
    table: Table,
    turns: int,
    points: Mapping[Side, int],
    counts: str = "",
    unit: str = "points",
) -> TurnHeader:
    """Return the header of a table.

    *turns*: number of game turns, 0 if it is not fixed; *counts*: a label for numbers without
    a score sheet; *unit*: the unit of the numbers.
    """
    clock = table.clock
    last = f" / {turns}" if turns else ""
    word = turn_word(table).upper()
    whose = possessive(side_name(clock.side)) if clock.side else "Both sides'"
    what = COUNTED if table.result else COUNTING
    who = f"{whose.upper()} {word}" if clock.round else "SET-UP"
    return TurnHeader(
        who=OVER if table.result else who,
        turn=f"{word} {clock.round}{last}" if clock.round else "",
        team=table.sides.index(clock.side) if clock.side and clock.round else None,
        marks=marks(phases, table),
        standings=tuple(
            SideStatus(side_name(side), points.get(side, 0)) for side in table.sides
        ),
        score_hint=f"{counts}, not points"
        if counts
        else f"{what}: the score sheet ({{sheet}})",
        unit=unit,
    )
