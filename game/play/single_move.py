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
    MAX_DISTANCE,
    Decision,
    IllegalAnswer,
    low_discrepancy_point,
    read_point,
)
from game.play.wording import excess_text
from game.table.records import ModelId
from game.table.state import Table

INWARD = 0.001
"""Inches kept from the maximum distance, because places are rounded to thousandths."""


@dataclass(frozen=True, slots=True)
class Steer(Decision[Point]):
    """A straight move to a point, which is the answer; the model's own place means to stay."""

    model: ModelId
    far: float
    """Maximum inches."""
    kind: str = ""
    """The purpose, in a word of the rules; bots select their policy by it."""

    @property
    def about(self) -> ModelId:
        """Return the model that moves."""
        return self.model

    def read(self, told: Any) -> Point:
        """Return the point; raise IllegalAnswer if it is none."""
        return read_point(told)

    def judge(self, table: Table, answer: Point) -> None:
        """Raise IllegalAnswer, with the furthest legal point, if it is too far."""
        here = table.models[self.model].at
        far = distance(here, answer)
        if far > self.far + EPSILON:
            off, beyond = excess_text(far, self.far)
            reason = f'{off}" is {beyond}" too far (it may move {self.far:g}")'
            fix = thousandths(point_ahead(here, unit_vector(here, answer), self.far - INWARD))
            raise IllegalAnswer(reason, self.clause, list(fix))

    def sample(self, table: Table, k: int, n: int) -> list[float]:
        """Return the k-th of various legal points; the first is to stay."""
        here = table.models[self.model].at
        if k == 0:
            return list(here)
        around, out = low_discrepancy_point(k)
        far = (self.far - INWARD) * (0.25 + 0.75 * out)
        return list(
            thousandths(point_ahead(here, vector_of_heading(round(360.0 * around, 3)), far))
        )


class RideSegment(NamedTuple):
    """One straight segment of a ride, after a turn."""

    turn: float
    """Degrees, clockwise, of the turn before the segment."""
    far: float
    """Inches straight on."""


Stretches: TypeAlias = tuple[RideSegment, ...]


@dataclass(frozen=True, slots=True)
class RideMode:
    """A movement mode of a riding model."""

    name: str
    far: float
    """Maximum inches in all."""
    straight: float
    """Minimum inches straight on before each turn."""
    turn: float = 45.0
    """Maximum degrees to either side."""
    costs: str = ""
    """Restrictions of a model that uses it, in a few words; empty for none."""


@dataclass(frozen=True, slots=True)
class Ride(Decision[Stretches]):
    """A path of segments, as ``[[turn, inches], …]``, followed until something stops the model.

    The first turn must be 0. The last segment may be only a turn. Without segments the model
    stays.
    """

    model: ModelId
    gaits: tuple[RideMode, ...]
    """The slowest first; the first one that allows a path applies."""
    kind: str = ""
    """The purpose, in a word of the rules; bots select their policy by it."""

    @property
    def about(self) -> ModelId:
        """Return the model that moves."""
        return self.model

    def read(self, told: Any) -> Stretches:
        """Return the segments; raise IllegalAnswer if they are malformed."""
        if not isinstance(told, list | tuple):
            raise IllegalAnswer(f"{told!r} is not a list of stretches", self.clause)
        return tuple(self._stretch(one) for one in told)

    def _stretch(self, told: Any) -> RideSegment:
        if not isinstance(told, list | tuple) or len(told) != 2:
            raise IllegalAnswer(f"{told!r} is not a stretch: [degrees, inches]", self.clause)
        for number in told:
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise IllegalAnswer(f"{number!r} is not a number", self.clause)
            if not isfinite(number) or abs(number) > MAX_DISTANCE:
                raise IllegalAnswer(f"{number!r} is too far for any table", self.clause)
        return RideSegment(round(float(told[0]), 3), round(float(told[1]), 3))

    def judge(self, table: Table, answer: Stretches) -> None:
        """Raise IllegalAnswer, with a corrected path, if no mode allows it."""
        whole = length(answer)
        gait = next((g for g in self.gaits if wrong(answer, g) is None), None)
        if gait is None:
            # Use the slowest mode that goes so far: it is the one probably meant.
            gait = next(
                (g for g in self.gaits if whole <= g.far + LOOSE_EPSILON), self.gaits[-1]
            )
            fix = [list(stretch) for stretch in mended(answer, gait)]
            raise IllegalAnswer(wrong(answer, gait) or "", self.clause, fix)

    def gait_of(self, answer: Stretches) -> RideMode:
        """Return the mode of a legal path."""
        return next(g for g in self.gaits if wrong(answer, g) is None)

    def sample(self, table: Table, k: int, n: int) -> list[list[float]]:
        """Return the k-th of various legal paths; straight ones come first."""
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
    """Return the length of a path in inches."""
    whole = 0.0
    for stretch in way:
        whole += stretch.far
    return whole


def wrong(way: Sequence[RideSegment], gait: RideMode) -> str | None:
    """Return why a mode does not allow a path, or None."""
    if way and way[0].turn:
        return "move straight before the first turn"
    if any(stretch.far < 0.0 for stretch in way):
        return "riders cannot go backward"
    if no := next(_wrong_turns(way, gait), None):
        return no
    if (whole := length(way)) > gait.far + LOOSE_EPSILON:
        off, beyond = excess_text(whole, gait.far)
        return f'{off}" is {beyond}" too far (it may move {gait.far:g}")'
    return None


def _wrong_turns(way: Sequence[RideSegment], gait: RideMode) -> Iterator[str]:
    for before, stretch in pairwise(way):
        if before.far < gait.straight - LOOSE_EPSILON:
            most = f'move {gait.straight:g}" straight before a turn'
            yield f'{most}, not {before.far:g}"'
        if abs(stretch.turn) > gait.turn + LOOSE_EPSILON:
            yield f"{abs(stretch.turn):g}° is too far to turn (it may turn {gait.turn:g}°)"


def mended(way: Sequence[RideSegment], gait: RideMode) -> Stretches:
    """Return a similar path that is legal: smaller turns, longer or shorter segments."""
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
"""Inches: of paths that end this close together the one with fewer turns is used."""


class RidePath(NamedTuple):
    """The course of a path on the table, if nothing stops the model."""

    corners: Path
    """Its start, turning points and end."""
    facing: float
    """Degrees, at its end."""

    @property
    def end(self) -> Point:
        """Return its last point."""
        return self.corners[-1]


def ride_path(at: Point, facing: float, way: Sequence[RideSegment]) -> RidePath:
    """Return the course of a path from a point and a facing."""
    corners = [at]
    for turn, far in way:
        facing = (facing + turn) % 360.0
        if far:
            corners.append(point_ahead(corners[-1], vector_of_heading(facing), far))
    return RidePath(tuple(thousandths(at) for at in corners), round(facing, 3) % 360.0)


def turn_between(facing: float, goal: float) -> float:
    """Return the degrees of a turn from one facing to another, positive if clockwise."""
    return (goal - facing + 180.0) % 360.0 - 180.0


class Proposal(NamedTuple):
    """The legal path that ends nearest to a point."""

    way: Stretches
    gait: RideMode
    miss: float
    """Inches from its end to the point."""


def nearest_ride(
    at: Point,
    facing: float,
    gaits: Sequence[RideMode],
    goal: Point,
    stem: Sequence[RideSegment] = (),
) -> Proposal | None:
    """Return the legal path that ends nearest to a point, in the slowest mode that has one.

    It turns as early as allowed, by whole degrees. *stem*: segments that are fixed; it turns
    directly after them. Return None if no mode continues them legally.
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
    """Return why no path of a mode leads straight to a point, or None."""
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
    """Return the whole degrees from a path's final heading to a point."""
    if distance(here.end, goal) < LOOSE_EPSILON:
        return 0.0
    return float(
        round(turn_between(here.facing, heading_of_vector(unit_vector(here.end, goal))))
    )


def _tries(
    at: Point, facing: float, gait: RideMode, goal: Point, stem: Sequence[RideSegment]
) -> Iterator[Stretches]:
    """Yield paths with more and more turns, each as early as allowed."""
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
    """Return the last segment: turned to the point, and as long as gets nearest to it."""
    turn = _turn(at, facing, gait, goal, way)
    here = ride_path(at, facing, way)
    (x, y), along = here.end, vector_of_heading(here.facing + turn)
    far = (goal.x - x) * along.x + (goal.y - y) * along.y
    return RideSegment(turn, round(max(0.0, min(gait.far - length(way), far)), 3))


def _turn(
    at: Point, facing: float, gait: RideMode, goal: Point, way: Sequence[RideSegment]
) -> float:
    """Return the turn toward a point after a path: limited, and 0 at the start."""
    if not way:
        return 0.0
    turn = _to(ride_path(at, facing, way), goal)
    return max(-gait.turn, min(gait.turn, turn)) + 0.0
