"""What a side's objectives are and how far each is: for the window and for bots."""

from __future__ import annotations

from collections.abc import Iterator

from game.geometry.polygons import centroid
from game.play.game import GameView
from game.rules.kit.queries import ScoringPlace, Task
from game.rules.matched.objective_markers import REACH
from game.rules.matched.tactical_objectives.conditions import NOTHING, marker_of, standing
from game.rules.matched.tactical_objectives.deck import LED_MORE
from game.rules.matched.tactical_objectives.hand import Held, hand_of
from game.table.board import ObjectiveMarker
from game.table.records import Side
from game.table.state import Table

SPARE = 0.35
"""What a marker is worth that no active objective is about: one may come."""
ANY = 0.35
"""What an objective that asks for several markers adds to each."""
DEEP = 0.8
"""What a place wholly in the enemy's zone is worth to whom 42 asks for it."""
DEEP_REACH = 4.0
PER_MARKER = {"control": 1.0, "control named": 1.3, "defend": 1.2}
OF_SEVERAL = ("three markers", "all markers")


def tasks(look: GameView, side: Side) -> Iterator[Task]:
    """``MP-39``  Yield a side's active objectives as they stand."""
    table = look.table
    hand = hand_of(table, side)
    for held in hand.active:
        objective = held.objective
        pay, words = standing(table, side, held, hand)
        marker = marker_of(table, held.marker)
        more = LED_MORE * held.led + int(hand.priority == objective.kind)
        yield Task(
            number=held.number,
            name=held.title,
            words=objective.words,
            clause=objective.clause,
            progress=words,
            pays="" if pay == NOTHING else str(pay._replace(fixed=pay.fixed + more)),
            kind=objective.kind,
            led=held.led,
            marker=marker.id if marker else "",
        )


def aims(look: GameView, side: Side) -> Iterator[ScoringPlace]:
    """``MP-39``  Yield the markers, each by what the active objectives pay for it."""
    table = look.table
    held = hand_of(table, side).active
    for marker in table.markers.values():
        value = SPARE + sum([_of_marker(marker, one) for one in held])
        yield ScoringPlace(marker.id, marker.at, value, REACH)
    if any(one.objective.condition == "go deep" for one in held):
        yield from _deep(table, side)


def _of_marker(marker: ObjectiveMarker, held: Held) -> float:
    condition = held.objective.condition
    if condition in OF_SEVERAL:
        return ANY
    return PER_MARKER.get(condition, 0.0) if held.marker == marker.number else 0.0


def _deep(table: Table, side: Side) -> Iterator[ScoringPlace]:
    zone = table.zones.get(table.enemy(side))
    if zone is not None:
        yield ScoringPlace(zone, centroid(table.board.zone(zone).outline), DEEP, DEEP_REACH)
