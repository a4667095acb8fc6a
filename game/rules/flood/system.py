"""The flood as a module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.content.faults import Fault
from game.play.game import Phase, When, single_step
from game.rules.flood.flood_phase import FloodPhase, battle_size_warning, pick_origin
from game.rules.flood.odds import LIES_OVER
from game.rules.flood.queries import flows, ground
from game.rules.flood.regroup import classic_hooks, modern_hooks
from game.rules.flood.regroup.status import CoherencyWatch
from game.rules.flood.state import PAGE
from game.rules.kit.core_api import Core
from game.rules.kit.modules import Module
from game.rules.kit.queries import FLOWS, GROUND
from game.rules.modern.core_api import MODERN
from game.table.board import Board


def flood(options: Mapping[str, Any], core: Core) -> Module:
    """``FF-25``  Return the module that lays a flood over a battle of either core.

    ``FF-06``: a phase at the start of each game turn; ``FF-01``: one before the battle.

    ``FF-19`` to ``FF-24``: a check of every unit when a phase begins, and its consequences.
    """
    muddle = modern_hooks if core is MODERN else classic_hooks
    return Module(
        "flood",
        phases=(
            Phase("origin", "FF-01", single_step(pick_origin, "FF-01"), When.SETUP),
            Phase("flood", "FF-06", FloodPhase(core).todo, When.START),
            *muddle.PHASES,
        ),
        page=PAGE,
        hooks=(
            *muddle.HOOKS,
            FLOWS.gets(flows),
            GROUND.gets(ground),
            LIES_OVER.gets(lambda *_: (core,)),
        ),
        watch=(CoherencyWatch(core).todo,),
        unfit=unfit,
        cautions=battle_size_warning,
    )


def unfit(board: Board) -> list[Fault]:
    """``FF-01``, ``FF-04``  Return the reasons why no flood can come over a board."""
    # Shapely is slow to load, and few battles are flooded.
    from game.content.maps.flood_requirements import flood_faults  # noqa: PLC0415  loads shapely

    return flood_faults(board)
