"""``MI-02``  Crossing: each side leaves by the exit of the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.content.faults import Fault
from game.cores.classic.rules.deployment import beginning, unit_by_unit
from game.cores.classic.rules.unit_state import is_model_locked
from game.cores.classic.rules.zone_faults import reserved, two_reserved
from game.cores.kit.battle_end import destroyed_units, end_by, ending, has_models
from game.cores.kit.coherency import is_astray
from game.cores.kit.declarations import Mission
from game.cores.kit.modules import Module
from game.cores.kit.queries import AIMS, ScoringPlace
from game.cores.kit.score import Score
from game.geometry.limits import last_within
from game.geometry.points import CONTACT, Point
from game.geometry.polygons import box, box_within, off_polygon
from game.play.game import Game, GameView, Step
from game.play.phases import Interrupt, end_of_game
from game.systems.flood.rules.flood_phase import BEWARE
from game.table.board import Board, Spot
from game.table.events import Removed, Scored
from game.table.records import How, Model, Side, Unit
from game.table.state import Table

CROSSING = "MI-02"
LEAVING = 1.0
"""Approximate points for a model that leaves, for bots."""


def crossing(options: Mapping[str, Any]) -> Module:
    """``MI-02``  Return the mission: set-up, models that leave, and points at the end."""
    turns = int(options.get("turns", 6))
    return Module(
        "crossing",
        phases=(
            *beginning(CROSSING, deployment=partial(unit_by_unit, clause=CROSSING)),
            ending(CROSSING, turns, tally_crossing),
        ),
        interrupts=(
            Interrupt("models leave", CROSSING, leaving, during=("movement",)),
            end_of_game("no models left", CROSSING, no_models_left),
        ),
        hooks=(AIMS.gets(scoring_exits),),
        unfit=unfit_for_crossing,
        clash=partial(reserved, clause=CROSSING),
    )


def unfit_for_crossing(board: Board) -> list[Fault]:
    """``MI-02``  Return the faults of a board without an exit at the zone of each side."""
    faults = two_reserved(board, CROSSING)
    for zone in board.zones:
        if zone.side and not _exits(board, zone.id):
            reason = f"has no exit: draw an Exit, and set its zone ({CROSSING})"
            faults.append(Fault(zone.id, reason=reason, kind="no exit", about=(zone.id,)))
    return faults


def scoring_exits(view: GameView, side: Side) -> Iterator[ScoringPlace]:
    """``MI-02``  Yield the exits at the enemy's end, each worth points for every model."""
    for spot in _goals(view.table, side):
        left, top, right, low = box(spot.outline)
        middle = Point((left + right) / 2, (top + low) / 2)
        yield ScoringPlace(
            spot.id, at=middle, value=LEAVING, reach=CONTACT, outline=spot.outline, each=True
        )


def _goals(table: Table, side: Side) -> list[Spot]:
    """Return the exits at the zone where a side's enemy deploys."""
    return _exits(table.board, table.zones.get(table.enemy(side), ""))


def _exits(board: Board, zone: str) -> list[Spot]:
    return [s for s in board.spots if s.kind == "exit" and dict(s.words).get("zone") == zone]


def leaving(table: Table) -> Step | None:
    """``MI-02``  Return the step in which models leave, in their side's Movement phase.

    A model leaves when its base touches the opposite exit.
    """
    return leave if _leavers(table) else None


def _leavers(table: Table) -> list[Model]:
    side = table.clock.side
    assert side
    goals = [(box(g.outline), g.outline) for g in _goals(table, side)]
    return [
        m
        for m in table.standing(side)
        for reach in (last_within(m.base + CONTACT),)
        if any([box_within(b, m.at, reach) and off_polygon(m.at, o) <= reach for b, o in goals])
        and not is_model_locked(table, m)
        and not is_astray(table, m)
    ]


async def leave(game: Game) -> None:
    """``MI-02``  Score 1 point for each model that leaves."""
    for model in _leavers(game.table):
        game.do(Removed(CROSSING, model.id, How.LEFT))
        game.do(Scored(CROSSING, model.side, 1, model.id))


def no_models_left(table: Table) -> Step | None:
    """``MI-02``  End the battle when no models are left."""
    return None if any(has_models(table, side) for side in table.sides) else tally_crossing


async def tally_crossing(game: Game) -> None:
    """``MI-02``  Score 1 point for each enemy unit destroyed.

    The side with more points wins.
    """
    for side in game.table.sides:
        for unit in wiped_out_units(game.table, side):
            game.do(Scored(CROSSING, side, 1, unit.id))
    end_by(game, CROSSING, game.table.scores, "points")


def wiped_out_units(table: Table, by: Side) -> list[Unit]:
    """``MI-02``  Return the enemy units destroyed; not those of which a model left."""
    left = [loss.unit for loss in table.losses if loss.how is How.LEFT]
    return [u for u in destroyed_units(table, by) if u.id not in left]


def _due(table: Table, side: Side) -> int:
    return sum([points for points, _ in _unpaid(table, side)])


def _unpaid(table: Table, side: Side) -> Iterator[tuple[int, str]]:
    """``MI-02``  Yield the points that a side would score now, each with its unit."""
    for unit in wiped_out_units(table, side) if table.clock.round else ():
        yield 1, unit.id


CROSSING_MISSION = Mission(
    crossing,
    ("classic", "modern"),
    Score(
        goals=(
            ("Leave by the exit at the far end: 1 point for each model.", CROSSING),
            ("Destroy enemy units: 1 point each.", CROSSING),
            BEWARE,
        ),
        due=_due,
        unpaid=_unpaid,
        unscored="enemy units destroyed",
    ),
)
