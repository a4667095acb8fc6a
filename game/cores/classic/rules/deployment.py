"""Deployment before the battle (CC-33)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.cores.classic.rules.deep_strike import HOLD, may_hold
from game.cores.classic.rules.movement import CLAUSES, COHERENCY
from game.cores.classic.rules.scout_moves import scouting
from game.cores.kit.deployment import ask_next, holds_back, next_to_deploy, set_up, undeployed
from game.cores.kit.zones_and_turns import (
    chosen_before,
    order_turns,
    own_zones,
    pick_zone,
    take_zones,
)
from game.play.game import Game, Rule, Step
from game.play.phases import Phase, Todo, When, once
from game.table.records import Side
from game.table.state import Table

TURNS = 8


async def deploy_for(game: Game, clause: str, side: Side, off: float | None = None) -> None:
    """Let a side set up one of its units.

    *off*: if given, anywhere more than this many inches from the enemy's zone.
    """
    unit_id = await ask_next(game, clause, side)
    if may_hold(game, unit_id) and await holds_back(game, unit_id, HOLD, "keep in reserve"):
        return
    await set_up(game, clause, unit_id, CLAUSES, chain=COHERENCY, off=off)


async def take_or_pick_zones(game: Game, clause: str) -> None:
    """``CC-33``  Assign the zones that the map reserves, or let a roll-off decide.

    ``MI-06``: a side that chooses by the result of another battle picks in either case.
    """
    if own_zones(game.table.board, game.table.sides) and chosen_before(game) is None:
        await take_zones(game, clause)
    else:
        await pick_zone(game, clause)


def beginning(
    clause: str,
    zones: Callable[..., Rule[None]] = take_or_pick_zones,
    deployment: Todo | None = None,
    first_turn: Callable[..., Rule[None]] = order_turns,
) -> tuple[Phase, ...]:
    """``CC-33``  Return the set-up phases: zones, deployment, scout moves, the first turn."""
    deployment = deployment or partial(one_after_the_other, clause=clause)
    return (
        once("zones", clause, partial(zones, clause=clause), When.SETUP),
        Phase("deployment", clause=clause, todo=deployment, when=When.SETUP),
        Phase("scouts", clause="CC-35", todo=scouting, when=When.SETUP),
        once("first turn", clause, partial(first_turn, clause=clause), When.SETUP),
    )


def one_after_the_other(table: Table, *, clause: str) -> Step | None:
    """``CC-33``  Let the side that did not pick a zone deploy first, as a whole."""
    picker, other = table.zones
    for side in (other, picker):
        if undeployed(table, side):
            return partial(deploy_for, clause=clause, side=side)
    return None


def unit_by_unit(table: Table, clause: str) -> Step | None:
    """``MI-02``, ``MI-03``  Let the sides take turns to deploy, each in its own zone."""
    side = next_to_deploy(table)
    return partial(deploy_for, clause=clause, side=side) if side else None
