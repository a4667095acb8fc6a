"""Who takes part in a chase, and what each is worth, in chances to get through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from game.bots.steady.classic.objectives import volley_at
from game.bots.steady.pursuit.assessment import Roller, rollers
from game.bots.steady.pursuit.breakthrough import Lanes, lanes_of
from game.bots.steady.pursuit.street_layout import Lie, lie_of
from game.play.game import GameView
from game.rules.kit.queries import TableView
from game.rules.pursuit.melee import foes_of
from game.rules.pursuit.odds.threats import kills
from game.rules.pursuit.state import riders, swarm
from game.table.pieces import Street, street_of
from game.table.records import Model, ModelId, Profile, Side

SPARE = 0.3
"""What a rider is worth beside his chance to get through: all must die."""
HUNTER, GUN = 0.12, 0.4
"""What a hunter is worth, and what more by the harm that it does at a short distance."""
SHORT = 6.0


@dataclass(frozen=True)
class Scene:
    """Everything that a side weighs in a chase when it is asked something."""

    look: GameView
    side: Side

    @cached_property
    def street(self) -> Street:
        return street_of(self.look.table.board)

    @property
    def rides(self) -> bool:
        return self.side == riders(self.look.table)

    @cached_property
    def riders(self) -> tuple[Model, ...]:
        return tuple(self.look.table.standing(riders(self.look.table)))

    @cached_property
    def hunters(self) -> tuple[Model, ...]:
        return tuple(self.look.table.standing(swarm(self.look.table)))

    @property
    def mine(self) -> tuple[Model, ...]:
        return self.riders if self.rides else self.hunters

    @property
    def foes(self) -> tuple[Model, ...]:
        return self.hunters if self.rides else self.riders

    def lie(self, profile: Profile, base: float) -> Lie:
        """Return how the pieces will lie in the next Movement phase, or lie in this one."""
        # By its name: to compare whole profiles takes longer than all else here.
        key = profile.name, base
        if key not in self._lies:
            self._lies[key] = lie_of(self.look.table, profile, base)
        return self._lies[key]

    @cached_property
    def _lies(self) -> dict[tuple[str, float], Lie]:
        return {}

    def lanes(self, model: Model) -> Lanes:
        """Return what places are worth to a fig: to get through, or not to fall behind."""
        key = model.profile.name, model.base
        if key not in self._lanes:
            lie, leaves = self.lie(model.profile, model.base), self.is_rider(model)
            self._lanes[key] = lanes_of(lie, self.dies(model), leaves=leaves)
        return self._lanes[key]

    @cached_property
    def _lanes(self) -> dict[tuple[str, float], Lanes]:
        return {}

    def is_rider(self, model: Model) -> bool:
        return model.side == riders(self.look.table)

    def dies(self, model: Model) -> float:
        """Return the chance that a hit of the street kills a fig."""
        if model.profile.name not in self._deaths:
            self._deaths[model.profile.name] = kills(self.look, model)
        return self._deaths[model.profile.name]

    @cached_property
    def _deaths(self) -> dict[str, float]:
        return {}

    @cached_property
    def to_move(self) -> tuple[str, ...]:
        """Return who is still to move in this Movement phase."""
        table = self.look.table
        return table.queue if table.clock.phase == "movement" else ()

    @cached_property
    def hopes(self) -> Mapping[ModelId, float]:
        """Return each rider's chance to get through, about, as if nobody hunted him."""
        phase = self.look.table.clock.phase
        return {m.id: self._hope(m, phase) for m in self.riders}

    def _hope(self, rider: Model, phase: str) -> float:
        lanes = self.lanes(rider)
        if phase == "pursuit" or rider.id in self.to_move:
            return lanes.before(rider.at, rider.facing)
        return lanes.after(rider.at, rider.facing)

    def price(self, model: Model) -> float:
        """Return what it is worth that a fig is dead, to its enemy."""
        if self.is_rider(model):
            return SPARE + self.hopes.get(model.id, 0.0)
        if not self.riders:
            return HUNTER
        profile = self.riders[0].profile
        return HUNTER + GUN * volley_at(model.profile, profile, SHORT, 0, moved=False)

    def is_held(self, model: Model) -> bool:
        return bool(foes_of(self.look.table, model.id))

    @cached_property
    def soon(self) -> GameView:
        """Return the table as if the next Pursuit phase had come, before anything rolls."""
        table = self.look.table
        if table.clock.phase == "pursuit":
            return self.look
        fork = table.fork()
        fork.clock = replace(table.clock, round=table.clock.round + 1)
        return TableView(fork, self.look.rules)

    @cached_property
    def rolling(self) -> tuple[Roller, ...]:
        """Return what is to roll in this Pursuit phase, or in the next."""
        return rollers(self.soon.table)
