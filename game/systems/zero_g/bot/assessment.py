"""A side's knowledge of the table in zero-g."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from game.bots.steady.walking_distance import DistanceField, field_to
from game.bots.turns import turns_left
from game.cores.classic.bot.expected_damage import blows, half_inches, shot
from game.cores.classic.rules.odds import leadership_chance
from game.cores.classic.rules.targeting import RAPID_RANGE
from game.cores.classic.rules.unit_state import is_locked, to_wound
from game.cores.kit.dice_chances import chance_of_face
from game.cores.kit.probability import Spread, at_most, average, of_dice
from game.geometry.limits import is_more_than, is_within
from game.geometry.points import Point, distance, unit_vector, vector_of_heading
from game.geometry.polygons import Segment, off_segment
from game.play.game import GameView
from game.systems.zero_g.bot.weights import ZeroGWeights
from game.systems.zero_g.rules.adrift import PLUCK
from game.systems.zero_g.rules.container_exits import CARGO, Cargo
from game.systems.zero_g.rules.drift_die import DRIFT_DIE, rolled
from game.systems.zero_g.rules.mobility import has_jets, is_free
from game.systems.zero_g.rules.shooting import extra_range, strength_after
from game.table.board import Board
from game.table.records import Fire, Model, ModelId, Profile, Side

ROUNDS = 12
"""Rounds computed; a model that lives after them is likely to survive."""
SNAP = 1
"""BS of snap shots."""
DIE = 3.7
"""Typical inches of one arrow's die: a 1 moves none, a 6 eight."""
FLUNG = 8.0
"""Typical inches of an acceleration."""
PUSH = 6.0
ALONG, ASIDE = 0.94, 0.5
"""Cosines between heading and goal: to arrive by drifting on, or after a turn."""
LOOK = 3.0
"""Inches ahead at which the direction of a path is taken."""
NEAR_BY = 0.1
WALLED = 1.0
"""Inches from a wall within which no exit is used."""
GRID = 2.0
"""Inches between the places of an exit that a model may head for."""


@lru_cache(4096)
def outliving_chance(
    a: Profile, b: Profile, mine: int, theirs: int, *, impacts: int = 0
) -> float:
    """Return the chance that *a* outlives *b*; *mine* and *theirs* are their wounds left.

    *a* counts as having charged. *impacts*: the hits that its charge makes (``ZG-21``).
    """
    states = {(mine, theirs): 1.0}
    need = to_wound(a.s, b.t)
    hurt = of_dice(impacts, chance_of_face(need) * (1.0 - chance_of_face(b.sv or 7)))
    states = _after(states, hurt, None)
    for n in range(ROUNDS):
        by_a, by_b = _blows(a, b, charged=n == 0), _blows(b, a, charged=False)
        if a.i > b.i:
            states = _after(_after(states, by_a, None), None, by_b)
        elif b.i > a.i:
            states = _after(_after(states, None, by_b), by_a, None)
        else:
            states = _after(states, by_a, by_b)
    won = sum([p for (left, other), p in states.items() if left and not other])
    even = sum([p for (left, other), p in states.items() if left and other])
    return won + even / 2


def _after(
    states: dict[tuple[int, int], float], by_a: Spread | None, by_b: Spread | None
) -> dict[tuple[int, int], float]:
    """Return the chances of the wounds left after blows; a dead model does not strike."""
    left = dict[tuple[int, int], float]()
    for (a, b), chance in states.items():
        ours = at_most(by_a, b) if by_a and a and b else (1.0,)
        others = at_most(by_b, a) if by_b and a and b else (1.0,)
        for n, p in enumerate(ours):
            for m, q in enumerate(others):
                left[a - m, b - n] = left.get((a - m, b - n), 0.0) + chance * p * q
    return left


@lru_cache(4096)
def _blows(a: Profile, b: Profile, *, charged: bool) -> Spread:
    """Return the distribution of the wounds that one takes off the other in a round."""
    armed = [w for w in a.weapons if w.fire in (Fire.MELEE, Fire.PISTOL)]
    attacks = a.a + charged + (len(armed) >= 2)
    return of_dice(attacks, min(1.0, blows(a, b, charged=charged) / attacks))


class HarmTable:
    """The expected harm of a turn of fire by one profile at another, by the distance."""

    def __init__(self, firer: Profile, foe: Profile, wounds: int) -> None:
        self._firer, self._foe, self._wounds = firer, foe, wounds
        self._known = dict[float, tuple[float, float]]()

    def at(self, inches: float) -> tuple[float, float]:
        """Return the shares of the foe's wounds that aimed fire and snap shots take off.

        *inches* is rounded up to a half.
        """
        return self.at_half(half_inches(inches))

    def at_half(self, near: float) -> tuple[float, float]:
        """Return the same for a distance that is rounded already."""
        if (known := self._known.get(near)) is None:
            known = self._known[near] = self._harm(near, self._firer.bs), self._harm(near, SNAP)
        return known

    def _harm(self, inches: float, skill: int) -> float:
        firer, foe, wounds, best = self._firer, self._foe, self._wounds, 0.0
        for weapon in firer.weapons:
            if weapon.fire is Fire.MELEE or not firer.bs:
                continue
            strength = weapon.strength or firer.s
            if inches > weapon.range + extra_range(firer, strength):
                continue
            strength = strength_after(strength, weapon, inches)
            shots = weapon.shots
            if weapon.fire is Fire.RAPID:
                shots = 2 if is_within(inches, RAPID_RANGE) else 1
            by = replace(firer, bs=SNAP if is_more_than(inches, weapon.range) else skill)
            each = shot(replace(weapon, strength=strength), by, foe, 0)
            best = max(best, average(at_most(of_dice(shots, min(1.0, each)), wounds)) / wounds)
        return best


harm_table = lru_cache(512)(HarmTable)


class TravelTime(NamedTuple):
    """A model's state of movement, from which travel times are computed."""

    at: Point
    along: Point
    """Unit vector of its heading; without arrows it has no meaning."""
    arrows: int
    jets: bool = False

    @staticmethod
    def of(at: Point, degrees: float, arrows: int, *, jets: bool) -> TravelTime:
        return TravelTime(at, vector_of_heading(degrees), arrows, jets)


def turns_of(field: DistanceField, voyage: TravelTime, near: float) -> float:
    """Return the turns that a model needs along a field to within *near* inches."""
    left = max(0.0, field.left(voyage.at) - near)
    if left <= 0.0 or not voyage.arrows:
        return _from_rest(left)
    to = leads(field, field.ground.square(voyage.at))
    if to is None:
        return _from_rest(left)
    cosine = to.x * voyage.along.x + to.y * voyage.along.y
    arrows = voyage.arrows
    if cosine >= ALONG:
        return left / FLUNG
    stopped = arrows + _from_rest(left - cosine * DIE * arrows * (arrows - 1) / 2)
    if voyage.jets:
        return min(stopped, 1.0 + max(0.0, left - DIE * arrows) / FLUNG)
    if cosine >= ASIDE:
        return min(stopped, 1.0 + max(0.0, left - cosine * DIE * arrows) / FLUNG)
    return stopped


@lru_cache(1 << 14)
def leads(field: DistanceField, square: int) -> Point | None:
    """Return the direction of the path from a square; None at the goal, or without a path."""
    here = field.ground.places[square]
    path = field.path(here, LOOK) if here else []
    if here is None or not path or distance(here, path[-1]) < NEAR_BY:
        return None
    return unit_vector(here, path[-1])


def _from_rest(left: float) -> float:
    if left <= PUSH:
        return max(0.0, left / PUSH)
    return 1.0 + (left - PUSH) / FLUNG


def arrival_value(turns: float, left: int, discount: float) -> float:
    """Return the expected share of a point *turns* turns away with *left* turns to go."""
    if not left:
        return 0.0
    slack = left - turns
    chance = min(1.0, max(0.02, 0.4 + 0.2 * slack)) if slack > -2.0 else 0.0
    later: float = discount**turns
    return chance * later


@lru_cache(4096)
def beyond(dice: int, inches: int) -> float:
    """``ZG-07``  Return the chance that *dice* of a drift total more than *inches*."""
    totals = rolled(dice, 0, lambda so_far: [(so_far + d.inches, d.chance) for d in DRIFT_DIE])
    return sum([chance for total, chance in totals.items() if total > inches])


@dataclass(frozen=True, eq=False)
class ZeroGAssessment:
    """A side's view of a zero-g game when it has to answer; its values are computed once."""

    view: GameView
    side: Side
    weights: ZeroGWeights
    memory: dict[tuple[object, ...], Any] = field(default_factory=dict)
    """Results of evaluators by all that they depend on; later assessments share them."""

    @cached_property
    def enemy(self) -> Side:
        return self.view.table.enemy(self.side)

    @cached_property
    def mine(self) -> tuple[Model, ...]:
        return tuple(self.view.table.standing(self.side))

    @cached_property
    def foes(self) -> tuple[Model, ...]:
        return tuple(self.view.table.standing(self.enemy))

    @cached_property
    def turns(self) -> int:
        """Return the number of turns that the side has left, the present one included."""
        return turns_left(self.view, self.side)

    @cached_property
    def turns_against(self) -> int:
        """Return the number of turns that the enemy has left, without its present one."""
        table = self.view.table
        return turns_left(self.view, self.enemy) - (table.clock.side == self.enemy)

    def is_held(self, model: Model) -> bool:
        return is_locked(self.view.table.units[model.unit])

    @cached_property
    def prices(self) -> Mapping[ModelId, float]:
        """Return the value in points of each model's loss to its enemy."""
        return {m.id: self._price(m) for m in (*self.mine, *self.foes)}

    def _price(self, model: Model) -> float:
        price = self.weights.kill + self._unnerved[model.side]
        for cargo in self.cargoes:
            if self.view.table.pieces[cargo.piece].holder == model.id:
                left = self._turns(model.side)
                price += cargo.value * self.arrival(self.homeward(model), left)
        return self.weights.own * price if model.side == self.side else price

    def arrival(self, turns: float, left: int) -> float:
        """Return the expected share of a container's value, as ``arrival_value`` does."""
        return arrival_value(turns, left, self.weights.cargo_discount)

    def _turns(self, side: Side) -> int:
        return self.turns if side == self.side else self.turns_against

    @cached_property
    def _unnerved(self) -> Mapping[Side, float]:
        """``MI-04``  Return the further cost of each loss, as a side's nerve may fail."""
        return {side: self._by_nerve(side) for side in self.view.table.sides}

    def _by_nerve(self, side: Side) -> float:
        limit = next(iter(PLUCK.of(self.view, side)), None)
        left = self.mine if side == self.side else self.foes
        if limit is None or len(left) <= limit:
            return 0.0
        units = self.view.table.units
        fails = [
            1.0 - leadership_chance(self.view, units[m.unit]) ** max(0, self._turns(side) - 1)
            for m in left
        ]
        spare = len(left) - limit - 1
        share: float = self.weights.nerve**spare
        return share * self.weights.kill * sum(fails) * limit / len(left)

    @cached_property
    def cargoes(self) -> tuple[Cargo, ...]:
        return tuple(CARGO.of(self.view, self.side))

    @cached_property
    def unheld_cargoes(self) -> tuple[Cargo, ...]:
        """Return the containers that are not held."""
        pieces = self.view.table.pieces
        return tuple(c for c in self.cargoes if pieces[c.piece].holder is None)

    def holds(self, model: Model) -> bool:
        pieces = self.view.table.pieces
        return any([pieces[c.piece].holder == model.id for c in self.cargoes])

    @cached_property
    def _exits(self) -> Mapping[Side, tuple[Point, ...]]:
        """Return the open places where each side brings containers off."""
        found = dict[Side, tuple[Point, ...]]()
        for side in self.view.table.sides:
            exits = [exit_ for c in CARGO.of(self.view, side) for exit_ in c.exits]
            found[side] = open_places(self.view.table.board, tuple(dict.fromkeys(exits)))
        return found

    def homes(self, side: Side) -> tuple[Point, ...]:
        return self._exits[side]

    def home(self, side: Side, base: float) -> DistanceField | None:
        """Return the distances of a base to the places where its side brings containers off.

        None if there are none.
        """
        ways_out = self.homes(side)
        return self._field(side, base, ways_out) if ways_out else None

    def to_piece(self, piece: str, base: float) -> DistanceField:
        return self._field(piece, base, (self.view.table.pieces[piece].at,))

    def _field(self, name: str, base: float, goals: tuple[Point, ...]) -> DistanceField:
        if (name, base) not in self._fields:
            self._fields[name, base] = field_to(self.view.table.board, base, *goals)
        return self._fields[name, base]

    @cached_property
    def _fields(self) -> dict[tuple[str, float], DistanceField]:
        return {}

    def homeward(self, model: Model) -> float:
        """Return the turns until a model is at its side's exit, as it drifts now."""
        field = self.home(model.side, model.base)
        if field is None or is_free(model):
            return float(2 * self.turns + 9)
        return turns_of(field, voyage(model), model.base)

    @cached_property
    def shares(self) -> Mapping[tuple[str, ModelId], float]:
        """Return each container's weight for each model: only the first can bring it off."""
        found, weights = dict[tuple[str, ModelId], float](), self.weights
        shares = 1.0, weights.second_fetcher, weights.more_fetchers
        for cargo in self.unheld_cargoes:
            order = sorted(
                (m for m in self.mine if not is_free(m) and not self.holds(m)),
                key=lambda m: self.fetched(m, voyage(m), cargo),
            )
            for n, m in enumerate(order):
                found[cargo.piece, m.id] = shares[min(n, len(shares) - 1)]
        return found

    def fetched(self, model: Model, at: TravelTime, cargo: Cargo) -> float:
        """Return the turns in which a model fetches a container and brings it off."""
        field = self.home(self.side, model.base)
        if field is None:
            return float(2 * self.turns + 9)
        there = self.view.table.pieces[cargo.piece].at
        out = turns_of(self.to_piece(cargo.piece, model.base), at, model.base + 0.5)
        gone = distance(at.at, there)
        along = at.along
        if gone > 1.0:
            along = Point((there.x - at.at.x) / gone, (there.y - at.at.y) / gone)
        arrows = max(1, at.arrows) if out > 0.0 else at.arrows
        back = TravelTime(there if out else at.at, along, arrows, jets=at.jets)
        return out + turns_of(field, back, 0.0)


@lru_cache(64)
def open_places(board: Board, exits: tuple[Segment, ...]) -> tuple[Point, ...]:
    """Return places of some exits where there is no wall."""
    places = list[Point]()
    for a, b in exits:
        steps = max(1, int(distance(a, b) / GRID))
        for n in range(steps):
            share = (n + 0.5) / steps
            at = Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
            if all([off_segment(at, wall) > WALLED for wall in board.walls.segments]):
                places.append(at)
    return tuple(places)


def voyage(model: Model) -> TravelTime:
    """Return a model's present state of movement."""
    return TravelTime.of(model.at, model.heading, model.arrows, jets=has_jets(model))
