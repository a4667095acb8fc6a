"""Assembly of the cage rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.content.faults import Fault
from game.cores.classic.rules.core_api import CLASSIC
from game.cores.classic.rules.unit_state import modified_characteristics
from game.cores.kit.declarations import System
from game.cores.kit.modules import Module
from game.cores.kit.queries import CHARACTERISTICS
from game.cores.kit.score import Score
from game.play.log.wording import side_name
from game.play.phases import END, NEXT, Interrupt, Phase, Precedence, When
from game.systems.cage.rules import (
    PAGE,
    caption_words,  # noqa: F401  it registers the words of the captions
    queries,
)
from game.systems.cage.rules.acting import acting
from game.systems.cage.rules.bout_end import CHAMPIONS, decided, reckoning
from game.systems.cage.rules.champions import champions, initiative
from game.systems.cage.rules.floor_turns import turning
from game.systems.cage.table.floor_state import lay_rings, stance_of
from game.table.board import Board
from game.table.records import Side
from game.table.state import Table


def cage(options: Mapping[str, Any]) -> Module:
    """``TC-06``, ``TC-07``  Return the cage system: actions in turn, end check, floor."""
    return Module(
        "cage",
        hooks=(CHARACTERISTICS.gets(modified_characteristics), *queries.HOOKS),
        phases=(
            Phase(CHAMPIONS, clause="TC-04", todo=champions, when=When.SETUP),
            Phase("initiative", clause="TC-05", todo=initiative, when=When.SETUP),
            Phase("actions", clause="TC-06", todo=acting, when=When.START),
            Phase(
                "reckoning",
                clause="TC-31",
                todo=reckoning,
                when=When.END,
                then=(NEXT, CHAMPIONS, END),
            ),
            Phase("floor", clause="TC-07", todo=turning, when=When.END),
        ),
        page=PAGE,
        interrupts=(
            Interrupt(
                "a champion is out",
                "TC-30",
                decided,
                order=Precedence.END,
                then=(CHAMPIONS, END),
            ),
        ),
        unfit=unfit,
        opens=lay_rings,
        left_out=(CHAMPIONS, "reckoning"),
        why_not=no_bout,
    )


def no_bout(table: Table, phase: Phase) -> str:
    """``TC-04``  Return why there is no bout: it needs one champion of each side in a cell."""
    for side in table.sides:
        if len(there := table.standing(side)) != 1 or stance_of(table, there[0].id) is None:
            whose = side_name(side)
            many = len(there)
            return f"a bout needs one champion of each side in the cage, not {many} of {whose}"
    return ""


def unfit(board: Board) -> list[Fault]:
    """``TC-01``  Return a fault if the map has no rings; others are found on reading it."""
    if any(spot.kind == "ring" for spot in board.spots):
        return []
    reason = "there are none: bouts are fought in a cage (TC-01)"
    return [Fault("rings", reason, "no rings")]


def _bouts(table: Table, side: Side) -> int:
    won = table.result is not None and table.result.winner == side
    return max(table.scores.get(side, 0), int(won))


def _wounds_left(table: Table, side: Side) -> int:
    """``TC-32``  Return the wounds that a side's champion has left."""
    return sum([model.wounds for model in table.standing(side)])


SYSTEM = System(
    cage,
    CLASSIC,
    options=("turns", "three"),
    score=Score(
        goals=(
            ("Wound the other champion until it has no wounds left.", "TC-30"),
            ("Or push it out of the outer ring: it loses at once.", "TC-23"),
            ("Turns without an attack may end the bout: then both lose.", "TC-31"),
        ),
        counts=_bouts,
        unit="bouts won",
        clause="TC-30",
        breaks_tie=_wounds_left,
        tie_unit="wounds left",
        has_sheet=False,
    ),
)
