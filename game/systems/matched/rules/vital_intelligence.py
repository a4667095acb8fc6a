"""The mission Vital intelligence (MP-36)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.cores.kit.modules import Module
from game.geometry.points import Point
from game.play.game import Game
from game.play.phases import When, once
from game.systems.matched.rules import objective_markers
from game.systems.matched.rules.deployment import by_armies
from game.systems.matched.rules.marker_scoring import BONUSES, marker_hooks, score_markers
from game.systems.matched.rules.objective_markers import CENTRE, number_markers, on_ground
from game.systems.matched.rules.victory import matched_mission, rounds_end
from game.table.board import Board, ObjectiveMarker, centre_of
from game.table.events import Announced, Reason, RollKind
from game.table.records import Side
from game.table.state import StatePage, Table

CLAUSE = "MP-36"
ALL = 6


@dataclass(frozen=True, slots=True)
class ActiveMarkerState:
    """State of the mission: the marker that is active in this round."""

    marker: int = 0
    """Its number; 6 for all markers; 0 before the first round."""


ACTIVE = StatePage("vital_intelligence", ActiveMarkerState())


def vital_intelligence(options: Mapping[str, Any]) -> Module:
    """``MP-36``  Return the mission: set-up, the active marker of a round, and the points."""
    return Module(
        "vital_intelligence",
        hooks=marker_hooks(worth_now, says_active, is_active),
        phases=(
            once("markers", CLAUSE, lay_markers, When.SETUP),
            *by_armies(),
            once("active marker", CLAUSE, activate, When.START),
            once("markers held", CLAUSE, score, When.END),
            rounds_end(BONUSES),
        ),
        page=ACTIVE,
    )


def spots(board: Board) -> dict[str, Point]:
    """``MP-36``  Return the places of the markers: the centre, and halfway to each corner."""
    x, y = centre_of(board)
    return {
        CENTRE: Point(x, y),
        "marker-north-west": Point(x / 2, y / 2),
        "marker-north-east": Point(1.5 * x, y / 2),
        "marker-south-east": Point(1.5 * x, 1.5 * y),
        "marker-south-west": Point(x / 2, 1.5 * y),
    }


async def lay_markers(game: Game) -> None:
    """``MP-36``  Lay five markers; the winner of a roll-off numbers them."""
    board = game.table.board
    for marker, at in spots(board).items():
        objective_markers.place(game, CLAUSE, marker, on_ground(board, at))
    await number_markers(game, CLAUSE)


async def activate(game: Game) -> None:
    """``MP-36``  Let the player with the first turn roll for the active marker."""
    table = game.table
    (face,) = game.throw(
        CLAUSE, table.first or table.sides[0], "active marker", kind=RollKind.SELECTION
    )
    game.do(ACTIVE.write(CLAUSE, ActiveMarkerState(face)))
    if face == ALL:
        game.do(Announced(CLAUSE, "All markers are active"))
    else:
        marker = next(m for m in table.markers.values() if m.number == face)
        game.do(Announced(CLAUSE, f"Marker {face} is active", marker.id))


def is_active(table: Table, marker: ObjectiveMarker) -> bool:
    return ACTIVE.of(table).marker in (ALL, marker.number)


def worth_now(table: Table, marker: ObjectiveMarker, side: Side) -> int:
    """``MP-36``  Return the points of a marker at the end of this round."""
    return 2 if is_active(table, marker) else 1


def says_active(table: Table, marker: ObjectiveMarker) -> Reason:
    """``MP-36``  Return the points of a marker in words."""
    active = "Active this round: 2 points" if is_active(table, marker) else "1 point"
    return Reason(0, f"{active} at the end of the round", CLAUSE)


async def score(game: Game) -> None:
    """``MP-36``  Score 1 point for each marker controlled, 2 if it is active."""
    for side in game.table.sides:
        score_markers(game, CLAUSE, side, worth_now)


VITAL_INTELLIGENCE = matched_mission(
    vital_intelligence,
    BONUSES,
    ("Control markers at the end of each round: 1 point, 2 for the active one.", "MP-36"),
)
