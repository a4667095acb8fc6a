"""Zero-g as a whole: it lies over the classic core and replaces its movement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.play.game import Phase
from game.rules.classic.system import classic
from game.rules.kit.modules import Module
from game.rules.zero_g import (
    bodies,
    charge,
    clashes,
    combat,
    insight,
    moving,
    odds,
    reach,
    recoil,
    screen,
    strays,
)


def zero_g(options: Mapping[str, Any]) -> Module:
    """``ZG-24``  Before a player's models move, his dead drift on."""
    core = classic(options)
    drifting = Phase("bodies", "ZG-24", bodies.drifting)
    return Module(
        "zero_g",
        hooks=(
            *core.hooks,
            *moving.HOOKS,
            *bodies.HOOKS,
            *recoil.HOOKS,
            *strays.HOOKS,
            *screen.HOOKS,
            *charge.HOOKS,
            *combat.HOOKS,
            *odds.HOOKS,
            *reach.HOOKS,
            *clashes.HOOKS,
            *insight.HOOKS,
        ),
        phases=(drifting, *core.phases),
        watch=(bodies.spoilt, *core.watch),
    )
