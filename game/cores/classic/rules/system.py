"""Assembly of the classic core: its phases in turn order (CC-33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.cores.classic.rules.assault import assault
from game.cores.classic.rules.core_api import CLASSIC, INSIGHTS
from game.cores.classic.rules.forecasts import FIGURES
from game.cores.classic.rules.morale import morale
from game.cores.classic.rules.movement import movement
from game.cores.classic.rules.shooting import shooting
from game.cores.classic.rules.unit_state import broken_contact, update_locked_marks
from game.cores.kit.declarations import System
from game.cores.kit.deeds import PAGE as DEEDS
from game.cores.kit.modules import Module
from game.play.phases import Interrupt, Phase, Precedence


def classic(options: Mapping[str, Any]) -> Module:
    """``CC-33``  Return the core: Movement, Shooting, Assault, each with tests of ``CC-32``."""
    closing = morale if options.get("morale", True) else None
    return Module(
        "classic",
        hooks=(*FIGURES, *INSIGHTS),
        phases=(
            Phase("movement", "CC-18", movement, closing=closing),
            Phase("shooting", "CC-07", shooting, closing=closing),
            Phase("assault", "CC-23", assault, closing=closing),
        ),
        pages=(DEEDS,),
        settles=update_locked_marks,
        interrupts=(
            Interrupt("contact is broken", "CC-31", broken_contact, order=Precedence.STATE),
        ),
    )


SYSTEM = System(classic, CLASSIC, options=("turns", "morale", "chooser"))
