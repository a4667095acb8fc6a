"""The mission No mercy (MP-38)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from game.cores.kit.modules import Module
from game.systems.matched.rules import victory
from game.systems.matched.rules.deployment import by_units, determine_zones
from game.systems.matched.rules.mysterious_objectives import without_markers
from game.systems.matched.rules.victory import SUDDEN_DEATH, matched_mission, rounds_end

CLAUSE = "MP-38"
BONUSES = (
    victory.NO_MERCY,
    victory.SLAY_THE_WARLORD,
    victory.FIRST_BLOOD,
    victory.LINEBREAKER,
)


def no_mercy(options: Mapping[str, Any]) -> Module:
    """``MP-38``  Return the mission: zones, deployment by units, first turn, sudden death."""
    return Module(
        "no_mercy",
        phases=(
            *by_units(CLAUSE, partial(determine_zones, clause=CLAUSE)),
            SUDDEN_DEATH,
            rounds_end(BONUSES),
        ),
        clash=without_markers(options),
    )


NO_MERCY = matched_mission(no_mercy, BONUSES)
