"""The mission Tactical escalation (MP-42)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from game.play.decisions import Choose, Option
from game.play.game import Game, Phase, Step, When, single_step
from game.play.wording import side_name
from game.rules.kit.modules import Module
from game.rules.matched import victory
from game.rules.matched.deployment import first_turn, unit_by_unit, zones_by
from game.rules.matched.objective_markers import SIX, place_next, placing_six
from game.rules.matched.tactical_objectives.deck import HANDS, KINDS, hand_of, write
from game.rules.matched.tactical_objectives.generation import DrawRules
from game.rules.matched.tactical_objectives.scoring import MISSION_PRIORITIES, tactics
from game.rules.matched.victory import ending, sudden_death
from game.table.events import Announced, Queued
from game.table.records import Side
from game.table.state import Table

CLAUSE = "MP-42"
BONUSES = (
    MISSION_PRIORITIES,
    victory.SLAY_THE_WARLORD,
    victory.FIRST_BLOOD,
    victory.LINEBREAKER,
)
TERMS = DrawRules(CLAUSE, lambda round_: round_)


def tactical_escalation(options: Mapping[str, Any]) -> Module:
    """``MP-42``  Return the mission: set-up, secret priorities, and tactical objectives."""
    named = single_step(name_priorities, CLAUSE)
    added = tactics(TERMS)
    return Module(
        "tactical_escalation",
        hooks=added.hooks,
        phases=(
            *escalating(),
            Phase("priority", CLAUSE, named, When.SETUP),
            *added.phases,
            Phase("sudden death", "MP-30", sudden_death),
            Phase("round's end", "MP-27", ending(BONUSES), When.END),
        ),
        page=HANDS,
    )


def escalating() -> tuple[Phase, ...]:
    """``MP-42``  Return the set-up: six markers, zones, deployment by units, first turn.

    The player that placed the sixth marker determines the zones.
    """
    zones = single_step(determine, CLAUSE)
    first = single_step(partial(first_turn, clause="MP-25"), "MP-25")
    return (
        Phase("markers", "MP-29", placing, When.SETUP),
        Phase("zones", CLAUSE, zones, When.SETUP),
        Phase("deployment", "MP-25", unit_by_unit, When.SETUP),
        Phase("first turn", "MP-25", first, When.SETUP),
    )


def placing(table: Table) -> Step | None:
    """``MP-29``, ``MP-42``  Return the next marker to place; the sixth is remembered."""
    is_last = len(table.markers) == SIX - 1 and len(table.queue) == 1
    return place_last if is_last else placing_six(table)


async def place_last(game: Game) -> None:
    """``MP-42``  Place the sixth marker, and keep the side that placed it in the queue."""
    (side,) = game.table.queue
    await place_next(game)
    game.do(Queued(CLAUSE, (side,)))


async def determine(game: Game) -> None:
    """``MP-42``  Let the player of the sixth marker determine the map and pick a zone."""
    (side,) = game.table.queue
    await zones_by(game, CLAUSE, Side(side))
    game.do(Queued(CLAUSE, ()))


async def name_priorities(game: Game) -> None:
    """``MP-42``  *Tactical priority*: let the sides name types in secret, revealed together."""
    options = tuple(Option(kind, kind.capitalize(), CLAUSE) for kind in KINDS)
    asks = "Which type of objective has priority?"
    named = [
        await Choose(side, CLAUSE, asks, options, kind="priority", sealed=True)
        for side in game.table.sides
    ]
    for side, kind in zip(game.table.sides, named, strict=True):
        write(game, CLAUSE, side, replace(hand_of(game.table, side), priority=kind))
        game.do(Announced(CLAUSE, f"The priority of {side_name(side)} is {kind}"))
