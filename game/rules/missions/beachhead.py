"""The mission Beachhead (MP-37)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.play.game import Game, GameView, Phase, Step, When, single_step
from game.play.wording import side_name
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
    on_ground,
    own_marker,
    place,
    with_zone_markers,
)
from game.rules.matched.victory import ending
from game.table.board import ObjectiveMarker
from game.table.events import PhaseOver, Reason, Scored
from game.table.records import Side
from game.table.state import Table

CLAUSE = "MP-37"
SCORES_FROM = 2
OWN, MIDDLE, THEIRS = 1, 2, 3
BONUSES = (victory.SLAY_THE_WARLORD, victory.FIRST_STRIKE, victory.LINEBREAKER)


def beachhead(options: Mapping[str, Any]) -> Module:
    """``MP-37``  Return the mission: set-up, and points as each player's turn begins."""
    zones = single_step(partial(determine_zones, clause="MP-24"), "MP-24")
    first = single_step(partial(first_turn, clause="MP-24"), "MP-24")
    return Module(
        "beachhead",
        hooks=(AIMS.gets(aims), FACTS.gets(facts), STAKES.gets(stakes)),
        phases=(
            Phase("centre", CLAUSE, single_step(mark_centre, CLAUSE), When.SETUP),
            Phase("zones", "MP-24", zones, When.SETUP),
            Phase("markers", CLAUSE, partial(with_zone_markers, clause=CLAUSE), When.SETUP),
            Phase("deployment", "MP-24", army_by_army, When.SETUP),
            Phase("first turn", "MP-24", first, When.SETUP),
            Phase("beachheads", CLAUSE, scoring, before="movement"),
            Phase("round's end", "MP-27", ending(BONUSES), When.END),
        ),
    )


async def mark_centre(game: Game) -> None:
    board = game.table.board
    place(game, CLAUSE, CENTRE, on_ground(board, centre_of(board)), 1)


def scoring(table: Table) -> Step | None:
    """``MP-37``  Return the scoring step at the start of a player's turn, from round 2 on."""
    return None if table.clock.over or table.clock.round < SCORES_FROM else score


async def score(game: Game) -> None:
    """``MP-37``  Score the markers that the active player controls."""
    table, side = game.table, game.table.clock.side
    assert side
    for marker in table.markers.values():
        if controller(table, marker) == side:
            game.do(Scored(CLAUSE, side, worth(table, marker, side), marker.id))
    game.do(PhaseOver(CLAUSE))


def worth(table: Table, marker: ObjectiveMarker, side: Side) -> int:
    """``MP-37``  Return a marker's points: 1 in a side's own zone, 3 in the enemy's, else 2."""
    if marker.id == own_marker(side):
        return OWN
    return THEIRS if marker.id == own_marker(table.enemy(side)) else MIDDLE


def aims(view: GameView, side: Side) -> Iterator[ScoringPlace]:
    """``MP-37``  Yield the markers, with their points."""
    for marker in view.table.markers.values():
        yield ScoringPlace(marker.id, marker.at, worth(view.table, marker, side), REACH)


def stakes(view: GameView, _: None) -> Iterator[ScoringMarker]:
    """``MP-28``, ``MP-37``  Yield the markers."""
    for marker in view.table.markers.values():
        yield ScoringMarker(marker.id, REACH)


def facts(view: GameView, what: str) -> Iterator[Reason]:
    """``MP-28``, ``MP-37``  Yield the models near a marker, and its points for each side."""
    table = view.table
    if marker := table.markers.get(what):
        yield around(view, marker)
        pays = ", ".join(f"{side_name(s)} {worth(table, marker, s)}" for s in table.sides)
        when = "at the start of a turn, from round 2"
        yield Reason(0, f"Points for control {when}: {pays}", CLAUSE)
