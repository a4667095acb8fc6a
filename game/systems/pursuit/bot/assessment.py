"""Value of each participant, exact Pursuit-phase outcomes, rough damage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import NamedTuple

from game.cores.classic.bot.objectives import blows, half_inches, reach_of, steady, volley_at
from game.cores.kit.queries import TableView
from game.cores.kit.sight_lines import sees
from game.geometry.points import Disc, Point, distance, heading_of_vector, unit_vector
from game.play.game import GameView
from game.systems.pursuit.bot import PursuitWeights
from game.systems.pursuit.bot.breakthrough import BreakthroughOdds, lanes_of
from game.systems.pursuit.bot.street_layout import StreetLayout, lie_of
from game.systems.pursuit.rules.combat import foes_of
from game.systems.pursuit.rules.odds import FAILS, blows_up, kills
from game.systems.pursuit.rules.path_contacts import (
    EACH,
    ContactKind,
    first_met,
    goes_on,
    trip_of,
)
from game.systems.pursuit.rules.shooting import ARC, NEAR_MINES
from game.systems.pursuit.rules.state import riders, swarm
from game.systems.pursuit.rules.street_pieces import is_on_the_way
from game.systems.pursuit.rules.threats import Threat, threats
from game.systems.pursuit.table.street import ROLL, Street, street_of
from game.table.apply import apply
from game.table.events import PieceLeft
from game.table.records import Model, ModelId, Profile, Side


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
    free, dead = 1.0, kills(view, model)
    for threat in found:
        inches = threat.distance + back
        if not is_on_the_way(inches, ROLL):
            continue
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
    return fate(view, model, threats(view.table, model.id, there), rear, 0.0)


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
    for _ in count():
        met = first_met(table, trip, back, inches)
        goes_on(table, trip, back, met.distance if met else inches)
        if met is None or met.thing not in (ContactKind.DIE, ContactKind.MINES):
            break
        inches -= met.distance
        if met.thing is ContactKind.MINES:
            apply(table, PieceLeft("PU-24", met.id))
            free *= 1.0 - blows_up(view, model)
        else:
            trip.rolled[met.id] = trip.rolled.get(met.id, 0) + 1
            alive = 1.0 - kills(view, model)
            found.append(RetreatSpot(free * FAILS * alive, trip.base.at, stopped=True))
            free *= 1.0 - FAILS
    if not (met and met.thing is ContactKind.REAR):
        found.append(RetreatSpot(free, trip.base.at))
    return found


SHORT = 6.0


@dataclass(frozen=True)
class PursuitAssessment:
    """A side's view of a pursuit when it has to answer; its values are computed once."""

    view: GameView
    side: Side
    weights: PursuitWeights

    @cached_property
    def street(self) -> Street:
        return street_of(self.view.table.board)

    @property
    def rides(self) -> bool:
        return self.side == riders(self.view.table)

    @cached_property
    def riders(self) -> tuple[Model, ...]:
        return tuple(self.view.table.standing(riders(self.view.table)))

    @cached_property
    def hunters(self) -> tuple[Model, ...]:
        return tuple(self.view.table.standing(swarm(self.view.table)))

    @property
    def mine(self) -> tuple[Model, ...]:
        return self.riders if self.rides else self.hunters

    @property
    def foes(self) -> tuple[Model, ...]:
        return self.hunters if self.rides else self.riders

    def layout(self, profile: Profile, base: float) -> StreetLayout:
        """Return the layout of the pieces in this Movement phase, or in the next."""
        # Keyed by name: comparing whole profiles would take longer than the rest.
        key = profile.name, base
        if key not in self._lies:
            self._lies[key] = lie_of(self.view.table, profile, base)
        return self._lies[key]

    @cached_property
    def _lies(self) -> dict[tuple[str, float], StreetLayout]:
        return {}

    def lanes(self, model: Model) -> BreakthroughOdds:
        """Return the values of places to a model: to get through, or not to fall behind."""
        key = model.profile.name, model.base
        if key not in self._lanes:
            layout, leaves = self.layout(model.profile, model.base), self.is_rider(model)
            self._lanes[key] = lanes_of(layout, self.dies(model), self.weights, leaves=leaves)
        return self._lanes[key]

    @cached_property
    def _lanes(self) -> dict[tuple[str, float], BreakthroughOdds]:
        return {}

    def is_rider(self, model: Model) -> bool:
        return model.side == riders(self.view.table)

    def dies(self, model: Model) -> float:
        """Return the chance that a hit of the street kills a model."""
        if model.profile.name not in self._deaths:
            self._deaths[model.profile.name] = kills(self.view, model)
        return self._deaths[model.profile.name]

    @cached_property
    def _deaths(self) -> dict[str, float]:
        return {}

    @cached_property
    def to_move(self) -> tuple[str, ...]:
        """Return the ids of the models that are still to move in this Movement phase."""
        table = self.view.table
        return table.queue if table.clock.phase == "movement" else ()

    @cached_property
    def hopes(self) -> Mapping[ModelId, float]:
        """Return each rider's rough chance to get through, as if there were no swarm."""
        phase = self.view.table.clock.phase
        return {m.id: self._hope(m, phase) for m in self.riders}

    def _hope(self, rider: Model, phase: str) -> float:
        lanes = self.lanes(rider)
        if phase == "pursuit" or rider.id in self.to_move:
            return lanes.before(rider.at, rider.facing)
        return lanes.after(rider.at, rider.facing)

    def price(self, model: Model) -> float:
        """Return the value of a model's death to its enemy."""
        if self.is_rider(model):
            return self.weights.spare + self.hopes.get(model.id, 0.0)
        if not self.riders:
            return self.weights.hunter
        profile = self.riders[0].profile
        harm = volley_at(model.profile, profile, SHORT, 0, moved=False)
        return self.weights.hunter + self.weights.gun * harm

    def is_held(self, model: Model) -> bool:
        return bool(foes_of(self.view.table, model.id))

    @cached_property
    def soon(self) -> GameView:
        """Return the table as the next Pursuit phase begins, before any piece rolls."""
        table = self.view.table
        if table.clock.phase == "pursuit":
            return self.view
        fork = table.fork()
        fork.clock = replace(table.clock, round=table.clock.round + 1)
        return TableView(fork, self.view.rules)


def fire_at(
    scene: PursuitAssessment, firer: Model, at: Disc, facing: float, foe: Model, there: Disc
) -> float:
    """``PU-27``  Return the wounds that one model's fire takes off another, on average."""
    inches = distance(at.at, there.at) - at.radius - there.radius
    if inches > reach_of((firer,)) or not is_ahead(at.at, facing, there.at):
        return 0.0
    moved = not steady(firer, moved=True)
    harm = volley_at(firer.profile, foe.profile, half_inches(inches), 0, moved=moved)
    if not harm or not sees(scene.view.table, at, there):
        return 0.0
    return harm


def is_ahead(at: Point, facing: float, foe: Point) -> bool:
    """``PU-27``  Return whether a place is in the firing arc of a model at *at*."""
    if distance(at, foe) < NEAR_MINES / 1000:
        return True
    aside = abs((heading_of_vector(unit_vector(at, foe)) - facing + 180.0) % 360.0 - 180.0)
    return aside <= ARC / 2


def fight(scene: PursuitAssessment, mover: Model, foe: Model) -> float:
    """``PU-20``  Return the value to a mover of running into an enemy, by blows alone.

    A round now, in which it charges, and perhaps one in the next Pursuit phase (``PU-16``).
    """
    gain, again = blows(mover.profile, foe.profile, charged=True), scene.weights.next_round
    gain += again * blows(mover.profile, foe.profile, charged=False)
    loss = (1.0 + again) * blows(foe.profile, mover.profile, charged=False)
    return min(1.0, gain) * scene.price(foe) - min(1.0, loss) * scene.price(mover)
