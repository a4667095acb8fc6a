"""Assembly of the modern core: its phases in turn order (MC-02)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.play.phases import Phase
from game.rules.kit.modules import Module
from game.rules.kit.parts import System
from game.rules.modern.charge import charging
from game.rules.modern.core_api import MODERN
from game.rules.modern.fight import fighting
from game.rules.modern.morale import testing
from game.rules.modern.movement import movement
from game.rules.modern.odds.forecasts import FIGURES
from game.rules.modern.psychic import manifesting
from game.rules.modern.queries import INSIGHTS
from game.rules.modern.shooting import shooting
from game.rules.modern.stratagems import STRATAGEMS


def modern(options: Mapping[str, Any]) -> Module:
    """``MC-02``  Return the core: Movement, Psychic, Shooting, Charge, Fight, Morale."""
    return Module(
        "modern",
        hooks=(*STRATAGEMS, *FIGURES, *INSIGHTS),
        phases=(
            Phase("movement", "MC-04", movement),
            Phase("psychic", "MC-08", manifesting),
            Phase("shooting", "MC-12", shooting),
            Phase("charge", "MC-20", charging),
            Phase("fight", "MC-23", fighting),
            Phase("morale", "MC-25", testing),
        ),
    )


SYSTEM = System(modern, MODERN, options=("turns", "points", "chooser"))
