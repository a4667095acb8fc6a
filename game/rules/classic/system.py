"""Assembly of the classic core: its phases in turn order (CC-33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.play.game import Phase
from game.rules.classic.assault import assault
from game.rules.classic.morale import with_morale
from game.rules.classic.movement import movement
from game.rules.classic.odds.forecasts import FIGURES
from game.rules.classic.queries import INSIGHTS
from game.rules.classic.shooting import shooting
from game.rules.classic.unit_state import broken_contact
from game.rules.kit.modules import Module


def classic(options: Mapping[str, Any]) -> Module:
    """``CC-33``  Return the core: Movement, Shooting, Assault, each with tests of ``CC-32``."""
    on = bool(options.get("morale", True))
    return Module(
        "classic",
        hooks=(FIGURES, *INSIGHTS),
        phases=(
            Phase("movement", "CC-18", with_morale(movement, on=on)),
            Phase("shooting", "CC-07", with_morale(shooting, on=on)),
            Phase("assault", "CC-23", with_morale(assault, on=on)),
        ),
        watch=(broken_contact,),
    )
