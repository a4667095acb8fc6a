"""Decisions that move a single model: Steer (straight) and Ride (with turns)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

from game.geometry.points import (
    EPSILON,
    LOOSE_EPSILON,
    Path,
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    thousandths,
    unit_vector,
    vector_of_heading,
)
from game.play.decisions import (
    FURTHEST,
    Decision,
    IllegalAnswer,
    low_discrepancy_point,
    read_point,
)
from game.play.wording import excess_text
from game.table.records import ModelId
from game.table.state import Table

INWARD = 0.001
"""Inches that a place may be nearer than the furthest, since places are kept in thousandths."""


@dataclass(frozen=True, slots=True)
class Steer(Decision[Point]):
    """A straight way to the point that is the answer; the model's own place: it stays."""

    model: ModelId
    far: float
    """Inches, at most."""
    kind: str = ""
    """What it is for, in a word of the rules: a bot's policy goes by it."""

    @property
    def about(self) -> ModelId:
        return self.model

    def read(self, told: Any) -> Point:
        return read_point(told)

    def judge(self, table: Table, answer: Point) -> None:
        here = table.models[self.model].at
        far = distance(here, answer)
        if far > self.far + EPSILON:
            off, beyond = excess_text(far, self.far)
            reason = f'{off}" is {beyond}" more than the {self.far:g}" that it may move'
            fix = thousandths(point_ahead(here, unit_vector(here, answer), self.far - INWARD))
            raise IllegalAnswer(reason, self.clause, list(fix))

    def sample(self, table: Table, k: int, n: int) -> list[float]:
        here = table.models[self.model].at
        if k == 0:
            return list(here)
        around, out = low_discrepancy_point(k)
        far = (self.far - INWARD) * (0.25 + 0.75 * out)
        return list(
            thousandths(point_ahead(here, vector_of_heading(round(360.0 * around, 3)), far))
        )


class RideSegment(NamedTuple):
    turn: float
    """Degrees, clockwise, by which it turns before it goes on."""
    far: float
    """Inches straight on."""


Stretches: TypeAlias = tuple[RideSegment, ...]


@dataclass(frozen=True, slots=True)
class RideMode:
    """One of the ways in which a model may move."""

    name: str
    far: float
    """Inches in all, at most."""
    straight: float
    """Inches that it goes straight on before each turn, at least."""
    turn: float = 45.0
    """Degrees to either side, at most."""
    costs: str = ""
    """What it may not do who moves like this, in a few words; empty for nothing."""


@dataclass(frozen=True, slots=True)
class Ride(Decision[Stretches]):
    """Its way in stretches, as ``[[turn, inches], …]``, carried out until something stops it.

    The first goes straight ahead: its turn is 0. The last may be no more than a turn. Without
    any stretch it stays.
    """

    model: ModelId
    gaits: tuple[RideMode, ...]
    """The slowest first: a way is ridden by the first that allows it."""
    kind: str = ""
    """What it is for, in a word of the rules: a bot's policy goes by it."""

    @property
    def about(self) -> ModelId:
        return self.model

    def read(self, told: Any) -> Stretches:
        if not isinstance(told, list | tuple):
            raise IllegalAnswer(f"{told!r} is no list of stretches", self.clause)
        return tuple(self._stretch(one) for one in told)

    def _stretch(self, told: Any) -> RideSegment:
        if not isinstance(told, list | tuple) or len(told) != 2:
            raise IllegalAnswer(f"{told!r} is no stretch: [degrees, inches]", self.clause)
        for number in told:
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise IllegalAnswer(f"{number!r} is not a number", self.clause)
            if not isfinite(number) or abs(number) > FURTHEST:
                raise IllegalAnswer(f"{number!r} is too much for any table", self.clause)
        return RideSegment(round(float(told[0]), 3), round(float(told[1]), 3))

    def judge(self, table: Table, answer: Stretches) -> None:
        whole = length(answer)
        gait = next((g for g in self.gaits if wrong(answer, g) is None), None)
        if gait is None:
            # Of the slowest that goes so far: that is how it was meant.
            gait = next(
                (g for g in self.gaits if whole <= g.far + LOOSE_EPSILON), self.gaits[-1]
            )
            fix = [list(stretch) for stretch in mended(answer, gait)]
            raise IllegalAnswer(wrong(answer, gait) or "", self.clause, fix)

    def gait_of(self, answer: Stretches) -> RideMode:
        """Return how a legal way is ridden."""
        return next(g for g in self.gaits if wrong(answer, g) is None)

    def sample(self, table: Table, k: int, n: int) -> list[list[float]]:
        gait = self.gaits[k % len(self.gaits)]
        if k < len(self.gaits):
            return [[0.0, gait.far]]
        if k == len(self.gaits):
            return []
        across, out = low_discrepancy_point(k)
        first = min(gait.far, gait.straight + (gait.far - gait.straight) * out)
        rest = (gait.far - first) * low_discrepancy_point(k + n)[1]
        turn = gait.turn * (2 * across - 1)
        way = RideSegment(0.0, round(first, 3)), RideSegment(round(turn, 3), round(rest, 3))
        return [list(stretch) for stretch in mended(way, gait)]


def length(way: Sequence[RideSegment]) -> float:
    """Return how many inches a way is long."""
    whole = 0.0
    for stretch in way:
        whole += stretch.far
    return whole


def wrong(way: Sequence[RideSegment], gait: RideMode) -> str | None:
    """Say why a way cannot be ridden like this."""
    if way and way[0].turn:
        return "no turn comes before the first stretch"
    if any(stretch.far < 0.0 for stretch in way):
        return "nobody goes backward"
    if no := next(_wrong_turns(way, gait), None):
        return no
    if (whole := length(way)) > gait.far + LOOSE_EPSILON:
        off, beyond = excess_text(whole, gait.far)
        return f'{off}" is {beyond}" more than the {gait.far:g}" that it may move'
    return None


def _wrong_turns(way: Sequence[RideSegment], gait: RideMode) -> Iterator[str]:
    for before, stretch in pairwise(way):
        if before.far < gait.straight - LOOSE_EPSILON:
            most = f'{gait.straight:g}" straight come before a turn'
            yield f'{most}, not {before.far:g}"'
        if abs(stretch.turn) > gait.turn + LOOSE_EPSILON:
            yield f"{abs(stretch.turn):g}° is more than {gait.turn:g}°"


def mended(way: Sequence[RideSegment], gait: RideMode) -> Stretches:
    """Return a way like this one that can be ridden: turns less, stretches longer or cut."""
    found, left = list[RideSegment](), gait.far
    for n, (turned, far) in enumerate(way):
        turn = max(-gait.turn, min(gait.turn, turned)) if n else 0.0
        straight = gait.straight if n + 1 < len(way) else 0.0
        went = min(max(far, straight), left)
        found.append(RideSegment(turn, round(went, 3)))
        left = round(left - went, 6)
        if went < straight or (n + 1 < len(way) and left <= 0.0 and way[n + 1].far > 0.0):
            break
    return tuple(found)


NEAR = 0.05
"""Inches: of ways that end so much alike the one of fewer turns is as good."""


class RidePath(NamedTuple):
    """A way as it lies on the table, if nothing stops it."""

    corners: Path
    """Where it starts, turns and ends."""
    facing: float
    """Degrees, at its end."""

    @property
    def end(self) -> Point:
        return self.corners[-1]


def ride_path(at: Point, facing: float, way: Sequence[RideSegment]) -> RidePath:
    """Return where a way leads from a place and a facing."""
    corners = [at]
    for turn, far in way:
        facing = (facing + turn) % 360.0
        if far:
            corners.append(point_ahead(corners[-1], vector_of_heading(facing), far))
    return RidePath(tuple(thousandths(at) for at in corners), round(facing, 3) % 360.0)


def turn_between(facing: float, goal: float) -> float:
    """Return by how many degrees to turn from one facing to another, clockwise above 0."""
    return (goal - facing + 180.0) % 360.0 - 180.0


class Proposal(NamedTuple):
    """The way that comes nearest to where somebody points."""

    way: Stretches
    gait: RideMode
    miss: float
    """Inches from its end to the place."""


def nearest_ride(
    at: Point,
    facing: float,
    gaits: Sequence[RideMode],
    goal: Point,
    stem: Sequence[RideSegment] = (),
) -> Proposal | None:
    """Return the legal way that ends nearest to a place, by the slowest gait that does.

    It turns as early as it may, by whole degrees. *stem*: what of it is settled; after that
    it turns at once. None if no gait goes on from there.
    """
    best: Proposal | None = None
    for gait in gaits:
        for way in _tries(at, facing, gait, goal, stem):
            if wrong(way, gait) is None:
                miss = distance(ride_path(at, facing, way).end, goal)
                if best is None or miss < best.miss - NEAR:
                    best = Proposal(way, gait, miss)
    return best


def why_not(
    at: Point, facing: float, gait: RideMode, goal: Point, stem: Sequence[RideSegment] = ()
) -> str | None:
    """Say why no way of a gait leads straight on to a place, in the words of the rule."""
    here = ride_path(at, facing, stem)
    wish = list(stem)
    if not stem:
        (x, y), along = at, vector_of_heading(facing)
        first = (goal.x - x) * along.x + (goal.y - y) * along.y
        wish.append(RideSegment(0.0, round(min(first, gait.straight), 1)))
        here = ride_path(at, facing, wish)
    wish.append(RideSegment(_to(here, goal), round(distance(here.end, goal), 1)))
    return wrong(wish, gait)


def _to(here: RidePath, goal: Point) -> float:
    """Return by how many whole degrees a place lies aside of where a way leads."""
    if distance(here.end, goal) < LOOSE_EPSILON:
        return 0.0
    return float(
        round(turn_between(here.facing, heading_of_vector(unit_vector(here.end, goal))))
    )


def _tries(
    at: Point, facing: float, gait: RideMode, goal: Point, stem: Sequence[RideSegment]
) -> Iterator[Stretches]:
    """Yield ways with ever more turns, each as soon as it may come."""
    way = list(stem)
    while True:
        yield (*way, _last(at, facing, gait, goal, way))
        step = RideSegment(_turn(at, facing, gait, goal, way), gait.straight)
        way.append(step)
        if length(way) > gait.far + LOOSE_EPSILON:
            return


def _last(
    at: Point, facing: float, gait: RideMode, goal: Point, way: Sequence[RideSegment]
) -> RideSegment:
    """Return the last stretch: turned to the place, as far as comes nearest to it."""
    turn = _turn(at, facing, gait, goal, way)
    here = ride_path(at, facing, way)
    (x, y), along = here.end, vector_of_heading(here.facing + turn)
    far = (goal.x - x) * along.x + (goal.y - y) * along.y
    return RideSegment(turn, round(max(0.0, min(gait.far - length(way), far)), 3))


def _turn(
    at: Point, facing: float, gait: RideMode, goal: Point, way: Sequence[RideSegment]
) -> float:
    """Return how it turns to a place after a way: no more than it may, and not at once."""
    if not way:
        return 0.0
    turn = _to(ride_path(at, facing, way), goal)
    return max(-gait.turn, min(gait.turn, turn)) + 0.0
