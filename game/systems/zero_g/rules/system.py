"""Assembly of zero-g, which replaces the classic movement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.cores.classic.rules.core_api import CLASSIC
from game.cores.classic.rules.system import classic
from game.cores.kit.declarations import System
from game.cores.kit.modules import Module
from game.play.phases import Interrupt, Phase, Precedence
from game.systems.zero_g.rules import (
    charge,
    charge_odds,
    corpses,
    move_outcomes,
    movement,
    queries,
    shooting,
    shot_outcomes,
)


def zero_g(options: Mapping[str, Any]) -> Module:
    """``ZG-24``  Assemble the module: corpses drift before their player's models move."""
    core = classic(options)
    drifting = Phase("bodies", "ZG-24", corpses.drifting)
    return Module(
        "zero_g",
        hooks=(
            *core.hooks,
            *movement.HOOKS,
            *corpses.HOOKS,
            *shooting.HOOKS,
            *charge.HOOKS,
            *shot_outcomes.HOOKS,
            *charge_odds.HOOKS,
            *queries.HOOKS,
            *move_outcomes.HOOKS,
        ),
        phases=(drifting, *core.phases),
        interrupts=(
            Interrupt(
                "corpses go", "ZG-24", corpses.remove_disturbed_corpses, order=Precedence.STATE
            ),
            *core.interrupts,
        ),
        settles=core.settles,
    )


SYSTEM = System(zero_g, CLASSIC, options=("turns", "billiards", "chooser"))
