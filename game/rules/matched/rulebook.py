"""Matched play: the modern core with the cover of the tournament packet (``MP``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.rules.kit.modules import Module
from game.rules.kit.queries import GROUND
from game.rules.matched.cover import cover, leak
from game.rules.matched.insight import ground
from game.rules.matched.obscured import obscured
from game.rules.matched.system import unfit
from game.rules.modern.hooks import COVER, SAVES_ROLLED, SHOT
from game.rules.modern.system import modern

COVER_RULES = (
    COVER.gets(cover),
    SHOT.gets(obscured),
    SAVES_ROLLED.then(leak),
    GROUND.gets(ground),
)


def matched(options: Mapping[str, Any]) -> Module:
    """``MC-02``, ``MP-01`` to ``MP-06``  The turns of the modern core, with better cover."""
    core = modern(options)
    return replace(core, name="matched", unfit=unfit, hooks=(*core.hooks, *COVER_RULES))
