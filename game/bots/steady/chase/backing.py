"""What becomes of a fig in a Pursuit phase that keeps pace somewhere, or goes back from it.

Exact chances, but that nobody else is thought to move, and of mines only the marker counts that
is sure to touch it: so it is quick enough to be asked for many places (``PU-11`` to ``PU-15``).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from game.geometry.points import Disc, Point
from game.play.game import Look
from game.rules.pursuit.odds import FAILS, blows_up, kills, threats
from game.rules.pursuit.street import street_of
from game.rules.pursuit.way import Thing, first_met, goes_on, trip_of
from game.table.apply import apply
from game.table.events import PieceLeft
from game.table.records import ModelId
from game.table.street import ROLL


@dataclass(frozen=True, slots=True)
class Fate:
    """Chances of what becomes of a fig; together at most 1."""

    dies: float = 0.0
    lost: float = 0.0
    """Over the rear edge (``PU-15``)."""
    taken: float = 0.0
    """Back with a piece, alive (``PU-14``)."""

    @property
    def free(self) -> float:
        """Return the chance that nothing befalls it."""
        return 1.0 - self.dies - self.lost - self.taken


class End(NamedTuple):
    """Where a fig that goes back may come to stand."""

    chance: float
    at: Point
    stopped: bool = False
    """Whether it is stopped in a piece (``PU-23``)."""


def stays(look: Look, who: ModelId, there: Disc) -> Fate:
    """``PU-14``  What may become of a fig by all that is still to roll, if it stands there."""
    table, model = look.table, look.table.models[who]
    rear = street_of(table.board).to_rear(there)
    dies = lost = taken = 0.0
    free, dead = 1.0, kills(look, model)
    for threat in threats(table, who, there):
        if threat.mines:
            blown = blows_up(look, model)
            dies, free = dies + free * blown, free * (1.0 - blown)
            continue
        hurt = dead if threat.hurts else 0.0
        for n in range(max(1, threat.dice)):
            caught = free * FAILS if threat.dice else free
            over = rear < ROLL - threat.far - 2.0 * n - 1e-9
            dies += caught * hurt
            lost += caught * (1.0 - hurt) if over else 0.0
            taken += 0.0 if over else caught * (1.0 - hurt)
            free -= caught
    return Fate(dies, lost, taken)


def ends(look: Look, who: ModelId, far: float) -> list[End]:
    """``PU-11`` to ``PU-13``  Return where a fig may come to stand that goes so far back.

    The chances that are missing are those that it dies on its way or is lost.
    """
    table, model = look.table.fork(), look.table.models[who]
    trip, back = trip_of(table, who, back=True), street_of(table.board).back
    found, free = list[End](), 1.0
    for _ in count():
        met = first_met(table, trip, back, far)
        goes_on(table, trip, back, met.far if met else far)
        if met is None or met.thing not in (Thing.DIE, Thing.MINES):
            break
        far -= met.far
        if met.thing is Thing.MINES:
            apply(table, PieceLeft("PU-24", met.id))
            free *= 1.0 - blows_up(look, model)
        else:
            trip.rolled[met.id] = trip.rolled.get(met.id, 0) + 1
            alive = 1.0 - kills(look, model)
            found.append(End(free * FAILS * alive, trip.base.at, stopped=True))
            free *= 1.0 - FAILS
    if not (met and met.thing is Thing.REAR):
        found.append(End(free, trip.base.at))
    return found
