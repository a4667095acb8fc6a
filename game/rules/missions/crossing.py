"""The mission Crossing (MI-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.content.faults import Fault
from game.geometry.points import CONTACT, EPSILON, Point
from game.geometry.polygons import box, off_polygon
from game.play.game import Game, GameView, Step
from game.play.phases import END, Interrupt, Phase, When, once
from game.rules.classic.deployment import (
    BEWARE,
    deploy,
    ending,
    is_destroyed,
    reserved,
    scouting,
    two_reserved,
)
from game.rules.classic.unit_state import is_model_locked
from game.rules.kit.deployment import next_to_deploy, order_turns, take_zones
from game.rules.kit.modules import Module
from game.rules.kit.parts import Mission, Score
from game.rules.kit.queries import AIMS, ScoringPlace
from game.rules.kit.unit_marks import is_astray
from game.table.board import Board, Spot
from game.table.events import Ended, Removed, Scored
from game.table.records import How, Model, Side, Unit
from game.table.state import Table

CLAUSE = "MI-02"
EXIT = "exit"
TURNS = 6
WORTH = 1.0
"""Approximate points for a model that leaves, for bots."""


def crossing(options: Mapping[str, Any]) -> Module:
    """``MI-02``  Return the mission: set-up, models that leave, and points at the end."""
    turns = int(options.get("turns", TURNS))
    return Module(
        "crossing",
        phases=(
            once("zones", CLAUSE, partial(take_zones, clause=CLAUSE), When.SETUP),
            Phase("deployment", CLAUSE, deployment, When.SETUP),
            Phase("scouts", "CC-35", scouting, When.SETUP),
            once("first turn", CLAUSE, partial(order_turns, clause=CLAUSE), When.SETUP),
            ending(CLAUSE, turns, tally),
        ),
        interrupts=(
            Interrupt("models leave", CLAUSE, leaving, during=("movement",)),
            Interrupt("no models left", CLAUSE, no_models_left, then=(END,)),
        ),
        hooks=(AIMS.gets(aims),),
        unfit=unfit,
        clash=partial(reserved, clause=CLAUSE),
    )


def unfit(board: Board) -> list[Fault]:
    """``MI-02``  Return the faults of a board without an exit at the zone of each side."""
    faults = two_reserved(board, CLAUSE)
    for zone in board.zones:
        if zone.side and not _exits(board, zone.id):
            reason = f"has no exit: draw an Exit, and set its zone ({CLAUSE})"
            faults.append(Fault(zone.id, reason, "no exit", (zone.id,)))
    return faults


def aims(view: GameView, side: Side) -> Iterator[ScoringPlace]:
    """``MI-02``  Yield the exits at the enemy's end, each worth points for every model."""
    table = view.table
    for spot in _exits(table.board, table.zones.get(table.enemy(side), "")):
        left, top, right, low = box(spot.outline)
        middle = Point((left + right) / 2, (top + low) / 2)
        yield ScoringPlace(spot.id, middle, WORTH, CONTACT, outline=spot.outline, each=True)


def _exits(board: Board, zone: str) -> list[Spot]:
    """Return the exits at the zone where a side deploys."""
    return [s for s in board.spots if s.kind == EXIT and dict(s.words).get("zone") == zone]


def deployment(table: Table) -> Step | None:
    """``MI-02``, ``CC-33``  Let the sides take turns to deploy, each in its own zone."""
    return partial(deploy, clause=CLAUSE) if next_to_deploy(table) else None


def leaving(table: Table) -> Step | None:
    """``MI-02``  Return the step in which models leave, in their side's Movement phase.

    A model leaves when its base touches the opposite exit.
    """
    return leave if _leavers(table) else None


def _leavers(table: Table) -> list[Model]:
    side = table.clock.side
    assert side
    goals = _exits(table.board, table.zones.get(table.enemy(side), ""))
    return [
        m
        for m in table.standing(side)
        if any(off_polygon(m.at, g.outline) <= m.base + CONTACT + EPSILON for g in goals)
        and not is_model_locked(table, m)
        and not is_astray(table, m)
    ]


async def leave(game: Game) -> None:
    """``MI-02``  Score 1 point for each model that leaves."""
    for model in _leavers(game.table):
        game.do(Removed(CLAUSE, model.id, How.LEFT))
        game.do(Scored(CLAUSE, model.side, 1, model.id))


def no_models_left(table: Table) -> Step | None:
    """``MI-02``  End the battle when no models are left."""
    gone = all(is_destroyed(table, unit) for unit in table.units.values())
    return tally if gone else None


async def tally(game: Game) -> None:
    """``MI-02``  Score 1 point for each enemy unit destroyed.

    The side with more points wins.
    """
    table = game.table
    for side in table.sides:
        for unit in table.units.values():
            if unit.side != side and is_wiped_out(table, unit):
                game.do(Scored(CLAUSE, side, 1, unit.id))
    one, other = table.sides
    lead = table.scores.get(one, 0) - table.scores.get(other, 0)
    winner = None if lead == 0 else one if lead > 0 else other
    game.do(Ended(CLAUSE, winner, "points"))


def is_wiped_out(table: Table, unit: Unit) -> bool:
    """``MI-02``  Return whether a unit is destroyed; not if one of its models left."""
    left = any(loss.unit == unit.id and loss.how is How.LEFT for loss in table.losses)
    return is_destroyed(table, unit) and not left


def _due(table: Table, side: Side) -> int:
    enemies = [u for u in table.units.values() if u.side != side]
    return sum(is_wiped_out(table, u) for u in enemies) if table.clock.round else 0


MISSION = Mission(
    crossing,
    ("classic", "modern"),
    Score(
        goals=(
            ("Leave by the exit at the far end: 1 point for each model.", CLAUSE),
            ("Destroy enemy units: 1 point each.", CLAUSE),
            BEWARE,
        ),
        due=_due,
        unscored="enemy units destroyed",
    ),
)
