"""Assembly of the cage rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.content.faults import Fault
from game.play.game import Phase, When
from game.rules.cage import queries
from game.rules.cage.actions import acting
from game.rules.cage.match_flow import (
    CHAMPIONS,
    bout_ends_after_turn,
    champions,
    decided,
    initiative,
    turning,
)
from game.rules.cage.state import PAGE
from game.rules.classic.unit_state import modified_characteristics
from game.rules.kit.modules import Module
from game.rules.kit.queries import CHARACTERISTICS
from game.table.board import Board


def cage(options: Mapping[str, Any]) -> Module:
    """``TC-06``, ``TC-07``  Return the cage system: actions in turn, end check, floor."""
    return Module(
        "cage",
        hooks=(CHARACTERISTICS.gets(modified_characteristics), *queries.HOOKS),
        phases=(
            Phase(CHAMPIONS, "TC-04", champions, When.SETUP),
            Phase("initiative", "TC-05", initiative, When.SETUP),
            Phase("actions", "TC-06", acting, When.START),
            Phase("reckoning", "TC-31", bout_ends_after_turn, When.END),
            Phase("floor", "TC-07", turning, When.END),
        ),
        page=PAGE,
        watch=(decided,),
        unfit=unfit,
    )


def unfit(board: Board) -> list[Fault]:
    """``TC-01``  Return a fault if the map has no rings; others are found on reading it."""
    if any(spot.kind == "ring" for spot in board.spots):
        return []
    reason = "there are none: bouts are fought in a cage (TC-01)"
    return [Fault("rings", reason, "no rings")]
