"""Assembly of zero-g, which replaces the classic movement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.play.game import Phase
from game.rules.classic.system import classic
from game.rules.kit.modules import Module
from game.rules.zero_g import (
    charge,
    corpses,
    move_outcomes,
    movement,
    odds,
    queries,
    recoil,
    shooting,
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
            *recoil.HOOKS,
            *shooting.HOOKS,
            *charge.HOOKS,
            *odds.HOOKS,
            *move_outcomes.HOOKS,
            *queries.HOOKS,
        ),
        phases=(drifting, *core.phases),
        watch=(corpses.remove_disturbed_corpses, *core.watch),
    )
