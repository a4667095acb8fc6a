"""Points for markers that a side controls (MP-36, MP-37)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from game.cores.kit.hooks import HookHandler
from game.cores.kit.queries import AIMS, FACTS, STAKES, ScoringMarker, ScoringPlace
from game.play.game import Game, GameView
from game.systems.matched.rules import victory
from game.systems.matched.rules.objective_markers import REACH, around, controller
from game.table.board import ObjectiveMarker
from game.table.events import Reason, Scored
from game.table.records import Side
from game.table.state import Table

BONUSES = (victory.SLAY_THE_WARLORD, victory.FIRST_STRIKE, victory.LINEBREAKER)

Worth: TypeAlias = Callable[[Table, ObjectiveMarker, Side], int]
"""Returns the points that a marker pays a side that controls it now."""


def marker_hooks(
    worth: Worth,
    says: Callable[[Table, ObjectiveMarker], Reason],
    is_active: Callable[[Table, ObjectiveMarker], bool] = lambda *_: False,
) -> tuple[HookHandler, ...]:
    """``MP-28``  Return the answers of a mission to queries about its markers."""

    def scoring_places(view: GameView, side: Side) -> Iterator[ScoringPlace]:
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

    return (AIMS.gets(scoring_places), FACTS.gets(facts), STAKES.gets(stakes))


def score_markers(game: Game, clause: str, side: Side, worth: Worth) -> None:
    """Score the markers that a side controls."""
    table = game.table
    for marker in table.markers.values():
        if controller(table, marker) == side:
            game.do(Scored(clause, side, worth(table, marker, side), marker.id))
