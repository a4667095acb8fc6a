"""The missions Vital intelligence (MP-36), Beachhead (MP-37) and No mercy (MP-38)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from game.cores.kit.hooks import HookHandler
from game.cores.kit.modules import Module
from game.cores.kit.queries import AIMS, FACTS, STAKES, ScoringMarker, ScoringPlace
from game.geometry.points import Point
from game.play.game import Game, GameView, Step
from game.play.phases import Phase, When, once
from game.play.wording import side_name
from game.systems.matched.rules import victory
from game.systems.matched.rules.mysterious_objectives import without_markers
from game.systems.matched.rules.victory import SUDDEN_DEATH, matched_mission, rounds_end
from game.systems.matched.rules.zones_and_markers import (
    CENTRE,
    REACH,
    around,
    by_armies,
    by_units,
    controller,
    determine_zones,
    number_markers,
    on_ground,
    own_marker,
    place,
    with_zone_markers,
)
from game.table.board import Board, ObjectiveMarker, centre_of
from game.table.events import Announced, PhaseOver, Reason, RollKind, Scored
from game.table.records import Side
from game.table.state import StatePage, Table

VITAL, BEACHHEAD, MERCY = "MP-36", "MP-37", "MP-38"
"""The clauses of the missions."""
BONUSES = (victory.SLAY_THE_WARLORD, victory.FIRST_STRIKE, victory.LINEBREAKER)
MERCY_BONUSES = (
    victory.NO_MERCY,
    victory.SLAY_THE_WARLORD,
    victory.FIRST_BLOOD,
    victory.LINEBREAKER,
)

Worth: TypeAlias = Callable[[Table, ObjectiveMarker, Side], int]
"""Returns the points that a marker pays a side that controls it now."""


def marker_hooks(
    worth: Worth,
    says: Callable[[Table, ObjectiveMarker], Reason],
    is_active: Callable[[Table, ObjectiveMarker], bool] = lambda *_: False,
) -> tuple[HookHandler, ...]:
    """``MP-28``  Return the answers of a mission to queries about its markers."""

    def aims(view: GameView, side: Side) -> Iterator[ScoringPlace]:
        for marker in view.table.markers.values():
            yield ScoringPlace(
                marker.id, at=marker.at, value=worth(view.table, marker, side), reach=REACH
            )

    def stakes(view: GameView, _: None) -> Iterator[ScoringMarker]:
        for marker in view.table.markers.values():
            yield ScoringMarker(marker.id, REACH, active=is_active(view.table, marker))

    def facts(view: GameView, what: str) -> Iterator[Reason]:
        if marker := view.table.markers.get(what):
            yield around(view, marker)
            yield says(view.table, marker)

    return (AIMS.gets(aims), FACTS.gets(facts), STAKES.gets(stakes))


def score_markers(game: Game, clause: str, side: Side, worth: Worth) -> None:
    """Score the markers that a side controls."""
    table = game.table
    for marker in table.markers.values():
        if controller(table, marker) == side:
            game.do(Scored(clause, side, worth(table, marker, side), marker.id))


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
            once("markers", VITAL, lay_markers, When.SETUP),
            *by_armies(),
            once("active marker", VITAL, activate, When.START),
            once("markers held", VITAL, score, When.END),
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
        place(game, VITAL, marker, on_ground(board, at))
    await number_markers(game, VITAL)


async def activate(game: Game) -> None:
    """``MP-36``  Let the player with the first turn roll for the active marker."""
    table = game.table
    (face,) = game.throw(
        VITAL, table.first or table.sides[0], "active marker", kind=RollKind.SELECTION
    )
    game.do(ACTIVE.write(VITAL, ActiveMarkerState(face)))
    if face == ALL:
        game.do(Announced(VITAL, "All markers are active"))
    else:
        marker = next(m for m in table.markers.values() if m.number == face)
        game.do(Announced(VITAL, f"Marker {face} is active", marker.id))


def is_active(table: Table, marker: ObjectiveMarker) -> bool:
    return ACTIVE.of(table).marker in (ALL, marker.number)


def worth_now(table: Table, marker: ObjectiveMarker, side: Side) -> int:
    """``MP-36``  Return the points of a marker at the end of this round."""
    return 2 if is_active(table, marker) else 1


def says_active(table: Table, marker: ObjectiveMarker) -> Reason:
    """``MP-36``  Return the points of a marker in words."""
    active = "Active this round: 2 points" if is_active(table, marker) else "1 point"
    return Reason(0, f"{active} at the end of the round", VITAL)


async def score(game: Game) -> None:
    """``MP-36``  Score 1 point for each marker controlled, 2 if it is active."""
    for side in game.table.sides:
        score_markers(game, VITAL, side, worth_now)


VITAL_INTELLIGENCE = matched_mission(
    vital_intelligence,
    BONUSES,
    ("Control markers at the end of each round: 1 point, 2 for the active one.", "MP-36"),
)


SCORES_FROM = 2
OWN, MIDDLE, THEIRS = 1, 2, 3


def beachhead(options: Mapping[str, Any]) -> Module:
    """``MP-37``  Return the mission: set-up, and points as each player's turn begins."""
    zone_markers = partial(with_zone_markers, clause=BEACHHEAD)
    return Module(
        "beachhead",
        hooks=marker_hooks(worth, says_worth),
        phases=(
            once("centre", BEACHHEAD, mark_centre, When.SETUP),
            *by_armies(Phase("markers", clause=BEACHHEAD, todo=zone_markers, when=When.SETUP)),
            Phase("beachheads", BEACHHEAD, scoring, before="movement"),
            rounds_end(BONUSES),
        ),
    )


async def mark_centre(game: Game) -> None:
    board = game.table.board
    place(game, BEACHHEAD, CENTRE, on_ground(board, centre_of(board)), 1)


def scoring(table: Table) -> Step | None:
    """``MP-37``  Return the scoring step at the start of a player's turn, from round 2 on."""
    return score_beachheads if table.clock.round >= SCORES_FROM else None


async def score_beachheads(game: Game) -> None:
    """``MP-37``  Score the markers that the active player controls."""
    side = game.table.clock.side
    assert side
    score_markers(game, BEACHHEAD, side, worth)
    game.do(PhaseOver(BEACHHEAD))


def worth(table: Table, marker: ObjectiveMarker, side: Side) -> int:
    """``MP-37``  Return a marker's points: 1 in a side's own zone, 3 in the enemy's, else 2."""
    if marker.id == own_marker(side):
        return OWN
    return THEIRS if marker.id == own_marker(table.enemy(side)) else MIDDLE


def says_worth(table: Table, marker: ObjectiveMarker) -> Reason:
    """``MP-37``  Return the points of a marker for each side in words."""
    pays = ", ".join(f"{side_name(s)} {worth(table, marker, s)}" for s in table.sides)
    when = "at the start of a turn, from round 2"
    return Reason(0, f"Points for control {when}: {pays}", BEACHHEAD)


BEACHHEAD_MISSION = matched_mission(
    beachhead,
    BONUSES,
    ("At the start of your turn, from round 2: your own marker scores 1 point,", "MP-37"),
    ("the centre 2, the one in the enemy's zone 3.", "MP-37"),
)


def no_mercy(options: Mapping[str, Any]) -> Module:
    """``MP-38``  Return the mission: zones, deployment by units, first turn, sudden death."""
    return Module(
        "no_mercy",
        phases=(
            *by_units(MERCY, partial(determine_zones, clause=MERCY)),
            SUDDEN_DEATH,
            rounds_end(MERCY_BONUSES),
        ),
        clash=without_markers(options),
    )


NO_MERCY = matched_mission(no_mercy, MERCY_BONUSES)
