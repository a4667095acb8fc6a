"""The mission Beachhead (MP-37)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from game.cores.kit.modules import Module
from game.play.game import Game, Step
from game.play.log.wording import side_name
from game.play.phases import Phase, When, once
from game.systems.matched.rules import objective_markers
from game.systems.matched.rules.deployment import by_armies
from game.systems.matched.rules.marker_scoring import BONUSES, marker_hooks, score_markers
from game.systems.matched.rules.objective_markers import (
    CENTRE,
    on_ground,
    own_marker,
    with_zone_markers,
)
from game.systems.matched.rules.victory import matched_mission, rounds_end
from game.table.board import ObjectiveMarker, centre_of
from game.table.events import PhaseOver, Reason
from game.table.records import Side
from game.table.state import Table

CLAUSE = "MP-37"
SCORES_FROM = 2
OWN, MIDDLE, THEIRS = 1, 2, 3


def beachhead(options: Mapping[str, Any]) -> Module:
    """``MP-37``  Return the mission: set-up, and points as each player's turn begins."""
    zone_markers = partial(with_zone_markers, clause=CLAUSE)
    return Module(
        "beachhead",
        hooks=marker_hooks(worth, says_worth),
        phases=(
            once("centre", CLAUSE, mark_centre, When.SETUP),
            *by_armies(Phase("markers", clause=CLAUSE, todo=zone_markers, when=When.SETUP)),
            Phase("beachheads", CLAUSE, scoring, before="movement"),
            rounds_end(BONUSES),
        ),
    )


async def mark_centre(game: Game) -> None:
    board = game.table.board
    objective_markers.place(game, CLAUSE, CENTRE, on_ground(board, centre_of(board)), 1)


def scoring(table: Table) -> Step | None:
    """``MP-37``  Return the scoring step at the start of a player's turn, from round 2 on."""
    return score_beachheads if table.clock.round >= SCORES_FROM else None


async def score_beachheads(game: Game) -> None:
    """``MP-37``  Score the markers that the active player controls."""
    side = game.table.clock.side
    assert side
    score_markers(game, CLAUSE, side, worth)
    game.do(PhaseOver(CLAUSE))


def worth(table: Table, marker: ObjectiveMarker, side: Side) -> int:
    """``MP-37``  Return a marker's points: 1 in a side's own zone, 3 in the enemy's, else 2."""
    if marker.id == own_marker(side):
        return OWN
    return THEIRS if marker.id == own_marker(table.enemy(side)) else MIDDLE


def says_worth(table: Table, marker: ObjectiveMarker) -> Reason:
    """``MP-37``  Return the points of a marker for each side in words."""
    pays = ", ".join(f"{side_name(s)} {worth(table, marker, s)}" for s in table.sides)
    when = "at the start of a turn, from round 2"
    return Reason(0, f"Points for control {when}: {pays}", CLAUSE)


BEACHHEAD = matched_mission(
    beachhead,
    BONUSES,
    ("At the start of your turn, from round 2: your own marker scores 1 point,", "MP-37"),
    ("the centre 2, the one in the enemy's zone 3.", "MP-37"),
)
