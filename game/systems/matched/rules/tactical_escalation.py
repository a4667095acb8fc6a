"""The mission Tactical escalation (MP-42)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.cores.kit.modules import Module
from game.play.decisions import Choose, Option
from game.play.game import Game, Step
from game.play.log.wording import side_name
from game.play.phases import Phase, When, once
from game.systems.matched.rules import victory
from game.systems.matched.rules.deployment import by_units, zones_by
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.systems.matched.rules.objective_deck import DECK, HANDS, KINDS, hand_of, write
from game.systems.matched.rules.objective_markers import SIX, place_next, placing_six
from game.systems.matched.rules.objective_scoring import MISSION_PRIORITIES, DrawRules, tactics
from game.systems.matched.rules.victory import SUDDEN_DEATH, matched_mission, rounds_end
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
    hooks, phases = tactics(TERMS)
    return Module(
        "tactical_escalation",
        hooks=hooks,
        phases=(
            *escalating(),
            once("priority", CLAUSE, name_priorities, When.SETUP),
            *phases,
            SUDDEN_DEATH,
            rounds_end(BONUSES),
        ),
        page=HANDS,
    )


TACTICAL_ESCALATION = matched_mission(
    tactical_escalation,
    BONUSES,
    (
        "Achieve objectives by the end of your turns. You hold as many as the round number.",
        "MP-39",
    ),
    ("Objectives of your priority score 1 more; discarding one costs 1 point.", CLAUSE),
)


def escalating() -> tuple[Phase, ...]:
    """``MP-42``  Return the set-up: six markers, zones, deployment by units, first turn.

    The player that placed the sixth marker determines the zones.
    """
    return (
        Phase("markers", clause="MP-29", todo=placing, when=When.SETUP),
        *by_units(CLAUSE, determine),
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
    options = tuple(
        Option(
            kind,
            kind.capitalize(),
            CLAUSE,
            does=f"Give {kind} priority",
            detail=", ".join([o.name for o in DECK.values() if o.kind == kind]),
        )
        for kind in KINDS
    )
    asks = "Which type of objective has priority?"
    named = [
        await Choose(
            side,
            clause=CLAUSE,
            asks=asks,
            options=options,
            kind=MatchedKind.PRIORITY,
            sealed=True,
        )
        for side in game.table.sides
    ]
    for side, kind in zip(game.table.sides, named, strict=True):
        write(game, CLAUSE, side, replace(hand_of(game.table, side), priority=kind))
        game.do(Announced(CLAUSE, f"The priority of {side_name(side)} is {kind}"))
