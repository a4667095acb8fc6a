"""The flood as a module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from game.content.faults import Fault
from game.play import EntryPoints
from game.play.game import Game
from game.play.phases import Interrupt, Phase, When, once
from game.rules.flood import PAGE
from game.rules.flood.flood_phase import (
    FloodPhase,
    battle_size_warning,
    pick_origin,
    set_origin,
)
from game.rules.flood.odds import LIES_OVER
from game.rules.flood.queries import FLOWS, flows, ground, threats
from game.rules.flood.regrouping import CoherencyWatch
from game.rules.kit.core_api import Core
from game.rules.kit.modules import HookHandler, Module
from game.rules.kit.parts import AddOn, EventByHand, unfit_for
from game.rules.kit.queries import GROUND, THREATS
from game.table.board import Board
from game.table.events import PhaseBegan
from game.table.flood.water import origins
from game.table.records import Side
from game.table.state import Table

REGROUP: Mapping[str, tuple[tuple[HookHandler, ...], tuple[Phase, ...]]] = EntryPoints(
    {
        "classic": "game.rules.flood.regroup_classic:PART",
        "modern": "game.rules.flood.regroup_modern:PART",
    }
)
"""Hooks and phases of units out of coherency (``FF-25``), by the core's name."""


def flood(options: Mapping[str, Any], core: Core) -> Module:
    """``FF-25``  Return the module that lays a flood over a battle of either core.

    ``FF-06``: a phase at the start of each game turn; ``FF-01``: one before the battle.

    ``FF-19`` to ``FF-24``: a check of every unit when a phase begins, and its consequences.
    """
    hooks, phases = REGROUP[core.name]
    return Module(
        "flood",
        phases=(
            once("origin", "FF-01", pick_origin, When.SETUP),
            Phase("flood", clause="FF-06", todo=FloodPhase(core).todo, when=When.START),
            *phases,
        ),
        page=PAGE,
        hooks=(
            *hooks,
            FLOWS.gets(flows),
            GROUND.gets(ground),
            THREATS.gets(threats),
            LIES_OVER.gets(lambda *_: (core,)),
        ),
        interrupts=(Interrupt("coherency is checked", "FF-19", CoherencyWatch(core).todo),),
        unfit=unfit,
        cautions=battle_size_warning,
        why_not=no_origin,
    )


def unfit(board: Board) -> list[Fault]:
    """``FF-01``, ``FF-04``  Return the reasons why no flood can come over a board."""
    # Shapely is slow to load, and few battles are flooded.
    from game.content.maps.flood.water_checks import flood_faults  # noqa: PLC0415  loads shapely

    return flood_faults(board)


def no_origin(table: Table, phase: Phase) -> str:
    """``FF-01``  Return why a flood phase has no origin; empty if it has one."""
    if phase.name == "origin" and not origins(table.board):
        return "the map has no flood origin: draw a FloodOrigin"
    if phase.name == "flood" and not PAGE.of(table).origin:
        return "no flood origin is chosen yet: play the Origin phase first"
    return ""


FLOOD = AddOn(flood, "FF-25", ("classic", "modern", "matched"))


@lru_cache(maxsize=8)
def _unfit_by_hand(board: Board) -> Sequence[Fault]:
    return tuple(unfit(board))


async def comes_by_hand(game: Game, side: Side, core: Core) -> None:
    """``SB-10``  Start the flood, as if the die of ``FF-06`` had done so."""
    await set_origin(game, "SB-10", side)
    game.do(PhaseBegan("SB-10", game.table.clock.round, "flood", None))
    FloodPhase(core).comes(game)


BY_HAND = EventByHand(
    "flood",
    label="Start a flood",
    clause="SB-10",
    does=comes_by_hand,
    why_not=lambda table: unfit_for("a flood", _unfit_by_hand(table.board)),
    phase=lambda core: Phase(
        "flood", clause="SB-10", todo=FloodPhase(core).todo, when=When.START
    ),
    pages=(PAGE,),
)
