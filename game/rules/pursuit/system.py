"""Assembly of the pursuit, which replaces the classic turn (PU-31)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.play.game import Phase, When
from game.rules.classic.odds.forecasts import FIGURES
from game.rules.classic.queries import INSIGHTS
from game.rules.kit.modules import Module
from game.rules.pursuit import melee, queries, shooting, street_pieces
from game.rules.pursuit.deployment import deployment
from game.rules.pursuit.movement import movement
from game.rules.pursuit.odds import ride
from game.rules.pursuit.pursuit_phase import pursuit as rolls
from game.rules.pursuit.state import PAGE, decided
from game.rules.pursuit.street_checks import unfit
from game.table.pieces import PieceKind


def pursuit(options: Mapping[str, Any]) -> Module:
    """``PU-06``  Assemble the module: Pursuit, Movement, Shooting, with both sides in each.

    ``PU-31``: none of the core's phases is played, so no model runs, charges or tests morale.
    ``PU-25``: nothing is left that fleet would change.
    """
    return Module(
        "pursuit",
        hooks=(
            FIGURES,
            *INSIGHTS,
            *queries.HOOKS,
            *ride.HOOKS,
            *street_pieces.HOOKS,
            *shooting.HOOKS,
            *melee.HOOKS,
        ),
        phases=(
            Phase("deployment", "PU-04", deployment, When.SETUP),
            Phase("pursuit", "PU-07", rolls, When.START),
            Phase("movement", "PU-17", movement, When.START),
            Phase("shooting", "PU-29", shooting.shooting, When.START),
        ),
        page=PAGE,
        pieces=(PieceKind.CITY,),
        watch=(decided,),
        unfit=unfit,
    )
