"""What comes of a ride, exactly, but for whom mines kill beside it: ``PU-18`` to ``PU-24``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.bots.steady.pursuit.scene import Scene
from game.geometry.points import Disc, vector_of_heading
from game.rules.pursuit.odds.threats import FAILS, blows_up
from game.rules.pursuit.path_contacts import (
    ContactKind,
    PathContact,
    RidePathState,
    first_met,
    goes_on,
    trip_of,
)
from game.table.apply import apply
from game.table.events import PieceLeft
from game.table.records import Model, ModelId

OVER = (
    ContactKind.ARRIVAL,
    ContactKind.PIECE,
    ContactKind.EDGE,
    ContactKind.REAR,
    ContactKind.ENEMY,
    ContactKind.FRIEND,
)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a ride ends, if nothing befalls the fig on its way; and the chances that it does."""

    base: Disc
    facing: float
    met: PathContact | None
    """What it ran into at last."""
    free: float
    """The chance that it comes there alive."""
    stopped: float
    """The chance that it is stopped in a ruin on the way."""
    mines: int
    """How many clusters it sets off."""


def ride(scene: Scene, model: Model, way: Sequence[Sequence[float]]) -> Ending:
    """Return what comes of a fig's way."""
    look, table = scene.look, scene.look.table
    trip, facing, dies = trip_of(table, model.id), model.facing, scene.dies(model)
    free, stopped, mines, met = 1.0, 0.0, 0, None
    for turn, far in way:
        facing = round((facing + turn) % 360.0, 3)
        along, left = vector_of_heading(facing), far
        while left > 0.0:
            met = first_met(table, trip, along, left)
            went = met.far if met else left
            goes_on(table, trip, along, went)
            left -= went
            if met is None:
                break
            if met.thing in OVER:
                if met.thing in (ContactKind.PIECE, ContactKind.EDGE):
                    free *= 1.0 - dies
                return Ending(trip.base, facing, met, free, stopped, mines)
            if met.thing is ContactKind.MINES:
                table, mines = table.fork(), mines + 1
                apply(table, PieceLeft("PU-24", met.id))
                free *= (1.0 - blows_up(look, model)) ** 2
            else:
                _rolls(trip, met)
                stopped += free * FAILS * (1.0 - dies)
                free *= 1.0 - FAILS
    return Ending(trip.base, facing, None, free, stopped, mines)


def _rolls(trip: RidePathState, met: PathContact) -> None:
    trip.rolled[met.id] = trip.rolled.get(met.id, 0) + 1


def foe_met(ending: Ending) -> ModelId | None:
    """Return the enemy that a ride ends at."""
    met = ending.met
    return ModelId(met.id) if met and met.thing is ContactKind.ENEMY else None
