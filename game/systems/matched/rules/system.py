"""Assembly of matched play over the modern core (MP-01)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.cores.kit.declarations import System
from game.cores.kit.modules import Module
from game.cores.modern.rules.system import MODERN, modern
from game.systems.matched.rules import matched_boards
from game.systems.matched.rules.cover import COVER_RULES


def matched(options: Mapping[str, Any]) -> Module:
    """``MC-02``, ``MP-01`` to ``MP-06``  Return the modern core with matched-play cover."""
    core = modern(options)
    return replace(
        core,
        name="matched",
        unfit=matched_boards.unfit,
        hooks=(*core.hooks, *COVER_RULES),
        uses=("modern",),
    )


SYSTEM = System(matched, MODERN, options=("points", "chooser"))
