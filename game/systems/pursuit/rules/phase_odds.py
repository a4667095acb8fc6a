"""Exact chances of a model's fate in a Pursuit phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from game.geometry.points import Disc, Point
from game.play.game import GameView
from game.systems.pursuit.rules import threats
from game.systems.pursuit.rules.odds import FAILS, blows_up, kills
from game.systems.pursuit.rules.path_contacts import (
    EACH,
    ContactKind,
    contacts,
    first_met,
    trip_of,
)
from game.systems.pursuit.rules.street_pieces import is_on_the_way
from game.systems.pursuit.rules.threats import Threat
from game.systems.pursuit.table.street import ROLL, street_of
from game.table.apply import apply
from game.table.events import PieceLeft
from game.table.records import Model, ModelId


@dataclass(frozen=True, slots=True)
class PhaseOutcome:
    """Chances of each fate of a model; together at most 1."""

    dies: float = 0.0
    lost: float = 0.0
    """Chance to be lost over the rear edge (``PU-15``)."""
    taken: float = 0.0
    """Chance to be taken back by a piece, alive (``PU-14``)."""

    @property
    def free(self) -> float:
        """Return the chance that nothing happens to it."""
        return 1.0 - self.dies - self.lost - self.taken


class RetreatSpot(NamedTuple):
    """A possible end of a model's move back."""

    chance: float
    at: Point
    stopped: bool = False
    """True if it is stopped in a piece (``PU-23``)."""


def fate(
    view: GameView, model: Model, found: Sequence[Threat], rear: float, back: float
) -> PhaseOutcome:
    """``PU-14``  Return the chances of a model that meets some threats.

    *rear*: inches to the rear edge from where it will stand; *back*: inches that this is
    further back than where the threats come to it.
    """
    dies = lost = taken = 0.0
    coming = [threat for threat in found if is_on_the_way(threat.distance + back, ROLL)]
    hurts = any([threat.hurts and not threat.mines for threat in coming])
    free, dead = 1.0, kills(view, model) if hurts else 0.0
    for threat in coming:
        inches = threat.distance + back
        if threat.mines:
            blown = blows_up(view, model)
            dies, free = dies + free * blown, free * (1.0 - blown)
            continue
        hurt = dead if threat.hurts else 0.0
        for n in range(max(1, threat.dice)):
            slid = inches + EACH * n
            if not is_on_the_way(slid, ROLL):
                break
            caught = free * FAILS if threat.dice else free
            over = is_on_the_way(rear, ROLL - slid)
            dies += caught * hurt
            lost += caught * (1.0 - hurt) if over else 0.0
            taken += 0.0 if over else caught * (1.0 - hurt)
            free -= caught
    return PhaseOutcome(dies, lost, taken)


def stays(view: GameView, model: Model, there: Disc) -> PhaseOutcome:
    """``PU-14``  Return the chances of a model at a place, by all that is still to roll."""
    rear = street_of(view.table.board).to_rear(there)
    return fate(view, model, threats.threats(view.table, model.id, there), rear, 0.0)


def backs_freely(view: GameView, model_id: ModelId, inches: float) -> bool:
    """``PU-11``  Return whether nothing is in the way of a model going *inches* back."""
    table = view.table
    trip, back = trip_of(table, model_id, back=True), street_of(table.board).back
    return first_met(table, trip, back, inches) is None


def ends(view: GameView, model_id: ModelId, inches: float) -> list[RetreatSpot]:
    """``PU-11`` to ``PU-13``  Return the places where a model that goes back *inches* may end.

    The chances that are missing are those that it dies on its way or is lost.
    """
    table, model = view.table.fork(), view.table.models[model_id]
    trip, back = trip_of(table, model_id, back=True), street_of(table.board).back
    found, free = list[RetreatSpot](), 1.0
    for met in contacts(table, trip, back, inches):
        match met.thing:
            case ContactKind.MINES:
                apply(table, PieceLeft("PU-24", met.id))
                free *= 1.0 - blows_up(view, model)
            case ContactKind.DIE:
                alive = 1.0 - kills(view, model)
                found.append(RetreatSpot(free * FAILS * alive, trip.base.at, stopped=True))
                free *= 1.0 - FAILS
            case ContactKind.REAR:
                return found
            case _:
                pass
    return [*found, RetreatSpot(free, trip.base.at)]
