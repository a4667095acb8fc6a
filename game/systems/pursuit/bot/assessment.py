"""A side's view of a pursuit, with the value of each participant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from game.cores.classic.bot.expected_damage import volley_at
from game.cores.kit.queries import TableView
from game.play.game import GameView
from game.systems.pursuit.bot.breakthrough import BreakthroughOdds, lanes_of
from game.systems.pursuit.bot.street_layout import StreetLayout, lie_of
from game.systems.pursuit.bot.weights import PursuitWeights
from game.systems.pursuit.rules.combat import foes_of
from game.systems.pursuit.rules.odds import kills
from game.systems.pursuit.rules.ride_odds import RideProspect, prospect
from game.systems.pursuit.rules.state import left, riders, swarm
from game.systems.pursuit.table.street import Street, street_of
from game.table.records import Model, ModelId, Profile, Side

SHORT = 6.0
LIKELY_MARKERS = 2
"""``PU-24``  Number of a cluster's three markers that are taken to touch the model."""


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
        """Return the value of a model's death, to this side."""
        if self.is_rider(model):
            return self.weights.spare + self.hopes.get(model.id, 0.0)
        weights = self.weights
        hunter = weights.hunter if self.rides else weights.own_hunter / self._swarm_left
        if not self.riders:
            return hunter
        profile = self.riders[0].profile
        harm = volley_at(model.profile, profile, SHORT, 0, moved=False)
        return hunter + weights.gun * harm

    @cached_property
    def _swarm_left(self) -> float:
        """``PU-05``  Return the share of the swarm that lives, at least that of one model."""
        table, side = self.view.table, swarm(self.view.table)
        whole = sum([m.side == side for m in table.models.values()])
        return max(1, left(table, side)) / whole

    def ride(self, model: Model, path: Sequence[Sequence[float]]) -> RideProspect:
        """``PU-18`` to ``PU-24``  Return the prospect of a ride, with ``LIKELY_MARKERS``."""
        return prospect(self.view, model.id, path, LIKELY_MARKERS)

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
