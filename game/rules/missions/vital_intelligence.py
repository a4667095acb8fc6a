"""The mission Vital intelligence (MP-36)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from game.geometry.points import Point
from game.play.game import Game, GameView, Phase, When, single_step
from game.rules.kit.modules import Module
from game.rules.kit.queries import AIMS, FACTS, STAKES, ScoringMarker, ScoringPlace
from game.rules.matched import victory
from game.rules.matched.deployment import army_by_army, determine_zones, first_turn
from game.rules.matched.objective_markers import (
    CENTRE,
    REACH,
    around,
    centre_of,
    controller,
    number_markers,
    on_ground,
    place,
)
from game.rules.matched.victory import ending
from game.table.board import Board, ObjectiveMarker
from game.table.events import Announced, Reason, Scored
from game.table.records import Side
from game.table.state import StatePage, Table

CLAUSE = "MP-36"
ALL = 6
BONUSES = (victory.SLAY_THE_WARLORD, victory.FIRST_STRIKE, victory.LINEBREAKER)


@dataclass(frozen=True, slots=True)
class ActiveMarkerState:
    """State of the mission: the marker that is active in this round."""

    marker: int = 0
    """Its number; 6 for all markers; 0 before the first round."""


ACTIVE = StatePage("vital_intelligence", ActiveMarkerState())


def vital_intelligence(options: Mapping[str, Any]) -> Module:
    """``MP-36``  Return the mission: set-up, the active marker of a round, and the points."""
    zones = single_step(partial(determine_zones, clause="MP-24"), "MP-24")
    first = single_step(partial(first_turn, clause="MP-24"), "MP-24")
    return Module(
        "vital_intelligence",
        hooks=(AIMS.gets(aims), FACTS.gets(facts), STAKES.gets(stakes)),
        phases=(
            Phase("markers", CLAUSE, single_step(lay_markers, CLAUSE), When.SETUP),
            Phase("zones", "MP-24", zones, When.SETUP),
            Phase("deployment", "MP-24", army_by_army, When.SETUP),
            Phase("first turn", "MP-24", first, When.SETUP),
            Phase("active marker", CLAUSE, single_step(activate, CLAUSE), When.START),
            Phase("markers held", CLAUSE, single_step(score, CLAUSE), When.END),
            Phase("round's end", "MP-27", ending(BONUSES), When.END),
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
        place(game, CLAUSE, marker, on_ground(board, at))
    await number_markers(game, CLAUSE)


async def activate(game: Game) -> None:
    """``MP-36``  Let the player with the first turn roll for the active marker."""
    table = game.table
    (face,) = game.throw(CLAUSE, table.first or table.sides[0], "active marker")
    game.do(ACTIVE.write(CLAUSE, ActiveMarkerState(face)))
    if face == ALL:
        game.do(Announced(CLAUSE, "All markers are active"))
    else:
        marker = next(m for m in table.markers.values() if m.number == face)
        game.do(Announced(CLAUSE, f"Marker {face} is active", marker.id))


def is_active(table: Table, marker: ObjectiveMarker) -> bool:
    return ACTIVE.of(table).marker in (ALL, marker.number)


def worth(table: Table, marker: ObjectiveMarker) -> int:
    """``MP-36``  Return the points of a marker at the end of this round."""
    return 2 if is_active(table, marker) else 1


async def score(game: Game) -> None:
    """``MP-36``  Score 1 point for each marker controlled, 2 if it is active."""
    table = game.table
    for side in table.sides:
        for marker in table.markers.values():
            if controller(table, marker) == side:
                game.do(Scored(CLAUSE, side, worth(table, marker), marker.id))


def aims(view: GameView, side: Side) -> Iterator[ScoringPlace]:
    """``MP-36``  Yield the markers, with their points."""
    for marker in view.table.markers.values():
        yield ScoringPlace(marker.id, marker.at, worth(view.table, marker), REACH)


def stakes(view: GameView, _: None) -> Iterator[ScoringMarker]:
    """``MP-28``, ``MP-36``  Yield the markers, with a flag for those active in this round."""
    for marker in view.table.markers.values():
        yield ScoringMarker(marker.id, REACH, active=is_active(view.table, marker))


def facts(view: GameView, what: str) -> Iterator[Reason]:
    """``MP-28``, ``MP-36``  Yield the models near a marker, and its points."""
    if marker := view.table.markers.get(what):
        yield around(view, marker)
        many = worth(view.table, marker)
        active = "Active this round: 2 points" if many > 1 else "1 point"
        yield Reason(0, f"{active} at the end of the round", CLAUSE)
