"""The mission No mercy (MP-38)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from game.play.game import Phase, When, single_step
from game.rules.kit.modules import Module
from game.rules.matched import victory
from game.rules.matched.deployment import determine_zones, first_turn, unit_by_unit
from game.rules.matched.mysterious_objectives import without_markers
from game.rules.matched.victory import ending, sudden_death

CLAUSE = "MP-38"
BONUSES = (
    victory.NO_MERCY,
    victory.SLAY_THE_WARLORD,
    victory.FIRST_BLOOD,
    victory.LINEBREAKER,
)


def no_mercy(options: Mapping[str, Any]) -> Module:
    """``MP-38``  Return the mission: zones, deployment by units, first turn, sudden death."""
    zones = single_step(partial(determine_zones, clause=CLAUSE), CLAUSE)
    first = single_step(partial(first_turn, clause="MP-25"), "MP-25")
    return Module(
        "no_mercy",
        phases=(
            Phase("zones", CLAUSE, zones, When.SETUP),
            Phase("deployment", "MP-25", unit_by_unit, When.SETUP),
            Phase("first turn", "MP-25", first, When.SETUP),
            Phase("sudden death", "MP-30", sudden_death),
            Phase("round's end", "MP-27", ending(BONUSES), When.END),
        ),
        clash=without_markers(options),
    )
