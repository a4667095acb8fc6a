"""A zero-g battle in the middle of a turn: a few models with arrows, one of them a corpse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from game.geometry.points import Point
from game.rules.battles import prepare
from game.screens.live_game import LiveGame, start_game
from game.table.records import Clock, Side, Where


class Spot(NamedTuple):
    x: float
    y: float
    arrows: int = 0
    heading: float = 0.0
    where: Where = Where.TABLE


SPOTS: Mapping[str, Spot] = {
    "boarders-leader": Spot(14, 24, 1, 120),
    "boarders-gunner": Spot(12, 30, 2, 90),
    "boarders-boarder-1": Spot(33, 29.8, 1, 340),
    "boarders-boarder-2": Spot(20, 14),
    "boarders-jet-1": Spot(40, 20, 1, 200),
    "drifters-drifter-1": Spot(24, 30, 1, 0),
    "drifters-drifter-2": Spot(30, 30.1, 2, 20, Where.BODY),
    "drifters-floater": Spot(37, 31),
    "drifters-leaper-1": Spot(36, 26, 1, 300),
    "drifters-drifter-3": Spot(12, 36),
}
"""Positions by name; units without one are gone, and each model is a unit of its own."""


def weightless(
    phase: str = "movement",
    spots: Mapping[str, Spot] = SPOTS,
    scenario: str = "adrift",
    side: str = "boarders",
) -> LiveGame:
    """Start the second turn of a zero-g battle of two people."""
    battle = prepare(scenario, seed=1, map_="void-drift")
    table = battle.opening.fork()
    table.first = table.sides[0]
    table.clock = Clock(2, phase, Side(side))
    zones = [zone.id for zone in table.board.zones]
    table.zones |= dict(zip(table.sides, zones, strict=True))
    for model in [*table.models.values()]:
        if spot := spots.get(model.unit):
            at = Point(spot.x, spot.y)
            table.models[model.id] = replace(
                model, where=spot.where, at=at, arrows=spot.arrows, heading=spot.heading
            )
        else:
            table.models[model.id] = replace(model, where=Where.GONE)
    return start_game(replace(battle, opening=table), ("human", "human"))
